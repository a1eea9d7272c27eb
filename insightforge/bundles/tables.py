"""Reports as rich tables and lines, for the command line; nothing here computes anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from insightforge.bundles.build import BundleReport
from insightforge.bundles.frontmatter import shorten
from insightforge.bundles.lint import Finding, LintReport
from insightforge.bundles.status import StatusReport

#: A note that lists many names is cut: the JSON of the report has it whole.
NOTE_LENGTH = 300

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table


def render_bundle(report: BundleReport) -> list[RenderableType]:
    """Skills of a bundle in numbers, where it was written, and the notes."""
    table = _table(None, ("skill", "description", "lines", "tokens", "files beside"))
    for s in report.skills:
        table.add_row(s.name, f"{len(s.description)} chars", str(s.lines), str(s.tokens), str(s.files))
    state = "written to" if report.changed else "already up to date in"
    chosen = f" for domain {report.domain}" if report.domain else ""
    said = f"{len(report.skills)} skills, {report.files} files, {report.bytes:,} bytes{chosen} {state} {report.out}"
    return [table, said, *(f"note: {shorten(note, NOTE_LENGTH)}" for note in report.notes)]


def render_findings(findings: Iterable[Finding]) -> list[RenderableType]:
    """One line per finding, then a count."""
    found = list(findings)
    errors = sum(f.severity == "error" for f in found)
    lines = [f"{f.severity}: {f.where}: {f.rule}: {f.message}" for f in found]
    return [*lines, f"{errors} errors, {len(found) - errors} warnings"]


def render_lint(report: LintReport) -> list[RenderableType]:
    """The findings, then what each client shows of the skills."""
    table = _table(
        "What each client shows of these skills alone, at its default window",
        ("client", "whole", "cut", "bare name", "hidden", "listing", "room"),
    )
    for v in report.clients:
        room = "no budget found" if v.room is None else f"{v.room:,} chars"
        table.add_row(v.client, *map(str, (v.whole, v.cut, v.bare, v.hidden)), f"{v.listing:,} chars", room)
    parts: list[RenderableType] = [f"{len(report.skills)} skills in {report.folder}"]
    return [*parts, *([table] if report.clients else []), *render_findings(report.findings)]


def render_status(report: StatusReport) -> list[RenderableType]:
    """Outcomes per stage, strength and support of the items, then give-ups, unread sources and problems."""
    idle = f", {len(report.idle)} with nothing to read" if report.idle else ""
    parts: list[RenderableType] = [f"{report.competitions} source folders{idle}"]
    parts.append(_counts("Tasks by outcome", "stage", report.outcomes, ("submitted", "gave-up", "filtered")))
    kinds = list(next(iter(report.strength.values()), {}))
    parts.append(_counts("Items by best kind of outcome", "insights", report.strength, kinds))
    parts += [
        line
        for line in (
            _bars("teams behind an item (of single source folders, and improvements)", report.teams),
            _bars("source folders behind an item (of domains, and improvements)", report.spread),
        )
        if line
    ]
    parts += [f"gave up: {g.stage}/{g.key}: {g.reason}" for g in report.give_ups]
    parts += [f"{s.kind}: {s.path}: {s.reason}" for s in report.sources]
    parts += [f"nothing to read: {slug}" for slug in report.idle]
    return [*parts, *(f"problem: {p}" for p in report.problems)]


def _counts(title: str, label: str, rows: Mapping[Any, Mapping[str, int]], columns: Iterable[str]) -> Table:
    names = list(columns)
    table = _table(title, (label, *names))
    for name, counts in rows.items():
        table.add_row(name, *(str(counts.get(column, 0)) for column in names))
    return table


def _bars(title: str, histogram: Mapping[int, int]) -> str:
    """A histogram as one line: `teams behind an item: 1: 20, 2: 7, 3: 1`."""
    return f"{title}: " + ", ".join(f"{value}: {n}" for value, n in histogram.items()) if histogram else ""


def _table(title: str | None, columns: Iterable[str]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    first, *others = columns
    table.add_column(first, overflow="fold")
    for column in others:
        table.add_column(column, justify="right", overflow="fold")
    return table
