"""UMAP and HDBSCAN in one call that never raises for the number or the sameness of its points."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from insightforge.clustering.numba_cache import ensure_numba_cache
from insightforge.clustering.scale import LEAST_FOR_UMAP, Parameters, scaled, scaling_notes, too_few
from insightforge.embedding.base import unit_rows
from insightforge.workspace import ClusterSettings

#: Points and parameters to coordinates; see `reduce`.
Reducer = Callable[[NDArray[np.float32], Parameters], NDArray[np.float32]]

OUTLIER = -1
#: Points whose mean cosine with each other is at least this, none of them far off, are one cluster as they are.
BLOB_COSINE = 0.9
BLOB_REACH = 0.2
#: From this mean cosine on, clusters that are not really apart (or none at all) mean that there is one.
ONE_CLUSTER_COSINE = 0.5
#: Below this silhouette (cosine, in the space of the embedding) clusters are what UMAP makes of noise.
APART = 0.05
#: Above this share of outliers a note warns that the clusters speak for a part only.
OUTLIER_BOUND = 0.3


@dataclass(frozen=True)
class Clustering:
    """Labels of some points, in the caller's order.

    Attributes:
        ids: the points' ids.
        labels: int, shape (n,): 0 is the largest cluster, then by size and smallest id; -1 is an outlier.
        probabilities: float32, shape (n,), 0 to 1: how firmly a point sits in its cluster (0 for outliers).
        exemplars: per cluster the rows of its most typical points.
        separation: silhouette of the clustered points by cosine, -1 to 1; null for fewer than two clusters.
        parameters: what was used, or null where nothing was fitted.
        notes: what a reader should know, in sentences.
    """

    ids: tuple[str, ...]
    labels: NDArray[np.int64]
    probabilities: NDArray[np.float32]
    exemplars: tuple[tuple[int, ...], ...]
    separation: float | None
    parameters: Parameters | None
    notes: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of clusters."""
        return len(self.exemplars)

    @property
    def outlier_share(self) -> float:
        """Share of points in no cluster; 0 where there are no points."""
        return float((self.labels == OUTLIER).mean()) if len(self.labels) else 0.0

    def members(self, label: int) -> tuple[str, ...]:
        """Ids of a cluster (or of the outliers, -1), sorted."""
        return tuple(sorted(self.ids[i] for i in np.flatnonzero(self.labels == label)))


@dataclass(frozen=True)
class _Fit:
    """Labels, probabilities and exemplar rows of one fit; what was used and what to say of it."""

    labels: NDArray[np.int64]
    probabilities: NDArray[np.float32]
    exemplars: dict[int, list[int]]
    parameters: Parameters | None
    notes: tuple[str, ...]
    separation: float | None = None


def cluster(
    vectors: NDArray[Any],
    settings: ClusterSettings,
    ids: Sequence[str],
    *,
    cache: Path | None = None,
    reducer: Reducer | None = None,
) -> Clustering:
    """Cluster points by cosine distance.

    Rows are sorted by id first, so that the result does not hang on their order. Rows of zeros (texts with nothing in
    them) are outliers. With fewer than 2 × min_cluster_size points nothing is clustered; with few, UMAP's parameters
    shrink (see `scale`); both are noted.

    Args:
        vectors: shape (n, d), any scale.
        settings: parameters; the defaults are those for domains.
        ids: one per row, used for order only.
        cache: a folder for compiled code, where no other place can be written.
        reducer: what takes UMAP's place (default: UMAP).
    """
    points = unit_rows(np.asarray(vectors).reshape(len(ids), -1)) if len(ids) else np.zeros((0, 1), np.float32)
    order = _order(points, ids)
    filled = np.array([i for i in order if points[i].any()], dtype=np.int64)
    fit = _fit(points[filled], settings, reducer or partial(reduce, cache=cache))
    labels = np.full(len(ids), OUTLIER, dtype=np.int64)
    probabilities = np.zeros(len(ids), dtype=np.float32)
    renamed = _by_size(fit.labels)
    labels[filled] = [renamed[int(label)] for label in fit.labels]
    probabilities[filled] = fit.probabilities
    exemplars = {renamed[label]: tuple(int(filled[r]) for r in rows) for label, rows in fit.exemplars.items()}
    notes = (*fit.notes, *_empty_note(len(ids) - len(filled)), *_outlier_notes(labels, fit.parameters))
    ordered = tuple(exemplars[k] for k in sorted(exemplars))
    return Clustering(tuple(ids), labels, probabilities, ordered, fit.separation, fit.parameters, notes)


