"""What a run of `assemble` did (or would do): one row per stage, and below it every reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from insightforge.cli.output import show, table
from insightforge.stages.run import StageReport

if TYPE_CHECKING:
    from rich.table import Table

#: Names shown of a group, and lines of write-ups that were filtered; the rest is counted.
SHOWN = 5
#: Names shown of what gave up: these are few, and each is worth a look.
GIVEN_UP = 30
#: Characters shown of a reason that several tasks have.
REASON_LENGTH = 240
#: What differs between reasons of the same kind: figures, quotations, ids; and the plural after a figure.
_PARTICULAR = re.compile(r"(?<![\w-])\d(?:[\d,.]*\d)?\b|'[^'\n]{3,}'|\"[^\"\n]{3,}\"|\b(?:it|ev)-[0-9a-f]{10}\b")
_PLURAL = re.compile(r"(?<=… )([a-z-]{2,}?)s\b")
#: Begins the reasons of refusals, which list whatever was wrong with each draft.
_REFUSED = "the gate refused it"
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
    """Why tasks did not end in an insight, by stage: one line per kind of reason, with the names."""
    for report in reports:
        ended = [(r.outcome, r.planned.task.key, r.reason) for r in report.results if r.outcome != "submitted"]
        waiting = [("waiting", t.task.key, t.reason) for t in report.plan.tasks if t.status == "blocked"]
        without = [("no task", key, reason) for key, reason in report.plan.listed]
        yield from _grouped(report.plan.stage, [*ended, *waiting, *without])


def _grouped(stage: str, rows: Sequence[tuple[str, str, str | None]]) -> Iterator[str]:
    """A fault is never joined with a similar one, nor hidden behind a count."""
    groups: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for outcome, key, given in rows:
        reason = given or "no reason given"
        groups.setdefault((outcome, reason if outcome == "fault" else kind_of(reason)), []).append((key, reason))
    lines = 0
    for (outcome, _), members in sorted(groups.items()):
        if outcome == "filtered" and (lines := lines + 1) > SHOWN:
            continue
        yield f"{stage}, {outcome}: {_names(outcome, sorted(k for k, _ in members))}: {_shared(sorted(members))}"
    if lines > SHOWN:
        yield f"{stage}, filtered: {lines - SHOWN} more reasons, see `show {stage}:KEY` or data/assembly/journal.jsonl"


def kind_of(reason: str) -> str:
    """A reason without what differs from task to task; every refusal by the gate is of one kind."""
    return _REFUSED if reason.startswith(_REFUSED) else _PLURAL.sub(r"\1", _PARTICULAR.sub("…", reason))


def _shared(members: Sequence[tuple[str, str]]) -> str:
    """The reason of a group: in full where all have the very same, else what they have in common."""
    first = members[0][1]
    if all(reason == first for _, reason in members):
        return first
    refused = first.startswith(_REFUSED)
    told = first.replace(_REFUSED, f"{_REFUSED} (the first)", 1) if refused else _PARTICULAR.sub("…", first)
    return told if len(told) <= REASON_LENGTH else f"{told[: REASON_LENGTH - 1]}…"


def _names(outcome: str, names: Sequence[str]) -> str:
    most = len(names) if outcome == "fault" else GIVEN_UP if outcome == "gave-up" else SHOWN
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
