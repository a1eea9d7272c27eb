"""What there is to do: the tasks of a stage with their fingerprints, and why each is to run or not. Pure.

A task's fingerprint hashes all that its driver can see (the competitions' facts and the content of their sources, the
records it reconciles, its members) and all that decides what the driver makes of it (driver, version, model, prompts,
parameters). Same fingerprint, same work: resume, incremental update and `--redo` are this one mechanism.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from insightforge.artifacts import fingerprint
from insightforge.records import Competition, Manifest, Stage
from insightforge.stages.store import Stored
from insightforge.stages.tasks import Draft, some, tasks_of
from insightforge.stages.world import World
from insightforge.workbench.task import AssemblyTask

Status = Literal["new", "changed", "redo", "up-to-date", "blocked"]

#: Which stage's tasks must be settled before a stage builds on them.
BEFORE: dict[Stage, Stage] = {"domain": "competition", "improvement": "improvement-raw"}


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


def plan_stage(stage: Stage, world: World) -> StagePlan:
    """The plan of one stage, sorted by key."""
    unsettled = plan_stage(BEFORE[stage], world).unsettled() if stage in BEFORE else ()
    found = tasks_of(stage, world, unsettled)
    drafts = sorted((f for f in found if isinstance(f, Draft)), key=lambda d: d.task.key)
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


# ---- fingerprints and their comparison -------------------------------------------------------------------------------


def _judge(draft: Draft, world: World) -> PlannedTask:
    manifest = _manifest(draft, world)
    if draft.blocked:
        return PlannedTask(draft.task, manifest, "blocked", draft.blocked)
    stored = world.records.get((draft.task.stage, draft.task.key))
    if stored is None:
        return PlannedTask(draft.task, manifest, "new", "no record yet")
    if stored.record.manifest.fingerprint == manifest.fingerprint:
        return PlannedTask(draft.task, manifest, "up-to-date", stored.record.outcome)
    return PlannedTask(draft.task, manifest, "changed", _difference(stored.record.manifest, manifest))


def _manifest(draft: Draft, world: World) -> Manifest:
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
        return f"inputs changed: {some([p.rpartition('/')[2] for p in changed])}"
    return "members changed" if old.members != new.members else "settings or competition facts changed"
