"""Which clustering parameters to trust: stable across seeds, in line with known groups, covering most points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from insightforge.clustering.fit import OUTLIER, Reducer, cluster, reduce
from insightforge.clustering.scale import Parameters, too_few
from insightforge.errors import UsageError
from insightforge.workspace import ClusterSettings

LEAST_SEEDS = 10

RULE = (
    "among settings that give at least two clusters with every seed, the highest mean of stability (ARI), alignment "
    "(mean AMI over the known groupings, where there are any) and coverage; ties go to the setting that comes first"
)


@dataclass(frozen=True)
class StudyRow:
    """One setting over all seeds.

    Attributes:
        settings: the parameters (its seed is the first of those used).
        ari: mean adjusted Rand index over all pairs of seeds; outliers count as a group.
        alignment: mean adjusted mutual information with each known grouping, over clustered points.
        coverage: mean share of points in a cluster.
        clusters: number of clusters with each seed.
    """

    settings: ClusterSettings
    ari: float
    alignment: Mapping[str, float]
    coverage: float
    clusters: tuple[int, ...]

    @property
    def eligible(self) -> bool:
        """Whether every seed gave at least two clusters: one cluster is always stable and says nothing."""
        return min(self.clusters, default=0) >= 2

    @property
    def score(self) -> float:
        """See `RULE`."""
        parts = [self.ari, self.coverage]
        if self.alignment:
            parts.append(float(np.mean(list(self.alignment.values()))))
        return float(np.mean(parts))

    def to_data(self) -> dict[str, Any]:
        """As plain JSON data, rounded to four digits."""
        return {
            **self.settings.model_dump(exclude={"seed"}),
            "ari": round(self.ari, 4),
            "alignment": {name: round(value, 4) for name, value in self.alignment.items()},
            "coverage": round(self.coverage, 4),
            "clusters": list(self.clusters),
            "score": round(self.score, 4),
            "eligible": self.eligible,
        }


@dataclass(frozen=True)
class Study:
    """A table of settings, and which of them the rule picks (null where none is eligible)."""

    points: int
    seeds: tuple[int, ...]
    rows: tuple[StudyRow, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def best(self) -> StudyRow | None:
        """The row that `RULE` picks."""
        return max((row for row in self.rows if row.eligible), key=lambda row: row.score, default=None)

    def to_data(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {
            "schema": "cluster-study/1",
            "points": self.points,
            "seeds": list(self.seeds),
            "rule": RULE,
            "best": self.best.to_data() if self.best else None,
            "rows": [row.to_data() for row in self.rows],
            "notes": list(self.notes),
        }

    def to_toml(self, table: str) -> str:
        """The chosen settings as lines for insightforge.toml, under `[table]`; a comment where nothing was chosen."""
        if self.best is None:
            return "# no setting gave at least two clusters with every seed; nothing was chosen\n"
        values = self.best.settings.model_dump()
        return f"[{table}]\n" + "".join(f"{name} = {value}\n" for name, value in values.items())


def default_grid(base: ClusterSettings) -> tuple[ClusterSettings, ...]:
    """The given settings first, then their neighbourhood: 3 × 3 UMAP settings, each with 3 × 2 of HDBSCAN."""
    grid = [base]
    for dimensions, neighbors, size, samples in product(
        _around(base.dimensions, (1, 0.5, 1.5), 2),
        _around(base.neighbors, (1, 0.5, 1.5), 2),
        _around(base.min_cluster_size, (1, 0.5, 1.5), 2),
        _around(base.min_samples, (1, 2), 1),
    ):
        update = {
            "dimensions": dimensions,
            "neighbors": neighbors,
            "min_cluster_size": size,
            "min_samples": samples,
        }
        grid.append(base.model_copy(update=update))
    return tuple(dict.fromkeys(grid))


def _around(value: int, factors: Iterable[float], least: int) -> list[int]:
    return list(dict.fromkeys(max(least, round(value * factor)) for factor in factors))


def study(
    vectors: NDArray[Any],
    grid: Sequence[ClusterSettings],
    ids: Sequence[str],
    *,
    seeds: Sequence[int] = tuple(range(LEAST_SEEDS)),
    groups: Mapping[str, Sequence[str]] | None = None,
    cache: Path | None = None,
) -> Study:
    """Try every setting with every seed.

    Args:
        vectors: shape (n, d).
        grid: settings to try; their own seeds are not used.
        ids: one per row.
        seeds: at least ten, all different.
        groups: known groupings by name (modality, stage), each one value per row; "" is unknown and left out.
        cache: see `cluster`.

    Raises:
        UsageError: fewer than ten different seeds, or an empty grid.
    """
    if len(set(seeds)) < LEAST_SEEDS or not grid:
        raise UsageError(f"a study needs a grid and at least {LEAST_SEEDS} different seeds, not {len(set(seeds))}")
    reducer = _remembering(cache)
    rows = []
    for settings in grid:
        labels = [_labels(vectors, settings, ids, seed, reducer) for seed in seeds]
        rows.append(_row(settings.model_copy(update={"seed": seeds[0]}), labels, groups or {}))
    scarce = all(too_few(len(ids), settings) for settings in grid)
    notes = (f"{len(ids)} points are too few for any of these settings: nothing is clustered",) if scarce else ()
    return Study(len(ids), tuple(seeds), tuple(rows), notes)


def seed_stability(
    vectors: NDArray[Any],
    settings: ClusterSettings,
    ids: Sequence[str],
    *,
    seeds: Sequence[int],
    cache: Path | None = None,
) -> float | None:
    """Mean adjusted Rand index over all pairs of seeds; null for fewer than two seeds or where nothing is clustered."""
    if len(set(seeds)) < 2 or too_few(len(ids), settings):
        return None
    return mean_ari([_labels(vectors, settings, ids, seed, _remembering(cache)) for seed in seeds])


def mean_ari(labelings: Sequence[NDArray[np.int64]]) -> float:
    """Mean adjusted Rand index over all pairs; 1 for a single labelling."""
    from sklearn.metrics import adjusted_rand_score

    return float(np.mean([adjusted_rand_score(a, b) for a, b in combinations(labelings, 2)] or [1.0]))


def _labels(
    vectors: NDArray[Any], settings: ClusterSettings, ids: Sequence[str], seed: int, reducer: Reducer
) -> NDArray[np.int64]:
    return cluster(vectors, settings.model_copy(update={"seed": seed}), ids, reducer=reducer).labels


def _remembering(cache: Path | None) -> Reducer:
    """UMAP that does its work once for settings that differ in HDBSCAN only (the points must stay the same)."""
    known: dict[tuple[int, int, int], NDArray[np.float32]] = {}

    def reducer(points: NDArray[np.float32], parameters: Parameters) -> NDArray[np.float32]:
        key = (parameters.dimensions, parameters.neighbors, parameters.seed)
        if key not in known:
            known[key] = reduce(points, parameters, cache)
        return known[key]

    return reducer


def _row(
    settings: ClusterSettings, labels: Sequence[NDArray[np.int64]], groups: Mapping[str, Sequence[str]]
) -> StudyRow:
    return StudyRow(
        settings=settings,
        ari=mean_ari(labels),
        alignment={name: float(np.mean([_ami(each, values) for each in labels])) for name, values in groups.items()},
        coverage=float(np.mean([(each != OUTLIER).mean() if len(each) else 0.0 for each in labels])),
        clusters=tuple(int(each.max(initial=OUTLIER)) + 1 for each in labels),
    )


def _ami(labels: NDArray[np.int64], values: Sequence[str]) -> float:
    """Adjusted mutual information between clusters and known values, over points that have both."""
    from sklearn.metrics import adjusted_mutual_info_score

    both = [i for i in np.flatnonzero(labels != OUTLIER).tolist() if values[i]]
    if not both:
        return 0.0
    return float(adjusted_mutual_info_score([values[i] for i in both], labels[both]))
