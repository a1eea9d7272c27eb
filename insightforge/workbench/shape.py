"""Schema, names, lengths. The order of items is not checked: the record sorts them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from insightforge.records import DESCRIPTION_LIMIT, NAME_LIMIT, NAME_PATTERN
from insightforge.workbench.drafts import InsightDraft, ItemDraft
from insightforge.workbench.faults import Fault, clip

#: (fewest, most) characters of an item's fields.
LENGTHS = {"trigger": (20, 400), "action": (15, 400), "rationale": (15, 900)}
EXTRA_FIELDS = ("limitations", "cost", "check", "outcome")
EXTRA_LIMIT = 900

_NOT_IMPERATIVE = re.compile(r"^(?:we|i|they|you|he|she|it|our|my|their|the (?:team|author|winner)s?)\b", re.I)


def shape_faults(draft: InsightDraft, kind: str) -> Iterator[Fault]:
    """Everything wrong with the draft's form."""
    if draft.kind != kind:
        yield Fault(None, "kind", f"{draft.kind!r} where this task makes {kind!r}", f"set kind to {kind!r}")
    if not re.fullmatch(NAME_PATTERN, draft.name) or len(draft.name) > NAME_LIMIT:
        yield Fault(
            None,
            "name",
            f"{clip(draft.name)} is not a name",
            f"use lower-case words joined by hyphens, at most {NAME_LIMIT} characters",
        )
    if not 1 <= len(draft.description.strip()) <= DESCRIPTION_LIMIT:
        yield Fault(
            None,
            "description",
            f"{len(draft.description.strip())} characters",
            f"say when to use it in 1 to {DESCRIPTION_LIMIT}",
        )
    if not draft.items:
        yield Fault(None, "items", "no item", "submit at least one item, or give up with a reason")
    yield from _improvement_faults(draft)
    for index, item in enumerate(draft.items):
        yield from _item_faults(index, item)


def _improvement_faults(draft: InsightDraft) -> Iterator[Fault]:
    if draft.kind != "improvement":
        for field in EXTRA_FIELDS:
            if getattr(draft, field) is not None:
                yield Fault(None, field, f"given in a {draft.kind} insight", "only improvements have it; leave it null")
        return
    if len(draft.items) > 1:
        yield Fault(
            None,
            "items",
            f"an improvement has one item, not {len(draft.items)}",
            "merge them, or submit them one by one",
        )
    for field in EXTRA_FIELDS:
        value = getattr(draft, field)
        if not value or not value.strip():
            yield Fault(None, field, "missing", "an improvement says its limitations, cost, check and outcome")
        elif len(value) > EXTRA_LIMIT:
            yield Fault(None, field, f"{len(value)} characters", f"use at most {EXTRA_LIMIT}")


def _item_faults(index: int, item: ItemDraft) -> Iterator[Fault]:
    for field, (fewest, most) in LENGTHS.items():
        length = len(getattr(item, field).strip())
        if not fewest <= length <= most:
            yield Fault(index, field, f"{length} characters", f"use {fewest} to {most}")
    if _NOT_IMPERATIVE.search(item.action.strip()):
        yield Fault(
            index,
            "action",
            f"{clip(item.action, 40)} reports what someone did",
            "write one recommendation in the imperative",
        )
    for source in item.dissent:
        if source not in {e.source for e in item.evidence}:
            yield Fault(
                index,
                "dissent",
                f"{source!r} is not quoted in the item",
                "quote the dissenting source, or leave it out",
            )
