"""The skill of all improvements: one short entry each, full texts and evidence in references. Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from insightforge.bundles.frontmatter import description_text
from insightforge.bundles.library import Library
from insightforge.bundles.markdown import inline, paragraph
from insightforge.bundles.naming import file_stem, title_of
from insightforge.bundles.pages import Sources, evidence_page, improvement_page, legend, page
from insightforge.bundles.paging import Room, split_by_importance
from insightforge.bundles.skill import Skill, rest_note
from insightforge.bundles.words import ASPECT_HEADINGS, backing, importance
from insightforge.records import ASPECTS, DESCRIPTION_LIMIT, Insight, Item


def improvements_skill(library: Library, sources: Sources, name: str) -> Skill:
    """All improvements: one short entry each, the full text and its evidence in references."""
    taken: set[str] = set()
    stems = {key: file_stem(i.name, taken, identity=key) for key, i in library.improvements.items()}
    files: dict[str, str] = {}
    for key, insight in library.improvements.items():
        title, evidence = title_of(insight.name), f"{stems[key]}-evidence.md"
        files[f"references/{stems[key]}.md"] = improvement_page(title, insight, library.vocabulary, evidence)
        files[f"references/{evidence}"] = evidence_page(title, insight, sources)

    def entry(key: str) -> str:
        return _improvement_entry(library.improvements[key], stems[key], library.vocabulary)

    description = improvements_description(library)
    head = ["# Improvements", paragraph(description), _IMPROVEMENT_USAGE, legend(_improved(library))]
    shown, rest = split_by_importance(
        list(library.improvements),
        entry,
        lambda key: importance(library.improvements[key].items[0]),
        Room().after(head),
    )
    note = ""
    if rest:
        files["references/improvements.md"] = page(["# More improvements", *_entries_by_aspect(rest, library, entry)])
        note = rest_note(len(rest), "references/improvements.md")
    return Skill(name, description, page([*head, *_entries_by_aspect(shown, library, entry), note]), files)


def _entries_by_aspect(keys: Sequence[str], library: Library, entry: Callable[[str], str]) -> Iterator[str]:
    """Entries under the heading of what they change, aspects in their fixed order."""
    for aspect in ASPECTS:
        entries = [entry(key) for key in keys if library.improvements[key].items[0].aspect == aspect]
        if entries:
            yield "\n\n".join((f"## {ASPECT_HEADINGS[aspect]}", "\n".join(entries)))


_IMPROVEMENT_USAGE = "\n".join(
    (
        "1. Have a working baseline and a measured problem first; look for the **If** that describes it.",
        "2. Open the reference named under an entry before acting: outcome, limits, cost and how to check are there.",
        "3. The words behind every id are in `references/<name>-evidence.md`.",
    )
)


def improvements_description(library: Library) -> str:
    """When to look here, then what the improvements do, the weightiest first, as many as fit."""
    ranked = sorted(library.improvements.values(), key=lambda i: (importance(i.items[0]), i.name))
    start = "Use when a model's score stalls, overfits or drops on new data: fixes with measured outcomes"
    return description_text(
        f"{start}, such as {', '.join(i.name.replace('-', ' ') for i in ranked)}.", DESCRIPTION_LIMIT
    )


def _improved(library: Library) -> list[Item]:
    return [insight.items[0] for insight in library.improvements.values()]


def _improvement_entry(insight: Insight, stem: str, vocabulary: str) -> str:
    item = insight.items[0]
    return "\n".join(
        (
            f"- **If:** {inline(item.trigger)}",
            f"  - **Then:** {inline(item.action)}",
            f"  - `{item.id}` · {backing(item, vocabulary)} · more: `references/{stem}.md`",
        )
    )
