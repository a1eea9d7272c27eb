"""A clustering on disk, and the place of new points in it.

Two files: `<name>.npz` (vectors, labels, exemplars, a fitted embedder's arrays; no pickle) and `<name>.json` (ids,
terms, parameters). Both have the same bytes for the same content.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from insightforge.artifacts import read_json, write_bytes_atomic, write_json_atomic
from insightforge.clustering.fit import OUTLIER, Clustering
from insightforge.embedding.base import EmbeddingResult, unit_rows
from insightforge.errors import RecordInvalid, UsageError

SCHEMA = "clusters/1"
#: Stored neighbours that vote on a new point.
VOTERS = 5
#: A new point may lie this much further from a cluster's exemplars than the cluster's own outermost member.
SLACK = 1.1
#: Two vectors this close are the same point.
_SAME = 1e-6
_STATE = "embedder."


@dataclass(frozen=True)
class Assignment:
    """Where a new point belongs.

    Attributes:
        label: id of its cluster, or null: it lies outside all of them.
        probability: share of its neighbours' votes for that cluster (for the leading one where `label` is null).
        runner_up: the next likely cluster, or null where there is only one.
        distance: cosine distance to the nearest exemplar of the leading cluster; 1 where there is no cluster.
    """

    label: str | None
    probability: float
    runner_up: str | None
    distance: float


@dataclass(frozen=True)
class ClusterStore:
    """Vectors of clustered points with all that is needed to place new ones.

    Attributes:
        ids: the points' ids.
        vectors: float32, shape (n, d), rows of length 1.
        labels: int32, shape (n,), positions in `cluster_ids`; -1 is an outlier.
        probabilities: float32, shape (n,).
        exemplars: per cluster the rows of its most typical points.
        cluster_ids: minted ids, one per cluster.
        terms: per cluster its distinctive terms.
        embedder: name of the embedder; `state` are its arrays where it was fitted.
        instruction: what the embedder was told.
        parameters: of the clustering, empty where nothing was fitted.
        notes: of the clustering.
    """

    ids: tuple[str, ...]
    vectors: NDArray[np.float32]
    labels: NDArray[np.int32]
    probabilities: NDArray[np.float32]
    exemplars: tuple[tuple[int, ...], ...]
    cluster_ids: tuple[str, ...]
    terms: tuple[tuple[str, ...], ...]
    embedder: str
    instruction: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    state: Mapping[str, NDArray[Any]] = field(default_factory=dict)

    @classmethod
    def build(
        cls,
        clustering: Clustering,
        embedding: EmbeddingResult,
        cluster_ids: Sequence[str],
        terms: Sequence[Sequence[str]] = (),
        *,
        instruction: str = "",
    ) -> ClusterStore:
        """A store of a clustering of `embedding`'s rows."""
        if len(cluster_ids) != clustering.size:
            raise UsageError(f"{len(cluster_ids)} ids were given for {clustering.size} clusters")
        return cls(
            ids=clustering.ids,
            vectors=unit_rows(embedding.vectors),
            labels=clustering.labels.astype(np.int32),
            probabilities=clustering.probabilities,
            exemplars=clustering.exemplars,
            cluster_ids=tuple(cluster_ids),
            terms=tuple(tuple(t) for t in terms) or tuple(() for _ in cluster_ids),
            embedder=embedding.embedder,
            instruction=instruction,
            parameters=clustering.parameters.to_data() if clustering.parameters else {},
            notes=clustering.notes,
            state=embedding.state,
        )

    def members(self, cluster_id: str) -> tuple[str, ...]:
        """Sorted ids of a cluster's points."""
        label = self.cluster_ids.index(cluster_id)
        return tuple(sorted(self.ids[i] for i in np.flatnonzero(self.labels == label)))

    @property
    def outliers(self) -> tuple[str, ...]:
        """Sorted ids of the points in no cluster."""
        return tuple(sorted(self.ids[i] for i in np.flatnonzero(self.labels == OUTLIER)))

    # ---- new points ----

    def assign(self, new_vectors: NDArray[Any]) -> tuple[Assignment, ...]:
        """Place new points, one by one, without moving anything that is stored.

        The nearest stored points vote by their closeness, outliers too; the leading cluster takes the point when it
        lies within the cluster's own reach of its exemplars, and outliers do not have the majority. A point that
        equals a stored one goes where that one is.

        Args:
            new_vectors: shape (m, d), of the same embedder and, for a fitted one, of the same `state`.
        """
        points = unit_rows(np.atleast_2d(np.asarray(new_vectors)))
        if len(self.ids) and points.shape[1] != self.vectors.shape[1]:
            raise UsageError(
                f"new vectors have {points.shape[1]} dimensions, the stored ones {self.vectors.shape[1]}; "
                f"embed them with {self.embedder} as it was fitted for this clustering"
            )
        reaches = [self._reach(label) for label in range(len(self.cluster_ids))]
        return tuple(self._place(point, reaches) for point in points)

    def _place(self, point: NDArray[np.float32], reaches: Sequence[float]) -> Assignment:
        if not self.cluster_ids or not point.any():
            return Assignment(None, 0.0, None, 1.0)
        distances = np.maximum(0.0, 1.0 - self.vectors @ point)
        votes = self._votes(distances)
        near = [float(distances[list(rows)].min()) for rows in self.exemplars]
        ranked = sorted(range(len(near)), key=lambda c: (-votes.get(c, 0.0), near[c], c))
        leader, second = ranked[0], ranked[1] if len(ranked) > 1 else None
        share = votes.get(leader, 0.0)
        inside = share > votes.get(OUTLIER, 0.0) and near[leader] <= SLACK * reaches[leader] + _SAME
        return Assignment(
            self.cluster_ids[leader] if inside else None,
            share,
            None if second is None else self.cluster_ids[second],
            near[leader],
        )

    def _votes(self, distances: NDArray[np.float32]) -> dict[int, float]:
        """Share of the votes per label (-1 for outliers) of the nearest stored points."""
        same = np.flatnonzero(distances <= _SAME)
        nearest = same if len(same) else np.argsort(distances, kind="stable")[:VOTERS]
        votes: dict[int, float] = {}
        for row in nearest:
            label = int(self.labels[row])
            votes[label] = votes.get(label, 0.0) + 1.0 / (float(distances[row]) + 1e-3)
        total = sum(votes.values())
        return {label: vote / total for label, vote in votes.items()}

    def _reach(self, label: int) -> float:
        """Largest distance of a member to its nearest exemplar; where all are exemplars, to the nearest other."""
        members = np.flatnonzero(self.labels == label)
        exemplars = list(self.exemplars[label])
        between = 1.0 - self.vectors[members] @ self.vectors[exemplars].T
        farthest = float(between.min(axis=1).max(initial=0.0))
        if farthest > _SAME:
            return farthest
        others = between + np.where(between <= _SAME, np.inf, 0.0)
        nearest = others.min(axis=1)
        return float(nearest[np.isfinite(nearest)].max(initial=0.0))

    # ---- files ----

    def save(self, path: Path) -> None:
        """Write `<path>.npz`, then `<path>.json`."""
        owners = [label for label, rows in enumerate(self.exemplars) for _ in rows]
        arrays: dict[str, NDArray[Any]] = {
            "vectors": self.vectors,
            "labels": self.labels,
            "probabilities": self.probabilities,
            "exemplar_rows": np.array([row for rows in self.exemplars for row in rows], dtype=np.int32),
            "exemplar_labels": np.array(owners, dtype=np.int32),
            **{_STATE + name: array for name, array in sorted(self.state.items())},
        }
        buffer = io.BytesIO()
        np.savez_compressed(buffer, allow_pickle=False, **arrays)
        write_bytes_atomic(path.with_name(path.name + ".npz"), buffer.getvalue())
        write_json_atomic(path.with_name(path.name + ".json"), self._facts())

    def _facts(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "embedder": self.embedder,
            "instruction": self.instruction,
            "parameters": dict(self.parameters),
            "notes": list(self.notes),
            "clusters": [
                {"id": name, "terms": list(terms), "members": list(self.members(name))}
                for name, terms in zip(self.cluster_ids, self.terms, strict=True)
            ],
            "ids": list(self.ids),
        }

    @classmethod
    def load(cls, path: Path) -> ClusterStore:
        """Read what `save` wrote.

        Raises:
            RecordInvalid: a file is missing, cut, or does not fit the other one.
        """
        try:
            facts = read_json(path.with_name(path.name + ".json"))
            with np.load(path.with_name(path.name + ".npz"), allow_pickle=False) as stored:
                arrays = {name: stored[name] for name in stored.files}
            store = cls._from(facts, arrays)
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile) as error:
            raise RecordInvalid(f"{path}: the stored clustering cannot be read ({error}); cluster again") from None
        if not len(store.ids) == len(store.vectors) == len(store.labels) == len(store.probabilities):
            raise RecordInvalid(f"{path}: the .json and .npz files are not of one clustering; cluster again")
        return store

    @classmethod
    def _from(cls, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> ClusterStore:
        if facts["schema"] != SCHEMA:
            raise ValueError(f"schema {facts['schema']!r} instead of {SCHEMA!r}")
        clusters = facts["clusters"]
        rows, owners = arrays["exemplar_rows"], arrays["exemplar_labels"]
        return cls(
            ids=tuple(facts["ids"]),
            vectors=arrays["vectors"],
            labels=arrays["labels"],
            probabilities=arrays["probabilities"],
            exemplars=tuple(tuple(int(r) for r in rows[owners == label]) for label in range(len(clusters))),
            cluster_ids=tuple(c["id"] for c in clusters),
            terms=tuple(tuple(c["terms"]) for c in clusters),
            embedder=facts["embedder"],
            instruction=facts["instruction"],
            parameters=facts["parameters"],
            notes=tuple(facts["notes"]),
            state={name.removeprefix(_STATE): array for name, array in arrays.items() if name.startswith(_STATE)},
        )
