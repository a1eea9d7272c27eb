"""What quotes say of how things turned out: for the better, for the worse, both, or nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from insightforge.workbench.support.cues import NEGATOR, clauses, content, verdicts
from insightforge.workbench.support.figures import figures
from insightforge.workbench.view import Passage

#: How far above a list item its heading may stand, in characters.
HEADING_REACH = 900

_HEADING_BAD = re.compile(
    r"(?:did|does|do|has|have|was|were|is|are)(?:n['’]?t| not)\s+(?:\w+\s+){0,2}"
    r"(?:work|help|improv|effective|useful|successful|contribut|pan)"
    r"|\bnot work|\bunsuccessful|\bfail(?:ed|ures?)\b|\bnot? (?:useful|helpful|effective|improvement)"
    r"|\bnegative results?\b|\bwithout success\b|\bdead ends?\b|\btried (?:but|and)\b|\bdiscarded\b|\buseless\b",
    re.I,
)
_HEADING_GOOD = re.compile(r"\b(?:what|things?|ones?|ideas?|tricks?)\b[^.\n]{0,25}\b(?:worked|helped|improved)\b", re.I)
_HEADINGLIKE = re.compile(r"^\s*(?:#{1,6}\s|\*\*[^*\n]+\*\*:?\s*$|[^\n.]{3,70}:?\s*$)")


@dataclass(frozen=True)
class Heard:
    """A passage, or a clause of one that judges more than one thing: its signs (1, -1) and what it is about."""

    text: str
    signs: frozenset[int]
    about: frozenset[str]
    passage: Passage

    @classmethod
    def all(cls, passage: Passage) -> list[Heard]:
        """A passage as one, or where it says both better and worse, clause by clause."""
        if len({v.sign for v in verdicts(passage.quote)}) < 2:
            return [cls(passage.quote, frozenset(signs_of(passage)), content(passage.quote), passage)]
        pieces = _judging(passage.quote)
        return [cls(t, frozenset(v.sign for v in verdicts(t)), content(t), passage) for t in pieces]


def signs_of(passage: Passage) -> set[int]:
    """How a passage says that things turned out. An outcome also speaks by the heading of its list, by its scores
    (better, and worse too where one falls or is negative), and by the rest of its sentence."""
    told = {v.sign for v in verdicts(passage.quote)}
    if passage.role != "outcome":
        return told
    if not told and not NEGATOR.search(passage.quote) and (above := _heading(passage)):
        return {above}
    scores = [f for f in figures(passage.quote, loose=True) if f.decimals >= 2]
    if scores and not told:
        falls = any(b.value < a.value for a, b in pairwise(scores)) or any(f.sign == "-" for f in scores)
        return {1, -1} if falls else {1}
    return told or {v.sign for v in verdicts(passage.sentence)}


def _judging(quote: str) -> list[str]:
    """The clauses of a quote, those without a verdict joined to the one before."""
    pieces: list[str] = []
    for _, text in clauses(quote):
        if pieces and not verdicts(text):
            pieces[-1] = f"{pieces[-1]} {text}"
        else:
            pieces.append(text)
    return pieces


def _heading(passage: Passage) -> int:
    """What the nearest heading above a list item says of all that follows: -1 did not work, 1 worked, 0 neither."""
    above = passage.text[max(0, passage.start - HEADING_REACH) : passage.start]
    for line in reversed(above.split("\n")):
        if _HEADINGLIKE.match(line):
            if _HEADING_BAD.search(line):
                return -1
            if _HEADING_GOOD.search(line):
                return 1
        if re.match(r"^\s*#{1,6}\s", line):
            return 0
    return 0