def _order(points: NDArray[np.float32], ids: Sequence[str]) -> list[int]:
    """Rows by id, and by content where ids are the same."""
    return sorted(range(len(ids)), key=lambda i: (ids[i], points[i].tobytes()))


def _by_size(labels: NDArray[np.int64]) -> dict[int, int]:
    """New numbers of clusters: the largest first, ties by first row (which is the smallest id)."""
    found, first, sizes = np.unique(labels[labels != OUTLIER], return_index=True, return_counts=True)
    rows = np.flatnonzero(labels != OUTLIER)
    ranked = sorted(zip(found, first, sizes, strict=True), key=lambda t: (-t[2], rows[t[1]]))
    return {int(label): new for new, (label, _, _) in enumerate(ranked)} | {OUTLIER: OUTLIER}


def _fit(points: NDArray[np.float32], settings: ClusterSettings, reducer: Reducer) -> _Fit:
    n = len(points)
    if too_few(n, settings):
        note = f"{n} points are fewer than 2 × min_cluster_size ({2 * settings.min_cluster_size}): nothing is clustered"
        return _Fit(np.full(n, OUTLIER, dtype=np.int64), np.zeros(n, np.float32), {}, None, (note,))
    parameters = scaled(n, settings)
    alike = float(np.square(points.astype(np.float64).mean(axis=0)).sum())
    if alike >= BLOB_COSINE and _closeness(points).min() >= 1 - BLOB_REACH:
        return _one(points, parameters, f"all {n} points are alike (mean cosine {alike:.2f})")
    reduced, parameters = _reduced(points, parameters, settings, reducer)
    labels, probabilities, exemplars = find_clusters(reduced, parameters)
    separation = _silhouette(points, labels)
    notes = scaling_notes(settings, parameters)
    if alike >= ONE_CLUSTER_COSINE and (separation is None or separation < APART):
        return _one(points, parameters, f"the points are alike (mean cosine {alike:.2f}) and no clusters stand apart")
    if separation is not None and separation < APART:
        notes += (f"the clusters hardly stand apart (silhouette {separation:.2f}): they may be chance",)
    return _Fit(labels, probabilities, exemplars, parameters, notes, separation)


def _one(points: NDArray[np.float32], parameters: Parameters, reason: str) -> _Fit:
    """One cluster of all points that look the way of their mean; the nearer half are its exemplars."""
    closeness = _closeness(points)
    labels = np.where(closeness >= ONE_CLUSTER_COSINE, 0, OUTLIER).astype(np.int64)
    typical = np.flatnonzero((labels == 0) & (closeness >= np.median(closeness) - 1e-6)).tolist()
    probabilities = np.where(labels == OUTLIER, np.float32(0), closeness)
    return _Fit(labels, probabilities, {0: typical}, parameters, (f"{reason}: they are one cluster",))


def _reduced(
    points: NDArray[np.float32], parameters: Parameters, settings: ClusterSettings, reducer: Reducer
) -> tuple[NDArray[np.float32], Parameters]:
    """Coordinates of all points. Equal points count once for UMAP, whose neighbourhoods they would fill with copies."""
    distinct, copies = np.unique(np.round(points, 5), axis=0, return_inverse=True)
    if len(distinct) == len(points):
        return reducer(points, parameters), parameters
    first = np.array([int(np.flatnonzero(copies == i)[0]) for i in range(len(distinct))])
    order = np.argsort(first)  # rows of equal points keep the order of their ids
    place = np.argsort(order)[copies]
    if len(distinct) < LEAST_FOR_UMAP:
        return points, parameters
    parameters = scaled(len(distinct), settings)
    return reducer(points[first[order]], parameters)[place], parameters


