"""What there is to do: the tasks of a stage with their fingerprints, and why each is to run or not. Pure.

A task's fingerprint hashes all that its driver can see (the competitions' facts and the content of their sources, the
records it reconciles, its members) and all that decides what the driver makes of it (driver, version, model, prompts,
parameters). Same fingerprint, same work: resume, incremental update and `--redo` are this one mechanism.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from insightforge.artifacts import fingerprint
from insightforge.records import Competition, Domain, Manifest, Source, SourceKind, Stage
from insightforge.stages.keys import raw_keys
from insightforge.stages.store import Stored
from insightforge.stages.world import Cluster, RawItem, World
from insightforge.workbench.task import AssemblyTask

Status = Literal["new", "changed", "redo", "up-to-date", "blocked"]

#: Kinds of sources that tell what was done, and must be read in full.
WRITEUPS: tuple[SourceKind, ...] = ("writeup", "document")
DESCRIPTIONS: tuple[SourceKind, ...] = ("description", "data-description")
#: A domain insight needs what at least so many competitions support.
LEAST_COMPETITIONS = 2


@dataclass(frozen=True)
class PlannedTask:
    """A task, whether it is to run, and why (or why not). `manifest` goes into its record."""

    task: AssemblyTask
    manifest: Manifest
    status: Status
    reason: str

    @property
    def to_run(self) -> bool:
        return self.status in ("new", "changed", "redo")

    @property
    def size(self) -> int:
        """Characters of its sources: what makes a task long."""
        return sum(s.chars for c in self.task.competitions for s in c.sources)


@dataclass(frozen=True)
class StagePlan:
    """A stage's tasks by key; `listed`: things without a task, with the reason; `retired`: records without one."""

    stage: Stage
    tasks: tuple[PlannedTask, ...] = ()
    listed: tuple[tuple[str, str], ...] = ()
    retired: tuple[Stored, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether nothing of the stage is left to do, so that a later stage may build on the whole of it."""
        return all(t.status == "up-to-date" for t in self.tasks)

    def unsettled(self) -> tuple[str, ...]:
        return tuple(t.task.key for t in self.tasks if t.status != "up-to-date")


@dataclass(frozen=True)
class _Draft:
    """A task before it is compared with its record. `records` are paths of records that it reconciles, by hash."""

    task: AssemblyTask
    records: dict[str, str] = field(default_factory=dict)
    blocked: str = ""


_Found = _Draft | tuple[str, str]


def plan_stage(stage: Stage, world: World) -> StagePlan:
    """The plan of one stage, sorted by key."""
    makers: dict[Stage, Callable[[World], Iterator[_Found]]] = {
        "competition": _competitions,
        "domain": _domains,
        "improvement-raw": _raw,
        "improvement": _improvements,
    }
    found = list(makers[stage](world))
    drafts = sorted((f for f in found if isinstance(f, _Draft)), key=lambda d: d.task.key)
    tasks = tuple(_judge(draft, world) for draft in drafts)
    keys = {t.task.key for t in tasks}
    return StagePlan(
        stage,
        tasks,
        tuple(sorted(f for f in found if isinstance(f, tuple))),
        tuple(s for (of, key), s in sorted(world.records.items()) if of == stage and key not in keys),
    )


def redo(plan: StagePlan) -> StagePlan:
    """The same plan, with everything that is up to date done again."""
    tasks = (replace(t, status="redo", reason="asked for") if t.status == "up-to-date" else t for t in plan.tasks)
    return replace(plan, tasks=tuple(tasks))


# ---- the tasks of each stage -----------------------------------------------------------------------------------------


def has_task(competition: Competition) -> bool:
    """Whether there is anything to assemble from: a readable write-up, document or notebook."""
    return bool(competition.of_kind(*WRITEUPS, "notebook"))


def _competitions(world: World) -> Iterator[_Found]:
    for slug, competition in world.competitions.items():
        if not has_task(competition):
            yield slug, _nothing_to_read(competition)
            continue
        writeups, notebooks = competition.of_kind(*WRITEUPS), competition.of_kind("notebook")
        required = _paths((*competition.of_kind(*DESCRIPTIONS), *(writeups or notebooks)))
        yield _Draft(AssemblyTask("competition", slug, (competition,), required, code_only=not writeups))


def _nothing_to_read(competition: Competition) -> str:
    """Why a competition has no task."""
    passed_over = [s for s in competition.sources if s.kind in (*WRITEUPS, "notebook") and not s.readable]
    if not passed_over:
        return "neither write-up nor notebook"
    why = "; ".join(sorted({s.unread or s.problem or "unreadable" for s in passed_over}))
    return f"{len(passed_over)} write-up(s) or notebook(s), none readable: {why}"


def _domains(world: World) -> Iterator[_Found]:
    plan = plan_stage("competition", world)
    unsettled, tasked = set(plan.unsettled()), {t.task.key for t in plan.tasks}
    for domain in world.domains:
        members = [s for s in domain.competitions if s in tasked]
        waiting = [s for s in members if s in unsettled]
        with_insight = [s for s in members if _has_insight(world, s)]
        task, records = _domain_task(world, domain, with_insight)
        if waiting:
            yield _Draft(task, records, f"waits for {len(waiting)} of {len(members)} competitions: {_some(waiting)}")
        elif len(with_insight) < LEAST_COMPETITIONS:
            yield (
                domain.id,
                f"{len(with_insight)} competition(s) with an insight; a domain insight needs {LEAST_COMPETITIONS}",
            )
        else:
            yield _Draft(task, records)


def _has_insight(world: World, slug: str) -> bool:
    stored = world.records.get(("competition", slug))
    return stored is not None and stored.record.insight is not None


def _domain_task(world: World, domain: Domain, slugs: list[str]) -> tuple[AssemblyTask, dict[str, str]]:
    competitions = tuple(world.competitions[s] for s in sorted(slugs))
    records = {s.path: s.sha256 for slug in sorted(slugs) if (s := world.records.get(("competition", slug)))}
    descriptions = _paths(tuple(s for c in competitions for s in c.of_kind(*DESCRIPTIONS)))
    required = (*descriptions, *records)
    return AssemblyTask("domain", domain.id, competitions, required, label=domain.label, terms=domain.terms), records


def _raw(world: World) -> Iterator[_Found]:
    for competition in world.competitions.values():
        for key, writeup in raw_keys(competition.slug, competition.of_kind(*WRITEUPS)):
            # Other write-ups and notebooks are no part of the task, so that a change in them does not touch it.
            kept = tuple(s for s in competition.sources if s.kind in DESCRIPTIONS or s == writeup)
            alone = competition.model_copy(update={"sources": kept})
            yield _Draft(AssemblyTask("improvement-raw", key, (alone,), (writeup.path,)))


def _improvements(world: World) -> Iterator[_Found]:
    items = {item.id: item for item in world.raw_items()}
    waiting = plan_stage("improvement-raw", world).unsettled()
    if world.clusters is None:
        if items or waiting:
            what = f"wait for {len(waiting)} write-ups: {_some(waiting)}" if waiting else "are made at the next run"
            yield "clusters", what
        return
    for cluster in world.clusters:
        members = [items[m] for m in cluster.members if m in items]
        if not members:
            if not cluster.residual:
                yield cluster.id, "no raw improvement is left in it"
            continue
        blocked = f"waits for {len(waiting)} write-ups: {_some(waiting)}" if waiting else ""
        yield replace(_cluster_draft(world, cluster, members), blocked=blocked)


def _cluster_draft(world: World, cluster: Cluster, members: list[RawItem]) -> _Draft:
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
    return _Draft(task, records)


# ---- fingerprints and their comparison -------------------------------------------------------------------------------


def _judge(draft: _Draft, world: World) -> PlannedTask:
    manifest = _manifest(draft, world)
    if draft.blocked:
        return PlannedTask(draft.task, manifest, "blocked", draft.blocked)
    stored = world.records.get((draft.task.stage, draft.task.key))
    if stored is None:
        return PlannedTask(draft.task, manifest, "new", "no record yet")
    if stored.record.manifest.fingerprint == manifest.fingerprint:
        return PlannedTask(draft.task, manifest, "up-to-date", stored.record.outcome)
    return PlannedTask(draft.task, manifest, "changed", _difference(stored.record.manifest, manifest))


def _manifest(draft: _Draft, world: World) -> Manifest:
    task, identity = draft.task, world.identity
    sources = {s.path: s.text_sha256 for c in task.competitions for s in c.sources if s.readable and s.text_sha256}
    inputs = dict(sorted({**sources, **draft.records}.items()))
    seen = {
        "stage": task.stage,
        "key": task.key,
        "competitions": [_facts(c) for c in task.competitions],
        "required": task.required,
        "members": task.members,
        "label": task.label,
        "terms": task.terms,
        "code_only": task.code_only,
        "inputs": inputs,
        "driver": [identity.name, identity.version, identity.model, dict(identity.prompts)],
        "parameters": dict(world.parameters),
    }
    return Manifest(
        fingerprint=fingerprint(seen),
        driver=f"{identity.name} {identity.version}",
        inputs=inputs,
        members=task.members,
        model=identity.model,
        prompts=dict(identity.prompts),
    )


def _facts(competition: Competition) -> dict[str, object]:
    """A competition as a driver sees it. How a file's bytes became the same text (the reader's version) is left out."""
    data = competition.to_data()
    for source in data["sources"]:
        for unseen in ("sha256", "reader", "notes"):
            del source[unseen]
    return data


def _difference(old: Manifest, new: Manifest) -> str:
    """What changed since a record was made, in a few words."""
    if (old.driver, old.model, old.prompts) != (new.driver, new.model, new.prompts):
        return f"driver changed: {old.driver} → {new.driver}"
    changed = sorted(p for p in old.inputs.keys() | new.inputs.keys() if old.inputs.get(p) != new.inputs.get(p))
    if changed:
        return f"inputs changed: {_some([p.rpartition('/')[2] for p in changed])}"
    return "members changed" if old.members != new.members else "settings or competition facts changed"


def _paths(sources: tuple[Source, ...]) -> tuple[str, ...]:
    return tuple(s.path for s in sources)


def _some(names: list[str] | tuple[str, ...], most: int = 3) -> str:
    """The first few names, and how many more."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")
