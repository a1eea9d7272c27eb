"""Score ladders: tables in which each row adds one thing to the row above, so that a difference belongs to what was added.

    baseline                       0.897
    + pretrained on related data   0.928

They come as Markdown tables, as lines that end in scores, and as text extracted from PDF in which a label line is followed by
a score line. A table of rival models is no ladder: rows must read as additions, or the heading must say that they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from insightforge.drivers.guided.effects import Board, Effect, board_in

_SCORE = r"[01]?\.\d{2,6}"
_ONLY_SCORE = re.compile(rf"^\s*({_SCORE})(?:\s+[+-]?{_SCORE})*\s*$")
_ENDS_IN_SCORES = re.compile(
    rf"^(?P<label>.*?[A-Za-z)].*?)[\s:|=]+(?P<scores>(?:{_SCORE})(?:[\s|]+[+-]?(?:{_SCORE}))*)\s*\|?\s*$"
)
_ADDITION = re.compile(r"^\W*(?:\+|add(?:ed|ing)?\b|with\b|then\b|and\b|use\b|using\b|plus\b|#?\d+ \+)", re.IGNORECASE)
_LADDER_TITLE = re.compile(r"\bjourney\b|\bablation\b|\bimprovement\b|\bprogress\b|\bsteps?\b|\broad ?map\b|\bhistory\b|\btimeline of scores\b|\bcumulative\b|\bexperiments?\b", re.IGNORECASE)  # fmt: skip
#: A label that holds a score of its own, or no word: columns of a table run into each other.
_MIXED = re.compile(r"\d?\.\d{2,}|^[^A-Za-z]*$")
_MAX_LABEL = 160


@dataclass(frozen=True)
class Rung:
    """One addition: its label, the scores before and after as written, and the span that holds all of it."""

    label: str
    label_start: int
    label_end: int
    start: int
    end: int
    effect: Effect


@dataclass(frozen=True)
class _Row:
    label: str
    label_start: int
    label_end: int
    scores: tuple[str, ...]
    start: int
    end: int


def rungs_of(text: str) -> tuple[Rung, ...]:
    """All rungs of all ladders of a text."""
    rungs: list[Rung] = []
    for rows, context in _tables(text):
        additions = [bool(_ADDITION.match(row.label)) for row in rows]
        if len(rows) < 3 or not (sum(additions) >= 2 or _LADDER_TITLE.search(context)):
            continue
        titled = bool(_LADDER_TITLE.search(context))
        trend = float(rows[-1].scores[0]) - float(rows[0].scores[0])
        for (before, after), added in zip(pairwise(rows), additions[1:], strict=True):
            if (added or titled) and (rung := _rung(before, after, trend, board_in(context))):
                rungs.append(rung)
    return tuple(rungs)


def _rung(before: _Row, after: _Row, trend: float, board: Board | None) -> Rung | None:
    """The step from one row to the next. A ladder leads to the better end, so its trend tells which way is better."""
    old, new = before.scores[0], after.scores[0]
    step = float(new) - float(old)
    if step == 0 or trend == 0 or abs(step) > 0.25:
        return None
    effect = Effect(1 if step * trend > 0 else -1, board, before=old, after=new)
    return Rung(after.label, after.label_start, after.label_end, before.start, after.end, effect)


def _tables(text: str) -> list[tuple[list[_Row], str]]:
    """Runs of rows, each with the text just above it (title and header)."""
    tables: list[tuple[list[_Row], str]] = []
    rows: list[_Row] = []
    label: list[tuple[int, str]] = []
    position, gap = 0, 0
    for line in text.split("\n"):
        start, position = position, position + len(line) + 1
        row = _row(line, start, label)
        if row is not None:
            rows.append(row)
            label, gap = [], 0
            continue
        gap += 1
        if line.strip():
            label.append((start, line))
        if gap > 3 or (line.strip() and len(" ".join(t for _, t in label)) > _MAX_LABEL):
            _close(tables, rows, text)
            rows, label, gap = [], label[-1:], 0
    _close(tables, rows, text)
    return tables


def _close(tables: list[tuple[list[_Row], str]], rows: list[_Row], text: str) -> None:
    whole = all(len(row.scores) == 1 and not _MIXED.search(row.label) for row in rows)
    if len(rows) >= 3 and whole:
        above = text[max(0, rows[0].start - 300) : rows[0].end]
        tables.append((list(rows), above))


def _row(line: str, start: int, label: list[tuple[int, str]]) -> _Row | None:
    if _ONLY_SCORE.match(line):
        if not label or sum(len(t) for _, t in label) > _MAX_LABEL:
            return None
        first, last = label[0], label[-1]
        words = " ".join(t.strip() for _, t in label)
        return _Row(words, first[0], last[0] + len(last[1]), tuple(line.split()), first[0], start + len(line))
    if found := _ENDS_IN_SCORES.match(line):
        words = found.group("label").strip(" |-*\t")
        offset = start + line.find(words)
        scores = tuple(re.findall(_SCORE, found.group("scores")))
        return _Row(words, offset, offset + len(words), scores, start, start + len(line)) if words else None
    return None