def _silhouette(points: NDArray[np.float32], labels: NDArray[np.int64]) -> float | None:
    from sklearn.metrics import silhouette_score

    inside = labels != OUTLIER
    if len(np.unique(labels[inside])) < 2:
        return None
    return round(float(silhouette_score(points[inside], labels[inside], metric="cosine")), 4)


def _closeness(points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cosine of each point with the mean direction, 0 to 1; 0 throughout where the points cancel out."""
    mean = points.astype(np.float64).mean(axis=0)
    length = float(np.linalg.norm(mean))
    closeness = np.clip(points @ (mean / length if length > 1e-9 else mean * 0), 0, 1)
    return np.asarray(closeness, dtype=np.float32)


def reduce(points: NDArray[np.float32], parameters: Parameters, cache: Path | None = None) -> NDArray[np.float32]:
    """UMAP coordinates, shape (n, dimensions); the same for the same points, parameters and library versions."""
    ensure_numba_cache(cache)
    from threadpoolctl import threadpool_limits

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of tensorflow being absent, of disconnected points: no news for a user
        from umap import UMAP

        reducer = UMAP(
            n_components=parameters.dimensions,
            n_neighbors=parameters.neighbors,
            metric="cosine",
            init=parameters.init,
            random_state=parameters.seed,
            n_jobs=1,
        )
        with threadpool_limits(1):
            reduced = np.asarray(reducer.fit_transform(points), dtype=np.float32)
    # A point without any neighbour comes back as NaN; far from everything, and from each other, is where they belong.
    lost = np.flatnonzero(~np.isfinite(reduced).all(axis=1))
    reduced[lost] = 1e3 * (1 + np.arange(len(lost), dtype=np.float32)[:, None])
    return reduced


def find_clusters(
    reduced: NDArray[np.float32], parameters: Parameters
) -> tuple[NDArray[np.int64], NDArray[np.float32], dict[int, list[int]]]:
    """HDBSCAN labels, probabilities, and exemplar rows per label."""
    from hdbscan import HDBSCAN

    points = reduced.astype(np.float64)
    model = HDBSCAN(
        min_cluster_size=parameters.min_cluster_size,
        min_samples=parameters.min_samples,
        metric="euclidean",
        approx_min_span_tree=False,
        core_dist_n_jobs=1,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # equal points divide by a distance of zero inside; the labels are right
        model.fit(points)
        labels = np.asarray(model.labels_, dtype=np.int64)
        probabilities = np.nan_to_num(np.asarray(model.probabilities_, dtype=np.float32), nan=1.0)
        return labels, probabilities, _exemplar_rows(model, points, labels, probabilities)


def _exemplar_rows(
    model: Any, reduced: NDArray[np.float64], labels: NDArray[np.int64], probabilities: NDArray[np.float32]
) -> dict[int, list[int]]:
    """hdbscan hands out its exemplars as coordinates; find their rows again, by cluster."""
    found: dict[int, list[int]] = {int(label): [] for label in np.unique(labels[labels != OUTLIER])}
    if not found:
        return found
    wanted = {tuple(point) for points in model.exemplars_ for point in np.asarray(points)}
    for row, point in enumerate(reduced):
        if labels[row] != OUTLIER and tuple(point) in wanted:
            found[int(labels[row])].append(row)
    for label, rows in found.items():
        if not rows:
            inside = np.flatnonzero(labels == label)
            rows.extend(inside[probabilities[inside] == probabilities[inside].max()].tolist())
    return found


def _empty_note(empty: int) -> tuple[str, ...]:
    return (f"{empty} of the points hold nothing (an empty text): outliers",) if empty else ()


def _outlier_notes(labels: NDArray[np.int64], parameters: Parameters | None) -> tuple[str, ...]:
    """Says how many points are in no cluster, and warns above the bound."""
    outliers = int((labels == OUTLIER).sum())
    if parameters is None or not outliers:
        return ()
    share = outliers / len(labels)
    warning = f", above the bound of {OUTLIER_BOUND:.0%}: the clusters speak for a part only"
    return (f"{outliers} of {len(labels)} points ({share:.0%}) are outliers{warning if share > OUTLIER_BOUND else ''}",)
