"""The stated rule by which UMAP's parameters shrink for few points, and when nothing is clustered at all."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from insightforge.workspace import ClusterSettings

#: Fewer distinct points than this have no neighbourhoods: they are clustered as they are.
LEAST_FOR_UMAP = 4


@dataclass(frozen=True)
class Parameters:
    """What a clustering was made with. `seed` seeds UMAP; HDBSCAN has no chance in it."""

    points: int
    dimensions: int
    neighbors: int
    min_cluster_size: int
    min_samples: int
    seed: int
    init: Literal["spectral", "random"]

    def to_data(self) -> dict[str, Any]:
        """As plain JSON data."""
        return asdict(self)


def too_few(points: int, settings: ClusterSettings) -> bool:
    """Below twice the smallest cluster there cannot be two clusters, so there is nothing to find."""
    return points < 2 * settings.min_cluster_size


def scaled(points: int, settings: ClusterSettings) -> Parameters:
    """Parameters for so many points (at least `LEAST_FOR_UMAP`).

    Neighbours: at most half of the points (a neighbourhood of everything says nothing), never below 2. Dimensions: at
    most a quarter of the points, never below 2. The spectral start needs more points than dimensions by two; below
    that, and up to 15 points, the start is random (seeded).
    """
    neighbors = max(2, min(settings.neighbors, points // 2))
    dimensions = max(2, min(settings.dimensions, points // 4))
    init: Literal["spectral", "random"] = "spectral" if points > max(15, dimensions + 2) else "random"
    return Parameters(
        points=points,
        dimensions=dimensions,
        neighbors=neighbors,
        min_cluster_size=settings.min_cluster_size,
        min_samples=min(settings.min_samples, points - 1),
        seed=settings.seed,
        init=init,
    )


def scaling_notes(settings: ClusterSettings, used: Parameters) -> tuple[str, ...]:
    """One sentence where a parameter is not the one asked for."""
    changes = [
        f"{name} {asked} → {got}"
        for name, asked, got in (
            ("neighbours", settings.neighbors, used.neighbors),
            ("dimensions", settings.dimensions, used.dimensions),
            ("min_samples", settings.min_samples, used.min_samples),
        )
        if asked != got
    ]
    if used.init == "random":
        changes.append("start spectral → random")
    return (f"scaled down for {used.points} points: {', '.join(changes)}",) if changes else ()
