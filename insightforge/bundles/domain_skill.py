"""The skill of a domain: its items, what single competitions add, and an index of the competitions. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from insightforge.bundles.frontmatter import shorten
from insightforge.bundles.library import Library, Shelf
from insightforge.bundles.markdown import inline, link, one_line, paragraph
from insightforge.bundles.naming import file_stem
from insightforge.bundles.pages import Sources, evidence_page, insight_page, item_block, items_by_aspect, legend, page
from insightforge.bundles.paging import Room, split_by_importance
from insightforge.bundles.playbook import shelf_text
from insightforge.bundles.skill import Skill, rest_note, rest_page
from insightforge.bundles.subjects import MOST, with_subjects
from insightforge.bundles.words import best_strength, count, importance, years
from insightforge.records import DESCRIPTION_LIMIT, Insight, Item

#: Lengths tried for the descriptions in an index, longest first.
INDEX_LENGTHS = (220, 160, 110, 70)
#: Share of the page that the index may take where items wait for room.
INDEX_SHARE = 0.4
#: Up to so many items stand on the page, those of single competitions filling up where the domain has fewer.
ITEMS_WANTED = 20


@dataclass(frozen=True)
class _Entry:
    """A competition in a domain's index."""

    title: str
    stem: str
    insight: Insight

    def line(self, length: int, *, linked: bool = True) -> str:
        """One line; without a link only its path is named: references that link onward are not followed by all."""
        insight, path = self.insight, f"references/{self.stem}.md"
        when = inline(shorten(one_line(insight.description), length))
        span = years(*(i.support for i in insight.items))
        facts = ", ".join(f for f in (count(len(insight.items), "item"), f"best: {best_strength(insight)}", span) if f)
        name = link(self.title, path) if linked else f"{inline(self.title)}, `{path}`"
        return f"- {name}: {when} ({facts})"

    def importance(self) -> tuple[int, str]:
        return (-len(self.insight.items), self.title)


def domain_skill(shelf: Shelf, library: Library, sources: Sources, name: str) -> Skill:
    """A domain's skill; the insights of its competitions and all evidence stand in references."""
    vocabulary, title = library.vocabulary, shelf.domain.label
    taken: set[str] = set()
    entries = [_Entry(library.title(slug), file_stem(slug, taken), i) for slug, i in shelf.competitions.items()]
    description = domain_description(shelf, vocabulary, library.subjects)
    head = [f"# {inline(title)}", paragraph(description), _usage(shelf, vocabulary)]
    own, added = _own(shelf), _added(shelf)
    where = {item.id: f"references/{e.stem}.md" for e in entries for item in e.insight.items}
    room = Room().after(head)
    index, more = _index(entries, vocabulary, room.share(INDEX_SHARE) if own or added else room)
    room = room.after(index)
    shown, rest = split_by_importance(own, lambda i: item_block(i, vocabulary), importance, room)
    # The items of an only competition stand in its reference anyway.
    rest_path = "references/domain.md" if shelf.insight else f"references/{entries[0].stem}.md"
    common = [items_by_aspect(shown, vocabulary), rest_note(len(rest), rest_path) if rest else ""]
    added, _ = split_by_importance(
        added, lambda i: item_block(i, vocabulary, where[i.id]), importance, room.after(common)
    )
    files = _competition_files(entries, library, sources)
    if shelf.insight:
        files["references/domain-evidence.md"] = evidence_page(title, shelf.insight, sources)
    if rest and shelf.insight:
        files["references/domain.md"] = rest_page(title, rest, vocabulary)
    if more:
        files[f"references/{vocabulary}s.md"] = more
    files["assets/playbook.md"] = shelf_text(shelf, library)
    return Skill(name, description, page([*head, *common, *_added_section(added, vocabulary, where), *index]), files)


def domain_description(shelf: Shelf, vocabulary: str, subjects: Mapping[str, tuple[str, ...]]) -> str:
    """The domain insight's own words; without one, the only competition's, else the terms of the domain.

    Where documents of projects are behind it, what these are about comes first.
    """
    about = _about(shelf, subjects)
    if shelf.insight:
        return with_subjects(shelf.insight.description, about)
    if len(shelf.competitions) == 1:
        return with_subjects(next(iter(shelf.competitions.values())).description, about)
    topics = ", ".join(i.name.replace("-", " ") for i in shelf.competitions.values())
    if shelf.domain.residual:
        start = "Use when no other skill of this set fits the task"
    else:
        start = f"Use when working on {', '.join(shelf.domain.terms[:6] or about) or shelf.domain.label}"
    counted = count(len(shelf.competitions), vocabulary)
    return shorten(f"{start}. What {counted} taught on: {topics}.", DESCRIPTION_LIMIT)


