"""How much of a skill's text stands in SKILL.md, which is read whole, and how much in references, read on demand.

Limits are those of the format: under 500 lines and under 5,000 tokens, a token counted as four characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

CHARS_PER_TOKEN = 4
BODY_TOKENS = 5_000
BODY_LINES = 500
#: Kept free below the limits, for blank lines and headings that are not counted one by one.
MARGIN_CHARS = 800
MARGIN_LINES = 40

T = TypeVar("T")


def tokens(text: str) -> int:
    """Estimated tokens of a text: characters / 4, rounded up."""
    return -(-len(text) // CHARS_PER_TOKEN)


@dataclass(frozen=True)
class Room:
    """What is left of a page."""

    chars: int = BODY_TOKENS * CHARS_PER_TOKEN - MARGIN_CHARS
    lines: int = BODY_LINES - MARGIN_LINES

    def after(self, texts: Iterable[str]) -> Room:
        """What is left once these texts are on the page, a blank line after each."""
        given = tuple(texts)
        return Room(
            self.chars - sum(len(t) + 2 for t in given),
            self.lines - sum(t.count("\n") + 2 for t in given),
        )

    def share(self, part: float) -> Room:
        """A part of it, for one section among several."""
        return Room(int(self.chars * part), int(self.lines * part))

    @property
    def is_left(self) -> bool:
        return self.chars >= 0 and self.lines >= 0


def split_by_importance(
    things: Sequence[T], render: Callable[[T], str], importance: Callable[[T], Any], room: Room
) -> tuple[list[T], list[T]]:
    """The weightiest things whose texts fit the room, and the others; both in the order given.

    Taken by `importance` (smallest first) until one does not fit: nothing less important than a thing left out is kept.
    """
    ranked = sorted(range(len(things)), key=lambda place: (importance(things[place]), place))
    kept: set[int] = set()
    for place in ranked:
        room = room.after([render(things[place])])
        if not room.is_left:
            break
        kept.add(place)
    return [t for p, t in enumerate(things) if p in kept], [t for p, t in enumerate(things) if p not in kept]
