"""What must be read before a submission, and how many competitions and outcomes an insight must quote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from insightforge.workbench.faults import Fault
from insightforge.workbench.view import InsightView


def unread_faults(missing: Mapping[str, list[tuple[int, int]]]) -> Iterator[Fault]:
    """One fault per required source that is not read in full, with the missing lines."""
    for path, gaps in sorted(missing.items()):
        if gaps:
            shown = ", ".join(f"{a}-{b}" if a != b else str(a) for a, b in gaps[:8]) + (", …" if len(gaps) > 8 else "")
            yield Fault(
                None, "reading", f"{path} is not read in full: lines {shown} are missing", "read them with read_source"
            )


def breadth_faults(view: InsightView) -> Iterator[Fault]:
    """Domain: at least two competitions behind each item. Improvement: at least one quoted outcome."""
    for item in view.items:
        if view.draft.kind == "domain" and len(item.slugs) < 2:
            yield Fault(
                item.index,
                "evidence",
                f"quotes from {len(item.slugs)} competition(s)",
                "a domain item needs quotes from at least two; add one or drop the item",
            )
        if view.draft.kind == "improvement" and not item.outcomes():
            yield Fault(
                item.index,
                "evidence",
                "no quote has the role `outcome`",
                "quote what the change brought, or leave the improvement out",
            )
    used = {slug for item in view.items for slug in item.slugs}
    if strange := sorted(used - set(view.draft.competitions)):
        yield Fault(
            None,
            "competitions",
            f"quotes come from {', '.join(strange)}, which is not listed",
            "list every competition that is quoted",
        )
    if idle := sorted(set(view.draft.competitions) - used):
        yield Fault(
            None,
            "competitions",
            f"{', '.join(idle)} is listed and never quoted",
            "list only competitions that are quoted",
        )
