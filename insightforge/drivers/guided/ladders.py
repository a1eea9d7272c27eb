"""Score ladders: tables in which each row adds one thing to the row above, so that a difference has one cause.

    stage                          public   private
    baseline                       0.897    0.901
    + pretrained on related data   0.928    0.925

They come as Markdown tables, as lines that end in scores, and as text extracted from PDF in which every cell stands on
a line of its own. A table of rival models is no ladder: rows must read as additions, or the title must say that they
are. Of several columns the private score is taken, else the public one, else a validation score.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from insightforge.drivers.guided.effects import Board, Effect, board_in

_SCORE = r"[01]?\.\d{2,6}"
_CELL = rf"(?:[+-]?(?:{_SCORE})|0|[-–—]{{1,2}})"
_ONLY_CELLS = re.compile(rf"^\s*{_CELL}(?:\s+{_CELL})*\s*$")
_ONE_CELL = re.compile(_CELL)
_TOKEN = re.compile(r"[^\s:|=]+")
_FURNITURE = re.compile(r"^\s*(?:[•◦▪*-]|\d{1,2}\.|\d{1,3}\s*/\s*\d{1,3}|\|?[\s:|-]+\|?)\s*$")
_ADDITION = re.compile(
    r"^\W*(?:\+|add(?:ed|ing)?\b|with\b|then\b|and\b|use\b|using\b|plus\b|#?\d+ \+|baseline \+)", re.IGNORECASE
)
_LADDER_TITLE = re.compile(
    r"\bjourney\b|\bablation\b|\bstep-?wise\b|\bprogress\b|\broad ?map\b|\bcumulative\b|\brelative to the previous\b",
    re.IGNORECASE,
)
#: A label that holds a score of its own, or no word: columns of a table run into each other.
_MIXED = re.compile(r"\d?\.\d{2,}|^[^A-Za-z]*$")
_MAX_LABEL = 160
_LONGEST_LINE = 400
#: More lines than this between two rows of cells are the heads of another table.
_MOST_LABEL_LINES = 3


@dataclass(frozen=True)
class Rung:
    """One addition: its label, the scores before and after as written, and the span that holds all of it."""

    label: str
    start: int
    end: int
    effect: Effect


@dataclass(frozen=True)
class _Row:
    label: str
    cells: tuple[str, ...]
    start: int
    end: int
    #: Lines of text above the label that belong to no row: title and column heads.
    above: tuple[str, ...] = ()


def rungs_of(text: str, higher_is_better: bool | None = None) -> tuple[Rung, ...]:
    """All rungs of all ladders of a text, in reading order.

    Where the metric's direction is not known, the ladder's trend tells it: a ladder leads to the better end.
    """
    return tuple(rung for rows, context in _tables(text) for rung in _rungs(rows, context, higher_is_better))


def _rungs(rows: list[_Row], context: str, higher_is_better: bool | None) -> Iterator[Rung]:
    additions = [bool(_ADDITION.match(row.label)) for row in rows]
    titled = bool(_LADDER_TITLE.search(context))
    column = _column(rows)
    if not (sum(additions) >= 2 or titled) or column is None:
        return
    index, board = column
    board = board or board_in(context)
    scores = [_number(row.cells[index]) for row in rows]
    if None in scores:
        return
    values = [score for score in scores if score is not None]
    trend = values[-1] - values[0] if higher_is_better is None else (1.0 if higher_is_better else -1.0)
    for (before, after), (old, new), added in zip(pairwise(rows), pairwise(values), additions[1:], strict=True):
        step = new - old
        if (added or titled) and step and trend and abs(step) <= 0.25:
            effect = Effect(1 if step * trend > 0 else -1, board, before=before.cells[index], after=after.cells[index])
            yield Rung(after.label, before.start, after.end, effect)


def _number(cell: str) -> float | None:
    return float(cell) if re.fullmatch(_SCORE, cell) else None


def _column(rows: list[_Row]) -> tuple[int, Board | None] | None:
    """The column of scores to read, and its board: by its head where there are several."""
    width = len(rows[0].cells)
    if width == 1:
        return 0, None
    heads = rows[0].above[-width:]
    if len(heads) < width:
        return None
    changes = [bool(re.search(r"[Δ∆]|delta|diff|gain|change", head, re.IGNORECASE)) for head in heads]
    boards = [None if change else board_in(head) for head, change in zip(heads, changes, strict=True)]
    if not all(board or change for board, change in zip(boards, changes, strict=True)):
        return None
    for board in ("private", "public", "cv"):
        if board in boards:
            return boards.index(board), board
    return None


def _tables(text: str) -> Iterator[tuple[list[_Row], str]]:
    """Runs of at least three rows with as many cells each, and the text just above them with their first row."""
    rows: list[_Row] = []
    label: list[tuple[int, str]] = []
    for start, line in _lines(text):
        bare = line.strip()
        if _FURNITURE.match(bare) and not _ONLY_CELLS.match(bare):
            continue
        if rows and len(label) > _MOST_LABEL_LINES and _ONLY_CELLS.match(bare):
            yield from _whole(rows, text)
            rows = []
        row = _row(line, start, label, rows)
        if row is not None:
            if rows and rows[-1].label == row.label and rows[-1].start == row.start:
                rows.pop()
            rows.append(row)
            label = []
            continue
        if line.strip():
            label.append((start, line))
        if sum(len(t) for _, t in label) > 3 * _MAX_LABEL or not line.strip():
            yield from _whole(rows, text)
            rows, label = [], label[-6:]
    yield from _whole(rows, text)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    position = 0
    for line in text.split("\n"):
        yield position, line
        position += len(line) + 1


def _whole(rows: list[_Row], text: str) -> Iterator[tuple[list[_Row], str]]:
    alike = len({len(row.cells) for row in rows}) == 1
    if len(rows) >= 3 and alike and not any(_MIXED.search(row.label) for row in rows):
        yield rows, text[max(0, rows[0].start - 300) : rows[0].end]


def _row(line: str, start: int, label: list[tuple[int, str]], rows: list[_Row]) -> _Row | None:
    """A row that ends on this line: cells after a label on the same line, or on lines of their own below it."""
    if _ONLY_CELLS.match(line.strip()):
        cells = tuple(line.split())
        if not label:
            # One more cell of the row above.
            last = rows[-1] if rows else None
            return _Row(last.label, last.cells + cells, last.start, start + len(line), last.above) if last else None
        heads = tuple(text.strip() for _, text in label[:-1]) if not rows else ()
        words = [label[-1]] if not rows else label
        joined = " ".join(text.strip() for _, text in words)
        return _Row(joined, cells, words[0][0], start + len(line), heads) if len(joined) <= _MAX_LABEL else None
    if ends := _ends_in_cells(line):
        words_here, cells = ends
        heads = _heads(label[-1][1]) if label and not rows else ()
        return _Row(words_here, cells, start, start + len(line), heads) if words_here else None
    return None


def _ends_in_cells(line: str) -> tuple[str, tuple[str, ...]] | None:
    """The label and the cells of a line that ends in scores, read from its end: time grows with its length only."""
    body = line.rstrip(" \t|")
    if len(body) > _LONGEST_LINE or not body or body[-1] not in "0123456789-–—":
        return None
    tokens = list(_TOKEN.finditer(body))
    first = len(tokens)
    while first and _ONE_CELL.fullmatch(tokens[first - 1].group()) and not _set_apart(body, tokens, first):
        first -= 1
    if first == len(tokens):
        return None
    label = body[: tokens[first].start()]
    cells = tuple(token.group() for token in tokens[first:])
    return (label.strip(" |-*\t:="), cells) if re.search(r"[A-Za-z)]", label) else None


def _set_apart(body: str, tokens: list[re.Match[str]], first: int) -> bool:
    """Whether ":" or "=" stands between a token and the cells after it: it belongs to the label."""
    return first < len(tokens) and bool(re.search("[:=]", body[tokens[first - 1].end() : tokens[first].start()]))


def _heads(line: str) -> tuple[str, ...]:
    """The column heads of a Markdown table, or of a line whose columns are set apart by wide gaps."""
    parts = line.strip().strip("|").split("|") if "|" in line else re.split(r"\s{2,}|\t", line.strip())
    return tuple(part.strip() for part in parts)
