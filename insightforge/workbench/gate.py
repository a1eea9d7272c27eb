"""The gate: a draft goes in, and either a stored-quality insight comes out, or every reason why not.

Each family of checks is one file; all of them run, so that one repair can mend all. `recheck` puts a stored insight
through the same checks, for `verify` and for records made under another split or blacklist.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import ValidationError

from insightforge.guard import LeakTerms, scan_secrets
from insightforge.records import Competition, Derived, Evidence, Insight, InsightKind, Item, Role, Source, item_id
from insightforge.workbench.conflicts import duplicate_faults, exclusion_faults
from insightforge.workbench.coverage import breadth_faults, unread_faults
from insightforge.workbench.drafts import EvidenceDraft, InsightDraft, ItemDraft
from insightforge.workbench.evidence import Library, order_in, view_item
from insightforge.workbench.faults import Fault, clip
from insightforge.workbench.names import Names, name_faults
from insightforge.workbench.shape import shape_faults
from insightforge.workbench.sources import Texts
from insightforge.workbench.standing import accepted_strength, strength_faults, support_of
from insightforge.workbench.support import support_faults
from insightforge.workbench.view import InsightView, ItemView, strings

_ROLES: tuple[Role, ...] = ("outcome", "action", "condition")


@dataclass(frozen=True)
class GateContext:
    """What a submission is checked against.

    `competitions` are those whose sources may be quoted; `unread` maps required paths to the stretches of lines not
    read yet (empty: all read, or not asked); `leak` holds the targets' terms.
    """

    competitions: tuple[Competition, ...]
    texts: Texts
    kind: InsightKind
    leak: LeakTerms = field(default_factory=LeakTerms)
    unread: Mapping[str, list[tuple[int, int]]] = field(default_factory=dict)

    def library(self) -> Library:
        sources: dict[str, tuple[Competition, Source]] = {
            s.path: (c, s) for c in self.competitions for s in c.sources if s.readable
        }
        return Library(sources, self.texts)


@dataclass(frozen=True)
class GateResult:
    """`insight` where accepted, else null and at least one fault."""

    insight: Insight | None
    faults: tuple[Fault, ...] = ()

    @property
    def accepted(self) -> bool:
        return self.insight is not None

    @property
    def reasons(self) -> list[str]:
        """Every reason for refusal, in words."""
        return [str(fault) for fault in self.faults]

    def refused_items(self) -> set[int]:
        """Positions of items that have a fault of their own."""
        return {f.item for f in self.faults if f.item is not None}


def check(draft: InsightDraft, context: GateContext) -> GateResult:
    """Put a draft through every check; the insight is built only when none finds a fault."""
    view, faults = _view(draft, context)
    faults = [*unread_faults(context.unread), *faults, *_faults(view, context)]
    if faults:
        return GateResult(None, tuple(dict.fromkeys(faults)))
    try:
        return GateResult(_build(view, {c.slug: c for c in context.competitions}))
    except ValidationError as error:
        return GateResult(
            None, tuple(Fault(None, ".".join(map(str, e["loc"])), e["msg"], "mend the value") for e in error.errors())
        )


def recheck(insight: Insight, context: GateContext) -> list[str]:
    """Reasons why a stored insight no longer stands; empty when it does."""
    draft = as_draft(insight)
    view, faults = _view(draft, context)
    reasons = [str(f) for f in (*faults, *_faults(view, context))]
    if faults:
        return reasons
    rebuilt = _build(view, {c.slug: c for c in context.competitions})
    stored = {e.id: e for e in insight.evidence}
    for evidence in rebuilt.evidence:
        if (old := stored.get(evidence.id)) is None or (old.start, old.end, old.quote, old.text) != (
            evidence.start,
            evidence.end,
            evidence.quote,
            evidence.text,
        ):
            reasons.append(
                f"evidence {evidence.id}: the stored quote {clip(evidence.quote)} is not what stands at its offsets; "
                f"assemble again"
            )
    for old_item, new in zip(insight.items, rebuilt.items, strict=True):
        if old_item.id != new.id:
            reasons.append(f"item {old_item.id}: its evidence hashes to {new.id}; assemble again")
        if old_item.support != new.support:
            reasons.append(f"item {old_item.id}: its support is not what its quotes give; assemble again")
    return reasons


def as_draft(insight: Insight) -> InsightDraft:
    """A stored insight as the draft that it could have come from."""
    place = {item.id: i for i, item in enumerate(insight.items)}
    items = tuple(
        ItemDraft(
            **item.model_dump(include={"aspect", "trigger", "action", "rationale", "cost", "topic", "strength"}),
            evidence=tuple(
                EvidenceDraft(source=e.source, quote=e.quote, role=e.role, start=e.start)
                for e in insight.evidence_of(item)
            ),
            excludes=tuple(place[x] for x in item.excludes if x in place),
            derived=item.derived,
            dissent=item.dissent,
        )
        for item in insight.items
    )
    return InsightDraft(**insight.model_dump(exclude={"items", "evidence"}), items=items)


def _view(draft: InsightDraft, context: GateContext) -> tuple[InsightView, list[Fault]]:
    library = context.library()
    seen = [view_item(i, item, library) for i, item in enumerate(draft.items)]
    return InsightView(draft, tuple(v for v, _ in seen)), [f for _, faults in seen for f in faults]


def _faults(view: InsightView, context: GateContext) -> Iterator[Fault]:
    yield from shape_faults(view.draft, context.kind)
    for item in view.items:
        yield from support_faults(view, item)
        yield from strength_faults(item)
    yield from breadth_faults(view)
    yield from exclusion_faults(view.items)
    yield from duplicate_faults(view.items)
    yield from name_faults(view.draft, Names.of(context.competitions))
    yield from _scan_faults(view.draft, context.leak)


def _scan_faults(draft: InsightDraft, leak: LeakTerms) -> Iterator[Fault]:
    """Leaks, secrets, personal data and orders in any string at any depth. Paths are scanned for leaks only."""
    for at, text in strings(draft.model_dump(mode="json")):
        for found in leak.scan(text):
            # Not the term itself: the message reaches the driver, and the record of a refusal.
            yield Fault(None, at, f"{_hint(found.shown)} is a {found.kind} of a target", "leave it out")
        if at.endswith(".source"):
            continue
        if not at.endswith(".quote") and (order := order_in(text)):
            yield Fault(None, at, f"gives an instruction to its reader ({clip(order)})", "leave it out")
        for found in scan_secrets(text):
            yield Fault(None, at, f"holds a {found.kind} ({found.shown})", "quote or write around it")


def _hint(term: str) -> str:
    return f"'{term[:2]}…' ({len(term)} characters)"


def _build(view: InsightView, competitions: Mapping[str, Competition]) -> Insight:
    quotes = _one_role_each(p.evidence for item in view.items for p in item.passages)
    ids = {item.index: item_id(_evidence_ids(item)) for item in view.items}
    items = tuple(_item(item, ids, competitions) for item in view.items)
    data = {
        name: getattr(view.draft, name)
        for name in ("kind", "name", "description", "competitions", "limitations", "cost", "check", "outcome", "flags")
    }
    return Insight(
        **{**data, "competitions": tuple(sorted(view.draft.competitions))},
        items=items,
        evidence=tuple(sorted(quotes.values(), key=_place)),
    )


def _one_role_each(evidence: Iterable[Evidence]) -> dict[str, Evidence]:
    """Evidence by id. A passage cited in different roles keeps the strongest, which bears what the others do."""
    quotes: dict[str, Evidence] = {}
    for one in evidence:
        known = quotes.get(one.id)
        if known is None or _ROLES.index(one.role) < _ROLES.index(known.role):
            quotes[one.id] = one
    return quotes


def _place(evidence: Evidence) -> tuple[str, int, int]:
    return evidence.source, evidence.start, evidence.end


def _evidence_ids(item: ItemView) -> tuple[str, ...]:
    return tuple(dict.fromkeys(p.evidence.id for p in item.passages))


def _item(item: ItemView, ids: Mapping[int, str], competitions: Mapping[str, Competition]) -> Item:
    draft = item.draft
    derived: tuple[Derived, ...] = draft.derived
    return Item(
        id=ids[item.index],
        aspect=draft.aspect,
        trigger=draft.trigger,
        action=draft.action,
        rationale=draft.rationale,
        cost=draft.cost,
        evidence=_evidence_ids(item),
        excludes=tuple(sorted(ids[other] for other in draft.excludes)),
        derived=derived,
        dissent=draft.dissent,
        support=support_of(item, competitions),
        strength=accepted_strength(item),
        topic=draft.topic,
    )
