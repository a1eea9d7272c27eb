"""Handing a draft to the gate: what it refuses of single items is left out, and the rest is handed in again."""

from __future__ import annotations

from insightforge.workbench import Workbench
from insightforge.workbench.drafts import InsightDraft

_ROUNDS = 4


def submit_or_give_up(bench: Workbench, draft: InsightDraft) -> None:
    """Submit; drop refused items and try again; give up with the gate's reasons when nothing is left or it persists."""
    reasons: list[str] = []
    for _ in range(_ROUNDS):
        result = bench.submit(draft)
        if result.accepted:
            return
        reasons = result.reasons
        kept = tuple(item for i, item in enumerate(draft.items) if i not in result.refused_items())
        if not kept or len(kept) == len(draft.items):
            break
        cited = {bench.task.slug_of(e.source) for item in kept for e in item.evidence}
        slugs = tuple(s for s in draft.competitions if s in cited)
        draft = draft.model_copy(update={"items": kept, "competitions": slugs})
    bench.give_up("the gate refused it: " + "; ".join(reasons[:3]))
