"""Symptoms that practitioners report (`symptoms.toml`), and how to say each as a trigger.

`situations.toml`, in the same form, says when advice applies where no symptom is told: by the thing that was changed.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, cached_property
from importlib import resources

from pydantic import ConfigDict, Field

from insightforge.drivers.guided.frames import Sentence, SolutionStage
from insightforge.records import Aspect, Record


class Symptom(Record):
    """`trigger` is a state of affairs that can be checked; `aspect` and `stage` are where its remedies belong."""

    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(cached_property,))

    id: str
    trigger: Sentence
    aspect: Aspect
    stage: SolutionStage
    patterns: tuple[str, ...] = Field(min_length=1)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Matches a mention of the symptom."""
        return re.compile("|".join(self.patterns), re.IGNORECASE)


@cache
def symptoms(file: str = "symptoms.toml") -> tuple[Symptom, ...]:
    """All symptoms (or situations) of a file, the more specific first."""
    text = (resources.files(__package__) / file).read_text(encoding="utf-8")
    return tuple(Symptom.model_validate(table) for table in tomllib.loads(text)["symptom"])


def symptom_in(*texts: str) -> Symptom | None:
    """The first symptom (the list's order) in the first of the texts that shows one."""
    for text in texts:
        for symptom in symptoms():
            if symptom.pattern.search(text):
                return symptom
    return None


def situation_of(action: str) -> Symptom | None:
    """When an action applies, by the thing that it changes."""
    return next((s for s in symptoms("situations.toml") if s.pattern.search(action)), None)
