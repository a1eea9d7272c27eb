"""`init`, `ingest`, `show`: a workspace, what goes into it, and a look at one thing in it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from insightforge.cli.output import show

if TYPE_CHECKING:
    from insightforge.corpus.ingest import IngestReport, Outcome

#: Files named per reason; the rest is counted.
NAMED = 3
OUTCOMES: tuple[Outcome, ...] = ("new", "updated", "unchanged", "empty", "refused")


def register(app: typer.Typer) -> None:
    app.command(epilog="Example:  insightforge init my-workspace")(init)
    app.command(epilog="Example:  insightforge ingest ~/kaggle/competitions ~/team/post-mortems")(ingest)
    app.command("show", epilog="Example:  insightforge show it-0123456789")(show_one)


def init(folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder; made where it is missing.")]) -> None:
    """Make a workspace: its settings, commented, and its folders."""
    from insightforge.scaffold import init_workspace

    config = init_workspace(folder)
    typer.echo(f"wrote {config}")
    typer.echo(f"next: python -m insightforge --workspace {folder} ingest DIR…   (write-ups or post-mortems)")


def ingest(
    context: typer.Context,
    folders: Annotated[
        list[Path], typer.Argument(metavar="DIR...", help="A competition, a folder of them, or a folder of documents.")
    ],
    force: Annotated[bool, typer.Option("--force", help="Merge into a competition that came from elsewhere.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Bring in folders with write-ups, notebooks or post-mortems.

    The files are copied as they are, and read once; the folders given are never changed. Exit code 1 when a folder was
    refused.
    """
    from insightforge.cli.opening import open_workspace
    from insightforge.corpus.ingest import ingest as take

    workspace = open_workspace(context)
    report = take(workspace, folders, force=force)
    here = workspace.root.resolve() == Path.cwd()
    option = "" if here else f"--workspace {os.path.relpath(workspace.root)} "
    show(asdict(report), _ingest_lines(report, option), as_json)
    raise typer.Exit(int(bool(report.refused)))


def show_one(
    context: typer.Context,
    what: Annotated[
        str, typer.Argument(metavar="TASK|ITEM", help="A task's key, stage:key, or an item's or quote's id.")
    ],
) -> None:
    """Print one insight, or one item, with its evidence."""
    from insightforge.cli.opening import open_workspace
    from insightforge.cli.showing import lines_about

    for line in lines_about(open_workspace(context), what):
        typer.echo(line)


def _ingest_lines(report: IngestReport, option: str) -> Iterator[str]:
    for row in report.rows:
        if row.message or row.outcome in ("empty", "refused"):
            yield f"{row.slug or row.folder}: {row.outcome}: {row.message}"
    unreadable = [(f"{row.slug}/{path}", reason) for row in report.rows for path, reason in row.problems]
    unread = [(f"{row.slug}/{path}", reason) for row in report.rows for path, reason in row.unread]
    left = [(f"{row.slug}/{s.path}", s.reason) for row in report.rows for s in row.skipped]
    yield from _grouped("cannot be read", unreadable)
    yield from _grouped("not read", unread)
    yield from _grouped("not taken", left)
    counts = {name: report.count(name) for name in OUTCOMES}
    files = sum(len(row.taken) for row in report.rows)
    yield ", ".join(f"{n} {name}" for name, n in counts.items() if n) + f"; {files} files"
    if files:
        yield f"next: python -m insightforge {option}assemble"


def _grouped(kind: str, found: list[tuple[str, str]]) -> Iterator[str]:
    """One line per reason, with the first few files that it is true of."""
    by_reason: dict[str, list[str]] = {}
    for path, reason in found:
        by_reason.setdefault(reason, []).append(path)
    for reason, paths in sorted(by_reason.items()):
        more = f" and {len(paths) - NAMED} more" if len(paths) > NAMED else ""
        yield f"{kind}: {', '.join(paths[:NAMED])}{more}: {reason}"
