"""Ids of clusters: minted once from their terms, kept when a new clustering finds the cluster again."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from insightforge.names import kebab, unique

Label = TypeVar("Label", bound=Hashable)

__all__ = ["kebab", "match_ids", "mint_ids", "slug_from_terms", "unique"]

#: Words of the first terms that make an id.
WORDS_IN_ID = 3


def slug_from_terms(terms: Iterable[str], taken: Collection[str] = (), fallback: str = "cluster") -> str:
    """A kebab-case name, at most 40 characters, from the words of the first terms, no word twice, not in `taken`."""
    parts: list[str] = []
    for part in (p for term in terms for p in kebab(term).split("-")):
        if part and part not in parts and len(parts) < WORDS_IN_ID:
            parts.append(part)
    return unique(kebab(" ".join(parts)) or fallback, taken)


def match_ids(members: Mapping[Label, Collection[str]], previous: Mapping[str, Collection[str]]) -> dict[Label, str]:
    """Which new clusters are old ones again.

    A new cluster takes an old id when more than half of the old members that are still about are in it; of several
    claims the larger overlap wins, then the id in order. One id goes to one cluster, and one cluster takes one id.
    """
    about = {member for group in members.values() for member in group}
    claims = []
    for position, (label, group) in enumerate(members.items()):
        for old, old_group in previous.items():
            still = set(old_group) & about
            overlap = len(still & set(group))
            if 2 * overlap > len(still):
                claims.append((-overlap, old, position, label))
    kept: dict[Label, str] = {}
    for _, old, _, label in sorted(claims, key=lambda c: c[:3]):
        if label not in kept and old not in kept.values():
            kept[label] = old
    return kept


def mint_ids(
    members: Mapping[Label, Collection[str]],
    previous: Mapping[str, Collection[str]],
    terms: Mapping[Label, Sequence[str]],
    *,
    reserved: Collection[str] = (),
) -> dict[Label, str]:
    """An id per cluster: the old one where the cluster persists (see `match_ids`), else a new one from its terms.

    Args:
        members: ids of the points of each new cluster.
        previous: old cluster ids with their members.
        terms: each cluster's terms, best first.
        reserved: ids that no cluster may take. An id of `previous` that nobody keeps is not given to another cluster.
    """
    kept = match_ids(members, previous)
    taken = {*reserved, *previous, *kept.values()}
    minted: dict[Label, str] = {}
    for label in members:
        minted[label] = kept.get(label) or slug_from_terms(terms.get(label, ()), taken)
        taken.add(minted[label])
    return minted
