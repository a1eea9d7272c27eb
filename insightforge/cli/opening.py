"""The workspace that a command works in."""

from __future__ import annotations

from pathlib import Path

import typer

from insightforge.workspace import Workspace, find_workspace


def open_workspace(context: typer.Context) -> Workspace:
    """`--workspace DIR` exactly, else the current folder or the nearest parent that is a workspace."""
    given: Path | None = context.obj
    return find_workspace(given, exact=given is not None)
