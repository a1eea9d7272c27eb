"""The whole of the shared corpus: counts, hashes, speed."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from insightforge.artifacts import sha256_bytes, sha256_text
from insightforge.corpus import ingest, load_corpus
from tests.corpus.helpers import workspace
from tests.shared import shared_dir

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


def test_the_real_corpus_comes_in_whole_and_fast(tmp_path: Path) -> None:
    space = workspace(tmp_path)
    began = time.perf_counter()
    report = ingest(space, [shared_dir() / "corpus" / "competitions"])
    assert time.perf_counter() - began < 30
    assert report.count("new") == len(report.rows) == 143
    assert not any(row.problems for row in report.rows)
    load_corpus(space)
    began = time.perf_counter()
    corpus = load_corpus(space)
    assert time.perf_counter() - began < 1

    sources = [s for c in corpus.competitions for s in c.sources]
    assert len(corpus.competitions) == 143
    assert sum("/writeups/" in s.path for s in sources) == 159
    assert sum(any("/writeups/" in s.path for s in c.sources) for c in corpus.competitions) == 80
    kinds = Counter(s.kind for s in sources)
    assert (kinds["writeup"], kinds["notebook"], kinds["data-description"]) == (162, 125, 73)
    assert sum(any(s.path.endswith("/description.md") for s in c.sources) for c in corpus.competitions) == 112
    assert sum(s.rank is not None for s in sources if "/writeups/" in s.path) == 139
    assert {s.path.split("/")[2] for s in sources if s.kind == "writeup" and not s.first_party} == {
        "birdclef-2025",
        "birdclef-2026",
        "recodai-luc-scientific-image-forgery-detection",
        "tweet-sentiment-extraction",
        "vesuvius-challenge-surface-detection",
    }
    assert Counter(s.language for s in sources if s.unread) == {"ja": 3, "fr": 2}
    assert not [s.path for s in sources if s.problem]
    for source in sources:
        text = corpus.text(source.path)
        assert sha256_bytes((space.root / source.path).read_bytes()) == source.sha256
        assert sha256_text(text.text) == source.text_sha256
        assert len(text.text) == source.chars > 0
        assert "\r" not in text.text and "\0" not in text.text
        assert text.lines[-1].end >= len(text.text) - 1
