"""Direction and negation agree with the quotes.

An action that forbids needs a quote that something turned out badly, and one that recommends must not rest on bad outcomes
alone; `helped` and `hurt` agree with the quotes that speak of the same matter; `not` stands in a quote that speaks of it;
a claimed gain has an outcome quote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from insightforge.workbench.faults import Fault, clip
from insightforge.workbench.support.cues import (
    DENIAL,
    NEGATOR,
    REMOVAL,
    UNREPORTED,
    Verdict,
    clauses,
    content,
    sentences,
    verdicts,
)
from insightforge.workbench.support.figures import LOWER_IS_BETTER, figures
from insightforge.workbench.view import InsightView, ItemView, Passage

_FORBIDS = re.compile(
    r"^\s*(?:(?:please )?(?:do not|don['’]t|never|avoid|refrain from|skip|stop)\b|(?:there is )?no need\b)", re.I
)
_INVERTS = re.compile(
    r"\bno (?:longer|more|larger|higher|lower|shorter) than\b|^\s*(?:stop|drop|leave|keep .{0,30} out|exclude|remove|ignore|discard)\b",
    re.I,
)
_TURNS = re.compile(
    r"^\s*(?:do not|don['’]t|never)\s+(?:avoid|stop|skip|forbid|refrain|drop|exclude|leave out|omit|ignore|discard|remove)\b|^\s*(?:do not|don['’]t|never)\b[^.;,]*\bno (?:longer|more|larger|higher)\b",
    re.I,
)
_NOT = re.compile(r"\b(?:not|never|cannot)\b|n['’]t\b", re.I)
_IDIOM = re.compile(
    r", not (?=\w)|\bnot (?:only|yet|necessarily)\b|\bwhether or not\b|\bif not\b|\bor not\b|\bnot more than\b|\bnot less than\b",
    re.I,
)
_HEADING_BAD = re.compile(
    r"(?:did|does|do|has|have|was|were|is|are)(?:n['’]?t| not)\s+(?:\w+\s+){0,2}(?:work|help|improv|effective|useful|successful|contribut|pan)|\bnot work|\bunsuccessful|\bfail(?:ed|ures?)\b"
    r"|\bnot? (?:useful|helpful|effective|improvement)|\bnegative results?\b|\bwithout success\b|\bdead ends?\b|\btried (?:but|and)\b|\bdiscarded\b|\buseless\b",
    re.I,
)
_HEADING_GOOD = re.compile(r"\b(?:what|things?|ones?|ideas?|tricks?)\b[^.\n]{0,25}\b(?:worked|helped|improved)\b", re.I)
_HEADINGLIKE = re.compile(r"^\s*(?:#{1,6}\s|\*\*[^*\n]+\*\*:?\s*$|[^\n.]{3,70}:?\s*$)")

_MOVES = re.compile(
    r"(?:improv|help|gain|boost|benefi|rais|lift|ros|ris|increas|outperform|beat|hurt|harm|wors|degrad|los|fell|drop|decreas|lower)",
    re.I,
)
#: A quote whose closeness to a clause is at least this share of the closest one's speaks of the same matter.
NEAR = 0.75


@dataclass(frozen=True)
class Heard:
    """A sentence of a passage and how it says that things turned out: 1, -1, both, or nothing.

    A list of scores says "better", and "worse" too where one falls or is negative.
    """

    passage: Passage
    text: str
    signs: frozenset[int]
    about: frozenset[str]

    @classmethod
    def all(cls, passage: Passage) -> list[Heard]:
        """A passage's sentences; a table or a short quote is one."""
        whole = _signs(passage)
        if len({v.sign for v in verdicts(passage.quote)}) < 2:
            return [cls(passage, passage.quote, frozenset(whole), content(passage.quote))]
        return [cls(passage, t, frozenset(v.sign for v in verdicts(t)), content(t)) for t in _judging(passage.quote)]


def _judging(quote: str) -> list[str]:
    """The clauses of a quote, those without a verdict joined to the one before."""
    pieces: list[str] = []
    for _, text in clauses(quote):
        if pieces and not verdicts(text):
            pieces[-1] = f"{pieces[-1]} {text}"
        else:
            pieces.append(text)
    return pieces


def _signs(passage: Passage) -> set[int]:
    told = {v.sign for v in verdicts(passage.quote)}
    if passage.role != "outcome":
        return told
    if not told and not NEGATOR.search(passage.quote) and (above := _heading(passage)):
        return {above}
    scores = [f for f in figures(passage.quote, loose=True) if f.decimals >= 2]
    if scores and not (told and len(scores) < 2):
        pairs = zip(scores, scores[1:], strict=False)
        falls = any(b.value < a.value for a, b in pairs) or any(f.sign == "-" for f in scores)
        told |= {1, -1} if falls else {1}
    return told or {v.sign for v in verdicts(passage.sentence)}


