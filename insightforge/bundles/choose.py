"""Which domain a description of a task belongs to, by the words they share. Pure functions."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping

from insightforge.bundles.library import Library, Shelf
from insightforge.errors import UsageError

_WORD = re.compile(r"[^\W_]{3,}")


def choose_domain(description: str, library: Library) -> str:
    """The id of the domain whose texts are nearest to the description.

    Raises:
        UsageError: there is no domain, or none that shares a telling word with the description.
    """
    ranked = nearest(description, {shelf.domain.id: shelf_words(shelf, library) for shelf in library.shelves})
    if not ranked or ranked[0][1] <= 0.0:
        ids = ", ".join(shelf.domain.id for shelf in library.shelves) or "none; run assemble first"
        raise UsageError(f"no domain shares words with {description!r}; name one with --domain (domains: {ids})")
    return ranked[0][0]


def nearest(description: str, texts: Mapping[str, str]) -> list[tuple[str, float]]:
    """Every text's key with its cosine similarity (0 to 1, TF-IDF) to the description, nearest first, ties by key."""
    counts = {key: Counter(words(text)) for key, text in texts.items()}
    frequency = Counter(word for bag in counts.values() for word in bag)
    weight = {word: math.log((1 + len(counts)) / n) for word, n in frequency.items()}
    query = _vector(Counter(words(description)), weight)
    scores = {key: _cosine(query, _vector(bag, weight)) for key, bag in counts.items()}
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def words(text: str) -> list[str]:
    """Words of three letters or more, in lower case, a plural `s` taken off."""
    found = (w.lower() for w in _WORD.findall(text))
    return [w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith("ss") else w for w in found]


def shelf_words(shelf: Shelf, library: Library) -> str:
    """What a domain is about: its label and terms, and the descriptions and triggers of its insights."""
    titles = [library.title(slug) for slug in shelf.competitions]
    said = [text for i in shelf.insights for text in (i.description, *(item.trigger for item in i.items))]
    return "\n".join([shelf.domain.label, *shelf.domain.terms, *titles, *said])


def _vector(bag: Counter[str], weight: Mapping[str, float]) -> dict[str, float]:
    return {w: (1 + math.log(n)) * weight[w] for w, n in bag.items() if w in weight}


def _cosine(a: Mapping[str, float], b: Mapping[str, float]) -> float:
    dot = sum(value * b[word] for word, value in a.items() if word in b)
    norms = math.hypot(*a.values()) * math.hypot(*b.values())
    return dot / norms if norms else 0.0
