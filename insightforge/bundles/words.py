"""The short phrases that bundles are made of: what an item rests on, headings, how many of what."""

from __future__ import annotations

from insightforge.records import STRENGTHS, Aspect, Insight, Item, Support

ASPECT_HEADINGS: dict[Aspect, str] = {
    "data-modality": "Data modality and representation",
    "data": "Data",
    "model": "Model",
    "training": "Training",
    "other": "Validation, inference and the rest",
}
#: What each kind of outcome means, best first, in a legend.
STRENGTH_WORDS = {
    "private": "score on the hidden final test",
    "public": "score on a public leaderboard",
    "cv": "the authors' own validation",
    "stated": "said by the authors, not measured",
    "code-only": "seen in code, no word on why",
}


def count(number: int, noun: str) -> str:
    """`1 team`, `2 teams`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def years(*supports: Support) -> str | None:
    """`2022–2026`, `2024`, or null where no year is known: the years of all supports together."""
    known = [y for s in supports for y in (s.first_year, s.last_year) if y is not None]
    if not known:
        return None
    first, last = min(known), max(known)
    return str(last) if first == last else f"{first}–{last}"


def backing(item: Item, vocabulary: str) -> str:
    """What an item rests on: `private · 4 teams, 3 competitions · 2022–2026`; null parts are left out."""
    support = item.support
    counted = [count(n, noun) for n, noun in ((support.teams, "team"), (support.competitions, vocabulary)) if n > 0]
    dissent = f"{count(support.dissent, 'team')} found otherwise" if support.dissent else None
    return " · ".join(part for part in (item.strength, ", ".join(counted), years(support), dissent) if part)


def importance(item: Item) -> tuple[int, int, int, int]:
    """Sorts the weightiest first: kind of outcome, then competitions, teams and recency of the support."""
    support = item.support
    return (STRENGTHS.index(item.strength), -support.competitions, -support.teams, -(support.last_year or 0))


def best_strength(insight: Insight) -> str:
    """The best kind of outcome among the items."""
    return min((item.strength for item in insight.items), key=STRENGTHS.index)