def polarity_faults(view: InsightView, item: ItemView) -> Iterator[Fault]:
    """Claims of the item that go against its quotes."""
    heard = [h for p in item.passages for h in Heard.all(p)]
    if not heard:
        return
    yield from _action_faults(item, heard)
    for field, text in view.claims(item):
        if field in ("trigger", "action", "rationale", "outcome"):
            yield from _verdict_faults(item, field, text, heard)
            yield from _negation_faults(item, field, text, heard)
    yield from _gain_faults(item)


# ---- the action ----


def _action_faults(item: ItemView, heard: list[Heard]) -> Iterator[Fault]:
    action = item.draft.action
    outcomes = [_signs(p) for p in item.outcomes()]
    done = any(p.role == "action" and not DENIAL.search(p.quote) for p in item.passages)
    forbids, turned = _FORBIDS.search(action) is not None, _TURNS.search(action) is not None
    if forbids and not _bears_ban(item, done):
        problem = "it forbids what its quotes report as done or useful, or what none reports as bad"
        yield Fault(item.index, "action", problem, "recommend what the quotes support, or quote the bad outcome")
    acted = any(p.role == "action" and not NEGATOR.search(p.quote) for p in item.passages)
    if (
        (turned or not (forbids or _INVERTS.search(action)))
        and not acted
        and outcomes.count({-1}) > outcomes.count({1})
    ):
        problem = "it recommends what its quotes report as bad"
        yield Fault(item.index, "action", problem, "say what to do instead, or what not to do")


def _bears_ban(item: ItemView, done: bool) -> bool:
    """A ban rests on bad outcomes in the majority; where someone is quoted as doing the thing, on bad ones of that thing
    alone."""
    outcomes = [(_signs(p), p) for p in item.outcomes()]
    bad = [p for signs, p in outcomes if signs == {-1}] or [p for p in item.passages if _signs(p) == {-1}]
    if done:
        about = content(item.draft.action)
        return not any(1 in signs for signs, _ in outcomes) and any(about & content(p.sentence) for p in bad)
    return len(bad) > sum(1 for signs, _ in outcomes if signs == {1})


# ---- better and worse ----


def _verdict_faults(item: ItemView, field: str, text: str, heard: list[Heard]) -> Iterator[Fault]:
    """In triggers and actions a verdict may be a condition, so only quotes near to it count there."""
    for start, clause in clauses(text):
        if UNREPORTED.search(clause):
            continue
        for verdict in verdicts(clause):
            if not _agrees(verdict, clause, heard, strict=field in ("rationale", "outcome")):
                held = "bad" if verdict.sign > 0 else "good"
                shown = clip(_shown(text, start + verdict.start, start + verdict.end))
                problem = f"{shown} where the quotes of the matter report {held} or nothing"
                yield Fault(item.index, field, problem, "say it as the quotes do, or quote the passage that says so")


def _agrees(verdict: Verdict, clause: str, heard: list[Heard], *, strict: bool) -> bool:
    """Whether the clause's own change of numbers, and a quote that speaks of its matter (of any, where none is near), say
    the same."""
    moved = _movement(clause, heard)
    if moved and _MOVES.match(verdict.word):
        return moved == verdict.sign
    about = content(clause)
    scores = [(_closeness(clause, about, h), h) for h in heard if h.signs]
    best = max((score for score, _ in scores), default=0.0)
    near = [h for score, h in scores if score >= (1 if strict else 4) and score >= NEAR * best]
    if not near and not strict:
        return True
    return any(verdict.sign in h.signs for h in near or [h for _, h in scores])


def _movement(clause: str, heard: list[Heard]) -> int:
    """1 where a clause tells of a score that rises (`0.93 to 0.95`), -1 where it falls, 0 where it does not tell."""
    scored = " ".join((clause, *(f"{h.text} {h.passage.competition.metric or ''}" for h in heard)))
    if LOWER_IS_BETTER.search(scored):
        return 0
    numbers = figures(clause)
    changes = {
        (b.value > a.value) - (b.value < a.value)
        for a, b in zip(numbers, numbers[1:], strict=False)
        if re.fullmatch(r"\s*(?:to|→|->)\s*", clause[a.end : b.start]) and max(a.decimals, b.decimals) >= 2
    }
    return changes.pop() if len(changes) == 1 else 0


def _closeness(clause: str, about: frozenset[str], heard: Heard) -> float:
    """How much a clause and a quote speak of the same: shared techniques and telling numbers count double."""
    shared = about & heard.about
    numbers = {f.value for f in figures(clause)} & {f.value for f in figures(heard.text)}
    return len(shared) + sum(1 for s in shared if s.startswith("=")) + sum(2 for n in numbers if n != int(n) or n > 20)


def _shown(text: str, start: int, end: int) -> str:
    return text[max(0, text.rfind(" ", 0, max(0, start - 25))) : end + 20].strip()


# ---- not ----


