"""Reports on standard output: as JSON where a script reads them, else as tables and lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType


def show(data: dict[str, Any], parts: Iterable[RenderableType], as_json: bool) -> None:
    """Print a report, as JSON or for people."""
    if as_json:
        print_json(data)
        return
    from insightforge.console import make_console

    console = make_console()
    for part in parts:
        console.print(part)


def print_json(data: dict[str, Any]) -> None:
    """Print data as JSON, paths and other keys as text."""
    from insightforge.artifacts import to_json

    typer.echo(to_json(plain(data)), nl=False)


def plain(value: Any) -> Any:
    """Plain JSON data: paths as text, keys as text."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)
