"""One insight as one skill, as the flat layout has it. Pure functions."""

from __future__ import annotations

from insightforge.bundles.markdown import inline, paragraph
from insightforge.bundles.pages import (
    Sources,
    evidence_page,
    improvement_page,
    item_block,
    items_by_aspect,
    legend,
    page,
)
from insightforge.bundles.paging import Room, split_by_importance
from insightforge.bundles.skill import Skill, rest_note, rest_page
from insightforge.bundles.words import importance
from insightforge.records import Insight


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
    flagged = "Read from code alone: no text says why." if "code-only" in insight.flags else ""
    head = [f"# {inline(title)}", paragraph(insight.description), usage, flagged]
    shown, rest = split_by_importance(
        insight.items, lambda i: item_block(i, vocabulary), importance, Room().after(head)
    )
    note = ""
    if rest:
        files["references/more.md"] = rest_page(title, rest, vocabulary)
        note = rest_note(len(rest), "references/more.md")
    return Skill(name, insight.description, page([*head, items_by_aspect(shown, vocabulary), note]), files)
