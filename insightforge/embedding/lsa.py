"""Latent semantic analysis: TF-IDF over lemmas and pairs of them, reduced by a truncated SVD. No weights, no download.

It is fitted on the texts it is given. The fitted model (vocabulary, idf, components) is plain arrays, so that texts
that arrive later can be placed in the same space; how far they belong there is `LsaModel.familiarity`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from insightforge.embedding.base import EmbeddingResult, TextCount, unit_rows

DIMENSIONS = 100
#: From this many texts on, a term that stands in one of them only is dropped: it brings no two texts together.
RARE_TERMS_DROPPED_FROM = 20
_WORD = re.compile(r"[^\W\d_]\w+")


@lru_cache(maxsize=100_000)
def _lemma(word: str) -> str:
    import simplemma

    return simplemma.lemmatize(word, lang="en").lower()


@lru_cache(maxsize=1)
def _stop_words() -> frozenset[str]:
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return frozenset(ENGLISH_STOP_WORDS) | {_lemma(w) for w in ENGLISH_STOP_WORDS}


def words(text: str) -> list[str]:
    """Lemmas of the words of a text that say something: no stop words, nothing that starts with a digit."""
    stop = _stop_words()
    return [w for w in map(_lemma, _WORD.findall(text.lower())) if w not in stop and len(w) > 1]


def terms(text: str) -> list[str]:
    """The words of a text and each two neighbours among them."""
    single = words(text)
    return [*single, *(f"{a} {b}" for a, b in pairwise(single))]


@dataclass(frozen=True)
class Familiarity:
    """How far a text belongs into a fitted space (its cosine alone rejects nothing).

    Attributes:
        known: share of its words that the vocabulary holds, 0 to 1 (0 for a text without words).
        residual: length of what the components cannot express of its TF-IDF vector of length 1, 0 to 1.
    """

    known: float
    residual: float


@dataclass(frozen=True)
class LsaModel:
    """A fitted model: terms in sorted order (V), idf (V,), components (k, V) of orthonormal rows."""

    vocabulary: tuple[str, ...]
    idf: NDArray[np.float64]
    components: NDArray[np.float64]

    @classmethod
    def fit(cls, texts: Sequence[str], dimensions: int = DIMENSIONS) -> LsaModel:
        """Fit on some texts, of any number; at most `dimensions`, texts and terms bound the number of components."""
        from sklearn.decomposition import TruncatedSVD
        from sklearn.feature_extraction.text import TfidfVectorizer

        found = [terms(t) for t in texts]
        least = 2 if len(texts) >= RARE_TERMS_DROPPED_FROM else 1
        if not _shared(found, least):
            return cls((), np.zeros(0), np.zeros((1, 0)))
        vectorizer = TfidfVectorizer(analyzer=_as_is, sublinear_tf=True, min_df=least)
        weights = vectorizer.fit_transform(found)
        size = min(dimensions, *weights.shape)
        # One column only: scikit-learn's SVD wants two, and there is nothing to reduce.
        if weights.shape[1] == 1:
            components = np.ones((1, 1))
        else:
            with np.errstate(divide="ignore", invalid="ignore"):  # equal texts have no variance to explain
                components = TruncatedSVD(size, n_iter=10, random_state=0).fit(weights).components_
        return cls(tuple(vectorizer.get_feature_names_out()), np.asarray(vectorizer.idf_), np.asarray(components))

    def transform(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Coordinates of texts, shape (n, k), not normalised: their length is what the components express."""
        if not self.vocabulary or not texts:
            return np.zeros((len(texts), len(self.components)))
        return np.asarray(self._weights(texts) @ self.components.T)

    def familiarity(self, texts: Sequence[str]) -> tuple[Familiarity, ...]:
        """See `Familiarity`; one per text."""
        lengths = np.linalg.norm(self.transform(texts), axis=1)
        return tuple(
            Familiarity(count.used / count.tokens if count.tokens else 0.0, float(np.sqrt(max(0.0, 1.0 - length**2))))
            for count, length in zip(self.counts(texts), lengths, strict=True)
        )

    def counts(self, texts: Sequence[str]) -> tuple[TextCount, ...]:
        """Words of each text, and those of them that the vocabulary holds."""
        known = frozenset(self.vocabulary)
        found = [words(t) for t in texts]
        return tuple(
            TextCount(len(t), len(ws), sum(w in known for w in ws), int(bool(ws)))
            for t, ws in zip(texts, found, strict=True)
        )

    def to_state(self) -> dict[str, NDArray[Any]]:
        """Plain arrays (no objects): the vocabulary as the UTF-8 bytes of its lines."""
        joined = "\n".join(self.vocabulary).encode()
        return {
            "vocabulary": np.frombuffer(joined, dtype=np.uint8),
            "idf": self.idf,
            "components": self.components,
        }

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> LsaModel:
        """The model that `to_state` wrote."""
        joined = np.asarray(state["vocabulary"], dtype=np.uint8).tobytes().decode()
        return cls(tuple(joined.split("\n")) if joined else (), state["idf"], state["components"])

    def _weights(self, texts: Sequence[str]) -> Any:
        from sklearn.feature_extraction.text import TfidfVectorizer

        index = {term: i for i, term in enumerate(self.vocabulary)}
        vectorizer = TfidfVectorizer(analyzer=_as_is, sublinear_tf=True, vocabulary=index)
        vectorizer.idf_ = self.idf
        return vectorizer.transform([terms(t) for t in texts])


def _as_is(found: list[str]) -> list[str]:
    return found


def _shared(found: Sequence[list[str]], least: int) -> bool:
    """Whether any term stands in `least` texts: scikit-learn refuses an empty vocabulary."""
    seen: dict[str, int] = {}
    for each in found:
        for term in set(each):
            seen[term] = seen.get(term, 0) + 1
            if seen[term] >= least:
                return True
    return False


@dataclass(frozen=True)
class LsaEmbedder:
    """Embeds by latent semantic analysis; without a model, one is fitted on each call's own texts."""

    model: LsaModel | None = None

    @property
    def name(self) -> str:
        return "lsa"

    def embed(self, texts: Sequence[str], *, instruction: str) -> EmbeddingResult:
        """See `Embedder`. The instruction cannot steer it, and the result says so."""
        from threadpoolctl import threadpool_limits

        # One thread: sums are then taken in one order, and the same texts give the same bytes on any number of cores.
        with threadpool_limits(1):
            model = self.model or LsaModel.fit(texts)
            vectors = unit_rows(model.transform(texts))
        return EmbeddingResult(vectors, model.counts(texts), self.name, "ignored: lsa takes none", model.to_state())
