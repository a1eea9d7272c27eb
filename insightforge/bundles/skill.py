"""A skill as texts, and what all kinds of skills share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from insightforge.bundles.markdown import inline
from insightforge.bundles.pages import items_by_aspect, page
from insightforge.records import Item


@dataclass(frozen=True)
class Skill:
    """A skill before its description is cut to what a listing has room for. `files` are relative to its folder."""

    name: str
    description: str
    body: str
    files: Mapping[str, str]


def rest_page(title: str, rest: Sequence[Item], vocabulary: str) -> str:
    """The items that SKILL.md has no room for."""
    return page([f"# {inline(title)}: further items", items_by_aspect(rest, vocabulary)])


def rest_note(number: int, path: str) -> str:
    """The line in SKILL.md that says where they are."""
    return f"{number} further {'entry' if number == 1 else 'entries'} of less weight: `{path}`."
