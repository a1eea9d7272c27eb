"""Whole skills as texts: a domain's, that of the improvements, a single insight's (flat layout). Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from insightforge.bundles.frontmatter import description_text, shorten
from insightforge.bundles.library import Library, Shelf
from insightforge.bundles.markdown import inline, link, one_line, paragraph
from insightforge.bundles.naming import file_stem, title_of
from insightforge.bundles.pages import (
    Sources,
    evidence_page,
    improvement_page,
    insight_page,
    item_block,
    items_by_aspect,
    legend,
    page,
)
from insightforge.bundles.paging import Room, split_by_importance
from insightforge.bundles.playbook import shelf_text
from insightforge.bundles.words import ASPECT_HEADINGS, backing, best_strength, count, importance, years
from insightforge.records import ASPECTS, DESCRIPTION_LIMIT, Insight, Item

#: Lengths tried for the descriptions in an index, longest first.
INDEX_LENGTHS = (220, 160, 110, 70)
#: Share of a domain skill's page that its index may take.
INDEX_SHARE = 0.4
#: Items of single competitions shown in the skill of a domain that has no insight of its own.
BORROWED_ITEMS = 20


@dataclass(frozen=True)
class Skill:
    """A skill before its description is cut to what a listing has room for. `files` are relative to its folder."""

    name: str
    description: str
    body: str
    files: Mapping[str, str]


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


# ---- a domain --------------------------------------------------------------------------------------------------------


def domain_skill(shelf: Shelf, library: Library, sources: Sources, name: str) -> Skill:
    """A domain: its items, then an index of its competitions, whose insights and evidence stand in references."""
    taken: set[str] = set()
    entries = [_Entry(library.title(slug), file_stem(slug, taken), i) for slug, i in shelf.competitions.items()]
    description = domain_description(shelf, library.vocabulary)
    files = _competition_files(entries, library, sources)
    head = [f"# {inline(shelf.domain.label)}", paragraph(description), _domain_usage(shelf, library.vocabulary)]
    room = Room().after(head)
    index, more = _index(entries, library.vocabulary, room.share(INDEX_SHARE) if _items(shelf) else room)
    shown, rest = split_by_importance(
        _items(shelf), lambda i: item_block(i, library.vocabulary), importance, room.after(index)
    )
    if shelf.insight:
        title = shelf.domain.label
        files["references/domain-evidence.md"] = evidence_page(title, shelf.insight, sources)
        if rest:
            files["references/domain.md"] = _rest_page(title, rest, library.vocabulary)
    if more:
        files[f"references/{library.vocabulary}s.md"] = more
    files["assets/playbook.md"] = shelf_text(shelf, library)
    sections = [*head, _borrowed_note(shelf, library.vocabulary) if shown else ""]
    sections.append(items_by_aspect(shown, library.vocabulary))
    sections.append(_rest_note(len(rest), "references/domain.md") if rest and shelf.insight else "")
    return Skill(name, description, page([*sections, *index]), files)


def domain_description(shelf: Shelf, vocabulary: str) -> str:
    """The domain insight's own words; without one, the only competition's, else the terms of the domain."""
    if shelf.insight:
        return shelf.insight.description
    if len(shelf.competitions) == 1:
        return next(iter(shelf.competitions.values())).description
    topics = ", ".join(i.name.replace("-", " ") for i in shelf.competitions.values())
    if shelf.domain.residual:
        start = "Use when no other skill of this set fits the task"
    else:
        start = f"Use when working on {', '.join(shelf.domain.terms[:6]) or shelf.domain.label}"
    counted = count(len(shelf.competitions), vocabulary)
    return shorten(f"{start}. What {counted} taught on: {topics}.", DESCRIPTION_LIMIT)


def _items(shelf: Shelf) -> list[Item]:
    """What SKILL.md shows: the domain's items, else the weightiest of its competitions, unless these are unrelated."""
    if shelf.insight:
        return list(shelf.insight.items)
    if shelf.domain.residual and len(shelf.competitions) > 1:
        return []
    every = [item for insight in shelf.competitions.values() for item in insight.items]
    return sorted(every, key=importance)[:BORROWED_ITEMS]


def _domain_usage(shelf: Shelf, vocabulary: str) -> str:
    quotes = "`references/<name>-evidence.md`"
    every = [item for insight in shelf.insights for item in insight.items]
    own = f"`references/domain-evidence.md` for the items here, {quotes} for the rest" if shelf.insight else quotes
    return "\n".join(
        (
            "1. Check each **If** against your own data, metric and budget; skip what does not hold. Try the others "
            "one at a time, best outcome first, and keep what your own validation confirms.",
            f"2. Then open the reference of the nearest {vocabulary} in the index at the end: it has finer items.",
            f"3. The words behind every id are in {own}. {legend(every)}",
        )
    )


def _borrowed_note(shelf: Shelf, vocabulary: str) -> str:
    if shelf.insight:
        return ""
    return f"The items below come from single {vocabulary}s; none is confirmed by a second one."


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


# ---- improvements ----------------------------------------------------------------------------------------------------


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
        note = _rest_note(len(rest), "references/improvements.md")
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


# ---- a single insight ------------------------------------------------------------------------------------------------


def insight_skill(title: str, insight: Insight, vocabulary: str, sources: Sources, name: str) -> Skill:
    """One insight as one skill, its evidence beside it."""
    files = {"references/evidence.md": evidence_page(title, insight, sources)}
    usage = (
        "Check each **If** against your own data, metric and budget; act on those that hold and keep what your own "
        f"validation confirms. The words behind every id are in `references/evidence.md`. {legend(insight.items)}"
    )
    if insight.kind == "improvement":
        return Skill(
            name, insight.description, page([improvement_page(title, insight, vocabulary, None), usage]), files
        )
    flagged = "Read from code alone: no write-up says why." if "code-only" in insight.flags else ""
    head = [f"# {inline(title)}", paragraph(insight.description), usage, flagged]
    shown, rest = split_by_importance(
        insight.items, lambda i: item_block(i, vocabulary), importance, Room().after(head)
    )
    note = ""
    if rest:
        files["references/more.md"] = _rest_page(title, rest, vocabulary)
        note = _rest_note(len(rest), "references/more.md")
    return Skill(name, insight.description, page([*head, items_by_aspect(shown, vocabulary), note]), files)


def _rest_page(title: str, rest: Sequence[Item], vocabulary: str) -> str:
    return page([f"# {inline(title)}: further items", items_by_aspect(rest, vocabulary)])


def _rest_note(number: int, path: str) -> str:
    return f"{count(number, 'further entry') if number == 1 else f'{number} further entries'} of less weight: `{path}`."
