"""Plain text and Markdown: the decoded file."""

from __future__ import annotations

from insightforge.corpus.readers.base import Reading, decoded
from insightforge.corpus.readers.html import html_to_markdown, looks_like_html


def read_plain(data: bytes, name: str) -> Reading:
    text, notes = decoded(data, name)
    return Reading(text, notes)


def read_markdown(data: bytes, name: str) -> Reading:
    """The decoded file; where its content is really HTML, that as Markdown."""
    text, notes = decoded(data, name)
    if not looks_like_html(text):
        return Reading(text, notes)
    converted = html_to_markdown(text)
    return Reading(
        converted.text, (*notes, "is HTML under a Markdown name; converted", *converted.notes), converted.title
    )
