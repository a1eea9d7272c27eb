"""Competitions, records and worlds made by hand for tests of the plan."""

from __future__ import annotations

from insightforge.artifacts import sha256_text
from insightforge.drivers import DriverIdentity
from insightforge.records import (
    Competition,
    Domain,
    Evidence,
    Insight,
    Item,
    RawImprovement,
    Source,
    SourceKind,
    Stage,
    TaskRecord,
    evidence_id,
    item_id,
)
from insightforge.stages.plan import PlannedTask
from insightforge.stages.store import Stored
from insightforge.stages.world import World

TOY = DriverIdentity("toy", "1")


def source(slug: str, name: str, kind: SourceKind = "writeup", text: str = "text", **more: object) -> Source:
    path = f"data/competitions/{slug}/{name}"
    digest = sha256_text(text)
    return Source(path=path, kind=kind, text=path, sha256=digest, text_sha256=digest, chars=len(text), **more)  # type: ignore[arg-type]


def competition(slug: str, *sources: Source) -> Competition:
    return Competition(slug=slug, title=slug.title(), sources=sources)


def full(slug: str, text: str = "text") -> Competition:
    """A description, one write-up with `text`, one notebook."""
    return competition(
        slug,
        source(slug, "description.md", "description"),
        source(slug, "notebooks/n.ipynb", "notebook"),
        source(slug, "writeups/a.md", "writeup", text),
    )


def insight(slug: str, path: str, kind: str = "competition") -> Insight:
    quote = f"We used warm-up in {slug} and gained."
    evidence = evidence_id(path, quote, 0)
    item = Item(
        id=item_id([evidence]),
        aspect="training",
        trigger="the loss is unstable early",
        action="Warm up the learning rate",
        rationale="It gained.",
        cost="low",
        evidence=(evidence,),
        topic="warmup",
    )
    located = Evidence(id=evidence, source=path, text=path, quote=quote, start=0, end=len(quote), role="action")
    return Insight(
        kind=kind,  # type: ignore[arg-type]
        name="warm-up",
        description="Use when training is unstable.",
        competitions=(slug,),
        items=(item,),
        evidence=(located,),
    )


def record_of(planned: PlannedTask, outcome: str = "submitted") -> Stored:
    """A record as a run of the task would leave it."""
    task = planned.task
    slug = task.competitions[0].slug
    path = next((p for p in task.required if p.startswith("data/competitions")), task.required[0])
    submitted = outcome == "submitted"
    raw = RawImprovement(insight=insight(slug, path, "improvement"), modality="text", solution_stage="training")
    record = TaskRecord(
        schema="task-record/1",
        stage=task.stage,
        key=task.key,
        outcome=outcome,  # type: ignore[arg-type]
        reason=None if submitted else "nothing in it",
        insight=insight(slug, path, task.kind) if submitted and task.stage != "improvement-raw" else None,
        raw=(raw,) if submitted and task.stage == "improvement-raw" else (),
        manifest=planned.manifest,
    )
    file = f"data/assembly/{task.stage}/{task.key}.toy.json"
    return Stored(file, "toy", sha256_text(record.model_dump_json()), record)


def world(*competitions: Competition, domains: tuple[Domain, ...] = (), records: tuple[Stored, ...] = ()) -> World:
    return World(
        competitions={c.slug: c for c in competitions},
        domains=domains,
        records={(s.record.stage, s.record.key): s for s in records},
        identity=TOY,
        parameters={"writer": "rules"},
    )


def done(before: World, stage: Stage, outcomes: dict[str, str] | None = None) -> tuple[Stored, ...]:
    """The records of a stage after all its tasks ran."""
    from insightforge.stages.plan import plan_stage

    return tuple(record_of(t, (outcomes or {}).get(t.task.key, "submitted")) for t in plan_stage(stage, before).tasks)
