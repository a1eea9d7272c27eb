"""The records that pass between stages, as files (schema names `task-record/1`, `competition/1`, `domains/1`).

All are frozen pydantic models that refuse unknown keys, so that a record in memory is a valid one. Offsets are
code points of the derived text. Identity hangs on evidence (see `evidence_id`, `item_id`): a rewording keeps its id.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from insightforge.artifacts import sha256_text

Aspect = Literal["data-modality", "data", "model", "training", "other"]
Cost = Literal["low", "medium", "high"]
Role = Literal["condition", "action", "outcome"]
Grade = Literal["exact", "folded"]
Strength = Literal["private", "public", "cv", "stated", "code-only"]
InsightKind = Literal["competition", "domain", "improvement"]
Stage = Literal["competition", "domain", "improvement-raw", "improvement"]
SourceKind = Literal["description", "data-description", "writeup", "notebook", "document"]

ASPECTS: tuple[Aspect, ...] = ("data-modality", "data", "model", "training", "other")
COSTS: tuple[Cost, ...] = ("low", "medium", "high")
#: Best kind of outcome first: a public-leaderboard gain never outranks a private one.
STRENGTHS: tuple[Strength, ...] = ("private", "public", "cv", "stated", "code-only")
STAGES: tuple[Stage, ...] = ("competition", "domain", "improvement-raw", "improvement")

NAME_LIMIT = 40
DESCRIPTION_LIMIT = 1024
NAME_PATTERN = r"^[a-z0-9]+(-[a-z0-9]+)*$"

Name = Annotated[str, StringConstraints(pattern=NAME_PATTERN, max_length=NAME_LIMIT)]
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Record(BaseModel):
    """Base of all records: immutable, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def to_data(self) -> dict[str, Any]:
        """The record as plain JSON data, fields in their declared order."""
        return self.model_dump(mode="json")


# ---- sources ---------------------------------------------------------------------------------------------------------


class Source(Record):
    """One readable file of a competition. Paths are relative to the workspace, with forward slashes.

    `text` is the path of the derived UTF-8, LF text: the file itself where the file already is that, else one below
    `<competition>/text/`. It is null where the file could not be read (`problem` says why) . `unread` says why a
    readable text is passed over (a language that the reader cannot work with). `first_party` is false for digests and
    retellings of other people's solutions, which count as no team.
    """

    path: str
    kind: SourceKind
    text: str | None
    sha256: str
    text_sha256: str | None = None
    chars: int = 0
    reader: str = ""
    language: str | None = None
    title: str | None = None
    team: str | None = None
    rank: int | None = None
    url: str | None = None
    posted: str | None = None
    license: str | None = None
    provenance: str | None = None
    first_party: bool = True
    problem: str | None = None
    unread: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def readable(self) -> bool:
        """Whether an assembler can read it."""
        return self.text is not None and self.unread is None

    @property
    def voice(self) -> str:
        """Who speaks here, as a key that several texts of one team share: the team, else its rank, else the file."""
        if self.team:
            return f"team:{self.team.casefold()}"
        return f"rank:{self.rank}" if self.rank else f"file:{self.path}"


class Competition(Record):
    """What is known of a competition (or, in a bare folder, of a project). What is missing is null."""

    slug: str
    title: str
    url: str | None = None
    launched: str | None = None
    deadline: str | None = None
    metric: str | None = None
    host: str | None = None
    sources: tuple[Source, ...] = ()

    @property
    def year(self) -> int | None:
        """Year of the deadline, else of the launch."""
        for date in (self.deadline, self.launched):
            if date and (found := re.match(r"(\d{4})(?:-|$)", date)):
                return int(found.group(1))
        return None

    @property
    def noun(self) -> str:
        """What to call it before people: a folder of bare documents is a project."""
        return "project" if self.sources and all(s.kind == "document" for s in self.sources) else "competition"

    def of_kind(self, *kinds: SourceKind) -> tuple[Source, ...]:
        """Readable sources of the given kinds, in path order."""
        return tuple(s for s in self.sources if s.kind in kinds and s.readable)


# ---- insights --------------------------------------------------------------------------------------------------------


def evidence_id(source: str, quote: str, occurrence: int) -> str:
    """`ev-` and ten hex digits; `occurrence` counts earlier occurrences of the same quote in the same text, from 0."""
    return "ev-" + sha256_text(f"{source}\0{quote}\0{occurrence}")[:10]


def item_id(evidence_ids: tuple[str, ...] | list[str]) -> str:
    """`it-` and ten hex digits of the sorted evidence ids: the same evidence is the same item, however worded."""
    return "it-" + sha256_text("\0".join(sorted(set(evidence_ids))))[:10]


class Evidence(Record):
    """A verbatim passage: `quote == text[start:end]` of the derived text at path `text`, always."""

    id: str
    source: str
    text: str
    quote: str
    start: int = Field(ge=0)
    end: int = Field(gt=0)
    role: Role
    grade: Grade = "exact"


class Derived(Record):
    """A number of an item that stands in no quote but follows from numbers that do.

    `value` is the number as written in the item; `how` recomputes it from `of`, numbers as written in the quotes:
    a difference of two, a rounding of one, a ratio of two, or a count of teams, competitions or quotes (`of` empty).
    """

    value: str
    how: Literal["difference", "rounding", "ratio", "count"]
    of: tuple[str, ...] = ()


