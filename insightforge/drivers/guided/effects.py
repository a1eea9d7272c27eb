"""What a passage says a decision changed: numbers before and after, a difference, or a plain word of praise or blame.

Only patterns whose two ends are unmistakable are read; a lone score ("CV 0.875") is no effect. Numbers are kept as written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from insightforge.drivers.guided import cues

Board = Literal["private", "public", "cv"]

_NUMBER = r"[+-]?\d+(?:[.,]\d+)?%?"
_SCORE = r"\d*\.\d{2,}|\d{1,3}\.\d%?|\d{1,3}(?:\.\d+)?%"
_CHANGE = re.compile(
    rf"\b(?:from|was|at)?\s*(?:about |around |approximately |~ ?)?(?P<before>{_SCORE})(?P<mid>[^.;\d]{{0,30}}?)\s*(?:->|→|=>|⇒|-->|\bto\b|\binto\b)\s*(?:about |around |approximately |~ ?|over |above )?(?P<after>{_SCORE})(?![\d.])",
    re.IGNORECASE,
)
_DELTA = re.compile(
    r"(?P<delta>[+−-]\s?\d*\.\d+%?|[+−-]\s?\d+(?:\.\d+)?%)(?![\d.])"
    r"|\b(?:by|of|about|around|approximately|another|roughly|gained|gains?|boost(?:ed)?|improv\w+|adds?|added|gave|gives|brought|\+)[^.;\d]{0,25}?(?:about |around |~ ?|≈ ?)?(?P<amount>0?\.\d{2,4}|\d+(?:\.\d+)?%)(?![\d.])",
    re.IGNORECASE,
)
_PRIVATE = re.compile(r"\bprivate\b|\bpb\b|\bpriv\b", re.IGNORECASE)
_PUBLIC = re.compile(r"\bpublic\b|\bpub\b", re.IGNORECASE)
_LB = re.compile(r"\blb\b|\bleader-?board\b", re.IGNORECASE)
_CV = re.compile(r"\b(?:local )?cv\b|\bcross[- ]validat\w*|\boof\b|\bout[- ]of[- ]fold\b|\bvalidation\b|\bhold-?out\b|\blocal(?:ly)?\b", re.IGNORECASE)
_KEY = re.compile(
    r"\b(?:key|crucial|essential|critical|vital|decisive|game[- ]?changer|most important|biggest|largest (?:gain|boost|improvement|jump)|main reason|main factor|secret)\b",
    re.IGNORECASE,
)
_SETTING = re.compile(r"\b(?:learning rate|lr|dropout|weight decay|threshold|alpha|gamma|p ?=|momentum|ratio|resolution|epochs?|size|weights?)\b[^.;]{0,25}$", re.IGNORECASE)
_GAIN_WORD = re.compile(r"\b(?:improv\w+|boost\w*|gain\w*|increas\w+|better|rais\w+|lift\w*|jump\w*|help\w*|add(?:s|ed)|gave|gives?|brought|up)\b", re.IGNORECASE)
_LOSS_WORD = re.compile(r"\b(?:drop\w*|decreas\w+|worse\w*|hurt\w*|lower\w*|fell|los[ets]\w*|degrad\w+|reduc\w+)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Effect:
    """An effect as reported. `before` and `after`, or `delta`, or neither (a word of judgement only).

    `direction` is +1 where the passage speaks of a gain, -1 of a loss, 0 where it leaves it open.
    """

    direction: int
    board: Board | None = None
    before: str | None = None
    after: str | None = None
    delta: str | None = None
    key: bool = False

    @property
    def measured(self) -> bool:
        return self.delta is not None or self.before is not None

    @property
    def rank(self) -> tuple[int, int, int]:
        """Higher is stronger: the board, then numbers, then emphasis."""
        boards: dict[Board | None, int] = {"private": 3, "public": 2, "cv": 1, None: 0}
        return (boards[self.board] if self.measured else -1, int(self.measured), int(self.key))


def effect_in(text: str) -> Effect | None:
    """The effect that `text` reports, or null."""
    direction = _direction(text)
    board = board_in(text)
    if change := _change(text):
        return Effect(direction, board, before=change[0], after=change[1], key=bool(_KEY.search(text)))
    if (delta := _delta(text, direction)) is not None:
        sign = -1 if delta.startswith(("-", "−")) else direction
        return Effect(direction or sign, board, delta=delta, key=bool(_KEY.search(text)))
    if direction:
        return Effect(direction, board, key=direction > 0 and bool(_KEY.search(text)))
    return None


def board_in(text: str) -> Board | None:
    """Which score the text speaks of, where it speaks of one only."""
    private, public = bool(_PRIVATE.search(text)), bool(_PUBLIC.search(text))
    if private and public:
        return None
    if private:
        return "private"
    if public or _LB.search(text):
        return None if _CV.search(text) else "public"
    return "cv" if _CV.search(text) else None


def _direction(text: str) -> int:
    negative = bool(cues.NEGATIVE.search(text))
    positive = bool(cues.POSITIVE.search(text))
    if negative and not positive:
        return -1
    if positive and not negative:
        return 1
    return 0


def _change(text: str) -> tuple[str, str] | None:
    found = list(_CHANGE.finditer(text))
    if len(found) != 1:
        return None
    match = found[0]
    if _SETTING.search(text[max(0, match.start() - 40) : match.start("before")]):
        return None
    before, after = match.group("before"), match.group("after")
    if before.endswith("%") != after.endswith("%") or before == after:
        return None
    spoken = re.search(r"\bfrom\b", match.group(0), re.IGNORECASE) or "→" in match.group(0) or "->" in match.group(0)
    judged = _GAIN_WORD.search(text) or _LOSS_WORD.search(text) or cues.NEGATIVE.search(text)
    scored = board_in(text) or re.search(r"\b(?:score|auc|acc\w*|f1|map|rmse|mae|loss|kappa|dice|iou|log ?loss|metric)\b", text, re.I)
    return (before, after) if (spoken and (judged or scored)) else None


def _delta(text: str, direction: int) -> str | None:
    found = list(_DELTA.finditer(text))
    if len(found) != 1 or not (direction or board_in(text)):
        return None
    match = found[0]
    written = match.group("delta")
    if written:
        return written.replace(" ", "").replace("−", "-")
    if _SETTING.search(text[max(0, match.start() - 40) : match.start("amount")]):
        return None
    return match.group("amount") if direction > 0 and _GAIN_WORD.search(text) else None
