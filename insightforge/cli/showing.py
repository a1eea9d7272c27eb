"""One insight or item as text, with its evidence."""

from __future__ import annotations

from collections.abc import Iterator

from insightforge.errors import UsageError
from insightforge.records import Insight, Item
from insightforge.stages.store import Stored, load_records
from insightforge.workspace import Workspace


def lines_about(workspace: Workspace, what: str) -> Iterator[str]:
    """Every record whose key (or stage:key) this is, or every item that has this id or cites a quote of this id.

    Raises:
        UsageError: nothing is called so.
    """
    records = load_records(workspace)
    found = [s for s in records if what in (s.record.key, f"{s.record.stage}:{s.record.key}")]
    items = [
        (stored, insight, item)
        for stored in records
        for insight in stored.record.insights()
        for item in insight.items
        if what in (item.id, *item.evidence)
    ]
    if not found and not items:
        raise UsageError(f"no task, item or quote is called {what!r}; the tasks stand below {workspace.assembly}")
    for stored in found:
        yield from _record(stored)
    for stored, insight, item in items:
        yield f"{stored.path}:"
        yield from _item(insight, item)


def _record(stored: Stored) -> Iterator[str]:
    record = stored.record
    yield f"{stored.path}: {record.outcome}" + (f": {record.reason}" if record.reason else "")
    for insight in record.insights():
        yield f"\n{insight.name} ({insight.kind}; {', '.join(insight.competitions)})"
        yield insight.description
        for name in ("limitations", "cost", "check", "outcome"):
            if told := getattr(insight, name):
                yield f"{name}: {told}"
        for item in insight.items:
            yield from _item(insight, item)


def _item(insight: Insight, item: Item) -> Iterator[str]:
    support = item.support
    yield f"\n{item.id} [{item.aspect}, cost {item.cost}, {item.strength}, {support.teams} team(s)]"
    yield f"  when  {item.trigger}"
    yield f"  do    {item.action}"
    yield f"  why   {item.rationale}"
    for evidence in insight.evidence_of(item):
        yield f"  {evidence.id} {evidence.role}: {evidence.source} {evidence.start}–{evidence.end}"
        yield from (f"    | {line}" for line in evidence.quote.splitlines())
