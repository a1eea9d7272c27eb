"""`init`, `ingest`, `show`: a workspace, what goes into it, and a look at one thing in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command(epilog="Example:  insightforge init my-workspace")(init)


def init(folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder; made where it is missing.")]) -> None:
    """Make a workspace: its settings, commented, and its folders."""
    from insightforge.scaffold import init_workspace

    config = init_workspace(folder)
    typer.echo(f"wrote {config}")
    typer.echo(f"next: python -m insightforge --workspace {folder} ingest DIR…   (folders with write-ups or post-mortems)")
