"""`Not` and `without` in an item stand in a quote that speaks of the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from insightforge.workbench.faults import Fault, clip
from insightforge.workbench.support.cues import DENIAL, REMOVAL, UNREPORTED, clauses, content, sentences, verdicts
from insightforge.workbench.support.heard import Heard
from insightforge.workbench.view import ItemView, Passage

#: How large a part of what is denied a denying sentence must speak of.
SHARE = 0.4

_NOT = re.compile(r"\b(?:not|never|cannot)\b|n['’]t\b", re.I)
_IDIOM = re.compile(
    r", not (?=\w)|\bnot (?:only|yet|necessarily|more than|less than)\b|\bwhether or not\b|\bif not\b|\bor not\b", re.I
)
_WITH = re.compile(r"\b(with|without)\s+((?:[\w.+-]+[ \t]*){1,4})", re.I)
_MISSING = re.compile(r"\b(?:without|no)\s+((?:[\w.+-]+\s*){1,4})", re.I)

#: Words that English uses below a negation only, and what may stand above them: their negation was lost.
_ORPHAN = re.compile(r"\bnor\b|\b(?:at all|anymore|any more|any longer)\b|(?<!and )(?<!or )\byet(?=[.;,]|$)", re.I)
_LICENCE = re.compile(
    r"\b(?:no|not|never|none|nothing|nobody|neither|nor|without|hardly|if|cannot|few|little)\b|n['’]t\b|\?", re.I
)


def negation_faults(
    item: ItemView, field: str, text: str, heard: list[Heard], head: re.Pattern[str] | None
) -> Iterator[Fault]:
    """Negations of a field that no quote bears; `head` matches how an action that forbids opens (judged elsewhere)."""
    opening = head.match(text) if head else None
    yield from _orphan_faults(item, field, text)
    for start, clause in clauses(text):
        idioms = [m.span() for m in _IDIOM.finditer(clause)]
        if field not in ("trigger", "action"):
            idioms += [m.span() for m in UNREPORTED.finditer(clause)]
        for match in _NOT.finditer(clause):
            inside = opening is not None and start + match.start() < opening.end()
            if inside or any(s <= match.start() < e for s, e in idioms) or _is_verdict(clause, match, field, heard):
                continue
            if not any(_denies(h.passage, _scope(clause, match)) for h in heard):
                problem = f"{clip(clause[max(0, match.start() - 25) : match.end() + 25])}: no quote denies it"
                yield Fault(
                    item.index, field, problem, "quote the passage that says so, or say it without the negation"
                )
        yield from _without_faults(item, field, clause, heard)


def _orphan_faults(item: ItemView, field: str, text: str) -> Iterator[Fault]:
    for sentence in re.split(r"(?<=[.;])\s+", text):
        for match in _ORPHAN.finditer(sentence):
            if not _LICENCE.search(sentence[: match.start()]):
                problem = f"{clip(sentence)} has {match.group()!r} without a negation before it"
                yield Fault(item.index, field, problem, "say what is denied, or drop the word")


def _is_verdict(clause: str, negator: re.Match[str], field: str, heard: list[Heard]) -> bool:
    """Whether a negator belongs to a verdict, which is judged as such (in a trigger here: some quote says the same)."""
    turned = [v for v in verdicts(clause) if 0 < v.start - negator.end() < 25]
    return bool(turned) and (field in ("rationale", "outcome") or any(turned[0].sign in h.signs for h in heard))


def _scope(clause: str, negator: re.Match[str]) -> frozenset[str]:
    """What is denied: the words after the negator, and where there are none the ones before it."""
    after = " ".join(re.findall(r"[\w.+-]+", clause[negator.end() :])[:6])
    return content(after) or content(clause[: negator.start()])


def _denies(passage: Passage, scope: frozenset[str]) -> bool:
    """Whether a sentence of the quote with a word of denial speaks of a good part of what is denied."""
    told = [content(text) for _, text in sentences(passage.quote) if DENIAL.search(text)]
    return any(len(scope & about) >= max(1.0, SHARE * len(scope)) for about in told)


def _without_faults(item: ItemView, field: str, clause: str, heard: list[Heard]) -> Iterator[Fault]:
    """`Without X`, where no quote takes anything away or all speak of X as there; `with X`, where they speak of it as
    missing only."""
    bare = not any(REMOVAL.search(h.text) for h in heard)
    for match in _WITH.finditer(clause):
        thing = content(match.group(2))
        spoken = [h for h in heard if thing and len(thing & h.about) >= min(2, len(thing))]
        if match.group(1).lower() == "without":
            missing = any(REMOVAL.search(h.text) for h in (heard if field != "trigger" and not spoken else spoken))
            wrong = bare or not missing
        else:
            wrong = bool(spoken) and all(_lacks(h.text, thing) for h in spoken)
        if wrong:
            problem = f"{clip(match.group().strip())} goes against the quotes, or stands in none"
            yield Fault(item.index, field, problem, "say it as the quotes do")


def _lacks(text: str, thing: frozenset[str]) -> bool:
    """Whether a text speaks of a thing only as what is missing."""
    need = min(2, len(thing))
    phrases = _MISSING.findall(text)
    if not any(len(thing & content(phrase)) >= need for phrase in phrases):
        return False
    return len(thing & content(_MISSING.sub(" ", text))) < need
