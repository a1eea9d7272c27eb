"""Notebooks kept as scripts (.py, .R, .jl): one fenced block, or the cells of the percent format (`# %%`)."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from insightforge.corpus.readers.base import Reading, decoded, fenced
from insightforge.errors import SourceUnreadable

_LANGUAGES = {".py": "python", ".r": "r", ".jl": "julia"}
_CELL = re.compile(r"^#[ \t]*%%(.*)$\n?", re.MULTILINE)
_JUPYTEXT_HEADER = re.compile(r"\A# ---\n(?:#.*\n)*?# ---\n")
_PROSE_CELL = re.compile(r"\[(?:markdown|md)\]", re.IGNORECASE)
_DOCSTRING = re.compile(r'\A\s*("""|\'\'\')\n?(.*?)\1\s*\Z', re.DOTALL)


def read_script(data: bytes, name: str) -> Reading:
    """The script as code cells like a notebook's. In the percent format, Markdown cells lose their comment signs."""
    text, notes = decoded(data, name)
    language = _LANGUAGES.get(PurePosixPath(name).suffix.lower(), "")
    cells = _percent_cells(_JUPYTEXT_HEADER.sub("", text))
    blocks = [
        _uncommented(body) if prose else fenced(body.strip("\n"), language, f"# %% [code {number}]")
        for number, (prose, body) in enumerate(cells, start=1)
        if body.strip()
    ]
    if not blocks:
        raise SourceUnreadable(name, "is empty")
    return Reading("\n\n".join(blocks) + "\n", notes)


def _percent_cells(text: str) -> list[tuple[bool, str]]:
    """(is prose, body) of each cell; what stands before the first mark is a code cell."""
    first, *parts = _CELL.split(text)
    cells = [(False, first)] if first.strip() else []
    for mark, body in zip(parts[0::2], parts[1::2], strict=True):
        cells.append((bool(_PROSE_CELL.search(mark)), body))
    return cells


def _uncommented(body: str) -> str:
    if found := _DOCSTRING.match(body):
        return found[2].strip("\n")
    return re.sub(r"^#[ \t]?", "", body.strip("\n"), flags=re.MULTILINE)