class Support(Record):
    """Who stands behind an item: first-party teams, competitions, years, and teams that found otherwise."""

    teams: int = Field(default=0, ge=0)
    competitions: int = Field(default=0, ge=0)
    first_year: int | None = None
    last_year: int | None = None
    dissent: int = Field(default=0, ge=0)


class Item(Record):
    """One trigger → action pair with its reason. See `insightforge.workbench.gate` for what it must satisfy.

    `topic` names the decision that the item is about (a frame of the guided driver's catalogue, or any short key); it
    lets the domain stage bring together what different competitions say of one decision. Null is allowed. `dissent`
    holds the paths of quoted sources whose teams found otherwise.
    """

    id: str
    aspect: Aspect
    trigger: Text
    action: Text
    rationale: Text
    cost: Cost
    evidence: tuple[str, ...] = Field(min_length=1)
    excludes: tuple[str, ...] = ()
    derived: tuple[Derived, ...] = ()
    dissent: tuple[str, ...] = ()
    support: Support = Support()
    strength: Strength = "stated"
    topic: str | None = None
    supersedes: tuple[str, ...] = ()

    def sort_key(self) -> tuple[int, int, str]:
        """Aspect, then cost; ties keep the order given by the driver (sorting is stable), so the id is not used."""
        return (ASPECTS.index(self.aspect), COSTS.index(self.cost), "")


class Insight(Record):
    """One insight: items sorted by aspect, then cost. An improvement has one item, and four fields that go with it."""

    kind: InsightKind
    name: Name
    description: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=DESCRIPTION_LIMIT)]
    competitions: tuple[str, ...] = Field(min_length=1)
    items: tuple[Item, ...] = Field(min_length=1)
    evidence: tuple[Evidence, ...] = Field(min_length=1)
    limitations: str | None = None
    cost: str | None = None
    check: str | None = None
    outcome: str | None = None
    flags: tuple[Literal["code-only"], ...] = ()

    @field_validator("items")
    @classmethod
    def _sorted(cls, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(sorted(items, key=Item.sort_key))

    @model_validator(mode="after")
    def _whole(self) -> Insight:
        known = {e.id for e in self.evidence}
        for item in self.items:
            if missing := [e for e in item.evidence if e not in known]:
                raise ValueError(f"item {item.id} cites evidence that is not in the record: {', '.join(missing)}")
        if self.kind == "improvement" and len(self.items) != 1:
            raise ValueError(f"an improvement has exactly one item, this one has {len(self.items)}")
        return self

    def evidence_of(self, item: Item) -> tuple[Evidence, ...]:
        """The item's quotes, in the item's order."""
        by_id = {e.id: e for e in self.evidence}
        return tuple(by_id[e] for e in item.evidence)


class RawImprovement(Record):
    """A standalone problem → resolution found in one write-up, with its outcome quoted (stage improvement-raw).

    `insight` is a whole improvement insight of one competition; `modality` and `solution_stage` are what clusterings
    of raw items are aligned with.
    """

    insight: Insight
    modality: str
    solution_stage: str

    @property
    def item(self) -> Item:
        return self.insight.items[0]


# ---- task records ----------------------------------------------------------------------------------------------------

Outcome = Literal["submitted", "gave-up", "filtered"]


class Manifest(Record):
    """What a record was made from. `inputs` maps paths to SHA-256 of content; nothing here changes from run to run."""

    fingerprint: str
    driver: str
    inputs: dict[str, str] = {}
    members: tuple[str, ...] = ()
    model: str | None = None
    prompts: dict[str, str] = {}
    seed: int | None = None


class TaskRecord(Record):
    """The file `data/assembly/<stage>/<key>.<driver>.json`: how one task ended, and what came of it.

    competition, domain, improvement: `insight` where submitted. improvement-raw: `raw` (may be empty where filtered).
    `reason` is given where nothing was submitted. `origin` of each item says what wrote it ("rules", or a model).
    """

    schema_: Literal["task-record/1"] = Field(default="task-record/1", alias="schema")
    stage: Stage
    key: str
    outcome: Outcome
    reason: str | None = None
    insight: Insight | None = None
    raw: tuple[RawImprovement, ...] = ()
    written_by: str = "rules"
    manifest: Manifest

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    def to_data(self) -> dict[str, Any]:
        return self.model_dump(mode="json", by_alias=True)

    def insights(self) -> tuple[Insight, ...]:
        """Every insight in the record."""
        return (self.insight,) if self.insight else tuple(r.insight for r in self.raw)


# ---- domains and split -----------------------------------------------------------------------------------------------


class Domain(Record):
    """A group of closely related competitions. `id` is a folder name, minted once; `label` may change."""

    id: Name
    label: str
    competitions: tuple[str, ...]
    terms: tuple[str, ...] = ()
    residual: bool = False


class Domains(Record):
    """data/domains.json: the clustering of competitions, or the domains set by hand."""

    schema_: Literal["domains/1"] = Field(default="domains/1", alias="schema")
    domains: tuple[Domain, ...]
    method: dict[str, Any] = {}
    notes: tuple[str, ...] = ()

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    def to_data(self) -> dict[str, Any]:
        return self.model_dump(mode="json", by_alias=True)

    def of(self, slug: str) -> Domain | None:
        """The domain that holds a competition, or null."""
        return next((d for d in self.domains if slug in d.competitions), None)
