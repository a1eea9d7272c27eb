"""Single pages as Markdown text: an item, an insight, an improvement, the evidence behind them. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from insightforge.bundles.licences import may_quote
from insightforge.bundles.markdown import code, fenced, inline, paragraph
from insightforge.bundles.scan import without_secrets
from insightforge.bundles.words import ASPECT_HEADINGS, STRENGTH_WORDS, backing
from insightforge.records import ASPECTS, Evidence, Insight, Item, Source


@dataclass(frozen=True)
class Sources:
    """What evidence pages say of sources, and whether they may show their words (`mode` as in `may_quote`)."""

    by_path: Mapping[str, Source]
    mode: str


def item_block(item: Item, vocabulary: str, more: str | None = None) -> str:
    """An item as a list entry: condition, and below it action, reason, and its id with what it rests on.

    `more` is the file that has its evidence, where that is not the usual one.
    """
    excludes = ", ".join(f"`{other}`" for other in item.excludes)
    notes = [f"`{item.id}`", backing(item, vocabulary), f"{item.cost} cost", f"not with {excludes}" if excludes else ""]
    notes += [f"from `{more}`"] if more else []
    return "\n".join(
        (
            f"- **If:** {inline(item.trigger)}",
            f"  - **Then:** {inline(item.action)}",
            f"  - **Why:** {inline(item.rationale)}",
            f"  - {' · '.join(n for n in notes if n)}",
        )
    )


def items_by_aspect(
    items: Iterable[Item], vocabulary: str, level: int = 2, more: Mapping[str, str] | None = None
) -> str:
    """Items under one heading per aspect, aspects in their fixed order, items in the order given.

    `more` has the file of an item's evidence by the item's id, see `item_block`.
    """
    given, where = tuple(items), more or {}
    sections = []
    for aspect in ASPECTS:
        blocks = [item_block(item, vocabulary, where.get(item.id)) for item in given if item.aspect == aspect]
        if blocks:
            sections.append("\n\n".join((f"{'#' * level} {ASPECT_HEADINGS[aspect]}", "\n".join(blocks))))
    return "\n\n".join(sections)


def legend(items: Iterable[Item]) -> str:
    """One line that explains the kinds of outcome that these items have, best first."""
    met = {item.strength for item in items}
    said = (f"{kind} = {words}" for kind, words in STRENGTH_WORDS.items() if kind in met)
    return f"Kinds of outcome, best first: {'; '.join(said)}."


def insight_page(title: str, insight: Insight, vocabulary: str, evidence_file: str | None) -> str:
    """A competition's or a domain's insight as a page of its own."""
    parts = [f"# {inline(title)}", paragraph(insight.description)]
    if "code-only" in insight.flags:
        parts.append("Read from code alone: no text says why these choices were made.")
    if evidence_file:
        parts.append(f"Evidence for every id: `{evidence_file}`.")
    parts.append(items_by_aspect(insight.items, vocabulary))
    return page(parts)


def improvement_page(title: str, insight: Insight, vocabulary: str, evidence_file: str | None, level: int = 1) -> str:
    """An improvement: its item, then outcome, limits, cost and how to check that it worked."""
    facts = (
        ("Outcome", insight.outcome),
        ("Limitations", insight.limitations),
        ("Cost", insight.cost),
        ("Check", insight.check),
    )
    parts = [f"{'#' * level} {inline(title)}", paragraph(insight.description)]
    parts += [item_block(item, vocabulary) for item in insight.items]
    parts += [f"**{label}:** {inline(text)}" for label, text in facts if text]
    if evidence_file:
        parts.append(f"Evidence: `{evidence_file}`.")
    return page(parts)


def evidence_page(title: str, insight: Insight, sources: Sources) -> str:
    """Where every item's evidence stands: verbatim quotes where the source's licence permits, else where to look."""
    paths = sorted({e.source for e in insight.evidence})
    number = {path: place for place, path in enumerate(paths, start=1)}
    parts = [
        f"# Evidence: {inline(title)}",
        "Positions count characters (Unicode code points) of the source's derived text. Quotes are verbatim; "
        "where a source may not be copied only its position stands here.",
        "## Sources",
        "\n".join(_source_line(number[path], path, sources) for path in paths),
    ]
    for item in insight.items:
        parts.append(f"## {item.id}\n\n{paragraph(item.action)}")
        parts += [_evidence_block(e, number[e.source], sources) for e in insight.evidence_of(item)]
    return page(parts)


def page(parts: Sequence[str]) -> str:
    """Parts as one text, a blank line between them, ending in a newline."""
    return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"


def _source_line(number: int, path: str, sources: Sources) -> str:
    """`1. path · team X · rank 2 · 2024-05-01 · licence MIT · URL · SHA-256 of the derived text`."""
    source = sources.by_path.get(path)
    facts = [code(path)]
    if source is None:
        facts.append("not in this workspace any more")
    else:
        facts += [f"team {inline(source.team)}"] if source.team else []
        facts += [f"rank {source.rank}"] if source.rank is not None else []
        facts += [inline(source.posted)] if source.posted else []
        facts.append(f"licence {inline(source.license)}" if source.license else "no licence stated")
        facts += [inline(where)] if (where := source.url or source.provenance) else []
        facts += [f"text SHA-256 {source.text_sha256}"] if source.text_sha256 else []
    return f"{number}. " + " · ".join(map(without_secrets, facts))


def _evidence_block(evidence: Evidence, number: int, sources: Sources) -> str:
    where = f"- `{evidence.id}` {evidence.role} · source {number}, characters {evidence.start}–{evidence.end}"
    if may_quote(sources.by_path.get(evidence.source), sources.mode):
        return f"{where}\n{fenced(evidence.quote, '  ')}"
    return f"{where} · by reference"
