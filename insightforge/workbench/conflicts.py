"""Items against each other: mutual exclusions with different triggers, and no two items that say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from insightforge.workbench.faults import Fault
from insightforge.workbench.view import ItemView

#: Jaccard similarity of content words from which two items say the same.
SAME = 0.75
_SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "to",
        "in",
        "on",
        "at",
        "by",
        "for",
        "from",
        "with",
        "and",
        "or",
        "as",
        "is",
        "are",
        "be",
        "it",
        "its",
        "than",
        "that",
        "this",
        "these",
        "those",
        "if",
        "then",
        "when",
        "while",
        "into",
        "over",
        "per",
        "any",
        "each",
        "every",
        "all",
        "some",
        "their",
        "there",
    ]
)


def words_of(text: str) -> frozenset[str]:
    """Content words, crudely stemmed, with polarity words kept."""
    words = (w.rstrip(".+-") for w in re.findall(r"[a-z0-9][a-z0-9.+-]*", text.lower()))
    return frozenset(_stem(w) for w in words if w and w not in _SMALL)


_ENDINGS = (
    ("sses", "ss"),
    ("ies", "y"),
    ("xes", "x"),
    ("ches", "ch"),
    ("ss", "ss"),
    ("us", "us"),
    ("is", "is"),
    ("s", ""),
)


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """Without plural and verb endings: `classes` and `class`, `trained` and `training` are one."""
    if len(word) <= 3 or any(c.isdigit() for c in word):
        return word
    word = next((word[: -len(old)] + new for old, new in _ENDINGS if word.endswith(old)), word)
    cut = next((e for e in ("ing", "ed", "ly", "er", "e") if word.endswith(e) and len(word) - len(e) >= 3), "")
    word = word[: -len(cut)] if cut else word
    return word[:-1] if cut and len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl" else word


def similarity(left: frozenset[str], right: frozenset[str]) -> float:
    """Jaccard similarity, 0..1."""
    return len(left & right) / len(left | right) if left | right else 1.0


def exclusion_faults(items: tuple[ItemView, ...]) -> Iterator[Fault]:
    """Exclusions must point at another item, be mutual, and stand between different triggers."""
    for item in items:
        for other in item.draft.excludes:
            if not 0 <= other < len(items) or other == item.index:
                yield Fault(
                    item.index,
                    "excludes",
                    f"there is no other item at position {other}",
                    "give positions of items in this draft, from 0",
                )
                continue
            partner = items[other]
            if item.index not in partner.draft.excludes:
                yield Fault(
                    item.index,
                    "excludes",
                    f"item {other + 1} does not exclude it in turn",
                    f"add position {item.index} to item {other + 1}'s excludes",
                )
            if item.index < other and words_of(item.draft.trigger) == words_of(partner.draft.trigger):
                yield Fault(
                    item.index,
                    "trigger",
                    f"the same as that of item {other + 1}, which it excludes",
                    "say in both triggers what divides the two cases",
                )


def duplicate_faults(items: tuple[ItemView, ...]) -> Iterator[Fault]:
    """No two items with the same evidence or nearly the same trigger and action."""
    said = [words_of(f"{i.draft.trigger} {i.draft.action}") for i in items]
    quoted = [frozenset(p.evidence.id for p in i.passages) for i in items]
    for at, item in enumerate(items):
        for before in range(at):
            if quoted[at] and quoted[at] == quoted[before]:
                yield Fault(item.index, "evidence", f"the same quotes as item {before + 1}", "merge the two items")
            elif similarity(said[at], said[before]) >= SAME and before not in item.draft.excludes:
                yield Fault(
                    item.index,
                    "action",
                    f"says nearly the same as item {before + 1}",
                    "merge the two items, or say what differs",
                )
