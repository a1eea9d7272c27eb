"""Which folders among those given to `ingest` are competitions: in our shape, in a foreign one, or bare."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from insightforge.corpus import foreign
from insightforge.corpus.competition_file import FILE_NAME
from insightforge.corpus.layout import Shape
from insightforge.corpus.readers import reader_for

#: How far below a given folder competitions are looked for.
_DEPTH = 3


@dataclass(frozen=True)
class Candidate:
    """A folder to take; where there is nothing to take `why_not` says so, and `fault` that this is an error."""

    folder: Path
    why_not: str | None = None
    fault: bool = False


def discover(folder: Path, depth: int = _DEPTH) -> Iterator[Candidate]:
    """The competitions in a folder, in name order; what holds none is given with the reason."""
    if not folder.is_dir():
        reason = "is a file; give the folder that holds it" if folder.exists() else "does not exist"
        yield Candidate(folder, reason, fault=True)
        return
    try:
        files, folders = _listing(folder)
    except OSError as error:
        yield Candidate(folder, f"cannot be listed ({error.strerror})", fault=True)
        return
    if in_shape(folder, files, folders):
        yield Candidate(folder)
    elif depth > 0 and any(_holds_competitions(folder / name, depth - 1) for name in folders):
        if documents := [name for name in files if reader_for(name)]:
            yield Candidate(folder, f"holds competitions; its own {len(documents)} document(s) are passed over")
        for name in folders:
            yield from discover(folder / name, depth - 1)
    elif any(reader_for(name) for name in files) or depth < _DEPTH:
        yield Candidate(folder)
    elif folders:
        for name in folders:
            yield from discover(folder / name, depth - 1)
    else:
        yield Candidate(folder, "is empty" if not files else "holds no document that can be read")


def in_shape(folder: Path, files: list[str], folders: list[str]) -> bool:
    """Whether a folder is one competition: it has metadata, a description, or folders of write-ups or notebooks."""
    shape = Shape.of([*files, *(f"{name}/" for name in folders)])
    return not shape.bare or FILE_NAME in files or read_meta(folder) is not None


def read_meta(folder: Path) -> dict[str, Any] | None:
    """The data of a folder's `meta.json` where that describes a competition, else null."""
    try:
        data = json.loads((folder / foreign.FILE_NAME).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return data if foreign.is_foreign(data) else None


def _listing(folder: Path) -> tuple[list[str], list[str]]:
    """Names of the visible files and of the visible real folders."""
    with os.scandir(folder) as listing:
        visible = sorted((e for e in listing if not e.name.startswith(".")), key=lambda e: e.name)
    folders = [e.name for e in visible if e.is_dir(follow_symlinks=False)]
    return [e.name for e in visible if not e.is_dir()], folders


def _holds_competitions(folder: Path, depth: int) -> bool:
    try:
        files, folders = _listing(folder)
    except OSError:
        return False
    return in_shape(folder, files, folders) or (
        depth > 0 and any(_holds_competitions(folder / name, depth - 1) for name in folders)
    )
