"""The files of a folder that may be read, and why the others may not; for workspaces and foreign folders alike."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: Larger files are passed over.
SIZE_LIMIT = 100_000_000


@dataclass(frozen=True)
class Skipped:
    """A file (or folder) passed over: its path relative to the folder that was walked, and why."""

    path: str
    reason: str


@dataclass(frozen=True)
class Entry:
    """A file to be looked at: `name` is relative to the folder that was walked, with forward slashes."""

    name: str
    path: Path


def walk(folder: Path, *, without: frozenset[str] = frozenset()) -> tuple[list[Entry], list[Skipped]]:
    """All files below `folder`, sorted by name, and what was passed over. Top-level names in `without` are left out.

    Links are followed to files inside the folder only, never to folders. Hidden files are passed over.
    """
    root = folder.resolve()
    entries: list[Entry] = []
    skipped: list[Skipped] = []
    for name, found in _below(folder, "", skipped):
        if name.split("/", 1)[0] in without:
            continue
        reason = _why_not(found, root)
        if reason:
            skipped.append(Skipped(printable(name), reason))
        else:
            entries.append(Entry(name, Path(found.path)))
    entries.sort(key=lambda entry: entry.name)
    return entries, sorted(skipped, key=lambda s: s.path)


def _below(folder: Path, prefix: str, skipped: list[Skipped]) -> Iterator[tuple[str, os.DirEntry[str]]]:
    try:
        with os.scandir(folder) as listing:
            found = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        skipped.append(Skipped(printable(prefix or "."), f"the folder cannot be listed ({error.strerror})"))
        return
    for entry in found:
        name = prefix + entry.name
        if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
            yield from _below(Path(entry.path), f"{name}/", skipped)
        else:
            yield name, entry


def _why_not(found: os.DirEntry[str], root: Path) -> str | None:
    if found.name.startswith("."):
        return "is hidden"
    if printable(found.name) != found.name:
        return "its name holds control characters or is not valid UTF-8; rename it"
    try:
        if found.is_symlink():
            target = Path(found.path).resolve()
            if not target.is_relative_to(root):
                return "is a link that leaves the folder"
            if target.is_dir():
                return "is a link to a folder; not followed"
        if not found.is_file():
            return "is not a regular file, or a link to nothing"
        size = found.stat().st_size
    except (OSError, RuntimeError) as error:
        return f"cannot be looked at ({error})"
    return f"has {size:,} bytes, over the limit of {SIZE_LIMIT:,}" if size > SIZE_LIMIT else None


def printable(name: str) -> str:
    """The name with what cannot stand in our files (control characters, bytes that are not UTF-8) replaced."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)
