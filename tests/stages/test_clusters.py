"""Stored clusters of raw improvements: made once, extended by what is new, made anew only when asked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from insightforge.artifacts import sha256_text
from insightforge.errors import RecordInvalid, UsageError
from insightforge.records import Evidence, Insight, Item, Manifest, RawImprovement, TaskRecord, evidence_id, item_id
from insightforge.stages.clusters import load_clusters, refresh_clusters
from insightforge.stages.store import Stored
from insightforge.stages.world import Cluster, World
from insightforge.workspace import Workspace, find_workspace
from tests.stages.builders import world

#: Two subjects with no word in common.
SOUND = "bird calls overlap in noisy soundscape recordings; mix background audio into each training clip, number {}"
LEDGER = "customers churn after price changes; aggregate monthly invoices per household as tabular columns, variant {}"


def raw_record(slug: str, action: str, topic: str) -> Stored:
    """The record of one write-up with one raw improvement."""
    path = f"data/competitions/{slug}/writeups/a.md"
    evidence = evidence_id(path, action, 0)
    item = Item(
        id=item_id([evidence]),
        aspect="data",
        trigger=action,
        action=action,
        rationale=action,
        cost="low",
        evidence=(evidence,),
        topic=topic,
    )
    located = Evidence(id=evidence, source=path, text=path, quote=action, start=0, end=len(action), role="action")
    insight = Insight(
        kind="improvement", name="i", description="d", competitions=(slug,), items=(item,), evidence=(located,)
    )
    record = TaskRecord(
        schema="task-record/1",
        stage="improvement-raw",
        key=f"{slug}--a",
        outcome="submitted",
        raw=(RawImprovement(insight=insight, modality="audio", solution_stage="data"),),
        manifest=Manifest(fingerprint="f", driver="toy 1"),
    )
    return Stored(f"data/assembly/improvement-raw/{slug}--a.toy.json", "toy", sha256_text(action), record)


def world_of(*records: Stored) -> World:
    return world(records=records)


def many(template: str, name: str, count: int, start: int = 0) -> tuple[Stored, ...]:
    numbers = range(start, start + count)
    return tuple(raw_record(f"{name}-{n:02}", template.format(n), name) for n in numbers)


def ids(records: tuple[Stored, ...]) -> set[str]:
    return {s.record.raw[0].item.id for s in records}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "insightforge.toml").write_text(
        "[improvement_clustering]\nmin_cluster_size = 5\nmin_samples = 3\ndimensions = 5\nneighbors = 8\n",
        encoding="utf-8",
    )
    return find_workspace(tmp_path, exact=True)


def refresh(workspace: Workspace, here: World, recluster: bool = False) -> dict[str, Cluster]:
    made = refresh_clusters(workspace, here, recluster, lambda message: None)
    assert made is not None
    assert made == load_clusters(workspace, "toy")
    return {c.id: c for c in made}


# ---- few: by topic ---------------------------------------------------------------------------------------------------


def test_nothing_found_makes_no_file(workspace: Workspace) -> None:
    assert refresh_clusters(workspace, world_of(), False, lambda message: None) is None
    assert not workspace.improvement_clusters_file.exists()


def test_few_are_grouped_by_topic(workspace: Workspace) -> None:
    a, b, c = (raw_record(s, f"crop recordings of {s}", t) for s, t in (("a", "crop"), ("b", "crop"), ("c", "warm up")))
    clusters = refresh(workspace, world_of(a, b, c))
    assert {i: set(cluster.members) for i, cluster in clusters.items()} == {
        "crop": ids((a, b)),
        "warm-up": ids((c,)),
        "residual": set(),
    }
    assert clusters["residual"].residual
    d = raw_record("d", "warm up in d", "warm up")
    clusters = refresh(workspace, world_of(a, b, c, d))
    assert {i: set(cluster.members) for i, cluster in clusters.items()} == {
        "crop": ids((a, b)),
        "warm-up": ids((c, d)),
        "residual": set(),
    }


def test_a_topic_called_residual_or_without_letters_is_no_cluster(workspace: Workspace) -> None:
    records = [raw_record(s, f"do {s} and {t}", t) for s in "ab" for t in ("residual", "---")]
    named = [replace(r, record=r.record.model_copy(update={"key": f"k{i}"})) for i, r in enumerate(records)]
    clusters = refresh(workspace, world_of(*named))
    assert list(clusters) == ["residual"]
    assert len(clusters["residual"].members) == 4


# ---- many: by embedding ----------------------------------------------------------------------------------------------


def test_many_are_clustered_once_and_new_ones_are_assigned(workspace: Workspace) -> None:
    sound, ledger = many(SOUND, "sound", 12), many(LEDGER, "ledger", 12)
    first = refresh(workspace, world_of(*sound, *ledger))
    assert len(first) == 3
    (of_sound,) = (c for c in first.values() if set(c.members) == ids(sound))
    (of_ledger,) = (c for c in first.values() if set(c.members) == ids(ledger))
    assert first["residual"].members == ()
    before = workspace.improvement_clusters_file.read_bytes()
    assert refresh(workspace, world_of(*sound, *ledger)) == first
    assert workspace.improvement_clusters_file.read_bytes() == before

    late = many(SOUND, "sound", 1, start=90)
    alien = (raw_record("x", "quaternions rotate molecules toward their principal axes", "rotate"),)
    after = refresh(workspace, world_of(*sound, *ledger, *late, *alien))
    assert set(after[of_sound.id].members) == ids(sound + late)
    assert after[of_ledger.id] == of_ledger
    assert set(after["residual"].members) == ids(alien)

    fewer = refresh(workspace, world_of(*sound[1:], *ledger))
    assert set(fewer[of_sound.id].members) == ids(sound[1:])
    again = refresh(workspace, world_of(*sound, *ledger), recluster=True)
    assert set(again) == set(first)


def test_vectors_of_another_clustering_are_not_used(workspace: Workspace) -> None:
    records = (*many(SOUND, "sound", 12), *many(LEDGER, "ledger", 12))
    first = refresh(workspace, world_of(*records))
    (vectors,) = workspace.assembly.glob("*.npz")
    vectors.unlink()
    assert refresh(workspace, world_of(*records)) == first
    assert vectors.exists()


def test_another_embedder_is_refused_until_reclustered(workspace: Workspace) -> None:
    records = (*many(SOUND, "sound", 12), *many(LEDGER, "ledger", 12))
    refresh(workspace, world_of(*records))
    settings = workspace.settings.model_copy(
        update={
            "embedding": workspace.settings.embedding.model_copy(
                update={"embedder": "sentence-transformers:no-such-model"}
            )
        }
    )
    with pytest.raises(UsageError, match="--recluster"):
        refresh(Workspace(workspace.root, settings), world_of(*records, *many(SOUND, "sound", 1, start=90)))


def test_a_damaged_file_is_said_and_not_made_anew(workspace: Workspace) -> None:
    workspace.improvement_clusters_file.parent.mkdir(parents=True)
    workspace.improvement_clusters_file.write_text(json.dumps({"schema": "other"}), encoding="utf-8")
    with pytest.raises(RecordInvalid, match=r"improvement-clusters\.json: not valid"):
        load_clusters(workspace, "toy")


def test_the_order_of_records_does_not_matter(workspace: Workspace, tmp_path: Path) -> None:
    records = (*many(SOUND, "sound", 12), *many(LEDGER, "ledger", 12))
    refresh(workspace, world_of(*records))
    other = tmp_path / "other"
    other.mkdir()
    refresh(Workspace(other, workspace.settings), world_of(*reversed(records)))
    for file in workspace.assembly.iterdir():
        assert (other / "data" / "assembly" / file.name).read_bytes() == file.read_bytes()
