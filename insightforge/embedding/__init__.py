"""Texts to vectors, behind one protocol.

`lsa` (the default) is fitted on the very texts it is given and needs no weights; `sentence-transformers:<model or
path>` runs a real model from the local disk. A long text is never cut in silence: every result counts what was used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from insightforge.embedding.base import Embedder, EmbeddingResult, TextCount, unit_rows
from insightforge.embedding.lsa import Familiarity, LsaEmbedder, LsaModel
from insightforge.embedding.transformers import SentenceTransformersEmbedder
from insightforge.errors import UsageError

__all__ = [
    "Embedder",
    "EmbeddingResult",
    "Familiarity",
    "LsaEmbedder",
    "LsaModel",
    "SentenceTransformersEmbedder",
    "TextCount",
    "get_embedder",
    "unit_rows",
]

AVAILABLE = "lsa, sentence-transformers:<model or path>"


def get_embedder(spec: str, *, state: Mapping[str, Any] | None = None) -> Embedder:
    """The embedder that a specification names; nothing heavy is loaded before its first use.

    Args:
        spec: `lsa` or `sentence-transformers:<model or path>`; a bare importable package that ships a model will do.
        state: arrays of a fitted `lsa` model (`EmbeddingResult.state`); new texts are then placed in its space.

    Raises:
        UsageError: an unknown specification.
        MissingExtra: the packages behind it are not installed (raised at first use).
    """
    kind, _, rest = spec.strip().partition(":")
    if kind == "lsa" and not rest:
        return LsaEmbedder(LsaModel.from_state(state) if state else None)
    if kind == "sentence-transformers" and rest.strip():
        return SentenceTransformersEmbedder(rest.strip())
    raise UsageError(f"embedder {spec!r} is not available; choose one of: {AVAILABLE}")
