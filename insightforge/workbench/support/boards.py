"""A score told as public, private or cross-validated is told so in the quote that holds it, where that quote says.

The board must at least be named near one of the item's quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from insightforge.workbench.faults import Fault
from insightforge.workbench.support.figures import Figure, figures
from insightforge.workbench.view import InsightView, ItemView

#: How near a board's name must stand to a number to speak of it, in characters.
NEAR = 30

_BOARDS = {
    "private": re.compile(r"\bprivate(?:ly)?\b|\bPB\b|\bPLB\b", re.I),
    "public": re.compile(r"\bpublic(?:ly)?\b|(?<!private )\bLB\b", re.I),
    "cross-validation": re.compile(r"\bCV\b|\bOOF\b|\bcross-?\s?validat\w*", re.I),
}
_BREAK = re.compile(r"[.;,\n(|]|\band\b")


def board_faults(view: InsightView, item: ItemView) -> Iterator[Fault]:
    """Scores that the item puts on another board than every quote that names one."""
    for field, text in view.claims(item):
        for claim in figures(text):
            told = _board_of(text, claim) if claim.decimals >= 2 else None
            if told is None:
                continue
            held = _boards_in_quotes(item, claim)
            if (held and told not in held) or not any(_BOARDS[told].search(p.around) for p in item.passages):
                said = " and ".join(sorted(held)) or "nothing of it"
                problem = f"{claim.text} is told as {told}, and the quotes say {said}"
                yield Fault(item.index, field, problem, "name the board that the quote names")


def _boards_in_quotes(item: ItemView, claim: Figure) -> set[str]:
    """The boards that quotes give a number; empty where one of them gives it without any."""
    boards: set[str] = set()
    for passage in item.passages:
        for held in figures(passage.quote):
            if held.same_size(claim):
                board = _board_of(passage.quote, held)
                if board is None:
                    return set()
                boards.add(board)
    return boards


def _board_of(text: str, number: Figure) -> str | None:
    """The board named right after a number, else right before it, within its own clause."""
    after = _BREAK.split(text[number.end : number.end + NEAR])[0]
    before = _BREAK.split(text[max(0, number.start - NEAR) : number.start])[-1]
    for near in (after, before):
        named = [(m.start(), board) for board, pattern in _BOARDS.items() for m in pattern.finditer(near)]
        if named:
            return min(named)[1] if near is after else max(named)[1]
    return None
