"""What a run of `assemble` did (or would do): one row per stage, and below it every reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from insightforge.cli.output import show, table
from insightforge.stages.run import StageReport

if TYPE_CHECKING:
    from rich.table import Table

#: Names shown of a group, and lines of write-ups that were filtered; the rest is counted.
SHOWN = 5
COLUMNS = ("tasks", "submitted", "gave up", "filtered", "faults", "up to date", "waiting", "left", "items", "seconds")
#: Columns that are left out where there is nothing to count, so that the table fits a narrow terminal.
RARE = ("filtered", "waiting", "left")


def show_summary(reports: Sequence[StageReport], *, dry_run: bool, as_json: bool) -> None:
    """Print the table and the reasons, or all of it as JSON."""
    data = {"dry_run": dry_run, "stages": [to_data(r) for r in reports]}
    rows = _table("Plan" if dry_run else "Assembled", reports)
    plan = (*_planned(reports), "Nothing was run. The guided driver uses no model: cost 0.") if dry_run else ()
    show(data, [rows, *reasons(reports), *plan], as_json)


def counts(report: StageReport) -> dict[str, int]:
    """A stage in numbers; `left` are tasks that were due and not chosen (`--only`, `--limit`), or only planned."""
    statuses = [t.status for t in report.plan.tasks]
    due = sum(t.to_run for t in report.plan.tasks)
    return {
        "tasks": len(statuses),
        "submitted": report.count("submitted"),
        "gave_up": report.count("gave-up"),
        "filtered": report.count("filtered"),
        "faults": report.faults,
        "up_to_date": statuses.count("up-to-date"),
        "waiting": statuses.count("blocked"),
        "left": due - len(report.results),
        "items": report.items,
    }


def to_data(report: StageReport) -> dict[str, Any]:
    """A stage as plain data."""
    results = [
        {"key": r.planned.task.key, "outcome": r.outcome, "reason": r.reason, "seconds": round(r.seconds, 3)}
        for r in sorted(report.results, key=lambda r: r.planned.task.key)
    ]
    return {
        "stage": report.plan.stage,
        **counts(report),
        "seconds": round(report.seconds, 3),
        "plan": [{"key": t.task.key, "status": t.status, "reason": t.reason} for t in report.plan.tasks],
        "no_task": [{"key": key, "reason": reason} for key, reason in report.plan.listed],
        "results": results,
    }


def _table(title: str, reports: Sequence[StageReport]) -> Table:
    rows = [(*counts(r).values(), f"{r.seconds:.1f}") for r in reports]
    shown = [i for i, name in enumerate(COLUMNS) if name not in RARE or any(row[i] for row in rows)]
    cells = [[r.plan.stage, *(row[i] for i in shown)] for r, row in zip(reports, rows, strict=True)]
    return table(title, ("stage", *(COLUMNS[i] for i in shown)), cells)


def _planned(reports: Sequence[StageReport]) -> Iterator[str]:
    for report in reports:
        for task in report.chosen:
            yield f"{report.plan.stage} {task.task.key}: {task.status} ({task.reason})"


def reasons(reports: Sequence[StageReport]) -> Iterator[str]:
    """Why tasks did not end in an insight, by stage and kind; what has the same reason stands in one line."""
    for report in reports:
        ended = [(r.outcome, r.planned.task.key, r.reason) for r in report.results if r.outcome != "submitted"]
        waiting = [("waiting", t.task.key, t.reason) for t in report.plan.tasks if t.status == "blocked"]
        without = [("no task", key, reason) for key, reason in report.plan.listed]
        yield from _grouped(report.plan.stage, [*ended, *waiting, *without])


def _grouped(stage: str, rows: Sequence[tuple[str, str, str | None]]) -> Iterator[str]:
    groups: dict[tuple[str, str], list[str]] = {}
    for kind, key, reason in rows:
        groups.setdefault((kind, reason or "no reason given"), []).append(key)
    lines = 0
    for (kind, reason), keys in sorted(groups.items()):
        names = sorted(keys)
        if kind == "filtered" and (lines := lines + 1) > SHOWN:
            continue
        # A fault is never hidden behind a count.
        shown = names if kind == "fault" else names[:SHOWN]
        more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
        yield f"{stage}, {kind}: {', '.join(shown)}{more}: {reason}"
    if lines > SHOWN:
        yield f"{stage}, filtered: {lines - SHOWN} more reasons, see `show {stage}:KEY` or data/assembly/journal.jsonl"
