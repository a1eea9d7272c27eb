"""A derived text with numbered lines: what everything that reads, searches or quotes works on."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from insightforge.corpus.matter import split_front_matter

#: Longer lines are numbered in segments, so that "read in full" is reachable by line ranges.
LINE_LIMIT = 2000


class Line(NamedTuple):
    """A line, or a segment of a long one. Offsets are code points; `end` excludes the line break."""

    number: int
    start: int
    end: int


def number_lines(text: str) -> tuple[Line, ...]:
    """The lines of `text`, numbered from 1; only LF ends a line. A line break at the very end opens no further line."""
    rows: list[Line] = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        for cut in range(start, end, LINE_LIMIT) if line else (start,):
            rows.append(Line(len(rows) + 1, cut, min(cut + LINE_LIMIT, end)))
        start = end + 1
    if text.endswith("\n"):
        rows.pop()
    return tuple(rows)


@dataclass(frozen=True)
class SourceText:
    """The derived text of a source. `path` is the source's original path, relative to the workspace."""

    path: str
    text: str

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines, see `number_lines`."""
        return number_lines(self.text)

    @cached_property
    def body(self) -> int:
        """Offset at which the text proper begins: behind the front matter where there is some, else 0."""
        return split_front_matter(self.text).body

    @cached_property
    def _starts(self) -> list[int]:
        return [line.start for line in self.lines]

    def line_at(self, offset: int) -> int:
        """Number of the line that holds the code point at `offset`; a line break belongs to the line that it ends."""
        return max(1, bisect_right(self._starts, offset))

    def between(self, first: int, last: int) -> str:
        """The text of lines `first`..`last` (inclusive, clamped to what there is), without the final line break."""
        rows = self.lines[max(first, 1) - 1 : max(last, 0)]
        return self.text[rows[0].start : rows[-1].end] if rows else ""
