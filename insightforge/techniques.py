"""The lexicon of machine-learning techniques: canonical names, aliases, kinds, and what implies what."""

from __future__ import annotations


def find(text: str) -> list[tuple[str, int, int]]:
    """Techniques named in `text`, as (canonical name, start, end), longest first at each place."""
    return []
