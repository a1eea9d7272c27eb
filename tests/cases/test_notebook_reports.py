"""Section A of the public reports: notebooks that break readers."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from insightforge.corpus import canonical_slug, load_corpus
from insightforge.corpus.readers.notebook import read_notebook
from insightforge.errors import SourceUnreadable
from tests.corpus.helpers import code, loaded, markdown, notebook, workspace

CODE = "```\n# %% [code 1]\nx = 1\n```\n"


def old(*sheets: list[dict[str, Any]]) -> bytes:
    return json.dumps({"nbformat": 3, "worksheets": [{"cells": cells} for cells in sheets]}).encode()


def test_missing_cell_ids_are_no_matter_and_the_file_is_not_touched(tmp_path: Path) -> None:
    data = notebook(code("x = 1"), markdown("Prose."))
    corpus = loaded(tmp_path, {"c/notebooks/n.ipynb": data})
    (source,) = corpus.competition("c").sources
    assert corpus.text(source.path).text == CODE + "\nProse.\n"
    assert (tmp_path / source.path).read_bytes() == data
    assert read_notebook(data, "n") == read_notebook(data, "n")


def test_nbformat_3_has_all_cells_of_all_worksheets_in_order() -> None:
    first = [{"cell_type": "code", "input": "x=1", "language": "python"}, {"cell_type": "markdown", "source": "Why."}]
    second = [{"cell_type": "code", "input": ["y=", "2"], "outputs": [{"output_type": "pyout", "text": ["2"]}]}]
    assert read_notebook(old(first), "n").text == "```python\n# %% [code 1]\nx=1\n```\n\nWhy.\n"
    assert read_notebook(old(first, second), "n").text == (
        "```python\n# %% [code 1]\nx=1\n```\n\nWhy.\n\n"
        "```\n# %% [code 3]\ny=2\n```\n\n```text\n# %% [output 3]\n2\n```\n"
    )


@pytest.mark.parametrize("dropped", ["metadata", "nbformat", "nbformat_minor"])
def test_missing_top_level_keys_are_supplied(dropped: str) -> None:
    book = json.loads(notebook(code("x = 1")))
    del book[dropped]
    assert read_notebook(json.dumps(book).encode(), "n").text == CODE


def test_null_cells_are_an_empty_notebook_with_a_recorded_problem(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, {"c/notebooks/n.ipynb": b'{"nbformat": 4, "cells": null}', "c/writeups/w.md": "Fine.\n"})
    broken, fine = corpus.competition("c").sources
    assert (broken.text, broken.problem) == (None, "is an empty notebook: `cells` is null, not a list")
    assert fine.problem is None
    assert corpus.problems == ((broken.path, broken.problem),)
    with pytest.raises(SourceUnreadable, match="`cells` is null"):
        corpus.text(broken.path)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "utf-32"])
def test_other_unicode_encodings_give_the_same_text(encoding: str) -> None:
    book = json.dumps({"cells": [markdown("Don’t scale λ.")]}, ensure_ascii=False)
    assert read_notebook(book.encode(encoding), "n").text == "Don’t scale λ.\n"


def test_a_windows_1252_byte_is_read_with_a_recorded_note() -> None:
    data = json.dumps({"cells": [markdown("We don@t scale.")]}).encode().replace(b"@", b"\x92")
    reading = read_notebook(data, "n")
    assert reading.text == "We don’t scale.\n"
    assert reading.notes == ("1 byte(s) are not UTF-8 and were read as Windows-1252",)


@pytest.mark.parametrize(
    "source", ["a = 1\nb = 2", ["a = 1\n", "b = 2"], [["a = 1\n"], ["b = ", "2"]], ["a = 1\n", None, "b = 2"]]
)
def test_source_is_the_same_text_in_every_shape(source: Any) -> None:
    data = notebook(code(None), code(source), markdown(None))
    assert read_notebook(data, "n").text == "```\n# %% [code 2]\na = 1\nb = 2\n```\n"


@pytest.mark.parametrize(
    ("written", "slug"),
    [
        ("c/ubc-ocean", "ubc-ocean"),
        ("competitions/UBC-OCEAN", "ubc-ocean"),
        ("UBC-OCEAN", "ubc-ocean"),
        ("https://www.kaggle.com/c/UBC-OCEAN/discussion/1?x=c/y", "ubc-ocean"),
        ("https://www.kaggle.com/competitions/ubc-ocean/overview", "ubc-ocean"),
        ("/c/ubc-ocean/", "ubc-ocean"),
    ],
)
def test_a_competition_has_one_slug(written: str, slug: str) -> None:
    assert canonical_slug(written) == slug


def test_images_and_long_outputs_are_clipped_with_a_byte_count_and_source_is_not() -> None:
    lines = "".join(f"epoch {n} loss 0.5\n" for n in range(50_000))
    source = "\n".join(f"x{n} = {n}" for n in range(5_000))
    image = {"output_type": "display_data", "data": {"image/png": "A" * 2_000_000, "text/plain": "<Figure>"}}
    text = read_notebook(notebook(code(source, [{"output_type": "stream", "text": lines}, image])), "n").text
    assert source in text
    assert "[image/png: 2,000,000 bytes left out]" in text
    assert text.count("AAAA") == 0
    shown = text.split("# %% [output 1]\n")[1].split("\n<Figure>")[0]
    head, notice, tail = shown.partition("[… ")[0], shown.partition("[… ")[2], shown.rpartition("…]\n")[2]
    assert lines.startswith(head) and lines.rstrip("\n").endswith(tail)
    assert len(shown) < 2_200
    # The counted bytes, what is shown, and the final line break together are what was printed.
    dropped = int(notice.split(" bytes")[0].replace(",", ""))
    assert dropped + len(head.rstrip("\n")) + len(tail) == len(lines) - 1


@pytest.mark.slow
def test_a_notebook_of_50_mb_is_read_within_seconds(tmp_path: Path) -> None:
    image = {"output_type": "display_data", "data": {"image/png": "A" * 50_000_000}}
    space = workspace(tmp_path, {"c/notebooks/n.ipynb": notebook(code("x = 1", [image]))})
    began = time.perf_counter()
    corpus = load_corpus(space)
    assert time.perf_counter() - began < 10
    assert corpus.text("data/competitions/c/notebooks/n.ipynb").text.startswith(CODE)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=300))
def test_any_bytes_as_a_notebook_never_stop_the_load(tmp_path: Path, data: bytes) -> None:
    corpus = loaded(tmp_path, {"c/notebooks/n.ipynb": data})
    assert len(corpus.competition("c").sources) == 1


KEYS = ["cells", "worksheets", "source", "input", "outputs", "output_type", "cell_type", "data", "text", "metadata"]
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner | st.sampled_from(["code", "markdown", "stream", "display_data"]),
            max_size=5,
        )
    ),
    max_leaves=25,
)


@settings(max_examples=300, deadline=None)
@given(JSON)
def test_any_json_as_a_notebook_is_read_or_refused(book: Any) -> None:
    try:
        reading = read_notebook(json.dumps(book).encode(), "n")
    except SourceUnreadable:
        return
    assert reading.text.strip()
