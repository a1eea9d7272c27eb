"""Names of competitions and teams, and URLs, where general advice must stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from insightforge.records import Competition
from insightforge.workbench.drafts import InsightDraft
from insightforge.workbench.faults import Fault, clip
from insightforge.workbench.view import CLAIMING

_TOKEN = re.compile(r"[A-Za-z0-9]+|[^\W\d_]+")
_URL = re.compile(r"\b(?:https?|ftp)://|\bwww\.\w|\b[\w-]+\.(?:com|org|net|io|ai|dev)/\w", re.I)
_COINED = re.compile(r"^(?:[A-Z][a-z]+[A-Z]\w*|(?=\w*\d)(?=\w*[A-Za-z]{2})\w{6,})$")


@dataclass(frozen=True)
class Names:
    """Token runs that name a competition or a team, by their first token; the value says what each one is."""

    runs: dict[str, tuple[tuple[tuple[str, ...], str], ...]]

    @classmethod
    def of(cls, competitions: Iterable[Competition]) -> Names:
        """Slugs, full titles and team names; a single common word is no name."""
        found: dict[tuple[str, ...], str] = {}
        for competition in competitions:
            for name in (competition.slug, competition.title, *_coined(competition.title)):
                _note(found, name, f"the competition {competition.slug}")
            for source in competition.sources:
                if source.team:
                    _note(found, source.team, "a team")
        runs: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for run, what in found.items():
            runs.setdefault(run[0], []).append((run, what))
        return cls({first: tuple(group) for first, group in runs.items()})

    def find(self, text: str) -> Iterator[tuple[str, str]]:
        """(text of the name, what it names) for each name in `text`."""
        spans = [m.span() for m in _TOKEN.finditer(text)]
        words = [text[s:e].casefold() for s, e in spans]
        for at, word in enumerate(words):
            for run, what in self.runs.get(word, ()):
                if tuple(words[at : at + len(run)]) == run:
                    yield text[spans[at][0] : spans[at + len(run) - 1][1]], what


def _note(found: dict[tuple[str, ...], str], name: str, what: str) -> None:
    run = tuple(m.group().casefold() for m in _TOKEN.finditer(name))
    if len(run) > 1 or (run and _is_coined(name.strip())):
        found.setdefault(run, what)


def _coined(title: str) -> list[str]:
    return [word for word in _TOKEN.findall(title) if re.match(r"[A-Z][a-z]+[A-Z]", word)]


@lru_cache(maxsize=4096)
def _is_coined(word: str) -> bool:
    """A single word that can only be a name: capitals inside, or letters and digits mixed, and no word of the trade."""
    from insightforge.techniques import find

    return bool(_COINED.match(word)) and not find(word)


def name_faults(draft: InsightDraft, names: Names) -> Iterator[Fault]:
    """Triggers never name a competition, a team or a URL; domain and improvement insights never do at all."""
    for index, item in enumerate(draft.items):
        fields = ("trigger",) if draft.kind == "competition" else ("trigger", "action", "rationale")
        for field in fields:
            yield from _field_faults(index, field, getattr(item, field), names)
        for field in ("action", "rationale"):
            if field not in fields and _URL.search(getattr(item, field)):
                yield Fault(index, field, "holds a URL", "leave the URL out")
    if draft.kind != "competition":
        for field in ("description", *CLAIMING):
            yield from _field_faults(None, field, getattr(draft, field) or "", names)
        yield from _field_faults(None, "name", draft.name, names)


def _field_faults(index: int | None, field: str, text: str, names: Names) -> Iterator[Fault]:
    for said, what in dict.fromkeys(names.find(text)):
        yield Fault(index, field, f"{clip(said)} names {what}", "speak of properties of the task and data instead")
    if _URL.search(text):
        yield Fault(index, field, "holds a URL", "leave the URL out")
