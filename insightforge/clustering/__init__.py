"""Clusters of vectors that stay what they are: fitted once, stored with their exemplars, joined by new points.

cluster      UMAP, then HDBSCAN, from no points at all to thousands; small numbers scale down by a stated rule
study        which parameters are stable across seeds, agree with known groups, and cover most points
class_terms  the words that set each cluster apart (class-based TF-IDF)
ClusterStore vectors, exemplars and labels on disk, and `assign` for points that arrive later
mint_ids     names of clusters that survive a new clustering
"""

from __future__ import annotations

from insightforge.clustering.fit import OUTLIER, Clustering, cluster
from insightforge.clustering.ids import match_ids, mint_ids, slug_from_terms
from insightforge.clustering.store import Assignment, ClusterStore
from insightforge.clustering.study import Study, StudyRow, default_grid, seed_stability, study
from insightforge.clustering.terms import class_terms

__all__ = [
    "OUTLIER",
    "Assignment",
    "ClusterStore",
    "Clustering",
    "Study",
    "StudyRow",
    "class_terms",
    "cluster",
    "default_grid",
    "match_ids",
    "mint_ids",
    "seed_stability",
    "slug_from_terms",
    "study",
]
