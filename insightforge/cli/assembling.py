"""`assemble` and `study-clusters`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

    from insightforge.clustering import Study

ASSEMBLE_EPILOG = "Example:  insightforge assemble --stage competition --only 'birdclef-*' --workers 2"


def register(app: typer.Typer) -> None:
    app.command(epilog=ASSEMBLE_EPILOG)(assemble)
    app.command(epilog="Example:  insightforge study-clusters --seeds 20")(study_clusters)


def assemble(
    context: typer.Context,
    stage: Annotated[
        str, typer.Option(help="competition, domain, improvement-raw, improvement, or all of them in this order.")
    ] = "all",
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GLOB", help="Only tasks whose key or competition matches; or stage:GLOB. May be repeated."
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=0, help="Run at most so many tasks in all.")] = None,
    redo: Annotated[bool, typer.Option("--redo", help="Also run what is up to date.")] = False,
    recluster: Annotated[bool, typer.Option("--recluster", help="Make the improvement clusters anew.")] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes at once.  [default: one per core]")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would run, and why.")] = False,
    driver: Annotated[str | None, typer.Option(help="Who reads: guided.  [default: assembly.driver]")] = None,
    writer: Annotated[str, typer.Option(help="Who words the items: rules.")] = "rules",
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Assemble insights: whatever is new or changed.

    Reads each competition in full, and the insights of each domain and cluster; what has not changed is left alone.
    Exit code 1 when some task ended in a fault; giving up with a reason is none.
    """
    from insightforge.cli.opening import open_workspace
    from insightforge.cli.summary import show_summary
    from insightforge.cli.watching import make_watcher
    from insightforge.stages.run import RunOptions, assemble, stages_named

    options = RunOptions(
        stages=stages_named(stage),
        only=tuple(only or ()),
        limit=limit,
        redo=redo,
        recluster=recluster,
        workers=workers,
        dry_run=dry_run,
        driver=driver,
        writer=writer,
    )
    with make_watcher() as watcher:
        reports = assemble(open_workspace(context), options, watcher)
    show_summary(reports, dry_run=dry_run, as_json=as_json)
    raise typer.Exit(int(any(report.faults for report in reports)))


def study_clusters(
    context: typer.Context,
    seeds: Annotated[int, typer.Option(min=10, help="Seeds per setting.")] = 10,
    driver: Annotated[str | None, typer.Option(help="Whose raw improvements.  [default: assembly.driver]")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Compare clustering settings for improvements.

    Every setting of a grid around the present one runs with every seed. The best one is printed as lines for
    insightforge.toml; `assemble --recluster` then uses it.
    """
    from insightforge.cli.opening import open_workspace
    from insightforge.cli.output import show
    from insightforge.stages.study import study_clusters as compare

    study, file = compare(open_workspace(context), seeds, driver)
    show(study.to_data(), _study_parts(study, file), as_json)


def _study_parts(study: Study, file: Path) -> Iterator[RenderableType]:
    """The best settings as a table, the choice, and where the whole table is."""
    from insightforge.cli.output import table

    rows = sorted((row.to_data() for row in study.rows), key=lambda row: (not row["eligible"], -row["score"]))[:10]
    columns = ("dimensions", "neighbors", "min_cluster_size", "min_samples", "ari", "coverage", "score", "clusters")
    cells = [[*(row[c] for c in columns[:-1]), f"{min(row['clusters'])}–{max(row['clusters'])}"] for row in rows]
    yield table(
        f"The best of {len(study.rows)} settings, {study.points} points, {len(study.seeds)} seeds", columns, cells
    )
    yield from (f"note: {note}" for note in study.notes)
    yield study.to_toml("improvement_clustering")
    yield f"the whole table is in {file}"
