"""A stored clustering: the same bytes, the same clustering; and where new points go."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from insightforge.clustering import Assignment, ClusterStore, cluster
from insightforge.embedding import get_embedder
from insightforge.errors import RecordInvalid, UsageError
from insightforge.workspace import ClusterSettings


@pytest.fixture
def store() -> ClusterStore:
    """Two clusters on a circle, round 0° (rows 0–2) and 90° (rows 3–5), and an outlier at 180° (row 6)."""
    degrees = np.array([-5, 0, 5, 85, 90, 95, 180])
    vectors = np.stack([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))], axis=1).astype(np.float32)
    return ClusterStore(
        ids=tuple("abcdefg"),
        vectors=vectors,
        labels=np.array([0, 0, 0, 1, 1, 1, -1], dtype=np.int32),
        probabilities=np.ones(7, dtype=np.float32),
        exemplars=((1,), (4,)),
        cluster_ids=("east", "north"),
        terms=(("sun",), ("ice", "snow")),
        embedder="lsa",
        instruction="by compass",
        parameters={"seed": 0},
        notes=("one outlier",),
        state={"idf": np.array([1.0, 2.0])},
    )


def at(store: ClusterStore, *degrees: float) -> tuple[Assignment, ...]:
    return store.assign(np.array([[np.cos(np.radians(d)), np.sin(np.radians(d))] for d in degrees]))


def test_points_go_to_the_cluster_in_whose_reach_they_are(store: ClusterStore) -> None:
    east, north = at(store, 2, 88)
    assert (east.label, east.runner_up) == ("east", "north")
    assert (north.label, north.runner_up) == ("north", "east")
    assert east.distance == pytest.approx(1 - np.cos(np.radians(2)), abs=1e-5)
    assert 0.5 < east.probability <= 1


def test_points_beyond_the_reach_of_their_cluster_belong_to_none(store: ClusterStore) -> None:
    # The reach of "east" is that of its members at ±5°, times 1.1: about 5.2°.
    inside, outside = at(store, -5.2, -6)
    assert inside.label == "east"
    assert outside.label is None and outside.runner_up == "north"
    assert at(store, 45)[0].label is None


def test_a_stored_point_goes_where_it_is(store: ClusterStore) -> None:
    labels = [a.label for a in store.assign(store.vectors)]
    assert labels == ["east"] * 3 + ["north"] * 3 + [None]


def test_empty_points_and_a_store_without_clusters(store: ClusterStore) -> None:
    assert store.assign(np.zeros((1, 2)))[0] == Assignment(None, 0.0, None, 1.0)
    bare = replace(store, labels=np.full(7, -1, np.int32), exemplars=(), cluster_ids=(), terms=())
    assert bare.assign(np.ones((2, 2))) == (Assignment(None, 0.0, None, 1.0),) * 2


def test_vectors_of_another_embedder_are_refused(store: ClusterStore) -> None:
    with pytest.raises(UsageError, match="3 dimensions, the stored ones 2"):
        store.assign(np.ones((1, 3)))


def test_saved_twice_is_the_same_bytes_and_loads_the_same(store: ClusterStore, tmp_path: Path) -> None:
    for name in ("one", "two"):
        store.save(tmp_path / name)
    for suffix in (".npz", ".json"):
        assert (tmp_path / f"one{suffix}").read_bytes() == (tmp_path / f"two{suffix}").read_bytes()
    again = ClusterStore.load(tmp_path / "one")
    assert (again.vectors == store.vectors).all() and (again.labels == store.labels).all()
    assert (again.state["idf"] == store.state["idf"]).all()
    same = ("ids", "exemplars", "cluster_ids", "terms", "embedder", "instruction", "parameters", "notes")
    assert all(getattr(again, name) == getattr(store, name) for name in same)
    assert again.members("north") == ("d", "e", "f") and again.outliers == ("g",)


@pytest.mark.parametrize("broken", ["json", "npz", "missing", "schema", "ids"])
def test_a_broken_store_says_so(store: ClusterStore, tmp_path: Path, broken: str) -> None:
    store.save(tmp_path / "s")
    facts = tmp_path / "s.json"
    match broken:
        case "json":
            facts.write_text("{")
        case "npz":
            (tmp_path / "s.npz").write_bytes((tmp_path / "s.npz").read_bytes()[:100])
        case "missing":
            (tmp_path / "s.npz").unlink()
        case "schema":
            facts.write_text(facts.read_text().replace("clusters/1", "clusters/9"))
        case "ids":
            facts.write_text(facts.read_text().replace('"a",\n', ""))
    with pytest.raises(RecordInvalid):
        ClusterStore.load(tmp_path / "s")


def test_texts_that_arrive_later_join_the_clusters_of_a_fitted_embedder(tmp_path: Path) -> None:
    kinds = {
        "sound": "identify the {} bird species by song in audio recordings of the forest",
        "scan": "find the {} tumour in medical brain scans of patients in hospital",
    }
    adjectives = ["small", "large", "rare", "common", "young", "old"]
    texts = [pattern.format(word) for pattern in kinds.values() for word in adjectives]
    embedding = get_embedder("lsa").embed(texts, instruction="")
    clustering = cluster(embedding.vectors, ClusterSettings(), [f"t{i:02}" for i in range(12)])
    assert clustering.size == 2
    names = [next(k for k in kinds if clustering.members(c)[0] == f"t{6 * list(kinds).index(k):02}") for c in (0, 1)]
    ClusterStore.build(clustering, embedding, names).save(tmp_path / "s")

    stored = ClusterStore.load(tmp_path / "s")
    later = get_embedder("lsa", state=stored.state)
    new = ["audio recordings of bird song by species in the forest", "patients with a brain tumour: medical scans"]
    found = stored.assign(later.embed(new, instruction="").vectors)
    assert [a.label or a.runner_up for a in found] == ["sound", "scan"] or [a.label for a in found] == ["sound", "scan"]
    assert stored.assign(later.embed(["quarterly ledgers"], instruction="").vectors)[0].label is None


def test_a_store_needs_an_id_per_cluster() -> None:
    embedding = get_embedder("lsa").embed(["bird"], instruction="")
    with pytest.raises(UsageError, match="1 ids were given for 0 clusters"):
        ClusterStore.build(cluster(embedding.vectors, ClusterSettings(), ["a"]), embedding, ["x"])
