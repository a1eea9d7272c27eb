"""The benchmark's command line: one verb per step, thin. Exit codes as those of `insightforge`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

    from insightforge.records import Domains

#: Competitions named per domain in the table; the rest is counted.
NAMED = 3

app = typer.Typer(
    name="benchmark",
    help="Build the setting in which the help of insights can be measured.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code; errors raised on purpose become one message on standard error."""
    from insightforge.cli import workspace_first
    from insightforge.cli.failing import run_app

    sys.exit(run_app(app, workspace_first(sys.argv[1:] if arguments is None else arguments), "benchmark"))


@app.callback()
def _global(
    context: typer.Context,
    workspace: Annotated[
        Path | None,
        typer.Option(
            "--workspace",
            "-w",
            metavar="DIR",
            help="The workspace; may also stand after the verb.  [default: here or above]",
        ),
    ] = None,
) -> None:
    context.obj = workspace


@app.command(epilog="Example:  python -m benchmark cluster --seeds 10 --json > domains-report.json")
def cluster(
    context: typer.Context,
    embedder: Annotated[
        str | None,
        typer.Option(metavar="SPEC", help="lsa, or sentence-transformers:<model or path>.  [default: the workspace's]"),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="UMAP's seed.  [default: the workspace's]")] = None,
    seeds: Annotated[int, typer.Option(min=0, help="Seeds for the stability figure; 0 or 1 leaves it out.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Group competitions into domains by their descriptions; writes data/domains.json.

    Domains set by hand ([domains] in insightforge.toml) stand as they are. Domains that are found again keep their ids.
    """
    from benchmark.domains import ClusterOptions, cluster_competitions
    from insightforge.cli.opening import open_workspace
    from insightforge.cli.output import show

    place = open_workspace(context)
    with notes_to_stderr() as note:
        domains = cluster_competitions(place, ClusterOptions(embedder, seed, seeds), note)
    show(domains.to_data(), _lines(domains, place.relative(place.domains_file)), as_json)


@contextmanager
def notes_to_stderr() -> Iterator[Callable[[str], None]]:
    """What is going on: one changing line on a terminal, plain lines otherwise."""
    from insightforge.console import make_console

    console = make_console(stderr=True)
    if not console.is_terminal:
        yield console.print
        return
    with console.status("starting") as status:
        yield status.update


def _lines(domains: Domains, written: str) -> Iterator[RenderableType]:
    from rich.table import Table

    table = Table(title="Domains", title_justify="left")
    for name in ("domain", "label"):
        table.add_column(name, overflow="fold")
    table.add_column("size", justify="right")
    for name in ("terms", "competitions"):
        table.add_column(name, overflow="fold")
    for domain in domains.domains:
        members = domain.competitions
        more = f" and {len(members) - NAMED} more" if len(members) > NAMED else ""
        table.add_row(
            domain.id, domain.label, str(len(members)), ", ".join(domain.terms[:6]), ", ".join(members[:NAMED]) + more
        )
    yield table
    yield from (f"note: {note}" for note in domains.notes)
    if stability := domains.method.get("stability"):
        yield f"stability: mean ARI {stability['ari_mean']} over {len(stability['seeds'])} seeds"
    yield f"wrote {written}"
