"""Stages improvement-raw and improvement: problems with their fix and its outcome; then one insight per cluster."""

from __future__ import annotations

import json
from collections import defaultdict

from insightforge.drivers.guided.findings import Finding
from insightforge.drivers.guided.merge import Decision, Voice
from insightforge.drivers.guided.metrics import metric_of
from insightforge.drivers.guided.naming import covered, kebab
from insightforge.drivers.guided.profile import profile_of
from insightforge.drivers.guided.reading import Reading, read_prose
from insightforge.drivers.guided.submitting import submit_or_give_up
from insightforge.drivers.guided.writing import count_word, effect_phrase, item_draft
from insightforge.records import STRENGTHS, Derived, RawImprovement, TaskRecord
from insightforge.workbench import Workbench
from insightforge.workbench.drafts import EvidenceDraft, InsightDraft, ItemDraft, RawDraft

_MOST_QUOTES = 12
#: What is said of a decision that no frame of the catalogue knows more about.
_LIMITATIONS = "One team's report; that it carries over to other data is not shown."
_EXPENSE = "The team does not say what it cost."
_CHECK = "Measure the figure in which the problem shows before and after the change, on the same held-out data."


def assemble_raw(bench: Workbench) -> None:
    """Filter one write-up for a reported problem with an actionable resolution whose outcome is told; submit each."""
    competition = bench.task.competitions[0]
    source = next(s for s in competition.sources if s.path == bench.task.required[0])
    pages = [bench.read_in_full(s.path) for s in competition.of_kind("description", "data-description")]
    reading = read_prose(bench, source, metric_of("\n".join(pages), competition.metric))
    fixes = [f for f in reading.findings if _resolves(f)]
    if not source.first_party or not fixes:
        bench.filtered(_no_fix(reading))
        return
    profile = profile_of("", reading.text, competition.metric)
    drafts = [_raw_draft(f, reading, profile.modality or "any", competition.slug) for f in fixes]
    for _ in range(3):
        results = bench.submit_raw(drafts)
        if all(r.accepted for r in results):
            return
        drafts = [d for d, r in zip(drafts, results, strict=True) if r.accepted]
        if not drafts:
            break
    bench.filtered("problem and resolution were found, and the gate refused every wording of them")


def _resolves(finding: Finding) -> bool:
    """A decision that answers a symptom, taken by the team, with a gain or a result quoted."""
    gained = finding.effect is not None and (finding.effect.direction > 0 or finding.told is not None)
    return finding.frame.problem is not None and finding.stance == "adopted" and gained


def _no_fix(reading: Reading) -> str:
    return f"{len(reading.text):,} characters read; no passage tells a problem, its resolution and what that brought"


def _raw_draft(finding: Finding, reading: Reading, modality: str, slug: str) -> RawDraft:
    voice = Voice(finding, reading.source.voice, reading.source.rank, True)
    item = item_draft(Decision(finding.frame, "adopted", (voice,)), {reading.source.path: reading.text})
    frame = finding.frame
    assert frame.problem is not None and finding.effect is not None
    item = item.model_copy(update={"trigger": frame.problem})
    insight = InsightDraft(
        kind="improvement",
        name=kebab(frame.id),
        description=f"Use when this shows: {frame.problem} Covers {frame.noun}.",
        competitions=(slug,),
        items=(item,),
        limitations=frame.limitations or _LIMITATIONS,
        cost=frame.expense or _EXPENSE,
        check=frame.check or _CHECK,
        outcome=_outcome(finding),
    )
    return RawDraft(
        insight=insight, modality=frame.modality if frame.modality != "any" else modality, solution_stage=frame.stage
    )


def _outcome(finding: Finding) -> str:
    assert finding.effect is not None
    if finding.told:
        return f'The team\'s figures: "{finding.told}"'
    return f"The team reports {effect_phrase(finding.effect)}."


def assemble_improvement(bench: Workbench) -> None:
    """Consolidate a cluster: the resolution with most support becomes the item; the cluster's others are named."""
    raws: dict[str, list[RawImprovement]] = defaultdict(list)
    members = set(bench.task.members)
    for path in bench.task.required:
        record = TaskRecord.model_validate(json.loads(bench.read_in_full(path)))
        for raw in record.raw:
            if raw.item.id in members:
                raws[raw.item.topic or raw.insight.name].append(raw)
    ranked = sorted(raws.items(), key=lambda pair: _standing(pair[0], pair[1]))
    if not ranked:
        bench.give_up("none of its raw improvements is left")
        return
    topic, group = ranked[0]
    submit_or_give_up(bench, _consolidated(bench, topic, group, [t for t, _ in ranked[1:]]))


def _standing(topic: str, group: list[RawImprovement]) -> tuple[int, int, str]:
    slugs = {s for raw in group for s in raw.insight.competitions}
    return (-len(slugs), min(STRENGTHS.index(raw.item.strength) for raw in group), topic)


def _consolidated(bench: Workbench, topic: str, group: list[RawImprovement], others: list[str]) -> InsightDraft:
    group = sorted(group, key=lambda raw: (STRENGTHS.index(raw.item.strength), raw.item.id))
    evidence = [
        EvidenceDraft(source=e.source, quote=e.quote, role=e.role, start=e.start)
        for raw in group
        for e in raw.insight.evidence
    ][:_MOST_QUOTES]
    cited = {e.source for e in evidence}
    slugs = tuple(sorted({bench.task.slug_of(path) for path in cited}))
    outcomes = list(
        dict.fromkeys(
            raw.insight.outcome
            for raw in group
            if raw.insight.outcome and cited & {e.source for e in raw.insight.evidence}
        )
    )
    rationale, derived = _told(group, slugs, outcomes, bench.task.noun)
    lead = group[0]
    item = ItemDraft(
        aspect=lead.item.aspect,
        trigger=lead.item.trigger,
        action=lead.item.action,
        rationale=rationale,
        cost=lead.item.cost,
        evidence=tuple(dict.fromkeys(evidence)),
        derived=derived,
        topic=topic,
    )
    also = covered(others)
    return InsightDraft(
        kind="improvement",
        name=kebab(topic),
        description=f"{lead.insight.description.rstrip('.')}" + (f"; related: {also}." if also else "."),
        competitions=slugs,
        items=(item,),
        limitations=lead.insight.limitations,
        cost=lead.insight.cost,
        check=lead.insight.check,
        outcome=" ".join(_in_turn(outcomes[:3])),
    )


def _told(
    group: list[RawImprovement], slugs: tuple[str, ...], outcomes: list[str], noun: str
) -> tuple[str, tuple[Derived, ...]]:
    parts: list[str] = []
    derived: tuple[Derived, ...] = ()
    if len(slugs) > 1:
        parts.append(f"Teams in {count_word(len(slugs))} {noun}s did this.")
        derived = (Derived(value=count_word(len(slugs)), how="count"),)
    parts += _in_turn(outcomes[:2])
    reason = next(
        (raw.item.rationale.partition("Reason given: ")[2] for raw in group if "Reason given: " in raw.item.rationale),
        "",
    )
    if reason:
        parts.append("Reason given: " + reason.split('". ')[0].rstrip('."') + '".')
    return " ".join(parts), derived


def _in_turn(outcomes: list[str]) -> list[str]:
    """ "The team reports A.", "The team reports B." → "One team reports A.", "Another reports B." """
    if len(outcomes) < 2:
        return outcomes
    return [
        o.replace("The team reports", "One team reports" if i == 0 else "Another reports", 1)
        for i, o in enumerate(outcomes)
    ]
