"""Names and descriptions of insights, from what the sources say: when to use it first, what it covers next."""

from __future__ import annotations

import re
from collections.abc import Sequence

from insightforge.drivers.guided.frames import frame_of
from insightforge.drivers.guided.writing import count_word
from insightforge.records import DESCRIPTION_LIMIT, NAME_LIMIT

_COVERED = 8


def kebab(text: str, limit: int = NAME_LIMIT) -> str:
    """A name of lower-case words and hyphens, cut at a hyphen where it is too long."""
    name = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "insight"
    if len(name) > limit:
        name = name[: limit + 1].rsplit("-", 1)[0] if "-" in name[: limit + 1] else name[:limit]
    return name.strip("-")


def covered(topics: Sequence[str | None]) -> str:
    """ "a, b and c": what the first items are about."""
    nouns = [frame.noun for topic in topics if topic and (frame := frame_of(topic))]
    chosen = list(dict.fromkeys(nouns))[:_COVERED]
    if len(chosen) < 2:
        return "".join(chosen)
    return ", ".join(chosen[:-1]) + f" and {chosen[-1]}"


def description(opening: str, topics: Sequence[str | None], origin: str) -> str:
    """ "Use for <opening>. Covers …. From …." within the limit of a skill's description."""
    whole = f"{opening} Covers {covered(topics)}. {origin}" if covered(topics) else f"{opening} {origin}"
    return whole if len(whole) <= DESCRIPTION_LIMIT else whole[: DESCRIPTION_LIMIT - 1].rsplit(" ", 1)[0] + "."


def from_writeups(n: int) -> str:
    """ "From three texts of one source." """
    return f"From {count_word(n)} text{'s' if n != 1 else ''} of one source."
