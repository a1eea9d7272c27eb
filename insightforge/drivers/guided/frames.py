"""The catalogue of decisions: what practitioners decide again and again, and how to say it as a trigger and an action.

A frame is written once, by hand, in general words, and never speaks of an outcome: outcomes come from the evidence
only. The reader (`findings`) looks for passages that show a team taking, or trying in vain, the frame's decision. One
TOML file of `catalogue/` holds the frames of one field; `[[frame]]` tables with the keys of `Frame`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, cached_property
from importlib import resources
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints, field_validator

from insightforge.records import Aspect, Cost, Record

Modality = Literal["any", "image", "video", "audio", "text", "tabular", "time-series", "graph", "sequence", "3d"]
SolutionStage = Literal[
    "data", "validation", "features", "model", "training", "inference", "post-processing", "ensembling", "process"
]

Sentence = Annotated[str, StringConstraints(pattern=r"^[A-Z].*\.$")]


class Frame(Record):
    """One decision.

    Attributes:
        id: kebab-case name, unique in the catalogue; becomes the items' `topic`.
        noun: noun phrase for running text ("averaging predictions by rank"), lower case, no article.
        any: regular expressions, case ignored, over a passage with white space collapsed; one must match: the mention.
        all: each must match somewhere in the same passage.
        near: one must match in the passage, its paragraph or its headings.
        never: none may match in the passage.
        trigger: one sentence of properties that can be checked before acting; general, no competition.
        action: one imperative sentence; general.
        avoid: action to write where teams report that it did not help; null: the writer makes one from `noun`.
        avoid_trigger: trigger to go with `avoid`; null takes `trigger`.
        bare: a bare mention in a list or table of the solution counts as done (for terse names such as "TTA").
        code: regular expressions, case kept, over one line of notebook code that show the decision in code.
        details: regular expressions; what they match in a quote is worth repeating as a setting ("5 folds").
        over: ids of more general frames that give way where this one matches the same passage.
        problem: sentence that names the symptom this decision resolves, for improvement insights; null: none.
        limitations, expense, check: for improvement insights: when not to, what it costs, how to see whether it worked.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(cached_property,))

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
    aspect: Aspect
    cost: Cost
    modality: Modality = "any"
    stage: SolutionStage
    noun: Annotated[str, StringConstraints(pattern=r"^[^.]+[^.\s]$")]
    any: tuple[str, ...] = Field(min_length=1)
    all: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    trigger: Sentence
    action: Sentence
    avoid: Sentence | None = None
    avoid_trigger: Sentence | None = None
    bare: bool = False
    code: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    problem: Sentence | None = None
    limitations: Sentence | None = None
    expense: Sentence | None = None
    check: Sentence | None = None

    @field_validator("any", "all", "near", "never", "code", "details")
    @classmethod
    def _compiles(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in patterns:
            re.compile(pattern)
        return patterns

    @cached_property
    def mention(self) -> re.Pattern[str]:
        """Matches a mention of the decision in prose."""
        return _union(self.any, re.IGNORECASE)

    @cached_property
    def required(self) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(p, re.IGNORECASE) for p in self.all)

    @cached_property
    def vicinity(self) -> re.Pattern[str] | None:
        return _union(self.near, re.IGNORECASE) if self.near else None

    @cached_property
    def veto(self) -> re.Pattern[str] | None:
        return _union(self.never, re.IGNORECASE) if self.never else None

    @cached_property
    def in_code(self) -> re.Pattern[str] | None:
        return _union(self.code, 0) if self.code else None

    @cached_property
    def setting(self) -> re.Pattern[str] | None:
        return _union(self.details, re.IGNORECASE) if self.details else None


def _union(patterns: tuple[str, ...], flags: int) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{p})" for p in patterns), flags)


def read_frames(toml: str) -> tuple[Frame, ...]:
    """The frames of one catalogue file."""
    return tuple(Frame.model_validate(table) for table in tomllib.loads(toml).get("frame", []))


@cache
def catalogue() -> tuple[Frame, ...]:
    """All frames, in order of file name and place in the file.

    Raises:
        ValueError: two frames share an id, or `over` names one that does not exist.
    """
    folder = resources.files(__package__) / "catalogue"
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    frames = tuple(frame for file in files for frame in read_frames(file.read_text(encoding="utf-8")))
    ids = [frame.id for frame in frames]
    if doubled := {i for i in ids if ids.count(i) > 1}:
        raise ValueError(f"catalogue: ids used twice: {', '.join(sorted(doubled))}")
    unknown = {o for frame in frames for o in frame.over} - set(ids)
    if unknown:
        raise ValueError(f"catalogue: `over` names unknown frames: {', '.join(sorted(unknown))}")
    return frames


def frame_of(topic: str) -> Frame | None:
    """The frame with this id, or null."""
    return next((frame for frame in catalogue() if frame.id == topic), None)
