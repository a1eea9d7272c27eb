"""Stage domain: what the competition insights of one domain agree on. Only what at least two competitions support."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass

from insightforge.drivers.guided.frames import frame_of
from insightforge.drivers.guided.naming import description, kebab
from insightforge.drivers.guided.profile import profile_of
from insightforge.drivers.guided.submitting import submit_or_give_up
from insightforge.drivers.guided.writing import NO_OUTCOME, count_word
from insightforge.records import STRENGTHS, Derived, Evidence, Insight, Item, TaskRecord
from insightforge.workbench import Workbench
from insightforge.workbench.drafts import EvidenceDraft, InsightDraft, ItemDraft

MOST_ITEMS = 40
_PER_COMPETITION = 3
_MOST_COMPETITIONS = 6
_REPORT = re.compile(r"\b(?:The team|One team|Another) reports (?P<what>.*?)\.(?=\s[A-Z]|$)")


@dataclass(frozen=True)
class _Said:
    """An item of a competition insight, with its quotes."""

    slug: str
    item: Item
    evidence: tuple[Evidence, ...]

    @property
    def adopted(self) -> bool:
        frame = frame_of(self.item.topic or "")
        return frame is None or self.item.action == frame.action

    @property
    def order(self) -> tuple[int, int, str]:
        return (STRENGTHS.index(self.item.strength), -self.item.support.teams, self.slug)


def assemble_domain(bench: Workbench) -> None:
    """Reconcile the domain's competition insights by decision."""
    pages = []
    said: dict[str, list[_Said]] = defaultdict(list)
    for path in bench.task.required:
        text = bench.read_in_full(path)
        if not path.endswith(".json"):
            pages.append(text)
            continue
        record = TaskRecord.model_validate(json.loads(text))
        if record.insight:
            for one in _items_of(record.key, record.insight):
                said[one.item.topic or ""].append(one)
    said.pop("", None)
    items = sorted((item for voices in said.values() if (item := _reconcile(voices, bench.task.noun))), key=_by_breadth)
    if not items:
        bench.give_up(f"no decision is supported by two {bench.task.noun}s of the domain")
        return
    label = bench.task.label or bench.task.key
    slugs = {bench.task.slug_of(e.source) for one in items[:MOST_ITEMS] for e in one.evidence}
    profile = profile_of("\n".join(pages), "")
    opening = f"Use for {_in_sentence(label)} tasks, such as {profile.phrase}."
    origin = f"From {count_word(len(slugs))} sources that agree."
    draft = InsightDraft(
        kind="domain",
        name=kebab(bench.task.key),
        description=description(opening, [i.topic for i in items], origin),
        competitions=tuple(sorted(slugs)),
        items=tuple(items[:MOST_ITEMS]),
    )
    submit_or_give_up(bench, draft)


def _in_sentence(label: str) -> str:
    """A label as it stands inside a sentence: its capital goes, unless it is an abbreviation's."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]


def _items_of(slug: str, insight: Insight) -> list[_Said]:
    return [_Said(slug, item, insight.evidence_of(item)) for item in insight.items]


def _by_breadth(draft: ItemDraft) -> tuple[int, int, str]:
    sources = {e.source for e in draft.evidence}
    return (-len(sources), STRENGTHS.index(draft.strength or "stated"), draft.topic or "")


def _reconcile(voices: list[_Said], noun: str) -> ItemDraft | None:
    """One item of what two or more competitions say of one decision; a lone voice against it is told as such."""
    adopted = sorted((v for v in voices if v.adopted), key=lambda v: v.order)
    rejected = sorted((v for v in voices if not v.adopted), key=lambda v: v.order)
    chorus, against = (adopted, rejected) if len(adopted) >= len(rejected) else (rejected, adopted)
    if len({v.slug for v in chorus}) < 2:
        return None
    chorus = chorus[:_MOST_COMPETITIONS]
    lead = chorus[0].item
    evidence = [e for voice in chorus for e in _best_quotes(voice)]
    rationale, derived = _rationale(chorus, against, noun)
    if against:
        evidence += _best_quotes(against[0])
    return ItemDraft(
        aspect=lead.aspect,
        trigger=lead.trigger,
        action=lead.action,
        rationale=rationale,
        cost=lead.cost,
        evidence=tuple(dict.fromkeys(evidence)),
        derived=derived,
        dissent=tuple(sorted({e.source for e in _best_quotes(against[0])})) if against else (),
        strength=lead.strength,
        topic=lead.topic,
    )


def _best_quotes(voice: _Said) -> list[EvidenceDraft]:
    agreeing = [e for e in voice.evidence if e.source not in voice.item.dissent]
    ranked = sorted(agreeing, key=lambda e: ("outcome", "action", "condition").index(e.role))
    return [
        EvidenceDraft(source=e.source, quote=e.quote, role=e.role, start=e.start) for e in ranked[:_PER_COMPETITION]
    ]


def _rationale(chorus: list[_Said], against: list[_Said], noun: str) -> tuple[str, tuple[Derived, ...]]:
    count = len({v.slug for v in chorus})
    verb = "did this" if chorus[0].adopted else "tried this in vain"
    parts = [f"Teams in {count_word(count)} {noun}s {verb}."]
    reports = [
        found.group("what")
        for v in chorus
        if (found := _REPORT.search(v.item.rationale)) and _quoted(found.group("what"), v)
    ]
    subjects = ("One team reports", "Another reports")
    parts += [f"{subject} {what}." for subject, what in zip(subjects, reports, strict=False)]
    if not reports:
        parts.append(NO_OUTCOME)
    if against:
        parts.append(f"A team of another {noun} found otherwise.")
    return " ".join(parts), (Derived(value=count_word(count), how="count"),)


def _quoted(report: str, voice: _Said) -> bool:
    """Whether every number of a report stands in the quotes that are taken along."""
    taken = " ".join(e.quote for e in _best_quotes(voice))
    return all(number in taken for number in re.findall(r"\d*\.?\d+", report))
