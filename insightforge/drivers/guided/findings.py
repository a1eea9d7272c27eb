"""Passages × frames → findings: which decision a team took or tried in vain, where it says so, and what it reports.

Precision over recall: a mention counts only where the passage shows practice (see `cues`), in the clause that holds
the mention, outside noise sections, and not taken back. One source gives at most one finding per frame and stance:
the best.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from insightforge.drivers.guided import cues
from insightforge.drivers.guided.effects import Effect, effect_in
from insightforge.drivers.guided.frames import Frame
from insightforge.drivers.guided.imperative import ACTION_VERBS
from insightforge.drivers.guided.ladders import rungs_of
from insightforge.drivers.guided.passages import Passage
from insightforge.records import Role

Stance = Literal["adopted", "rejected"]

_FOLLOWS_ON = re.compile(
    r"^(?:it|this|that|these|those|which|doing (?:so|this)|as a result|result(?:s|ing)?\b|with (?:this|that"
    r"|these|it)|by doing|thanks to this|after (?:this|that|doing)"
    r"|(?:the|our|my|both)? ?(?:single model |local |public |private )?(?:cv|lb|score|scores|oof|performance"
    r"|gain|improvement|boost)\b|score[sd]?\b|improv|boost|gain|\+ ?\d?\.|~? ?\+?0\.\d)",
    re.IGNORECASE,
)
_MIN_QUOTE, _MAX_QUOTE = 20, 600
#: A verdict in a heading reaches no further: below, another list may have begun that lost its own heading.
_MAX_WITH_HEADING = 450
UNQUOTABLE = re.compile(r"\b(?:we|i|our|my|us|me|myself|you|your)\b|[@\[\]{}|`\"]|https?:|\(\w*$|\.\.\.", re.IGNORECASE)
#: Where a link leads says nothing about what its sentence says.
_LINK_TARGET = re.compile(r"(?<=\])\([^)\s]*\)|https?://\S+|www\.\S+")
_URL = re.compile(r"https?://|www\.|\]\(|@\w")


@dataclass(frozen=True)
class Quote:
    """A span of a source to cite."""

    start: int
    end: int
    role: Role


@dataclass(frozen=True)
class Finding:
    """A team's decision as one source shows it. `source` is a path; `text` the main passage, white space collapsed.

    `told` is the outcome in the source's own words, where numbers alone would not say what they are numbers of.
    """

    frame: Frame
    stance: Stance
    source: str
    quotes: tuple[Quote, ...]
    text: str
    effect: Effect | None = None
    reason: str | None = None
    detail: str | None = None
    problem: str | None = None
    told: str | None = None
    position: int = 0

    @property
    def weight(self) -> tuple[int, ...]:
        """Higher is better evidence: a measured effect, a stated one, a reason, practice rather than a bare name."""
        effect = self.effect.rank if self.effect else (-2, 0, 0)
        spoken = int(bool(cues.DECISION.search(self.text)))
        return (*effect, int(self.reason is not None), spoken, int(self.problem is not None), -self.position)


def findings_in(
    source: str, text: str, passages: tuple[Passage, ...], frames: tuple[Frame, ...]
) -> tuple[Finding, ...]:
    """All findings of one source, the best per frame and stance, in reading order."""
    found: dict[tuple[str, Stance], Finding] = {}
    for finding in (*_in_prose(source, text, passages, frames), *_in_ladders(source, text, frames)):
        key = (finding.frame.id, finding.stance)
        if key not in found or finding.weight > found[key].weight:
            found[key] = finding
    return tuple(sorted(found.values(), key=lambda f: (f.position, f.frame.id)))


def _in_prose(source: str, text: str, passages: tuple[Passage, ...], frames: tuple[Frame, ...]) -> list[Finding]:
    return [
        finding
        for index, passage in enumerate(passages)
        if is_practice(passage)
        for finding in _in_passage(source, text, passages, index, frames)
    ]


def _in_ladders(source: str, text: str, frames: tuple[Frame, ...]) -> list[Finding]:
    """Rows of score ladders that name exactly one decision: only then does the difference belong to it."""
    results = []
    for rung in rungs_of(text):
        named = [
            f
            for f in frames
            if f.mention.search(rung.label) and not (f.veto and f.veto.search(rung.label)) and not f.near
        ]
        general = {over for frame in named for over in frame.over}
        named = [f for f in named if f.id not in general and all(r.search(rung.label) for r in f.required)]
        if (
            len(named) != 1
            or not _MIN_QUOTE <= rung.end - rung.start <= _MAX_QUOTE
            or _URL.search(text[rung.start : rung.end])
        ):
            continue
        stance: Stance = "adopted" if rung.effect.direction > 0 else "rejected"
        quote = Quote(rung.start, rung.end, "outcome")
        detail = _detail_in(named[0], rung.label)
        results.append(
            Finding(named[0], stance, source, (quote,), rung.label, rung.effect, detail=detail, position=rung.start)
        )
    return results


def is_practice(passage: Passage) -> bool:
    """Whether a passage may speak of what the authors did: no thanks, set-up, wish, or talk below the write-up."""
    if passage.discussion or len(passage.text) < 8:
        return False
    if any(cues.NOISE_HEADING.search(title) for title in passage.headings):
        return False
    words = _LINK_TARGET.sub("", passage.text)
    return not (cues.NOISE.search(words) or cues.HYPOTHETICAL.search(words) or cues.FOREIGN.search(words))


def _in_passage(
    source: str, text: str, passages: tuple[Passage, ...], index: int, frames: tuple[Frame, ...]
) -> list[Finding]:
    passage = passages[index]
    matched = [(frame, match) for frame in frames if (match := _mention(frame, passages, index))]
    general = {over for frame, _ in matched for over in frame.over}
    results: list[Finding] = []
    for frame, match in matched:
        if frame.id in general:
            continue
        stance = stance_of(passage, match.start(), match.end(), bare=frame.bare)
        # A passage that shows several decisions is quoted whole for the first, and around the mention for the others,
        # so that no two items rest on the very same words.
        whole = not results
        if stance and (finding := _finding(source, text, passages, index, frame, match, stance, whole=whole)):
            results.append(finding)
    return results


def _mention(frame: Frame, passages: tuple[Passage, ...], index: int) -> re.Match[str] | None:
    passage = passages[index]
    match = frame.mention.search(passage.text)
    if match is None or (frame.veto and frame.veto.search(passage.text)):
        return None
    if not all(required.search(passage.text) for required in frame.required):
        return None
    if frame.vicinity and not frame.vicinity.search(_vicinity(passages, index)):
        return None
    return match


def _vicinity(passages: tuple[Passage, ...], index: int) -> str:
    passage = passages[index]
    around = [p.text for p in passages[max(0, index - 3) : index + 4] if p.block == passage.block]
    return " ".join((*passage.headings, *around))


def stance_of(passage: Passage, start: int, end: int, *, bare: bool) -> Stance | None:
    """How the passage stands to the mention at `start:end` of its text; null where it takes no clear stand."""
    text = passage.text
    clause_start, clause_end = clause_around(text, start, end)
    clause, after = text[clause_start:clause_end], text[clause_end:]
    taken_back = cues.TAKEN_BACK.search(text[max(0, start - 45) : start]) or cues.TAKEN_BACK_AFTER.match(
        text[end : end + 60]
    )
    taken_back = taken_back or cues.TAKEN_BACK_LATER.match(after)
    in_vain = passage.in_vain is not None
    negative = bool(cues.NEGATIVE.search(clause)) or bool(
        after and cues.BACKWARD.match(after) and cues.NEGATIVE.search(after)
    )
    positive = bool(cues.POSITIVE.search(clause))
    if taken_back:
        return None
    if negative and positive:
        return None
    if negative:
        return "rejected"
    if in_vain:
        return None if positive else "rejected"
    ordered = text.partition(" ")[0].lower() in ACTION_VERBS
    done = positive or bare or ordered or bool(cues.DECISION.search(clause)) or passage.kind != "sentence"
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


def _finding(
    source: str,
    text: str,
    passages: tuple[Passage, ...],
    index: int,
    frame: Frame,
    match: re.Match[str],
    stance: Stance,
    *,
    whole: bool,
) -> Finding | None:
    passage = passages[index]
    own = _effect_of_clause(passage, match, stance)
    main = _quote(text, passage, match, "outcome" if own else "action", whole=whole)
    if main is not None and stance == "rejected" and not cues.NEGATIVE.search(passage.text):
        main = _with_heading(main, passage)
    if main is None or (stance == "adopted" and _thin(text[main.start : main.end])):
        return None
    cited = " ".join(text[main.start : main.end].split())
    reason = _reason(passage, match) if stance == "adopted" else None
    reason = reason if reason and reason in cited else None
    detail = _detail_in(frame, cited)
    finding = Finding(frame, stance, source, (main,), passage.text, own, reason, detail, position=passage.start)
    if own is None or not own.measured:
        finding = _with_following_outcome(finding, text, passages, index, stance)
    return _with_preceding_problem(finding, text, passages, index)


def _with_heading(main: Quote, passage: Passage) -> Quote | None:
    """The verdict stands in the heading only ("What did not work"): quote up to it; null where it is too far."""
    if passage.in_vain is None or main.end - passage.in_vain[0] > _MAX_WITH_HEADING:
        return None
    return Quote(passage.in_vain[0], main.end, "outcome")


def _thin(quote: str) -> bool:
    """A mere name in a list shows no decision."""
    return len(quote.split()) < 5 or len(quote) < 35


def _effect_of_clause(passage: Passage, match: re.Match[str], stance: Stance) -> Effect | None:
    start, end = clause_around(passage.text, match.start(), match.end())
    clause, after = passage.text[start:end], passage.text[end:]
    effect = effect_in(clause, (match.start() - start, match.end() - start))
    if effect is None and after and cues.BACKWARD.match(after):
        effect = effect_in(after)
    if effect and _agrees(effect, stance):
        return effect
    return Effect(-1) if stance == "rejected" else None


def _agrees(effect: Effect, stance: Stance) -> bool:
    return effect.direction >= 0 if stance == "adopted" else effect.direction <= 0


def _with_following_outcome(
    finding: Finding, text: str, passages: tuple[Passage, ...], index: int, stance: Stance
) -> Finding:
    if index + 1 >= len(passages) or not is_practice(passages[index + 1]):
        return finding
    following = passages[index + 1]
    if told := labelled_outcome(following):
        quote = quote_of(text, following, "outcome")
        effect = effect_in(following.text) or Effect(0)
        if quote is None or stance == "rejected" or effect.direction < 0:
            return finding
        return replace(finding, effect=effect, told=told, quotes=(*finding.quotes, quote))
    if not _same_thought(passages[index], following) or not _FOLLOWS_ON.match(following.text):
        return finding
    effect_there = effect_in(following.text)
    if effect_there is None or effect_there.direction == 0 or not _agrees(effect_there, stance):
        return finding
    quote = quote_of(text, following, "outcome")
    if quote is None or (finding.effect and finding.effect.rank >= effect_there.rank):
        return finding
    return replace(finding, effect=effect_there, quotes=(*finding.quotes, quote))


def labelled_outcome(passage: Passage) -> str | None:
    """The words of a passage that is labelled as a result, where they can be repeated."""
    label = cues.OUTCOME_LABEL.match(passage.text)
    if label is None and not cues.OUTCOME_LABEL.match(passage.heading):
        return None
    told = passage.text[label.end() :] if label else passage.text
    told = told.strip("* ")
    return told if 12 <= len(told) <= 160 and not UNQUOTABLE.search(told) else None


def _same_thought(first: Passage, second: Passage) -> bool:
    return first.block == second.block or (
        second.block == first.block + 1
        and first.headings == second.headings
        and first.kind == second.kind == "sentence"
    )


def _with_preceding_problem(finding: Finding, text: str, passages: tuple[Passage, ...], index: int) -> Finding:
    """Attach the symptom that the passage, or the one before it, reports."""
    passage = passages[index]
    if cues.PROBLEM.search(passage.text) and finding.stance == "adopted":
        return replace(finding, problem=passage.text)
    if index == 0 or passages[index - 1].block != passage.block:
        return finding
    before = passages[index - 1]
    if not cues.PROBLEM.search(before.text) or not is_practice(before) or before.kind == "row":
        return finding
    quote = _quote(text, before, None, "condition")
    return replace(finding, problem=before.text, quotes=(*finding.quotes, quote)) if quote else finding


def _reason(passage: Passage, match: re.Match[str]) -> str | None:
    """The reason clause that belongs to the mention: close after it, or in front ("To avoid Y, we did X")."""
    for found in cues.REASON.finditer(passage.text):
        start, end = found.span()
        if end <= match.start() and start < 12:
            clause = found.group(0)
        elif start < match.start() < end and start < 12 and "," in passage.text[start : match.start()]:
            clause = passage.text[start : match.start()].rsplit(",", 1)[0]
        elif 0 <= start - match.end() <= 80:
            clause = found.group(0)
        else:
            continue
        clause = clause.strip().rstrip(",:(").strip()
        if len(clause) > 20 and not UNQUOTABLE.search(clause) and clause.count("(") == clause.count(")"):
            return clause
    return None


def _detail_in(frame: Frame, text: str) -> str | None:
    found = frame.setting.search(text) if frame.setting else None
    return found.group(0).strip(" ,;:.(") if found and 2 < len(found.group(0)) <= 90 else None


def _quote(text: str, passage: Passage, match: re.Match[str] | None, role: Role, *, whole: bool = True) -> Quote | None:
    """The span to cite: the passage, or a stretch around the mention where it holds a link, is too long or taken."""
    spans = [(passage.start, passage.end)]
    if match is not None:
        spans.append(_window(text, passage, match))
        if not whole:
            spans = [_part(text, passage, match), *spans]
    for start, end in spans:
        raw = text[start:end]
        if _MIN_QUOTE <= len(raw.strip()) <= _MAX_QUOTE and not _URL.search(raw):
            return Quote(start, end, role)
    return None


def _part(text: str, passage: Passage, match: re.Match[str]) -> tuple[int, int]:
    """The part of an enumeration or sentence that holds the mention: from border to border, at least 40 characters."""
    raw = text[passage.start : passage.end]
    found = _mention_in(raw, match)
    if found is None:
        return passage.start, passage.end
    borders = [0, *(m.end() for m in re.finditer(r"[,;:]\s+|\.\s+|\s[-–—+]\s", raw)), len(raw)]
    left = max(b for b in borders if b <= found.start())
    right = min(b for b in borders if b >= found.end())
    while right - left < 40 and right < len(raw):
        right = min(b for b in borders if b > right)
    while right - left < 40 and left > 0:
        left = max(b for b in borders if b < left)
    return passage.start + left, passage.start + left + len(raw[left:right].rstrip(" \n,;:+-–—"))


def _mention_in(raw: str, match: re.Match[str]) -> re.Match[str] | None:
    """Where the mention stands in the text as it is, line breaks and all."""
    needle = r"\s+".join(re.escape(word) for word in match.group(0).split())
    return re.search(needle, raw, re.IGNORECASE)


def quote_of(text: str, passage: Passage, role: Role) -> Quote | None:
    """The whole passage as a quote, where it may be cited."""
    return _quote(text, passage, None, role)


def _window(text: str, passage: Passage, match: re.Match[str]) -> tuple[int, int]:
    """A stretch of at most 300 characters around the mention, cut at links and then at word borders."""
    raw = text[passage.start : passage.end]
    found = _mention_in(raw, match)
    if found is None:
        return passage.start, passage.end
    left, right = max(0, found.start() - 150), min(len(raw), found.end() + 150)
    for link in re.finditer(r"!?\[[^\]]*\]\([^)]*\)|\(?https?://\S+|www\.\S+|@\w+", raw):
        if link.end() <= found.start():
            left = max(left, link.end())
        elif link.start() >= found.end():
            right = min(right, link.start())
    while left > 0 and not raw[left - 1].isspace() and left < found.start():
        left += 1
    while right < len(raw) and not raw[right].isspace() and right > found.end():
        right -= 1
    stretch = raw[left:right]
    left += len(stretch) - len(stretch.lstrip(" \n,;:.)"))
    return passage.start + left, passage.start + left + len(raw[left:right].rstrip(" \n(,;"))
