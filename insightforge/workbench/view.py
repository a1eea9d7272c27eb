"""What the checks look at: an item with its located passages, the same for a draft and for a stored insight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from insightforge.records import Competition, Evidence, Role, Source
from insightforge.workbench.drafts import InsightDraft, ItemDraft

#: How far around a quote a table's heading or a board's name may stand, in characters.
NEARBY = 400
#: How far a quote's sentence may reach beyond it.
SENTENCE = 300

_ENDS = re.compile(r"(?<=[.!?:;])\s|\n\s*(?=\n|[-*+•#|>]|\d+[.)]\s)")


@dataclass(frozen=True)
class Passage:
    """A quote found in its text. `text` is the whole derived text, `around` the quote and `NEARBY` characters more."""

    role: Role
    quote: str
    start: int
    source: Source
    competition: Competition
    text: str
    evidence: Evidence

    @property
    def slug(self) -> str:
        return self.competition.slug

    @property
    def around(self) -> str:
        return self.text[max(0, self.start - NEARBY) : self.start + len(self.quote) + NEARBY]

    @property
    def sentence(self) -> str:
        """The quote with the rest of the sentences, lines of code or table rows that it begins and ends in."""
        before = _ENDS.split(self.text[max(0, self.start - SENTENCE) : self.start])[-1]
        after = _ENDS.split(self.text[self.start + len(self.quote) :][:SENTENCE], maxsplit=1)[0]
        return before + self.quote + after

    @property
    def is_code(self) -> bool:
        return self.source.kind == "notebook"

    @property
    def team(self) -> str | None:
        """Whoever speaks here, as one key; null for descriptions and for retellings of other people's work."""
        if self.source.kind in ("description", "data-description") or not self.source.first_party:
            return None
        return f"{self.slug}\0{self.source.voice}"


@dataclass(frozen=True)
class ItemView:
    """An item and its passages. `index` is its position in the draft, from 0."""

    index: int
    draft: ItemDraft
    passages: tuple[Passage, ...]

    @property
    def teams(self) -> set[str]:
        """Teams that speak in write-ups; where nothing but notebooks is quoted, whoever wrote those."""
        written = {p.team for p in self.passages if p.team and not p.is_code}
        return written or {p.team for p in self.passages if p.team}

    @property
    def dissenting(self) -> set[str]:
        """Teams that found otherwise."""
        return {p.team for p in self.passages if p.team and p.source.path in self.draft.dissent}

    @property
    def slugs(self) -> set[str]:
        return {p.slug for p in self.passages}

    def outcomes(self) -> tuple[Passage, ...]:
        return tuple(p for p in self.passages if p.role == "outcome")


#: Fields of an improvement that make claims, beside those of its item.
CLAIMING = ("outcome", "limitations", "cost", "check")


@dataclass(frozen=True)
class InsightView:
    """A draft with its items' passages."""

    draft: InsightDraft
    items: tuple[ItemView, ...]

    def claims(self, item: ItemView) -> Iterator[tuple[str, str]]:
        """(field, text) of everything that an item's quotes must bear."""
        yield "trigger", item.draft.trigger
        yield "action", item.draft.action
        yield "rationale", item.draft.rationale
        if self.draft.kind == "improvement":
            yield from ((f, text) for f in CLAIMING if (text := getattr(self.draft, f)))


def strings(value: object, at: str = "") -> Iterator[tuple[str, str]]:
    """Every string at any depth of plain data (keys too), with its place."""
    if isinstance(value, str):
        yield at, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield at, str(key)
            yield from strings(inner, f"{at}.{key}" if at else str(key))
    elif isinstance(value, (list, tuple)):
        for i, inner in enumerate(value):
            yield from strings(inner, f"{at}[{i}]")
