"""How a passage stands to what it mentions: done, found useless, or no clear stand."""

from __future__ import annotations

import re
from typing import Literal

from insightforge.drivers.guided import cues
from insightforge.drivers.guided.imperative import ACTION_VERBS
from insightforge.drivers.guided.passages import Passage

Stance = Literal["adopted", "rejected"]

#: Where a link leads says nothing about what its sentence says.
_LINK_TARGET = re.compile(r"(?<=\])\([^)\s]*\)|https?://\S+|www\.\S+")
#: How far before and after a mention words may take it back, in characters.
_BEFORE, _AFTER = 45, 60


def is_practice(passage: Passage) -> bool:
    """Whether a passage may speak of what the authors did: no thanks, set-up, wish, or talk below the write-up."""
    if passage.discussion or len(passage.text) < 8:
        return False
    if any(cues.NOISE_HEADING.search(title) for title in passage.headings):
        return False
    words = _LINK_TARGET.sub("", passage.text)
    return not (cues.NOISE.search(words) or cues.HYPOTHETICAL.search(words) or cues.FOREIGN.search(words))


def stance_of(passage: Passage, start: int, end: int, following: str, *, bare: bool, gained: bool) -> Stance | None:
    """How the passage stands to the mention at `start:end` of its text; null where it takes no clear stand.

    `following`: the next sentence of the paragraph, which tells how a trial ended. `bare`: a mention without a word of
    practice counts as done. `gained`: the passage reports a gain of it, which only what was done can bring.
    """
    clause_start, clause_end = clause_around(passage.text, start, end)
    clause, after = passage.text[clause_start:clause_end], passage.text[clause_end:]
    if _taken_back(passage.text, start, end, after):
        return None
    if any(cues.MISTAKE_HEADING.search(title) for title in passage.headings[-1:]) and not cues.REMEDY.search(clause):
        return None
    negative = _negative(clause, after)
    positive = bool(cues.POSITIVE.search(cues.NEGATIVE.sub(" ", clause)))
    if negative or passage.in_vain is not None:
        return None if positive else "rejected"
    if cues.TRIAL.search(clause) and not positive:
        return "rejected" if cues.NEGATIVE.search(following) and not cues.POSITIVE.search(following) else None
    # A row of a table is an experiment; only a list item is part of the solution by standing there.
    done = (
        gained or positive or bare or passage.kind == "item" or cues.DECISION.search(clause) or _ordered(passage.text)
    )
    return "adopted" if done else None


def clause_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The borders of the clause that holds `start:end`."""
    left, right = 0, len(text)
    for border in cues.CLAUSE.finditer(text):
        if border.end() <= start:
            left = border.end()
        elif border.start() >= end:
            right = border.start()
            break
    return left, right


def _taken_back(text: str, start: int, end: int, later: str) -> bool:
    """ "without X", "better than X", "X was not used", "X …, but later removed"."""
    before = text[max(0, start - _BEFORE) : start]
    return bool(
        (cues.TAKEN_BACK.search(before) and not cues.REPLACED_BY.search(before))
        or cues.TAKEN_BACK_AFTER.match(text[end : end + _AFTER])
        or cues.TAKEN_BACK_LATER.match(later)
    )


def _negative(clause: str, after: str) -> bool:
    """A verdict in the mention's own clause, or in a later one that looks back ("…, but it did not help")."""
    later = after and cues.BACKWARD.match(after) and cues.NEGATIVE.search(after)
    return bool(cues.NEGATIVE.search(clause) or later)


def _ordered(text: str) -> bool:
    """A step told as an order: "Distil the backbone from …"."""
    return text.partition(" ")[0].lower() in ACTION_VERBS
