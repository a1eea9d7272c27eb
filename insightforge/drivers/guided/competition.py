"""Stage competition: what the teams of one competition decided, merged, checked in notebooks, best first."""

from __future__ import annotations

from insightforge.drivers.guided.code import code_evidence, code_lines
from insightforge.drivers.guided.frames import catalogue
from insightforge.drivers.guided.merge import Decision, merge
from insightforge.drivers.guided.metrics import metric_of
from insightforge.drivers.guided.naming import description, from_writeups, kebab
from insightforge.drivers.guided.profile import TaskProfile, profile_of
from insightforge.drivers.guided.reading import Reading, read_prose
from insightforge.drivers.guided.submitting import submit_or_give_up
from insightforge.drivers.guided.writing import NO_OUTCOME, item_draft
from insightforge.records import Competition
from insightforge.workbench import Workbench
from insightforge.workbench.drafts import InsightDraft, ItemDraft

#: More items than this no one reads; a competition of many write-ups keeps its best.
MOST_ITEMS = 45
_CODE_READERS = 12


def assemble_competition(bench: Workbench) -> None:
    """Read everything of the competition, and submit its decisions."""
    competition = bench.task.competitions[0]
    pages = [bench.read_in_full(s.path) for s in competition.of_kind("description", "data-description")]
    metric = metric_of("\n".join(pages), competition.metric)
    readings = [read_prose(bench, s, metric) for s in competition.of_kind("writeup", "document")]
    notebooks = {s.path: bench.read_in_full(s.path) for s in competition.of_kind("notebook")[:_CODE_READERS]}
    profile = profile_of("\n".join(pages), "\n".join(r.text for r in readings), competition.metric)
    lines = {path: code_lines(text) for path, text in notebooks.items()}
    items = _items(merge_readings(readings), readings, lines)
    from_notebooks = not items and bool(notebooks)
    if from_notebooks:
        # No write-up, or none that states a decision (many are instructions for running the code).
        prose = [read_prose(bench, s, metric) for s in competition.of_kind("notebook")[:_CODE_READERS]]
        items = _code_only_items(prose, lines)
    if not items:
        bench.give_up(_nothing_found(readings, len(notebooks)))
        return
    origin = _origin(len(readings), from_notebooks)
    submit_or_give_up(bench, _draft(competition, profile, items, origin, bench.task.code_only))


def merge_readings(readings: list[Reading]) -> tuple[Decision, ...]:
    """The decisions of several write-ups."""
    return merge((finding, reading.source) for reading in readings for finding in reading.findings)


def _items(
    decisions: tuple[Decision, ...], readings: list[Reading], lines: dict[str, list[tuple[int, str]]]
) -> list[ItemDraft]:
    texts = {r.source.path: r.text for r in readings}
    items = []
    for decision in decisions[:MOST_ITEMS]:
        code = code_evidence(decision.frame, lines) if decision.stance == "adopted" else ()
        items.append(item_draft(decision, texts, code))
    return items


def _code_only_items(prose: list[Reading], lines: dict[str, list[tuple[int, str]]]) -> list[ItemDraft]:
    """Decisions that notebooks state in their text, then those that only their code shows."""
    texts = {r.source.path: r.text for r in prose}
    stated = [item_draft(d, texts, code_evidence(d.frame, lines)) for d in merge_readings(prose)]
    known = {item.topic for item in stated}
    shown = [
        ItemDraft(
            aspect=frame.aspect,
            trigger=frame.trigger,
            action=frame.action,
            rationale=f"Seen in the code of a notebook. {NO_OUTCOME}",
            cost=frame.cost,
            evidence=evidence,
            strength="code-only",
            topic=frame.id,
        )
        for frame in catalogue()
        if frame.id not in known and (evidence := code_evidence(frame, lines, limit=3))
    ]
    return (stated + shown)[:MOST_ITEMS]


def _origin(writeups: int, from_notebooks: bool) -> str:
    if not from_notebooks:
        return from_writeups(writeups)
    return "From the notebooks of one source; " + ("its write-ups state no decision." if writeups else "no write-up.")


def _draft(
    competition: Competition, profile: TaskProfile, items: list[ItemDraft], origin: str, code_only: bool
) -> InsightDraft:
    return InsightDraft(
        kind="competition",
        name=kebab(competition.slug),
        description=description(f"Use for {profile.phrase}.", [i.topic for i in items], origin),
        competitions=(competition.slug,),
        items=tuple(items),
        flags=("code-only",) if code_only else (),
    )


def _nothing_found(readings: list[Reading], notebooks: int) -> str:
    """What was read in vain, so that a person can look whether the reason holds."""
    chars = sum(len(r.text) for r in readings)
    parts = [f"{len(readings)} text{'s' if len(readings) != 1 else ''} ({chars:,} characters)"] if readings else []
    parts += [f"{notebooks} notebook{'s' if notebooks != 1 else ''}"] if notebooks else []
    return f"{' and '.join(parts)} read in full; no passage states a decision that the reader knows how to word"
