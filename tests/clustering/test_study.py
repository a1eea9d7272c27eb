"""The study of settings: figures of a case worked out by hand, the rule, and what it writes."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from insightforge.clustering import Study, StudyRow, default_grid, seed_stability, study
from insightforge.clustering.study import mean_ari
from insightforge.errors import UsageError
from insightforge.workspace import ClusterSettings, ImprovementClusterSettings

BASE = ClusterSettings()


def row(ari: float, coverage: float, clusters: tuple[int, ...] = (3, 3), **alignment: float) -> StudyRow:
    return StudyRow(BASE, ari, alignment, coverage, clusters)


def test_separate_groups_score_one_in_everything() -> None:
    random = np.random.default_rng(0)
    points = np.vstack([c + 0.02 * random.normal(size=(8, 10)) for c in np.eye(10)[:3]])
    groups = {"modality": ["audio"] * 8 + ["image"] * 8 + ["text"] * 8, "stage": [""] * 24}
    found = study(points, [BASE], [f"p{i:02}" for i in range(24)], groups=groups)
    best = found.best
    assert best is not None and best.ari == 1 and best.coverage == 1 and best.clusters == (3,) * 10
    assert best.alignment == {"modality": pytest.approx(1), "stage": 0}
    data = found.to_data()
    assert data["points"] == 24 and data["best"]["clusters"] == [3] * 10 and data["seeds"] == list(range(10))
    assert tomllib.loads(found.to_toml("improvement_clustering")) == {"improvement_clustering": BASE.model_dump()}


def test_the_rule_weighs_stability_alignment_and_coverage_alike() -> None:
    rows = (row(0.9, 0.3, modality=0.3), row(0.6, 0.9, modality=0.6), row(1.0, 1.0, (1, 1), modality=1.0))
    found = Study(50, tuple(range(10)), rows)
    assert [r.score for r in rows] == [pytest.approx(0.5), pytest.approx(0.7), 1]
    assert found.best is rows[1]  # one cluster is always stable and says nothing


def test_ties_go_to_the_setting_that_comes_first() -> None:
    first, second = row(0.5, 0.5), row(0.5, 0.5)
    assert Study(50, (), (first, second)).best is first


def test_too_few_points_choose_nothing_and_say_so() -> None:
    found = study(np.eye(6), [BASE], list("abcdef"))
    assert found.best is None
    assert found.notes == ("6 points are too few for any of these settings: nothing is clustered",)
    assert found.to_toml("x").startswith("#")
    assert seed_stability(np.eye(6), BASE, list("abcdef"), seeds=range(10)) is None


@pytest.mark.parametrize(("grid", "seeds"), [([BASE], range(9)), ([BASE], [0] * 10), ([], range(10))])
def test_a_study_wants_ten_different_seeds_and_a_grid(grid: list[ClusterSettings], seeds: list[int]) -> None:
    with pytest.raises(UsageError, match="at least 10 different seeds"):
        study(np.eye(12), grid, list("abcdefghijkl"), seeds=list(seeds))


def test_the_grid_starts_with_the_settings_themselves_and_repeats_none() -> None:
    base = ImprovementClusterSettings()
    grid = default_grid(base)
    assert grid[0] == base and len(set(grid)) == len(grid) == 54
    assert {g.neighbors for g in grid} == {10, 20, 30}


def test_mean_ari_of_labellings_worked_out_by_hand() -> None:
    a, b = np.array([0, 0, 1, 1]), np.array([1, 1, 0, 0])
    c = np.array([0, 1, 0, 1])  # against a: (0 - 2·2/6) / (2 - 2·2/6) = -0.5
    assert mean_ari([a, b]) == 1
    assert mean_ari([a, b, c]) == pytest.approx((1 - 0.5 - 0.5) / 3)
