"""Reports on standard output: as JSON where a script reads them, else as tables and lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table


def show(data: dict[str, Any], parts: Iterable[RenderableType], as_json: bool) -> None:
    """Print a report, as JSON or for people."""
    if as_json:
        from insightforge.artifacts import to_json

        typer.echo(to_json(plain(data)), nl=False)
        return
    from insightforge.console import make_console

    console = make_console()
    for part in parts:
        console.print(part)


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """A table whose first column is text and whose others are numbers."""
    from rich import box
    from rich.table import Table

    made = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for position, column in enumerate(columns):
        made.add_column(column, justify="right" if position else "left", overflow="fold", no_wrap=not position)
    for row in rows:
        made.add_row(*(str(cell) for cell in row))
    return made


def plain(value: Any) -> Any:
    """Plain JSON data: paths as text, keys as text."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)
