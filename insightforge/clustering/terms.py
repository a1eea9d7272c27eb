"""Class-based TF-IDF: the words that set each cluster apart, each text of a cluster weighing the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from math import log
from typing import TypeVar

from insightforge.embedding.lsa import terms as text_terms
from insightforge.embedding.lsa import words as text_words

Label = TypeVar("Label", bound=Hashable)


def class_terms(texts: Sequence[str], labels: Sequence[Label], top: int = 10) -> dict[Label, tuple[str, ...]]:
    """The `top` most distinctive terms (lemmas and pairs of them) per label, best first.

    A term's weight in a class is its mean share of a text there, times the log of how much rarer it is elsewhere, times
    the share of the class's texts that hold it: one long text cannot speak for its cluster. Terms in a single text of a
    class of several are left out, and so is a word whose pair stands already.
    """
    sizes = Counter(labels)
    shares: dict[Label, dict[str, float]] = {label: defaultdict(float) for label in sizes}
    holders: dict[Label, Counter[str]] = {label: Counter() for label in sizes}
    overall: dict[str, float] = defaultdict(float)
    for text, label in zip(texts, labels, strict=True):
        total = max(1, len(text_words(text)))
        for term, count in Counter(text_terms(text)).items():
            share = count / total / sizes[label]
            shares[label][term] += share
            overall[term] += share
            holders[label][term] += 1
    return {label: _best(shares[label], holders[label], sizes[label], overall, len(sizes), top) for label in sizes}


def _best(
    shares: Mapping[str, float], held: Counter[str], size: int, overall: Mapping[str, float], classes: int, top: int
) -> tuple[str, ...]:
    weights = {
        term: share * log(1 + classes * share / overall[term]) * held[term] / size
        for term, share in shares.items()
        if held[term] >= min(2, size)
    }
    chosen: list[str] = []
    for term in sorted(weights, key=lambda t: (-weights[t], t)):
        if len(chosen) == top:
            break
        if not any(_overlap(term, other) for other in chosen):
            chosen.append(term)
    return tuple(chosen)


def _overlap(term: str, other: str) -> bool:
    """Whether two terms share a word: "bird" beside "bird song" says nothing new."""
    return bool(set(term.split()) & set(other.split()))
