"""Which tasks there are in each stage, and what has none. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from insightforge.records import Competition, Domain, Source, SourceKind, Stage
from insightforge.stages.keys import raw_keys
from insightforge.stages.world import Cluster, RawItem, World
from insightforge.workbench.task import AssemblyTask

#: Kinds of sources that tell what was done, and must be read in full.
WRITEUPS: tuple[SourceKind, ...] = ("writeup", "document")
DESCRIPTIONS: tuple[SourceKind, ...] = ("description", "data-description")
#: A domain insight needs what at least so many competitions support.
LEAST_COMPETITIONS = 2


@dataclass(frozen=True)
class Draft:
    """A task before it is compared with its record.

    `records` are paths of the records that it reconciles, with their hashes; `blocked` says what it waits for.
    """

    task: AssemblyTask
    records: dict[str, str] = field(default_factory=dict)
    blocked: str = ""


#: A task, or the name of something that has none, with the reason.
Found = Draft | tuple[str, str]


def tasks_of(stage: Stage, world: World, unsettled: Sequence[str]) -> list[Found]:
    """Everything that a stage is about. `unsettled` are keys of tasks of the stage before it that are still to run."""
    match stage:
        case "competition":
            return list(_competitions(world))
        case "domain":
            return list(_domains(world, unsettled))
        case "improvement-raw":
            return list(_raw(world))
        case "improvement":
            return list(_improvements(world, unsettled))


def has_task(competition: Competition) -> bool:
    """Whether there is anything to assemble from: a readable write-up, document or notebook."""
    return bool(competition.of_kind(*WRITEUPS, "notebook"))


def _competitions(world: World) -> Iterator[Found]:
    for slug, competition in world.competitions.items():
        if not has_task(competition):
            yield slug, _nothing_to_read(competition)
            continue
        writeups, notebooks = competition.of_kind(*WRITEUPS), competition.of_kind("notebook")
        required = _paths((*competition.of_kind(*DESCRIPTIONS), *(writeups or notebooks)))
        yield Draft(AssemblyTask("competition", slug, (competition,), required, code_only=not writeups))


def _nothing_to_read(competition: Competition) -> str:
    """Why a competition has no task."""
    passed_over = [s for s in competition.sources if s.kind in (*WRITEUPS, "notebook") and not s.readable]
    if not passed_over:
        return "no document" if competition.noun == "project" else "neither write-up nor notebook"
    why = "; ".join(sorted({s.unread or s.problem or "unreadable" for s in passed_over}))
    what = "document(s)" if competition.noun == "project" else "write-up(s) or notebook(s)"
    return f"{len(passed_over)} {what}, none readable: {why}"


def _domains(world: World, unsettled: Sequence[str]) -> Iterator[Found]:
    for domain in world.domains:
        members = [s for s in domain.competitions if s in world.competitions and has_task(world.competitions[s])]
        waiting = [s for s in members if s in unsettled]
        with_insight = [s for s in members if _has_insight(world, s)]
        task, records = _domain_task(world, domain, with_insight)
        noun = "project" if {world.competitions[s].noun for s in members} == {"project"} else "competition"
        if waiting:
            yield Draft(task, records, f"waits for {len(waiting)} of {len(members)} {noun}s: {some(waiting)}")
        elif len(with_insight) < LEAST_COMPETITIONS:
            found = f"{len(with_insight)} {noun}(s) with an insight"
            yield domain.id, f"{found}; a domain insight needs {LEAST_COMPETITIONS}"
        else:
            yield Draft(task, records)


def _has_insight(world: World, slug: str) -> bool:
    stored = world.records.get(("competition", slug))
    return stored is not None and stored.record.insight is not None


def _domain_task(world: World, domain: Domain, slugs: list[str]) -> tuple[AssemblyTask, dict[str, str]]:
    competitions = tuple(world.competitions[s] for s in sorted(slugs))
    records = {s.path: s.sha256 for slug in sorted(slugs) if (s := world.records.get(("competition", slug)))}
    descriptions = _paths(tuple(s for c in competitions for s in c.of_kind(*DESCRIPTIONS)))
    required = (*descriptions, *records)
    return AssemblyTask("domain", domain.id, competitions, required, label=domain.label, terms=domain.terms), records


def _raw(world: World) -> Iterator[Found]:
    for competition in world.competitions.values():
        for key, writeup in raw_keys(competition.slug, competition.of_kind(*WRITEUPS)):
            # Other write-ups and notebooks are no part of the task, so that a change in them does not touch it.
            kept = tuple(s for s in competition.sources if s.kind in DESCRIPTIONS or s == writeup)
            alone = competition.model_copy(update={"sources": kept})
            yield Draft(AssemblyTask("improvement-raw", key, (alone,), (writeup.path,)))


def _improvements(world: World, waiting: Sequence[str]) -> Iterator[Found]:
    items = {item.id: item for item in world.raw_items()}
    if world.clusters is None:
        if items or waiting:
            what = f"wait for {len(waiting)} write-ups: {some(waiting)}" if waiting else "are made at the next run"
            yield "clusters", what
        return
    for cluster in world.clusters:
        members = [items[m] for m in cluster.members if m in items]
        if not members:
            if not cluster.residual:
                yield cluster.id, "no raw improvement is left in it"
            continue
        blocked = f"waits for {len(waiting)} write-ups: {some(waiting)}" if waiting else ""
        yield replace(_cluster_draft(world, cluster, members), blocked=blocked)


def _cluster_draft(world: World, cluster: Cluster, members: list[RawItem]) -> Draft:
    stored = [world.records["improvement-raw", key] for key in sorted({m.key for m in members})]
    records = {s.path: s.sha256 for s in stored}
    cited = {e.source for m in members for e in m.raw.insight.evidence}
    competitions = tuple(
        c.model_copy(update={"sources": kept})
        for c in world.competitions.values()
        if (kept := tuple(s for s in c.sources if s.path in cited))
    )
    task = AssemblyTask(
        "improvement",
        cluster.id,
        competitions,
        tuple(records),
        members=tuple(m.id for m in members),
        label=cluster.label,
        terms=cluster.terms,
    )
    return Draft(task, records)


def _paths(sources: tuple[Source, ...]) -> tuple[str, ...]:
    return tuple(s.path for s in sources)


def some(names: Sequence[str], most: int = 3) -> str:
    """The first few names, and how many more."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")
