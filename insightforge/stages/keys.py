"""Names of tasks that are named after a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from insightforge.artifacts import sha256_text
from insightforge.records import Source

#: Longest part of a key that is taken from a file's name: slug, key, driver and ending stay below 255 bytes.
LONGEST_STEM = 80


def raw_keys(slug: str, writeups: Iterable[Source]) -> tuple[tuple[str, Source], ...]:
    """`<slug>--<write-up stem>` for each write-up.

    A stem that is no safe file name (other scripts, spaces, too long), or that two write-ups share (`a.md`, `a.pdf`,
    `A.md`), is told apart by six hex digits of the write-up's path, so that a key never depends on the files' order.
    """
    stems = [(_stem(w), w) for w in writeups]
    shared = Counter(stem.casefold() for stem, _ in stems)
    return tuple(
        (f"{slug}--{stem if shared[stem.casefold()] == 1 and _is_safe(w) else f'{stem}-{_digits(w)}'}", w)
        for stem, w in stems
    )


def _stem(source: Source) -> str:
    return re.sub(r"[^A-Za-z0-9_]+", "-", PurePosixPath(source.path).stem).strip("-")[:LONGEST_STEM] or "file"


def _is_safe(source: Source) -> bool:
    """Whether nothing was lost on the way from the file's name to the stem (marks between words are no loss)."""
    stem = PurePosixPath(source.path).stem
    return len(stem) <= LONGEST_STEM and re.fullmatch(r"[A-Za-z0-9_.-]+", stem) is not None


def _digits(source: Source) -> str:
    return sha256_text(source.path)[:6]
