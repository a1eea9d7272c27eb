"""Finding a quote in its text: exactly, or after folding what may fold on both sides alike.

May fold: white space (line breaks of PDF included), Unicode look-alikes (quotation marks, dashes, ligatures, unusual
spaces, zero-width characters, decomposed accents) and, in prose only, Markdown marks. Never: letters' case, digits,
operators, identifiers. What is stored is always `text[start:end]`.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from insightforge.records import Grade

_LOOK_ALIKES = {
    **dict.fromkeys("‘’‚‛′‹›", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−﹣", "-"),
    **{"…": "...", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "µ": "μ", "∙": "·"},
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
}
_FENCED = r"^[ ]{0,3}(`{3,}|~{3,})[^\n]*\n.*?(?:^[ ]{0,3}\1[`~]*[ \t]*$|\Z)"
_CODE = re.compile(rf"{_FENCED}|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)", re.M | re.S)
_FENCE = re.compile(_FENCED, re.M | re.S)

# One alternation per kind of change; everything between matches stands as it is.
_PLAIN = re.compile(
    rf"(?P<space>[^\S ]\s*| \s+)|(?P<alike>[{''.join(map(re.escape, _LOOK_ALIKES))}])|(?P<marked>.[̀-ͯ]+)"
)
_MARKS = re.compile(
    r"(?P<head>^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?))"
    r"|(?P<stars>(?<![\w*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\w*])|~~)"
    r"|(?P<under>(?<!\w)_(?=[^\W\d_][^_\n]*[^\s_]_(?!\w))|(?<![\w_])__(?=\S[^_\n]* [^_\n]*__(?!\w)))"
    r"|(?P<close>(?<=[^\s_])__?(?!\w))"
    r"|(?P<escape>\\(?=[_*\[\]()#+\-.!`~>|]))",
    re.M,
)


@dataclass(frozen=True)
class Located:
    """Where a quote stands: code points of the derived text."""

    start: int
    end: int
    grade: Grade


@dataclass(frozen=True)
class Folded:
    """A folded text; `origin[i]` is where its character i comes from, and `ends[i]` where that piece ends."""

    text: str
    origin: array[int]
    ends: array[int]


class _Builder:
    def __init__(self) -> None:
        self.parts: list[str] = []
        self.origin = array("l")
        self.ends = array("l")

    def keep(self, text: str, start: int, end: int) -> None:
        self.parts.append(text[start:end])
        self.origin.extend(range(start, end))
        self.ends.extend(range(start + 1, end + 1))

    def put(self, new: str, start: int, end: int) -> None:
        self.parts.append(new)
        self.origin.extend([start] * len(new))
        self.ends.extend([end] * len(new))

    def done(self) -> Folded:
        return Folded("".join(self.parts), self.origin, self.ends)


def code_ranges(text: str) -> list[tuple[int, int]]:
    """Fenced blocks and inline code of a Markdown text, as (start, end), the fences and backticks included."""
    return [m.span() for m in _CODE.finditer(text)]


def in_fence(text: str, start: int, end: int) -> bool:
    """Whether a passage lies in a fenced code block."""
    return any(s <= start and end <= e for s, e in _fences(text))


@lru_cache(maxsize=64)
def _fences(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(m.span() for m in _FENCE.finditer(text))


def _marks(text: str, all_code: bool) -> Iterator[tuple[int, int]]:
    """Markdown marks of prose that may be dropped, as (start, end), in order."""
    if all_code:
        return
    code = code_ranges(text)
    starts = [s for s, _ in code]
    spans = [(m.start(), m.end(), m.lastgroup) for m in _MARKS.finditer(text)]
    found = [(s, e) for s, e, kind in spans if _is_mark(text, s, e, kind) and not _inside(s, starts, code)]
    for start, end in code:
        if text[start] == "`" and "\n" not in text[start:end]:
            ticks = len(text[start:end]) - len(text[start:end].lstrip("`"))
            found += [(start, start + ticks), (end - ticks, end)]
    yield from sorted(found)


def _is_mark(text: str, start: int, end: int, kind: str | None) -> bool:
    """Stars between two digits multiply; a closing underscore needs its opening one on the same line."""
    if kind == "stars":
        before, after = text[:start].rstrip()[-1:], text[end:].lstrip()[:1]
        return not (before.isdigit() and after.isdigit())
    if kind == "close":
        line = text[text.rfind("\n", 0, start) + 1 : start]
        mark = re.escape(text[start:end])
        need = r"\S[^_\n]* [^_\n]*" if end - start == 2 else r"[^\W\d_][^_\n]*"
        return re.search(rf"(?<![\w_]){mark}{need}$", line) is not None
    return True


def _inside(place: int, starts: list[int], ranges: list[tuple[int, int]]) -> bool:
    at = bisect_right(starts, place) - 1
    return at >= 0 and ranges[at][0] <= place < ranges[at][1]


def fold(text: str, *, marks: bool = False, joined: bool = False) -> Folded:
    """Fold white space and look-alikes; with `marks` also Markdown marks outside code, with `joined` words that a line
    break hyphenates."""
    dropped = [*_marks(text, not marks), *(m.span() for m in _BROKEN_WORD.finditer(text) if joined)]
    built = _Builder()
    at = 0
    for start, end in [*sorted(dropped), (len(text), len(text))]:
        if start >= at:
            _fold_plain(text, at, start, built)
            at = end
    return _squeeze(built.done())


def _fold_plain(text: str, begin: int, stop: int, built: _Builder) -> None:
    at = begin
    for match in _PLAIN.finditer(text, begin, stop):
        built.keep(text, at, match.start())
        at = match.end()
        if match["space"]:
            built.put(" ", match.start(), at)
        elif match["alike"]:
            built.put(_LOOK_ALIKES[match["alike"]], match.start(), at)
        else:
            built.put(unicodedata.normalize("NFC", match["marked"]), match.start(), at)
    built.keep(text, at, stop)


_SQUEEZE = re.compile(r" {2,}|(?<=\w-) (?=[^\W\d_])")


def _squeeze(folded: Folded) -> Folded:
    """One space for several (a dropped mark may leave two), none after a hyphen that ends a line or a word."""
    built = _Builder()
    origin, ends = array("l"), array("l")
    at = 0
    for match in _SQUEEZE.finditer(folded.text):
        keep_to = match.start() + (1 if len(match.group()) > 1 else 0)
        built.parts.append(folded.text[at:keep_to])
        origin.extend(folded.origin[at:keep_to])
        ends.extend(folded.ends[at:keep_to])
        at = match.end()
    built.parts.append(folded.text[at:])
    origin.extend(folded.origin[at:])
    ends.extend(folded.ends[at:])
    return Folded("".join(built.parts), origin, ends)


_BROKEN_WORD = re.compile(r"(?<=[a-z])-\n[ \t]*(?=[a-z])")
#: (marks, joined) of the foldings that are tried, in order; only the first where there is no prose.
_FOLDINGS = ((False, False), (True, False), (True, True))


@lru_cache(maxsize=192)
def _folded_text(text: str, marks: bool, joined: bool) -> Folded:
    return fold(text, marks=marks, joined=joined)


def locate(quote: str, text: str, *, start: int | None = None, prose: bool = True) -> Located | None:
    """Find `quote` in `text`; null where it is not there.

    Args:
        start: chooses among several places the one nearest to this code point (default: the first).
        prose: whether Markdown marks outside code may fold.
    """
    quote = quote.strip()
    if not quote:
        return None
    if spot := _choose(_whole(text, [(i, i + len(quote)) for i in _finds(quote, text)]), start):
        return Located(*spot, "exact")
    for marks, joined in _FOLDINGS if prose else _FOLDINGS[:1]:
        needle = fold(quote, marks=marks, joined=joined).text.strip()
        hay = _folded_text(text, marks, joined)
        spots = [(hay.origin[i], hay.ends[i + len(needle) - 1]) for i in _finds(needle, hay.text)] if needle else []
        if spot := _choose(_whole(text, spots), start):
            return Located(*spot, "folded")
    return None


def _finds(needle: str, text: str) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


def _whole(text: str, spots: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(s, e) for s, e in spots if not cuts(text, s, e)]


def _choose(spots: list[tuple[int, int]], start: int | None) -> tuple[int, int] | None:
    if not spots:
        return None
    return spots[0] if start is None else min(spots, key=lambda spot: (abs(spot[0] - start), spot[0]))


_NUMBER_TAIL = re.compile(r"(?:[.,]\d|\s?%)")
#: A written-out line break or tab in code ends a word, though its letter is one.
_ESCAPE = re.compile(r"\\[nrt]$")
_SIGN_BEFORE = re.compile(r"(?:^|[^\w.)\]])[-+−±]$")


def cuts(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] begins or ends inside a word or a number, or leaves a number's sign or percent behind."""
    first, last = text[start], text[end - 1]
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    if _ESCAPE.search(text[max(0, start - 2) : start]):
        before = "\n"
    if (_wordy(first) and _wordy(before)) or (_wordy(last) and _wordy(after)):
        return True
    if first.isdigit() and (
        re.search(r"\d[.,]$", text[max(0, start - 2) : start]) or _SIGN_BEFORE.search(text[max(0, start - 2) : start])
    ):
        return True
    return last.isdigit() and _NUMBER_TAIL.match(text, end) is not None


def _wordy(char: str) -> bool:
    """Letters, digits, underscore; not the signs of scripts that are written without spaces."""
    return (char.isalnum() or char == "_") and char < "\u2e80"


_NEGATOR = re.compile(r"(?:\b(?:not|never|no|without|hardly|cannot)|n['’]t)\s+$", re.I)


def leaves_negation(text: str, start: int) -> bool:
    """Whether the word right before the quote denies it: quoting `help` out of `did not help`."""
    return _NEGATOR.search(text[max(0, start - 12) : start]) is not None


def occurrence(quote: str, text: str, start: int) -> int:
    """How many times `quote` stands in `text` before `start`."""
    return sum(1 for at in _finds(quote, text) if at < start)
