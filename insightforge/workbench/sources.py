"""What the workbench needs of a corpus: a text per path, with numbered lines. `insightforge.corpus.Corpus` is one.

Records of earlier stages (`data/assembly/….json`) are read through the same protocol, by `RecordText`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

#: Longer lines are numbered in segments, so that "read in full" is reachable.
SEGMENT = 2000


class SourceText(Protocol):
    """A derived text. `lines` holds (number from 1, start, end) in code points; `end` excludes the line break."""

    @property
    def text(self) -> str: ...

    @property
    def lines(self) -> Sequence[tuple[int, int, int]]: ...


class Texts(Protocol):
    """Gives the derived text of a source by the source's path. Raises `SourceUnreadable` where there is none."""

    def text(self, path: str) -> SourceText: ...


def number_lines(text: str) -> tuple[tuple[int, int, int], ...]:
    """Lines of `text` as (number, start, end), those over `SEGMENT` characters cut into segments of that length."""
    rows: list[tuple[int, int, int]] = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        cuts = range(start, end, SEGMENT) if line else (start,)
        rows.extend((len(rows) + 1 + i, cut, min(cut + SEGMENT, end)) for i, cut in enumerate(cuts))
        start = end + 1
    if text.endswith("\n"):
        rows.pop()
    return tuple(rows)


@dataclass(frozen=True)
class PlainText:
    """A text with its numbered lines."""

    text: str
    lines: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, text: str) -> PlainText:
        return cls(text, number_lines(text))

    @classmethod
    def read(cls, path: Path) -> PlainText:
        return cls.of(path.read_text(encoding="utf-8"))
