"""What a workspace holds: how the tasks ended, how strong the items are, what was not read and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from insightforge.bundles.library import RecordFile, preferred, record_files
from insightforge.records import STAGES, STRENGTHS, Competition, Item, Stage, TaskRecord
from insightforge.workspace import Workspace


@dataclass(frozen=True)
class GiveUp:
    """A task that ended without an insight, and why."""

    stage: Stage
    key: str
    reason: str


@dataclass(frozen=True)
class SourceNote:
    """A source that no assembler reads: unreadable (`problem`), or readable and passed over (`unread`)."""

    path: str
    kind: str
    reason: str


@dataclass(frozen=True)
class StatusReport:
    """The state of a workspace.

    Attributes:
        competitions: how many there are; `idle` are those with neither write-up nor notebook nor document.
        outcomes: per stage, tasks by how they ended.
        items: per kind of insight, how many items.
        strength: per kind of insight, items by kind of outcome.
        teams, spread: items by the number of teams and of competitions behind them (of all competition and
            improvement insights, and of domain and improvement insights).
        sources: those not read, with why.
        problems: records and metadata that cannot be read.
    """

    competitions: int
    idle: tuple[str, ...]
    outcomes: Mapping[Stage, Mapping[str, int]]
    strength: Mapping[str, Mapping[str, int]]
    teams: Mapping[int, int]
    spread: Mapping[int, int]
    give_ups: tuple[GiveUp, ...]
    sources: tuple[SourceNote, ...]
    problems: tuple[str, ...]

    @property
    def items(self) -> dict[str, int]:
        """Items by kind of insight."""
        return {kind: sum(counts.values()) for kind, counts in self.strength.items()}


def status(workspace: Workspace) -> StatusReport:
    """Look at a workspace; nothing is computed anew and nothing is written."""
    from insightforge.corpus import load_corpus

    files = record_files(workspace)
    records = preferred(files, workspace.settings.assembly.prefer)
    corpus = load_corpus(workspace)
    report = summarise(corpus.competitions, records.values(), files)
    told = {note.path for note in report.sources}
    others = tuple(f"{path}: {reason}" for path, reason in corpus.problems if path not in told)
    return replace(report, problems=(*report.problems, *others))


def summarise(
    competitions: Sequence[Competition], records: Iterable[TaskRecord], files: Iterable[RecordFile] = ()
) -> StatusReport:
    """The report of these competitions and records. Pure."""
    kept = sorted(records, key=lambda r: (STAGES.index(r.stage), r.key))
    items = {kind: _items(kept, kind) for kind in ("competition", "domain", "improvement")}
    return StatusReport(
        competitions=len(competitions),
        idle=tuple(c.slug for c in competitions if not c.of_kind("writeup", "notebook", "document")),
        outcomes={
            stage: dict(sorted(Counter(r.outcome for r in kept if r.stage == stage).items())) for stage in STAGES
        },
        strength={kind: _by_strength(found) for kind, found in items.items()},
        teams=_histogram(i.support.teams for i in (*items["competition"], *items["improvement"])),
        spread=_histogram(i.support.competitions for i in (*items["domain"], *items["improvement"])),
        give_ups=tuple(GiveUp(r.stage, r.key, r.reason or "no reason given") for r in kept if r.outcome == "gave-up"),
        sources=tuple(_source_notes(competitions)),
        problems=tuple(f.problem for f in files if f.problem),
    )


def _items(records: Iterable[TaskRecord], kind: str) -> list[Item]:
    """Items of shipped insights; raw improvements are inputs of consolidated ones and not counted."""
    return [item for r in records if r.insight and r.insight.kind == kind for item in r.insight.items]


def _by_strength(items: Iterable[Item]) -> dict[str, int]:
    counts = Counter(item.strength for item in items)
    return {strength: counts[strength] for strength in STRENGTHS}


def _histogram(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))


def _source_notes(competitions: Sequence[Competition]) -> Iterable[SourceNote]:
    for competition in competitions:
        for source in competition.sources:
            if reason := source.problem or source.unread:
                yield SourceNote(source.path, "unreadable" if source.problem else "unread", reason)
