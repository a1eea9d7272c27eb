"""A derived text, cut into located passages: the sentences, list items and table rows that a reader would weigh.

Write-ups come as Markdown, as text extracted from PDF (hard-wrapped lines, page marks, lost bullets), or as notebooks.
A passage keeps its code-point span in the text, the headings above it, and what kind of block it stands in. Code, front
matter, link lists and page furniture give no passages. Nothing is rewritten: `text` is only the span with white space
collapsed, for matching.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sentencex import get_sentence_boundaries

from insightforge.drivers.guided import cues
from insightforge.drivers.guided.sections import role_of_title

Kind = Literal["sentence", "item", "row"]

_FENCE = re.compile(r"^\s{0,3}(```+|~~~+)")
_HEADING = re.compile(r"^\s{0,3}#{1,6}\s*(.+?)\s*#*\s*$")
_UNDERLINE = re.compile(r"^\s{0,3}(=+|-{3,})\s*$")
_BULLET = re.compile(r"^(\s*)(?:[-*+•◦▪‣–—]|\(?\d{1,2}[.):]|\(?[a-z][.)])\s+(?=\S)")
_LONE_MARK = re.compile(r"^\s*(?:[•◦▪‣*-]|\d{1,3}[.)]?|\d{1,3}\s*/\s*\d{1,3})\s*$")
_TABLE_ROW = re.compile(r"^\s*\|.*\|\s*$|^[^|\n]+\|[^|\n]+\|[^\n]+$")
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$")
_CELL_HEADER = re.compile(r"^# %% \[(code|markdown|raw)")
_DISCUSSION = re.compile(r"^\S.{0,60} · \d{4}-\d{2}-\d{2}T")
_QA_HEADING = re.compile(
    r"(?:\w+ )?(?:Q\s?&\s?A|questions and answers|comments|discussion thread)(?: \w+)?", re.IGNORECASE
)
_CAPITAL_OR_DIGIT = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
#: Plain lines that open a list of what worked or did not, whatever follows them.
_SPOKEN_HEADING = re.compile(
    r"^(?:what|things?|ideas?|approaches|experiments?|methods|stuff|other things)\b.{0,25}\b(?:work|help|fail"
    r"|improv|tri(?:ed)?)|^(?:did(?:n['’]t| not)) work\b|^(?:unsuccessful|failed) ",
    re.IGNORECASE,
)
#: In text from a PDF other headings get lost, so a heading of failures reaches no further than this, in characters.
_VAIN_REACH = 1800
#: Prose without an end for longer than this, in characters, is no sentence, and no quote is as long. Most patterns take
#: time that grows with the square of what they are given.
_LONGEST = 1500
_LONGEST_TITLE = 200
_SENTENCE_END = re.compile(r"[.!?:;][\"')\]]*\s*$")
_CODE_LINE = re.compile(
    r"^\s*(?:[$>]\s|%|!|import \w|from \w+ import|def \w+\(|class \w+|return\b|for \w+ in .*:$|if .*:$|#!"
    r"|pip install|python3? \S+"
    r"|cd \S|git clone|conda \w|bash \S|sh \S|├|└|│|[\w.\[\]'\"]+\s*=\s*[\w.]+\(|--\w)"
)


@dataclass(frozen=True)
class Passage:
    """A located piece of prose. `start` and `end` are code points of the derived text; `block` numbers its paragraph.

    `in_vain` is the span of the heading that says that what stands below it did not work, where there is one.
    """

    start: int
    end: int
    text: str
    kind: Kind
    headings: tuple[str, ...]
    block: int
    discussion: bool = False
    header: str = ""
    in_vain: tuple[int, int] | None = None

    @cached_property
    def heading(self) -> str:
        """The nearest heading above, or an empty string."""
        return self.headings[-1] if self.headings else ""


@dataclass(frozen=True)
class _Line:
    start: int
    text: str

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class _Heading:
    level: int
    title: str
    start: int
    end: int


@dataclass(frozen=True)
class _Block:
    lines: tuple[_Line, ...]
    kind: Kind
    headings: tuple[str, ...]
    discussion: bool
    header: str = ""
    in_vain: tuple[int, int] | None = None


def passages_of(text: str) -> tuple[Passage, ...]:
    """Cut `text` into passages, in reading order."""
    found: list[Passage] = []
    for number, block in enumerate(_blocks(text)):
        found.extend(_passages_of_block(text, block, number))
    return tuple(passage for passage in found if len(passage.text) <= _LONGEST)


def _passages_of_block(text: str, block: _Block, number: int) -> list[Passage]:
    start, end = block.lines[0].start, block.lines[-1].end
    marker = _BULLET.match(block.lines[0].text)
    if block.kind == "item" and marker:
        start += marker.end()
    if block.kind == "row":
        return [_passage(text, start, end, block, number)]
    raw = text[start:end].replace("\n", " ")
    spans = [(b["start_index"], b["end_index"]) for b in get_sentence_boundaries("en", raw)]
    whole = [_passage(text, start + s, start + e, block, number) for s, e in _merge_fragments(raw, spans)]
    return [p for p in whole if p.text]


def _merge_fragments(raw: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join what the splitter cut after an abbreviation: a piece that starts in lower case, or a very short one."""
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        piece = raw[start:end].strip()
        if merged and piece and (piece[0].islower() or len(piece) < 4):
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def _passage(text: str, start: int, end: int, block: _Block, number: int) -> Passage:
    # The closing mark of a bold lead-in ("**Then.** We …") belongs to the sentence before.
    if closing := re.match(r"\s*[*_]{1,3}(?=\s)", text[start:end]):
        start += closing.end()
    raw = text[start:end]
    stripped = raw.strip()
    start += len(raw) - len(raw.lstrip())
    shown = re.sub(r"-\n\s*(?=[a-z])", "-", stripped)
    shown = re.sub(r"\s+", " ", shown)
    return Passage(
        start,
        start + len(stripped),
        shown,
        block.kind,
        block.headings,
        number,
        block.discussion,
        block.header,
        block.in_vain,
    )


