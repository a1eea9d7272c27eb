"""Insights as one text, for agents and people without skills. Pure functions."""

from __future__ import annotations

from insightforge.bundles.library import Library, Shelf
from insightforge.bundles.markdown import inline, paragraph
from insightforge.bundles.naming import title_of
from insightforge.bundles.pages import improvement_page, items_by_aspect, legend, page
from insightforge.records import Insight


def shelf_text(shelf: Shelf, library: Library) -> str:
    """A whole domain: its own items, then those of each of its competitions."""
    parts = [f"# {inline(shelf.domain.label)}", legend(item for i in shelf.insights for item in i.items)]
    if shelf.insight:
        parts += _insight_parts(f"Common to several {library.vocabulary}s", shelf.insight, library.vocabulary)
    for slug, insight in shelf.competitions.items():
        parts += _insight_parts(library.title(slug), insight, library.vocabulary)
    return page(parts)


def improvements_text(library: Library) -> str:
    """All improvements; empty where there is none."""
    if not library.improvements:
        return ""
    pages = [
        improvement_page(title_of(i.name), i, library.vocabulary, None, level=2) for i in library.improvements.values()
    ]
    return page(["# Improvements", *pages])


def playbook_text(library: Library) -> str:
    """Everything in the library: each domain, then the improvements."""
    return "\n".join(
        text for text in (*(shelf_text(s, library) for s in library.shelves), improvements_text(library)) if text
    )


def _insight_parts(title: str, insight: Insight, vocabulary: str) -> list[str]:
    return [f"## {inline(title)}", paragraph(insight.description), items_by_aspect(insight.items, vocabulary, level=3)]