def _negation_faults(item: ItemView, field: str, text: str, heard: list[Heard]) -> Iterator[Fault]:
    head = _FORBIDS.match(text)
    for start, clause in clauses(text):
        if UNREPORTED.search(clause):
            continue
        idioms = [m.span() for m in _IDIOM.finditer(clause)]
        for match in _NOT.finditer(clause):
            if field == "action" and head and start + match.start() < head.end():
                continue
            if any(s <= match.start() < e for s, e in idioms) or _is_verdict(clause, match, field, heard):
                continue
            if not any(_denies(h.passage, _scope(clause, match)) for h in heard):
                problem = f"{clip(_shown(text, start + match.start(), start + match.end()))}: no quote denies it"
                yield Fault(item.index, field, problem, "quote the passage that says so, or leave the negation out")
        yield from _without_faults(item, field, clause, heard)


def _is_verdict(clause: str, negator: re.Match[str], field: str, heard: list[Heard]) -> bool:
    """Whether a negator belongs to a verdict, which is judged as such (in a trigger here: some quote says the same)."""
    turned = [v for v in verdicts(clause) if 0 < v.start - negator.end() < 25]
    return bool(turned) and (field in ("rationale", "outcome") or any(turned[0].sign in h.signs for h in heard))


def _without_faults(item: ItemView, field: str, clause: str, heard: list[Heard]) -> Iterator[Fault]:
    """`Without X`, where the quotes speak of X and never as missing; `with X`, where they speak of it as missing only."""
    for match in re.finditer(r"\b(with|without)\s+((?:[\w.+-]+[ \t]*){1,4})", clause, re.I):
        thing = content(match.group(2))
        spoken = [h for h in heard if thing and len(thing & h.about) >= min(2, len(thing))]
        without = match.group(1).lower() == "without"
        lacking = [h for h in spoken if _lacks(h.text, thing)]
        missing = [h for h in spoken if REMOVAL.search(h.text)]
        if (without and spoken and not missing) or (not without and spoken and len(lacking) == len(spoken)):
            problem = f"{clip(match.group().strip())}, where the quotes say {'with' if without else 'without'}"
            yield Fault(item.index, field, problem, "say it as the quotes do")


def _lacks(text: str, thing: frozenset[str]) -> bool:
    phrases = re.findall(r"\b(?:without|no)\s+((?:[\w.+-]+\s*){1,4})", text, re.I)
    return any(len(thing & content(phrase)) >= min(2, len(thing)) for phrase in phrases)


def _scope(clause: str, negator: re.Match[str]) -> frozenset[str]:
    """What is denied: the words after the negator, and where there are none the ones before it."""
    after = " ".join(re.findall(r"[\w.+-]+", clause[negator.end() :])[:6])
    return content(after) or content(clause[: negator.start()])


def _denies(passage: Passage, scope: frozenset[str]) -> bool:
    """Whether a sentence of the quote with a word of denial speaks of a good part of what is denied."""
    told = [content(text) for _, text in sentences(passage.quote) if DENIAL.search(text)]
    return any(len(scope & about) >= max(1.0, 0.4 * len(scope)) for about in told)


# ---- gains ----

_REPORTED = re.compile(
    r"\b(?:effect|gain|ablation|outcome|ablations|effects|gains)\b[^.;,]{0,25}\b(?:is|was|are|were)\s+(?:\w+\s+)?(?:reported|isolated|given|measured)\b"
    r"|\b(?:everybody|everyone|all teams)\b[^.;]{0,30}\b(?:report|isolat|ablat)\w*|\ba sure (?:gain|loss)\b|\b(?:\w+ ){0,2}ablation\.?$",
    re.I,
)


def _gain_faults(item: ItemView) -> Iterator[Fault]:
    """A claimed gain has an outcome quote, or the item says that none was reported; a claimed report has numbers."""
    rationale = item.draft.rationale
    if not UNREPORTED.search(rationale):
        measured = any(
            len([f for f in figures(p.quote) if f.decimals]) > 1 or "ablat" in p.sentence.lower() for p in item.passages
        )
        if (said := _REPORTED.search(rationale)) and not measured:
            yield Fault(
                item.index,
                "rationale",
                f"{clip(said.group())}, and no quote does",
                "quote the measurement, or say that none is reported",
            )
        gain = next((v for v in verdicts(rationale) if v.sign > 0 and _MOVES.match(v.word)), None)
        if gain and not item.outcomes():
            problem = f"{clip(gain.word)} is claimed, and no quote has the role `outcome`"
            yield Fault(item.index, "rationale", problem, "quote the outcome, or write that no outcome is reported")


def _heading(passage: Passage) -> int:
    """What the nearest heading above a list item says of all that follows: -1 did not work, 1 worked, 0 neither."""
    for line in reversed(passage.text[max(0, passage.start - 900) : passage.start].split("\n")):
        if _HEADINGLIKE.match(line):
            if _HEADING_BAD.search(line):
                return -1
            if _HEADING_GOOD.search(line):
                return 1
        if re.match(r"^\s*#{1,6}\s", line):
            return 0
    return 0
