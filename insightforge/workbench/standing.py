"""Who stands behind an item (`Support`) and the best kind of outcome that it quotes (`Strength`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from insightforge.records import STRENGTHS, Competition, Strength, Support
from insightforge.workbench.faults import Fault
from insightforge.workbench.view import ItemView, Passage

_NUMBER = re.compile(r"\d")
_WORDS: dict[Strength, re.Pattern[str]] = {
    "private": re.compile(r"\bprivate\b|\bPB\b|\bPLB\b|\bpriv\b|\bfinal (?:leaderboard|standing)", re.I),
    "public": re.compile(r"\bpublic\b|\bLB\b|\bleader\s?board\b|\bpub\b", re.I),
    "cv": re.compile(
        r"\bCV\b|\bOOF\b|\bvalid(?:ation)?\b|\bval\b|\bcross[- ]valid|\bhold-?out\b|\bout[- ]of[- ]fold|\bfolds?\b"
        r"|\blocal(?:ly)? (?:score|test|valid)",
        re.I,
    ),
}


def support_of(item: ItemView, competitions: Mapping[str, Competition]) -> Support:
    """Distinct first-party teams, competitions and their years; dissent is what the draft names."""
    years = sorted(y for slug in item.slugs if (c := competitions.get(slug)) and (y := c.year))
    dissenting = {p.team or p.source.path for p in item.passages if p.source.path in item.draft.dissent}
    return Support(
        teams=len(item.teams),
        competitions=len(item.slugs),
        first_year=years[0] if years else None,
        last_year=years[-1] if years else None,
        dissent=len(dissenting),
    )


def strength_of(item: ItemView) -> Strength:
    """The best board that an outcome quote names; `stated` or `code-only` where none does."""
    outcomes = [p for p in item.passages if p.role == "outcome" and not p.is_code]
    if not outcomes:
        spoken = [p for p in item.passages if not p.is_code and p.team is not None]
        return "stated" if spoken or not any(p.is_code for p in item.passages) else "code-only"
    found = {board for p in outcomes for board in _boards(p)}
    return next((s for s in STRENGTHS if s in found), "stated")


def _boards(passage: Passage) -> set[Strength]:
    """Boards named in the quote; where it names none and holds a number, those of its surroundings."""
    if not _NUMBER.search(passage.quote):
        return {s for s, words in _WORDS.items() if words.search(passage.quote)}
    named: set[Strength] = {s for s, words in _WORDS.items() if words.search(passage.quote)}
    return named


def strength_faults(item: ItemView) -> Iterator[Fault]:
    """A claimed strength needs its word in a quote of the item, or near one in its source."""
    claimed = item.draft.strength
    if claimed is None:
        return
    if claimed in _WORDS:
        pattern = _WORDS[claimed]
        outcomes = [p for p in item.passages if p.role == "outcome"]
        if not any(pattern.search(p.quote) or pattern.search(p.around) for p in outcomes):
            yield Fault(
                item.index,
                "strength",
                f"{claimed!r} is claimed, and no outcome quote or its surroundings names it",
                "leave strength out; the gate computes it",
            )
    elif claimed != strength_of(item) and STRENGTHS.index(claimed) < STRENGTHS.index(strength_of(item)):
        yield Fault(
            item.index,
            "strength",
            f"{claimed!r} is claimed, the quotes bear {strength_of(item)!r}",
            "leave strength out; the gate computes it",
        )


def accepted_strength(item: ItemView) -> Strength:
    """The claimed strength where it passed `strength_faults`, else the computed one."""
    return item.draft.strength or strength_of(item)
