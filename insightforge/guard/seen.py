"""A text as it will be seen: escapes resolved and characters that nobody sees taken out, each place still known.

Scans look at both forms, so that `gla&#99;ier`, `glacier%2Dflow` or a zero-width space within a word hides nothing.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any
from urllib.parse import unquote

#: What was found, and from where to where.
Span = tuple[str, int, int]


def spans_as_seen(text: str, scan: Callable[[str], Iterable[Span]]) -> list[Span]:
    """What `scan` finds in the text as it stands and as it is seen, at places of the text as it stands, in order."""
    found = set(scan(text))
    if folds := list(_folds().finditer(text)):
        seen, starts, ends = _folded(text, folds)
        found |= {(kind, starts[start], ends[end - 1]) for kind, start, end in scan(seen)}
    return sorted(found, key=lambda span: (span[1], -span[2], span[0]))


@cache
def _folds() -> Any:
    """Marks without a place of their own, HTML entities, and percent-escapes of ASCII."""
    import regex  # type: ignore[import-untyped]

    return regex.compile(r"[\p{Cf}\p{Mn}]+|&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30});|%[2-7][0-9a-fA-F]")


def _folded(text: str, folds: Iterable[Any]) -> tuple[str, list[int], list[int]]:
    """The text as seen, and for each of its characters where what it stands for starts and ends."""
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    place = 0
    for fold in folds:
        shown = _shown(fold.group())
        parts += [text[place : fold.start()], shown]
        starts += [*range(place, fold.start()), *([fold.start()] * len(shown))]
        ends += [*range(place + 1, fold.start() + 1), *([fold.end()] * len(shown))]
        place = fold.end()
    parts.append(text[place:])
    starts += range(place, len(text))
    ends += range(place + 1, len(text) + 1)
    return "".join(parts), starts, ends


def _shown(escape: str) -> str:
    if escape[0] == "&":
        return html.unescape(escape)
    return unquote(escape) if escape[0] == "%" else ""
