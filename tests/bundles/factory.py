"""Small hand-made records, sources and workspaces for the tests of bundles. All texts are invented."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from insightforge.artifacts import sha256_text, write_json_atomic, write_text_atomic
from insightforge.bundles.library import Library, Records, join
from insightforge.records import (
    Competition,
    Domain,
    Domains,
    Evidence,
    Insight,
    Item,
    Manifest,
    Source,
    Stage,
    Support,
    TaskRecord,
    evidence_id,
    item_id,
)
from insightforge.workspace import Settings, Workspace, find_workspace

QUOTE = "Averaging five folds moved the private score from 0.71 to 0.74."


def path_of(slug: str, name: str = "rank-01.md") -> str:
    return f"data/competitions/{slug}/writeups/{name}"


def evidence(slug: str, quote: str = QUOTE, start: int = 0, role: str = "outcome") -> Evidence:
    path = path_of(slug)
    return Evidence.model_validate(
        {
            "id": evidence_id(path, quote, 0),
            "source": path,
            "text": path,
            "quote": quote,
            "start": start,
            "end": start + len(quote),
            "role": role,
        }
    )


def item(*cited: Evidence, **changes: Any) -> Item:
    ids = tuple(e.id for e in cited)
    values: dict[str, Any] = {
        "id": item_id(ids),
        "aspect": "training",
        "trigger": "The metric swings between folds by more than the gains under study.",
        "action": "Average the predictions of five folds.",
        "rationale": "0.71 to 0.74 on the private score.",
        "cost": "low",
        "evidence": ids,
        "support": Support(teams=1, competitions=1, first_year=2024, last_year=2024, dissent=0),
        "strength": "private",
    }
    return Item.model_validate(values | changes)


def insight(slug: str, *, kind: str = "competition", items: Sequence[Item] = (), **changes: Any) -> Insight:
    cited = changes.pop("evidence", (evidence(slug),))
    values: dict[str, Any] = {
        "kind": kind,
        "name": f"{slug}-insight",
        "description": f"Use when scores on small folds are noisy, as met in a task about {slug.replace('-', ' ')}.",
        "competitions": (slug,),
        "items": tuple(items) or (item(*cited),),
        "evidence": cited,
    }
    return Insight.model_validate(values | changes)


def record(stage: Stage, key: str, made: Insight | None, *, driver: str = "guided", **changes: Any) -> TaskRecord:
    values: dict[str, Any] = {
        "stage": stage,
        "key": key,
        "outcome": "submitted" if made else "gave-up",
        "reason": None if made else "nothing measured",
        "insight": made,
        "manifest": Manifest(fingerprint="f" * 64, driver=driver),
    }
    return TaskRecord.model_validate(values | changes)


def source(slug: str, text: str = QUOTE, **changes: Any) -> Source:
    path = path_of(slug)
    hashed = sha256_text(text)
    values = {
        "path": path,
        "kind": "writeup",
        "text": path,
        "sha256": hashed,
        "text_sha256": hashed,
        "chars": len(text),
    }
    return Source.model_validate(values | {"team": "team-a", "rank": 1} | changes)


def competition(slug: str, **changes: Any) -> Competition:
    values = {"slug": slug, "title": slug.replace("-", " ").title(), "sources": (source(slug),)}
    return Competition.model_validate(values | changes)


def domains(*given: Domain) -> Domains:
    return Domains(schema="domains/1", domains=given)


def domain(id: str, *slugs: str, **changes: Any) -> Domain:
    return Domain.model_validate({"id": id, "label": id.replace("-", " ").title(), "competitions": slugs} | changes)


def keyed(records: Iterable[TaskRecord]) -> Records:
    return {(r.stage, r.key): r for r in records}


def settings(vocabulary: str = "competition") -> Settings:
    return Settings(vocabulary=vocabulary)


def tiny_library(vocabulary: str = "competition") -> Library:
    """Two competitions in one domain with an insight of its own, and one improvement."""
    beans, leaves = evidence("bean-counts"), evidence("leaf-spots")
    both = Support(teams=2, competitions=2, first_year=2023, last_year=2024, dissent=1)
    shared = item(beans, leaves, support=both, trigger="Folds are small and the metric is noisy.")
    own = insight(
        "plants",
        kind="domain",
        name="plant-images",
        description="Use when classifying plant photographs with few samples per class.",
        competitions=("bean-counts", "leaf-spots"),
        items=(shared,),
        evidence=(beans, leaves),
    )
    better = insight(
        "bean-counts",
        kind="improvement",
        name="average-folds-of-noisy-metrics",
        description="Use when single folds disagree.",
        limitations="Costs five trainings.",
        cost="Five times the training.",
        check="Compare with one fold on untouched rows.",
        outcome="0.71 to 0.74 private.",
    )
    records = [
        record("competition", "bean-counts", insight("bean-counts", evidence=(beans,))),
        record("competition", "leaf-spots", insight("leaf-spots", evidence=(leaves,))),
        record("domain", "plants", own),
        record("improvement", "im-001", better),
    ]
    known = {c.slug: c for c in (competition("bean-counts"), competition("leaf-spots"))}
    plants = domain("plants", "bean-counts", "leaf-spots", terms=("leaf", "bean"))
    return join(settings(vocabulary), keyed(records), domains(plants), known)


def workspace(
    root: Path, records: Iterable[TaskRecord] = (), config: str = "", texts: dict[str, str] | None = None
) -> Workspace:
    """A workspace on disk with these records, and with texts by path (default: the write-ups that they quote)."""
    write_text_atomic(root / "insightforge.toml", config or 'name = "garden"\n')
    made = find_workspace(root)
    kept = list(records)
    quoted = {e.text: e.quote + "\n" for r in kept for i in r.insights() for e in i.evidence}
    for path, text in (quoted if texts is None else texts).items():
        write_text_atomic(root / path, text)
    for r in kept:
        write_json_atomic(made.record_file(r.stage, r.key, r.manifest.driver), r.to_data())
    return made
