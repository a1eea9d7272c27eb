"""Jupyter notebooks of any age, well-formed or not, as readable text.

Markdown cells are prose. A code cell is a fenced block whose first line is `# %% [code N]`, N counting all cells from
1, followed by its source exactly as in the cell. What it printed follows as a block `# %% [output N]`, clipped with the
count of bytes left out. Images and other media are left out, with their size. Source is never clipped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from insightforge.corpus.decoding import decode
from insightforge.corpus.readers.base import Reading, fenced
from insightforge.corpus.readers.outputs import outputs_text
from insightforge.errors import SourceUnreadable

_INLINE_IMAGE = re.compile(r"data:(image/[\w.+-]+);base64,[A-Za-z0-9+/=]{200,}")


def read_notebook(data: bytes, name: str) -> Reading:
    """Read a notebook of nbformat 1–4, whatever keys it lacks.

    Raises:
        SourceUnreadable: not JSON, not a notebook, or a notebook without any cell that holds text.
    """
    raw, notes = decode(data, name)
    book = _parse(raw, name)
    language = _language(book)
    blocks: list[str] = []
    for number, cell in enumerate(_cells(book, name), start=1):
        if not isinstance(cell, dict):
            notes.append(f"cell {number} is no cell (a {type(cell).__name__}); passed over")
            continue
        blocks.extend(_cell_blocks(cell, number, language))
    if not blocks:
        raise SourceUnreadable(name, "is a notebook whose cells are all empty")
    return Reading("\n\n".join(blocks) + "\n", tuple(notes))


def _parse(raw: str, name: str) -> dict[str, Any]:
    if not raw.strip():
        raise SourceUnreadable(name, "is empty")
    try:
        book = json.loads(raw, strict=False)
    except (ValueError, RecursionError) as error:
        raise SourceUnreadable(name, f"is not a notebook: its JSON is broken ({error})") from None
    if not isinstance(book, dict):
        raise SourceUnreadable(name, f"is not a notebook: its JSON is a {type(book).__name__}, not an object")
    return book


def _cells(book: dict[str, Any], name: str) -> list[Any]:
    """All cells in order: those of every worksheet (nbformat 1–3), then those of the notebook itself."""
    cells: list[Any] = []
    worksheets = book.get("worksheets")
    sheets = worksheets if isinstance(worksheets, list) else []
    for holder in (*sheets, book):
        found = holder.get("cells") if isinstance(holder, dict) else None
        cells.extend(found if isinstance(found, list) else ())
    if cells:
        return cells
    if "cells" in book and not isinstance(book["cells"], list):
        raise SourceUnreadable(name, f"is an empty notebook: `cells` is {json.dumps(book['cells'])[:40]}, not a list")
    kind = "is an empty notebook: it has no cells" if {"cells", "worksheets"} & book.keys() else "is not a notebook"
    raise SourceUnreadable(name, kind)


def _language(book: dict[str, Any]) -> str:
    """The language of the code as the metadata names it, for the fences; empty where it does not."""
    metadata = book.get("metadata")
    for key, field in (("kernelspec", "language"), ("language_info", "name")):
        part = metadata.get(key) if isinstance(metadata, dict) else None
        value = part.get(field) if isinstance(part, dict) else None
        if isinstance(value, str) and re.fullmatch(r"[\w+#.-]{1,20}", value):
            return value.lower()
    return ""


def _cell_blocks(cell: dict[str, Any], number: int, language: str) -> Iterator[str]:
    kind = cell.get("cell_type")
    source = source_text(cell.get("source") or cell.get("input") or (cell.get("code") if kind == "code" else None))
    source = source or (source_text(cell.get("text")) if kind in ("text", "markdown") else "")
    if kind == "code":
        if source.strip():
            yield fenced(source, _cell_language(cell, language), f"# %% [code {number}]")
        if printed := outputs_text(cell.get("outputs")):
            yield fenced(printed, "text", f"# %% [output {number}]")
    elif source.strip():
        yield _prose(cell, source) if kind != "raw" else fenced(source, "", f"# %% [raw {number}]")


def _cell_language(cell: dict[str, Any], default: str) -> str:
    own = cell.get("language")
    return own if isinstance(own, str) and re.fullmatch(r"[\w+#.-]{1,20}", own) else default


def _prose(cell: dict[str, Any], source: str) -> str:
    if cell.get("cell_type") == "heading":
        level = cell.get("level")
        return "#" * (level if isinstance(level, int) and 1 <= level <= 6 else 1) + " " + " ".join(source.split())
    return _INLINE_IMAGE.sub(lambda m: f"[{m[1]}, {len(m[0]):,} bytes left out]", source.strip("\n"))


def source_text(value: Any) -> str:
    """A cell's source, which dumps store as a string, a list of strings, a list of lists, or null."""
    if isinstance(value, str):
        return value
    return "".join(source_text(part) for part in value) if isinstance(value, list) else ""
