"""A sentence-transformers model from the local disk. Nothing is downloaded: a model not there is an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from insightforge.embedding.base import EmbeddingResult, TextCount, unit_rows
from insightforge.errors import MissingExtra, UsageError

#: A "maximum length" beyond this is a tokenizer's way of saying that there is none.
_NO_LIMIT = 1_000_000


@dataclass(frozen=True)
class Prompt:
    """What is put before each text, and how that is said in a record."""

    text: str
    used: str


def choose_prompt(prompts: dict[str, str], instruction: str) -> Prompt:
    """How an instruction reaches a model, by the prompts that it was trained with.

    A model of the "Instruct: …" family gets the instruction in that form; one with a prompt named for clustering gets
    that prompt as it stands; for any other, words it was not trained on would only disturb, so the instruction is
    ignored. The result says which.
    """
    trained = {name: text for name, text in prompts.items() if text}
    if any(text.lstrip().lower().startswith("instruct:") for text in trained.values()):
        return Prompt(f"Instruct: {instruction}\nQuery: ", "used as the model's instruction")
    for name, text in sorted(trained.items()):
        if name.lower() == "clustering":
            return Prompt(text, f"replaced by the model's own clustering prompt {text!r}")
    return Prompt("", "ignored: the model has no prompts for it")


def split_text(text: str, count: Callable[[str], int], limit: int) -> list[tuple[str, int]]:
    """Cut a text into pieces of at most `limit` tokens (as `count` counts), halving at white space; with their counts.

    Nothing is lost but white space at the cuts. A text without tokens has no pieces.
    """
    tokens = count(text)
    if tokens <= limit or len(text) < 2:
        return [(text, tokens)] if tokens else []
    middle = len(text) // 2
    space = max((text.rfind(c, 1, middle) for c in " \n\t"), default=-1)
    cut = space if space > len(text) // 4 else middle
    return split_text(text[:cut], count, limit) + split_text(text[cut:], count, limit)


def packaged_model(name: str) -> Path | None:
    """The folder of the model that an installed package of this name ships, without importing the package."""
    if not name.isidentifier() or (spec := find_spec(name)) is None or not spec.submodule_search_locations:
        return None
    roots = [Path(p) for p in spec.submodule_search_locations]
    return next((m.parent for r in roots for m in sorted([*r.glob("modules.json"), *r.glob("*/modules.json")])), None)


@dataclass
class SentenceTransformersEmbedder:
    """A model given as a folder, an installed package that ships one, or a name in the local Hugging Face cache."""

    model: str

    @property
    def name(self) -> str:
        path = Path(self.model)
        return f"sentence-transformers:{path.name if path.is_dir() else self.model}"

    def embed(self, texts: Sequence[str], *, instruction: str) -> EmbeddingResult:
        """See `Embedder`. A text beyond the model's length is embedded in pieces, averaged by their token counts.

        Raises:
            MissingExtra: sentence-transformers is not installed.
            UsageError: the model is not on this machine.
        """
        model = self._loaded
        prompt = self._fitting(choose_prompt(dict(model.prompts or {}), instruction))
        pieces = [split_text(t, self._count, self._room(prompt.text)) for t in texts]
        flat = [piece for each in pieces for piece, _ in each]
        encoded = model.encode(flat, prompt=prompt.text or None, show_progress_bar=False) if flat else []
        vectors = np.zeros((len(texts), int(_dimension(model))), dtype=np.float64)
        rows = [(row, tokens) for row, each in enumerate(pieces) for _, tokens in each]
        for (row, tokens), vector in zip(rows, encoded, strict=True):
            vectors[row] += tokens * np.asarray(vector, dtype=np.float64)
        counts = tuple(
            TextCount(len(t), (used := sum(n for _, n in each)), used, len(each))
            for t, each in zip(texts, pieces, strict=True)
        )
        return EmbeddingResult(unit_rows(vectors), counts, self.name, prompt.used)

    @cached_property
    def _loaded(self) -> Any:
        if find_spec("sentence_transformers") is None:
            raise MissingExtra("sentence-transformers", "transformers", f"the embedder {self.name}")
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        where = self.model if Path(self.model).is_dir() else str(packaged_model(self.model) or self.model)
        try:
            return SentenceTransformer(where, local_files_only=True)
        except (OSError, ValueError) as error:
            reason = str(error).strip().splitlines()[0]
            raise UsageError(
                f"model {self.model!r} cannot be loaded from this machine ({reason}); give the folder of a downloaded "
                f"model, the name of an installed package that ships one, or fetch it first with: hf download MODEL"
            ) from None

    def _count(self, text: str) -> int:
        tokenizer = self._loaded.tokenizer
        if hasattr(tokenizer, "encode_plus") or hasattr(tokenizer, "num_special_tokens_to_add"):
            return len(tokenizer(text, add_special_tokens=False, truncation=False, verbose=False)["input_ids"])
        return len(tokenizer.encode(text, add_special_tokens=False).ids)  # a bare `tokenizers` tokenizer

    def _fitting(self, prompt: Prompt) -> Prompt:
        """The prompt, unless it would leave a text less than half of the model's length."""
        if prompt.text and 2 * self._room(prompt.text) < self._room(""):
            return Prompt("", "ignored: it is too long for the model")
        return prompt

    def _room(self, prompt: str) -> int:
        """Tokens of a text that fit beside the prompt and the special tokens."""
        model = self._loaded
        limit = model.max_seq_length or getattr(model.tokenizer, "model_max_length", None) or _NO_LIMIT
        special = getattr(model.tokenizer, "num_special_tokens_to_add", lambda: 0)()
        return max(1, int(min(limit, _NO_LIMIT)) - int(special) - (self._count(prompt) if prompt else 0))


def _dimension(model: Any) -> int:
    """Length of the model's vectors; the method was renamed in sentence-transformers 5."""
    ask = getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension
    return int(ask())
