"""Regular-expression search over lines that no pattern can make hang."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import regex  # type: ignore[import-untyped]

from insightforge.errors import UsageError

#: Seconds for one whole search, characters of a line that are looked at, hits returned.
TIME_LIMIT = 2.0
LINE_LIMIT = 2000
HIT_LIMIT = 100


@dataclass(frozen=True)
class Hit:
    """A line that matches. `text` is the line, cut at 300 characters."""

    path: str
    line: int
    text: str


def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Compile a search pattern, ignoring case.

    Raises:
        UsageError: the pattern is not a valid regular expression.
    """
    try:
        return regex.compile(pattern, regex.IGNORECASE)
    except regex.error as error:
        raise UsageError(
            f"{pattern!r} is not a regular expression ({error}); escape special characters with a backslash"
        ) from None


def search(
    pattern: str, lines: Iterable[tuple[str, int, str]], *, limit: int = HIT_LIMIT, seconds: float = TIME_LIMIT
) -> Iterator[Hit]:
    """Yield the lines (path, number, text) that match, at most `limit`.

    Raises:
        UsageError: an invalid pattern, or one that took longer than `seconds` altogether.
    """
    compiled = compile_pattern(pattern)
    deadline = time.monotonic() + seconds
    found = 0
    for path, number, text in lines:
        if _matches(compiled, text[:LINE_LIMIT], deadline, pattern):
            yield Hit(path, number, text[:300])
            found += 1
            if found >= limit:
                return


def _matches(compiled: regex.Pattern[str], text: str, deadline: float, pattern: str) -> bool:
    left = deadline - time.monotonic()
    try:
        if left <= 0:
            raise TimeoutError
        return compiled.search(text, timeout=left) is not None
    except TimeoutError:
        raise UsageError(
            f"searching for {pattern!r} took too long; use a simpler pattern (no nested repeats)"
        ) from None
