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

    A term's weight in a class is its mean share of a text there, times the share of the class's texts that hold it,
    times the log of how much larger that share is than among all texts: one long text cannot speak for its cluster, and
    what every text says is worth nothing. With a single class the last factor is left out. Terms in a single text of a
    class of several are left out, and so is a term that shares a word with a better one.
    """
    sizes = Counter(labels)
    shares: dict[Label, dict[str, float]] = {label: defaultdict(float) for label in sizes}
    held: dict[Label, Counter[str]] = {label: Counter() for label in sizes}
    for text, label in zip(texts, labels, strict=True):
        total = max(1, len(text_words(text)))
        for term, count in Counter(text_terms(text)).items():
            shares[label][term] += count / total / sizes[label]
            held[label][term] += 1
    everywhere: Counter[str] = Counter()
    for counter in held.values():
        everywhere.update(counter)
    among_all = {term: count / len(texts) for term, count in everywhere.items()}
    one = len(sizes) == 1
    found = {}
    for label, size in sizes.items():
        weights = {}
        for term, count in held[label].items():
            here = count / size
            rarity = 1.0 if one else log(here / among_all[term])
            if count >= min(2, size) and rarity > 0:
                weights[term] = shares[label][term] * here * rarity
        found[label] = _best(weights, top)
    return found


def _best(weights: Mapping[str, float], top: int) -> tuple[str, ...]:
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
