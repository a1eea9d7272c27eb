"""What to cite: the span of a passage, or a stretch of it around the words that matter, never a link."""

from __future__ import annotations

import re
from dataclasses import dataclass

from insightforge.drivers.guided.passages import Passage
from insightforge.records import Role

MIN_QUOTE, MAX_QUOTE = 20, 600
#: Words that cannot be repeated in an item: they speak of the team, or hold marks, links, or a sentence broken off.
UNQUOTABLE = re.compile(
    (
        r"\b(?:we|i|our|my|us|me|myself|you|your|such|these|those|above|below|mentioned|former|latter)\b|\bthis (?:is"
        r"|issue|problem|way)\b|[@\[\]{}|`\"]|https?:|\(\w*$|\.\.\."
    ),
    re.IGNORECASE,
)
_LINK = re.compile(r"https?://|www\.|\]\(|@\w")
_WHOLE_LINK = re.compile(r"!?\[[^\]]*\]\([^)]*\)|\(?https?://\S+|www\.\S+|@\w+")
_BORDER = re.compile(r"[,;:]\s+|\.\s+|\s[-–—+]\s")
#: Half the stretch around a mention, and the shortest part of an enumeration, in characters.
_REACH, _SHORTEST_PART = 150, 40


@dataclass(frozen=True)
class Quote:
    """A span of a source to cite."""

    start: int
    end: int
    role: Role


def citable(raw: str) -> bool:
    """Whether a stretch of text has the length of a quote and holds no link."""
    return MIN_QUOTE <= len(raw.strip()) <= MAX_QUOTE and not _LINK.search(raw)


def quote_of(text: str, passage: Passage, role: Role) -> Quote | None:
    """The whole passage as a quote, where it may be cited."""
    return _first_citable(text, [(passage.start, passage.end)], role)


def quote_around(text: str, passage: Passage, words: str, role: Role, *, whole: bool) -> Quote | None:
    """The passage with `words` in it; the part of it that holds them where it is not to be cited whole; a stretch
    around them where it holds a link or is too long."""
    stretch = _stretch(text, passage, words)
    spans = [(passage.start, passage.end), stretch]
    if not whole:
        spans = [_part(text, passage, words), *spans]
    return _first_citable(text, spans, role)


def _first_citable(text: str, spans: list[tuple[int, int]], role: Role) -> Quote | None:
    return next((Quote(start, end, role) for start, end in spans if citable(text[start:end])), None)


def _find(raw: str, words: str) -> re.Match[str] | None:
    """Where the words stand in the text as it is, line breaks and all."""
    return re.search(r"\s+".join(re.escape(word) for word in words.split()), raw, re.IGNORECASE)


def _part(text: str, passage: Passage, words: str) -> tuple[int, int]:
    """The part of an enumeration or sentence that holds the words, from border to border."""
    raw = text[passage.start : passage.end]
    found = _find(raw, words)
    if found is None:
        return passage.start, passage.end
    borders = [0, *(m.end() for m in _BORDER.finditer(raw)), len(raw)]
    left = max(b for b in borders if b <= found.start())
    right = min(b for b in borders if b >= found.end())
    while right - left < _SHORTEST_PART and right < len(raw):
        right = min(b for b in borders if b > right)
    while right - left < _SHORTEST_PART and left > 0:
        left = max(b for b in borders if b < left)
    return _trimmed(passage.start, raw, left, right)


def _stretch(text: str, passage: Passage, words: str) -> tuple[int, int]:
    """At most 300 characters around the words, cut at links and then at word borders."""
    raw = text[passage.start : passage.end]
    found = _find(raw, words)
    if found is None:
        return passage.start, passage.end
    left, right = max(0, found.start() - _REACH), min(len(raw), found.end() + _REACH)
    for link in _WHOLE_LINK.finditer(raw):
        if link.end() <= found.start():
            left = max(left, link.end())
        elif link.start() >= found.end():
            right = min(right, link.start())
    while left > 0 and not raw[left - 1].isspace() and left < found.start():
        left += 1
    while right < len(raw) and not raw[right].isspace() and right > found.end():
        right -= 1
    return _trimmed(passage.start, raw, left, right)


def _trimmed(offset: int, raw: str, left: int, right: int) -> tuple[int, int]:
    """The span without marks and space at its ends that belong to its neighbours."""
    left += len(raw[left:right]) - len(raw[left:right].lstrip(" \n,;:.)"))
    return offset + left, offset + left + len(raw[left:right].rstrip(" \n(,;:+-–—"))
