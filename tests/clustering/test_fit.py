"""`cluster` on every number of points, and on points that are too alike or too different."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from insightforge.clustering import OUTLIER, cluster
from insightforge.clustering.fit import find_clusters
from insightforge.clustering.scale import scaled, scaling_notes, too_few
from insightforge.workspace import ClusterSettings

SETTINGS = ClusterSettings()


def ids(n: int) -> list[str]:
    return [f"p{i:03}" for i in range(n)]


def groups(sizes: list[int], noise: float = 0.1, dimensions: int = 50) -> NDArray[np.float64]:
    """Well separated groups of points, in order."""
    random = np.random.default_rng(7)
    centres = random.normal(size=(len(sizes), dimensions))
    return np.vstack([c + noise * random.normal(size=(n, dimensions)) for c, n in zip(centres, sizes, strict=True)])


# ---- the rule for few points ----


@pytest.mark.parametrize(
    ("points", "dimensions", "neighbors", "init"),
    [
        (173, 11, 20, "spectral"),
        (40, 10, 20, "spectral"),
        (16, 4, 8, "spectral"),
        (12, 3, 6, "random"),
        (4, 2, 2, "random"),
    ],
)
def test_parameters_shrink_with_the_points(points: int, dimensions: int, neighbors: int, init: str) -> None:
    used = scaled(points, SETTINGS)
    assert (used.dimensions, used.neighbors, used.init) == (dimensions, neighbors, init)


def test_the_rule_never_asks_for_more_than_there_is() -> None:
    for points in range(4, 400):
        used = scaled(points, SETTINGS)
        assert used.dimensions <= points - 2 and 2 <= used.neighbors <= points - 1 and used.min_samples < points
        assert used.init == "random" or used.dimensions + 1 < points


def test_what_shrank_is_said_and_nothing_else() -> None:
    assert scaling_notes(SETTINGS, scaled(173, SETTINGS)) == ()
    assert scaling_notes(SETTINGS, scaled(12, SETTINGS)) == (
        "scaled down for 12 points: neighbours 20 → 6, dimensions 11 → 3, start spectral → random",
    )
    assert [too_few(n, SETTINGS) for n in (0, 9, 10)] == [True, True, False]


# ---- few points ----


@pytest.mark.parametrize("n", range(14))
def test_few_points_never_raise(n: int) -> None:
    found = cluster(np.random.default_rng(n).normal(size=(n, 30)), SETTINGS, ids(n))
    assert len(found.labels) == len(found.probabilities) == n
    assert found.ids == tuple(ids(n))
    if n < 10:
        assert set(found.labels.tolist()) <= {OUTLIER} and found.parameters is None
        assert found.notes == (f"{n} points are fewer than 2 × min_cluster_size (10): nothing is clustered",)


@pytest.mark.parametrize("n", [10, 12, 13, 40, 200])
@pytest.mark.parametrize("spread", [0.0, 1e-3])
def test_a_tight_blob_is_one_cluster(n: int, spread: float) -> None:
    centre = np.random.default_rng(0).normal(size=20)
    found = cluster(centre + spread * np.random.default_rng(1).normal(size=(n, 20)), SETTINGS, ids(n))
    assert found.labels.tolist() == [0] * n
    assert found.outlier_share == 0
    assert found.exemplars[0]


def test_a_looser_blob_is_still_one_cluster() -> None:
    centre = np.random.default_rng(0).normal(size=384)
    points = centre / np.linalg.norm(centre) + 0.5 * np.random.default_rng(1).normal(size=(100, 384)) / np.sqrt(384)
    found = cluster(points, SETTINGS, ids(100))
    assert found.size == 1 and found.outlier_share == 0
    assert "they are one cluster" in found.notes[0]


def test_unrelated_points_report_their_outliers_against_the_bound() -> None:
    found = cluster(np.eye(15), SETTINGS, ids(15))
    assert 0 <= found.outlier_share <= 1
    if found.outlier_share > 0.3:
        assert any("above the bound of 30%" in note for note in found.notes)


def test_two_groups_of_equal_points_are_two_clusters() -> None:
    points = np.repeat(np.eye(4)[:2], 6, axis=0)
    found = cluster(points, SETTINGS, ids(12))
    assert found.labels.tolist() == [0] * 6 + [1] * 6


def test_many_copies_and_a_few_others() -> None:
    points = np.vstack([np.repeat([[1.0, 0, 0]], 200, axis=0), np.repeat([[0, 1.0, 0]], 3, axis=0)])
    found = cluster(points, SETTINGS, ids(203))
    assert found.labels.tolist() == [0] * 200 + [OUTLIER] * 3


def test_rows_with_nothing_in_them_are_outliers_and_it_is_said() -> None:
    points = groups([8, 8])
    points[3], points[9] = 0, np.nan
    found = cluster(points, SETTINGS, ids(16))
    assert found.labels[3] == found.labels[9] == OUTLIER
    assert any(note.startswith("2 of the points hold nothing") for note in found.notes)


# ---- enough points ----


def test_separate_groups_are_found_numbered_by_size_with_exemplars_inside() -> None:
    sizes = [8, 20, 12, 15]
    found = cluster(groups(sizes), SETTINGS, ids(55))
    assert found.size == 4 and found.outlier_share == 0
    truth = np.repeat([3, 0, 2, 1], sizes)
    assert found.labels.tolist() == truth.tolist()
    assert all(found.labels[row] == label for label, rows in enumerate(found.exemplars) for row in rows)
    assert found.separation is not None and found.separation > 0.5
    assert found.notes == ()
    assert found.members(3) == tuple(ids(55)[:8])


def test_the_order_of_rows_does_not_matter_and_runs_are_equal() -> None:
    points, names = groups([14, 9, 25], noise=0.4), ids(48)
    first = cluster(points, SETTINGS, names)
    shuffled = np.random.default_rng(3).permutation(48)
    second = cluster(points[shuffled], SETTINGS, [names[i] for i in shuffled])
    assert second.labels.tolist() == first.labels[shuffled].tolist()
    assert second.probabilities.tolist() == first.probabilities[shuffled].tolist()
    again = cluster(points, SETTINGS, names)
    assert (again.labels == first.labels).all() and again.exemplars == first.exemplars


def test_equal_points_share_a_label() -> None:
    points = np.vstack([groups([12, 12, 12]), groups([12, 12, 12])[:20]])
    found = cluster(points, SETTINGS, ids(56))
    assert found.labels[:20].tolist() == found.labels[36:].tolist()


def test_a_cluster_without_outliers_has_no_outlier_note() -> None:
    reduced = np.vstack([np.zeros((10, 2)), np.ones((10, 2)) * 9]) + np.random.default_rng(0).normal(0, 0.1, (20, 2))
    labels, probabilities, exemplars = find_clusters(reduced.astype(np.float32), scaled(20, SETTINGS))
    assert sorted(exemplars) == [0, 1] and set(labels.tolist()) <= {0, 1, OUTLIER}
    assert ((probabilities >= 0) & (probabilities <= 1)).all()
