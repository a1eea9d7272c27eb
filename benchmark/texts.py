"""What of a competition is embedded: its title, overview and data description, without the parts all of them share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from insightforge.corpus import Corpus
from insightforge.records import Competition, SourceKind

DESCRIPTIONS: tuple[SourceKind, ...] = ("description", "data-description")
WRITTEN: tuple[SourceKind, ...] = ("writeup", "document")
#: Code points of each write-up that stand in for a missing description: its beginning says what the task was.
BEGINNING = 3000
#: A description cleaned to less than this was mostly boilerplate by its headings; it is then kept whole.
LEAST = 200

_BOILERPLATE = re.compile(
    r"time ?line|prizes?\b|\brules?\b|code requirements?|kernels? requirements?|this is a (code|kernels?)|citations?\b"
    r"|acknowledge?ments?|sponsors?\b|organi[sz](ers?|ation|ing)\b|about (kaggle|the host)|cvpr|getting started"
    r"|licen[cs]e|hardware|software|reproduc|set ?up\b|requirements\b|install|usage\b|submission (file|format)",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\s{0,3}(?:(?P<marks>#{1,6})\s+(?P<text>.*?)[#\s]*|\*\*(?P<bold>[^*]{3,60})\*\*:?\s*)$")
_BOLD_LEVEL = 7
_NOISE = (
    re.compile(r"!\[[^\]]*\]\([^)]*\)"),
    re.compile(r"(?<=\])\([^)]*\)"),
    re.compile(r"https?://\S+"),
    re.compile(r"</?[a-zA-Z][^<>]*>"),
    re.compile(r"`[^`\n]*`"),
)


@dataclass(frozen=True)
class TaskText:
    """The texts by which a competition is placed.

    Attributes:
        text: title and descriptions; without a description, title and the beginnings of the write-ups; else empty.
        card: title, slug and metric, which every competition has.
        described: whether `text` comes from a description.
    """

    slug: str
    text: str
    card: str
    described: bool


def task_text(corpus: Corpus, competition: Competition) -> TaskText:
    """See `TaskText`."""
    card = "\n".join([competition.title, competition.slug.replace("-", " "), competition.metric or ""])
    described = [cleaned(corpus.text(s.path).text) for s in competition.of_kind(*DESCRIPTIONS)]
    if parts := [text for text in described if text]:
        return TaskText(competition.slug, "\n\n".join([competition.title, *parts]), card, True)
    written = [s for s in competition.of_kind(*WRITTEN) if s.first_party] or list(competition.of_kind(*WRITTEN))
    parts = [text for s in written if (text := cleaned(corpus.text(s.path).text)[:BEGINNING])]
    return TaskText(competition.slug, "\n\n".join([competition.title, *parts]) if parts else "", card, False)


def cleaned(text: str) -> str:
    """A text without code blocks, addresses and markup, and without sections that every competition has.

    Those are recognised by their headings (timeline, prizes, rules, citation, …); a section ends at the next heading of
    its level or above.
    """
    plain = _unmarked("\n".join(_without_sections(text)))
    return plain if len(plain) >= LEAST else _unmarked(text)


def _without_sections(text: str) -> Iterator[str]:
    fenced, skipped = False, 0
    for line in text.split("\n"):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced:
            if found := _HEADING.match(line):
                level = len(found["marks"]) if found["marks"] else _BOLD_LEVEL
                if not skipped or level <= skipped:
                    skipped = level if _BOILERPLATE.search(found["text"] or found["bold"] or "") else 0
            if not skipped:
                yield line


def _unmarked(text: str) -> str:
    for pattern in _NOISE:
        text = pattern.sub(" ", text)
    return re.sub(r"[ \t]+", " ", text).strip()