# ---- blocks ----------------------------------------------------------------------------------------------------------


def _blocks(text: str) -> list[_Block]:
    return _BlockReader(text).read()


class _BlockReader:
    """Walks the lines once, keeping the headings above and the block being collected."""

    def __init__(self, text: str) -> None:
        self._lines = _lines(text)
        self._wrap = _wrap_width(self._lines)
        self._blocks: list[_Block] = []
        self._headings: list[_Heading] = []
        self._pending: list[_Line] = []
        self._kind: Kind = "sentence"
        self._discussion = False
        self._header = ""
        self._fence: str | None = None

    def read(self) -> list[_Block]:
        for index in range(_after_front_matter(self._lines), len(self._lines)):
            self._take(index)
        self._flush()
        return self._blocks

    def _take(self, index: int) -> None:
        line = self._lines[index]
        if self._skip_code(line):
            return
        if not line.text.strip() or _LONE_MARK.match(line.text) or _CELL_HEADER.match(line.text):
            self._flush()
            self._header = "" if not line.text.strip() else self._header
            return
        if _DISCUSSION.match(line.text):
            self._flush()
            self._discussion = True
            return
        if heading := self._heading_at(index):
            self._flush()
            level, title = heading
            self._open_heading(_Heading(level, title[:_LONGEST_TITLE], line.start, line.end))
            return
        self._collect(line)

    def _collect(self, line: _Line) -> None:
        if _TABLE_RULE.match(line.text):
            self._flush()
            return
        if _TABLE_ROW.match(line.text):
            self._flush()
            following_rule = not self._header
            self._header = self._header or line.text
            self._pending, self._kind = [line], "row"
            if following_rule:
                self._pending = []
            self._flush()
            return
        if _BULLET.match(line.text):
            self._flush()
            self._kind = "item"
        elif self._pending and self._breaks_before(line):
            self._flush()
        self._pending.append(line)

    def _breaks_before(self, line: _Line) -> bool:
        """Whether the block before `line` has ended: its last line is short and whole, so the wrap did not cut it."""
        last = self._pending[-1].text.rstrip()
        if len(last) >= 0.72 * self._wrap:
            return False
        if self._kind == "item" and line.text.startswith((" ", "\t")):
            return False
        first = line.text.lstrip()[:1]
        return bool(_SENTENCE_END.search(last)) or first.isupper() or first.isdigit()

    def _skip_code(self, line: _Line) -> bool:
        fence = _FENCE.match(line.text)
        if self._fence:
            if fence and line.text.strip().startswith(self._fence):
                self._fence = None
            return True
        if fence:
            self._flush()
            self._fence = fence.group(1)
            return True
        indented = line.text.startswith(("    ", "\t")) and not self._pending and not _BULLET.match(line.text)
        if indented or _CODE_LINE.match(line.text):
            self._flush()
            return True
        return False

    def _heading_at(self, index: int) -> tuple[int, str] | None:
        line = self._lines[index].text
        if found := _HEADING.match(line):
            return (line.lstrip().find(" ") if " " in line.strip() else 1, _plain(found.group(1)))
        following = self._lines[index + 1].text if index + 1 < len(self._lines) else ""
        if _UNDERLINE.match(following) and len(line.strip()) < 90 and not self._pending and "|" not in line:
            return (1 if following.strip().startswith("=") else 2, _plain(line))
        if self._looks_like_heading(line, following):
            return (4, _plain(line))
        return None

    def _looks_like_heading(self, line: str, following: str) -> bool:
        stripped = line.strip()
        bold = re.fullmatch(r"(\*\*|__)(.{2,70}?)(\*\*|__):?", stripped)
        if bold:
            return True
        numbered = _BULLET.match(line) and role_of_title(stripped) and not _BULLET.match(following)
        if not 3 <= len(stripped) <= 60 or (_BULLET.match(line) and not numbered) or len(stripped.split()) > 8:
            return False
        if self._pending and self._runs_on(self._pending[-1].text.rstrip()):
            return False
        if role_of_title(stripped) and stripped[0] in _CAPITAL_OR_DIGIT:
            return True
        if (
            stripped.isupper()
            and len(stripped) > 3
            and not stripped.endswith(".")
            and not re.search(r"\d{2,}", stripped)
        ):
            return True
        if _SPOKEN_HEADING.search(stripped) and stripped[0].isupper() and not stripped.endswith((".", ",")):
            return True
        if stripped.endswith(":") and stripped[0].isupper() and len(stripped.split()) <= 6:
            return True
        titled = stripped[0].isupper() and not re.search(r"[.!?,;=|@]|\d\.\d|https?:", stripped)
        return titled and len(following.strip()) > 0.6 * self._wrap and self._wrap < 140

    def _runs_on(self, last: str) -> bool:
        """Whether a line was cut by the wrap, so that the next one goes on with its sentence."""
        return len(last) >= 0.72 * self._wrap and not _SENTENCE_END.search(last)

    def _open_heading(self, heading: _Heading) -> None:
        while self._headings and self._headings[-1].level >= heading.level:
            self._headings.pop()
        self._headings.append(heading)
        self._header = ""
        self._discussion = self._discussion or bool(_QA_HEADING.fullmatch(heading.title))

    def _flush(self) -> None:
        if self._pending:
            titles = tuple(heading.title for heading in self._headings)
            vain = [h for h in self._headings[-2:] if _says_in_vain(h.title)]
            near = vain and self._pending[0].start - vain[-1].end <= (_VAIN_REACH if self._wrap < 140 else 10**9)
            span = (vain[-1].start, vain[-1].end) if near else None
            lines = tuple(self._pending)
            self._blocks.append(_Block(lines, self._kind, titles, self._discussion, self._header, span))
        self._pending, self._kind = [], "sentence"


def _says_in_vain(title: str) -> bool:
    return bool(cues.NEGATIVE_HEADING.search(title)) or role_of_title(title) == "vain"


def _lines(text: str) -> list[_Line]:
    lines, position = [], 0
    for piece in text.split("\n"):
        lines.append(_Line(position, piece))
        position += len(piece) + 1
    return lines


def _wrap_width(lines: list[_Line]) -> float:
    """The width at which a hard-wrapped text breaks its lines; 140 where the text is not hard-wrapped."""
    lengths = sorted(len(line.text) for line in lines if len(line.text) > 40)
    if not lengths:
        return 140.0
    return float(min(lengths[int(0.9 * (len(lengths) - 1))], 140))


def _after_front_matter(lines: list[_Line]) -> int:
    if lines and lines[0].text.strip() == "---":
        for index, line in enumerate(lines[1:80], start=1):
            if line.text.strip() == "---":
                return index + 1
    return 0


def _plain(title: str) -> str:
    """A heading without emphasis marks, links or a closing colon."""
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
    return re.sub(r"[*_`#]+", "", title).strip().rstrip(":").strip()