def _about(shelf: Shelf, subjects: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """What the documents of a shelf are about: of several projects the first of each, then the second, and so on."""
    told = [subjects.get(slug, ()) for slug in shelf.competitions]
    return tuple(dict.fromkeys(phrase for rank in zip_longest(*told) for phrase in rank if phrase))[:MOST]


def _own(shelf: Shelf) -> tuple[Item, ...]:
    """What the page is about: the items of the domain's insight, else of its only competition, else none."""
    if shelf.insight:
        return shelf.insight.items
    only = list(shelf.competitions.values()) if len(shelf.competitions) == 1 else []
    return tuple(item for insight in only for item in insight.items)


def _added(shelf: Shelf) -> list[Item]:
    """Items of single competitions to fill up with, the weightiest.

    None of a residual domain, whose competitions have nothing in common; none that says again what a domain item says.
    """
    if shelf.domain.residual or (not shelf.insight and len(shelf.competitions) == 1):
        return []
    own = _own(shelf)
    said = {key for item in own for key in (*item.evidence, item.topic)} - {None}
    every = [item for insight in shelf.competitions.values() for item in insight.items]
    new = [item for item in every if not said & {*item.evidence, item.topic}]
    return sorted(new, key=importance)[: max(0, ITEMS_WANTED - len(own))]


def _added_section(items: Sequence[Item], vocabulary: str, where: Mapping[str, str]) -> list[str]:
    """Nothing is lost where these have no room: they stand in their own references anyway."""
    if not items:
        return []
    return [f"## Seen in one {vocabulary} only", items_by_aspect(items, vocabulary, level=3, more=where)]


def _usage(shelf: Shelf, vocabulary: str) -> str:
    """How to use the page, in three lines."""
    quotes = "`references/<name>-evidence.md`"
    every = [item for insight in shelf.insights for item in insight.items]
    own = f"`references/domain-evidence.md` for the items here, {quotes} for the rest" if shelf.insight else quotes
    steps = [
        "Check each **If** against your own data, metric and budget; skip what does not hold. Try the others "
        "one at a time, best outcome first, and keep what your own validation confirms.",
        f"Then open the reference of the nearest {vocabulary} in the index at the end: it has finer items.",
        f"The words behind every id are in {own}. {legend(every)}",
    ]
    if len(shelf.competitions) < 2:
        del steps[1]
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, start=1))


def _index(entries: Sequence[_Entry], vocabulary: str, room: Room) -> tuple[list[str], str]:
    """The index as a heading and a list, and the page of those entries that it has no room for (empty where none)."""
    if not entries:
        return [], ""
    heading = f"## Index of {vocabulary}s"
    for length in INDEX_LENGTHS:
        lines = "\n".join(e.line(length) for e in entries)
        if room.after([heading, lines]).is_left:
            return [heading, lines], ""
    shown, rest = split_by_importance(
        entries, lambda e: e.line(INDEX_LENGTHS[-1]), _Entry.importance, room.after([heading, " " * 200])
    )
    note = f"{len(rest)} more {vocabulary}s: `references/{vocabulary}s.md`."
    lines = "\n".join(e.line(INDEX_LENGTHS[-1]) for e in shown)
    every = "\n".join(e.line(INDEX_LENGTHS[0], linked=False) for e in rest)
    more = page([f"# More {vocabulary}s", every])
    return [part for part in (heading, lines, note) if part], more


def _competition_files(entries: Sequence[_Entry], library: Library, sources: Sources) -> dict[str, str]:
    files = {}
    for e in entries:
        evidence = f"{e.stem}-evidence.md"
        files[f"references/{e.stem}.md"] = insight_page(e.title, e.insight, library.vocabulary, evidence)
        files[f"references/{evidence}"] = evidence_page(e.title, e.insight, sources)
    return files
