"""The contract of an embedder and what it returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class TextCount:
    """How much of one text stands behind its vector.

    Attributes:
        chars: length of the text in code points.
        tokens: tokens in it, as the embedder counts them.
        used: tokens that the vector is made of; fewer than `tokens` where something was left out.
        chunks: pieces that were embedded one by one and averaged (0 for an empty text).
    """

    chars: int
    tokens: int
    used: int
    chunks: int = 1

    @property
    def left_out(self) -> int:
        """Tokens that had no say in the vector."""
        return self.tokens - self.used


@dataclass(frozen=True)
class EmbeddingResult:
    """Vectors of some texts, row by row.

    Attributes:
        vectors: float32, shape (n, d); rows have length 1, or are all zeros where a text holds nothing to embed.
        counts: one per text.
        embedder: name of the embedder.
        instruction: how the instruction was used, in words.
        state: arrays from which a fitted embedder can be made again; empty for one that is not fitted.
    """

    vectors: NDArray[np.float32]
    counts: tuple[TextCount, ...]
    embedder: str
    instruction: str
    state: Mapping[str, NDArray[Any]] = field(default_factory=dict)

    @property
    def incomplete(self) -> tuple[int, ...]:
        """Rows of texts of which something was left out."""
        return tuple(i for i, count in enumerate(self.counts) if count.left_out)

    @property
    def empty(self) -> tuple[int, ...]:
        """Rows that are all zeros."""
        return tuple(int(i) for i in np.flatnonzero(~self.vectors.any(axis=1)))


class Embedder(Protocol):
    """Turns texts into vectors whose cosine says how close they are under an instruction."""

    @property
    def name(self) -> str:
        """How the embedder is named in files: no folder of this machine in it."""

    def embed(self, texts: Sequence[str], *, instruction: str) -> EmbeddingResult:
        """One vector per text, in order; see `EmbeddingResult`."""


def unit_rows(vectors: NDArray[Any]) -> NDArray[np.float32]:
    """Rows scaled to length 1 (float32); rows of zeros, and rows with a value that is no number, become zeros."""
    rows = np.asarray(vectors, dtype=np.float64)
    rows = np.where(np.isfinite(rows).all(axis=1, keepdims=True), rows, 0.0)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 1e-12, lengths, np.inf), dtype=np.float32)
