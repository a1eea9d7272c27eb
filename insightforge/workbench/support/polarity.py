"""Direction and negation agree with the quotes.

An action that forbids needs a quote that something turned out badly, and one that recommends must not rest on bad
outcomes alone; `helped` and `hurt` agree with the quotes that speak of the same matter; `not` stands in a quote that
speaks of it; a claimed gain has an outcome quote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from insightforge.workbench.faults import Fault, clip
from insightforge.workbench.support.cues import DENIAL, NEGATOR, UNREPORTED, Verdict, clauses, content, verdicts
from insightforge.workbench.support.figures import LOWER_IS_BETTER, figures
from insightforge.workbench.support.heard import Heard, signs_of
from insightforge.workbench.support.negation import negation_faults
from insightforge.workbench.view import InsightView, ItemView, Passage

#: A quote whose closeness to a clause is at least this share of the closest one's speaks of the same matter.
NEAR = 0.75
#: How close a quote must be to judge a verdict in a trigger or action, which may be a mere condition.
CLOSE_TO_CONDITION = 4

_FORBIDS = re.compile(
    r"^\s*(?:(?:please )?(?:do not|don['’]t|never|avoid|refrain from|skip|stop)\b|(?:there is )?no need\b)", re.I
)
_TURNS = re.compile(
    r"^\s*(?:do not|don['’]t|never)\s+"
    r"(?:avoid|stop|skip|forbid|refrain|drop|exclude|leave out|omit|ignore|discard|remove)\b"
    r"|^\s*(?:do not|don['’]t|never)\b[^.;,]*\bno (?:longer|more|larger|higher)\b",
    re.I,
)
_INVERTS = re.compile(
    r"\bno (?:longer|more|larger|higher|lower|shorter) than\b"
    r"|^\s*(?:stop|drop|leave|keep .{0,30} out|exclude|remove|ignore|discard)\b",
    re.I,
)
_LEFT_OUT = re.compile(r"\W*(?:without|removing|dropping|disabling|skipping|not (?:using|doing)|leaving out)\b", re.I)
_MOVES = re.compile(
    r"improv|help|gain|boost|benefi|rais|lift|ros|ris|increas|outperform|beat"
    r"|hurt|harm|wors|degrad|los|fell|drop|decreas|lower",
    re.I,
)
_REPORTED = re.compile(
    r"\b(?:effect|gain|ablation|outcome)s?\b[^.;,]{0,25}\b(?:is|was|are|were)\s+(?:\w+\s+)?"
    r"(?:reported|isolated|given|measured)\b"
    r"|\boutcomes?\s+(?:is\s+|are\s+|was\s+|were\s+)?reported\b"
    r"|\b(?:everybody|everyone|all teams)\b[^.;]{0,30}\b(?:report|isolat|ablat)\w*"
    r"|\ba sure (?:gain|loss)\b|\b(?:\w+ ){0,2}ablation\.?$",
    re.I,
)


def polarity_faults(view: InsightView, item: ItemView) -> Iterator[Fault]:
    """Claims of the item that go against its quotes."""
    heard = [h for p in item.passages for h in Heard.all(p)]
    if not heard:
        return
    yield from _action_faults(item)
    for field, text in view.claims(item):
        if field in ("trigger", "action", "rationale", "outcome"):
            yield from _verdict_faults(item, field, text, heard)
            yield from negation_faults(item, field, text, heard, _FORBIDS if field == "action" else None)
    yield from _gain_faults(item)


# ---- the action ----


def _action_faults(item: ItemView) -> Iterator[Fault]:
    action = item.draft.action
    forbids = _FORBIDS.search(action) is not None
    if forbids and not _bears_ban(item):
        problem = "it forbids what its quotes report as done or useful, or what none reports as bad"
        yield Fault(item.index, "action", problem, "recommend what the quotes support, or quote the bad outcome")
    if (_TURNS.search(action) or not (forbids or _INVERTS.search(action))) and _bears_ban_only(item):
        problem = "it recommends what its quotes report as bad"
        yield Fault(item.index, "action", problem, "say what to do instead, or what not to do")


def _bears_ban(item: ItemView) -> bool:
    """A ban rests on bad outcomes in the majority; where someone is quoted as doing the thing, on bad ones of that
    thing alone."""
    outcomes = [(_signs_for_doing(p), p) for p in item.outcomes()]
    bad = [p for signs, p in outcomes if signs == {-1}] or [p for p in item.passages if _signs_for_doing(p) == {-1}]
    if any(p.role == "action" and not DENIAL.search(p.quote) for p in item.passages):
        about = content(item.draft.action)
        return not any(1 in signs for signs, _ in outcomes) and any(about & content(p.sentence) for p in bad)
    return len(bad) > sum(1 for signs, _ in outcomes if signs == {1})


def _bears_ban_only(item: ItemView) -> bool:
    """Whether nobody is quoted as doing it, and more outcomes are bad than good."""
    outcomes = [_signs_for_doing(p) for p in item.outcomes()]
    done = any(p.role == "action" and not NEGATOR.search(p.quote) for p in item.passages)
    return not done and outcomes.count({-1}) > outcomes.count({1})


def _signs_for_doing(passage: Passage) -> set[int]:
    """What a passage says of doing the thing: `without it the score was useless` speaks for it."""
    turn = -1 if _LEFT_OUT.match(passage.quote) else 1
    return {turn * sign for sign in signs_of(passage)}


# ---- better and worse ----


def _verdict_faults(item: ItemView, field: str, text: str, heard: list[Heard]) -> Iterator[Fault]:
    strict = field in ("rationale", "outcome")
    for _, clause in clauses(text):
        if strict and UNREPORTED.search(clause):
            continue
        for verdict in verdicts(clause):
            if not _agrees(verdict, clause, heard, strict=strict):
                held = "worse" if verdict.sign > 0 else "better"
                problem = f"{clip(clause)} says {verdict.word!r} where the quotes of the matter say {held} or nothing"
                yield Fault(item.index, field, problem, "say it as the quotes do, or quote the passage that says so")


def _agrees(verdict: Verdict, clause: str, heard: list[Heard], *, strict: bool) -> bool:
    """Whether the clause's own change of numbers, and a quote that speaks of its matter (of any, where none is near),
    say the same."""
    if (moved := _movement(clause, heard)) and _MOVES.match(verdict.word):
        return moved == verdict.sign
    about = content(clause)
    scores = [(_closeness(clause, about, h), h) for h in heard if h.signs]
    least = max(1 if strict else CLOSE_TO_CONDITION, NEAR * max((score for score, _ in scores), default=0.0))
    near = [h for score, h in scores if score >= least]
    if not near and not strict:
        return True
    return any(verdict.sign in h.signs for h in near or [h for _, h in scores])


def _movement(clause: str, heard: list[Heard]) -> int:
    """1 where a clause tells of a score that rises (`0.93 to 0.95`), -1 where it falls, 0 where it does not tell."""
    told = " ".join((clause, *(f"{h.text} {h.passage.competition.metric or ''}" for h in heard)))
    if LOWER_IS_BETTER.search(told):
        return 0
    changes = {
        (b.value > a.value) - (b.value < a.value)
        for a, b in pairwise(figures(clause))
        if re.fullmatch(r"(?:\s*\([^)]*\))?\s*(?:to|→|->)\s*", clause[a.end : b.start])
        and max(a.decimals, b.decimals) >= 2
    }
    return changes.pop() if len(changes) == 1 else 0


def _closeness(clause: str, about: frozenset[str], heard: Heard) -> float:
    """How much a clause and a quote speak of the same: shared techniques and telling numbers count double."""
    shared = about & heard.about
    numbers = {f.value for f in figures(clause)} & {f.value for f in figures(heard.text)}
    telling = sum(1 for n in numbers if n != int(n) or n > 20)
    return len(shared) + sum(1 for s in shared if s.startswith("=")) + 2 * telling


# ---- gains ----


def _gain_faults(item: ItemView) -> Iterator[Fault]:
    """A claimed gain has an outcome quote, or the item says that none was reported; a claimed report has numbers."""
    rationale = item.draft.rationale
    ablated = any("ablat" in p.sentence.lower() for p in item.passages)
    for _, clause in clauses(rationale):
        backed = UNREPORTED.search(clause) or figures(clause) or (ablated and "ablat" in clause.lower())
        said = None if backed else _REPORTED.search(clause)
        if said:
            problem = f"{clip(clause)}: no quote reports that"
            yield Fault(item.index, "rationale", problem, "quote the measurement, or say that none is reported")
    gain = next((v for v in verdicts(rationale) if v.sign > 0 and _MOVES.match(v.word)), None)
    if gain and not item.outcomes() and not UNREPORTED.search(rationale):
        problem = f"{clip(gain.word)} is claimed, and no quote has the role `outcome`"
        yield Fault(item.index, "rationale", problem, "quote the outcome, or write that no outcome is reported")
