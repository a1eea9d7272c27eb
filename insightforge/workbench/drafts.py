"""What a driver hands to the gate: an insight whose quotes are not yet located and whose ids are not yet computed.

The gate turns a draft into an `Insight`: it finds each quote in its source (offsets and the quote as it stands there
are the gate's), computes ids, support and strength, and sorts the items.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from insightforge.records import Aspect, Cost, Derived, InsightKind, Role, Strength


class _Draft(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class EvidenceDraft(_Draft):
    """A passage: `source` is the path as listed by the workbench; `start` (a code point) chooses among equals."""

    source: str
    quote: str
    role: Role
    start: int | None = None


class ItemDraft(_Draft):
    """An item. `excludes` holds positions in the draft's `items`. `dissent` names sources (among those quoted) whose
    teams found otherwise. `strength` may claim a kind of outcome; the gate checks it against the outcome quotes, and
    computes it where it is null."""

    aspect: Aspect
    trigger: str
    action: str
    rationale: str
    cost: Cost
    evidence: tuple[EvidenceDraft, ...]
    excludes: tuple[int, ...] = ()
    derived: tuple[Derived, ...] = ()
    dissent: tuple[str, ...] = ()
    strength: Strength | None = None
    topic: str | None = None


class InsightDraft(_Draft):
    """A whole insight, see `insightforge.records.Insight`."""

    kind: InsightKind
    name: str
    description: str
    competitions: tuple[str, ...]
    items: tuple[ItemDraft, ...]
    limitations: str | None = None
    cost: str | None = None
    check: str | None = None
    outcome: str | None = None
    flags: tuple[Literal["code-only"], ...] = ()


class RawDraft(_Draft):
    """A raw improvement: one-item improvement insight with what clusterings are aligned with."""

    insight: InsightDraft
    modality: str
    solution_stage: str
