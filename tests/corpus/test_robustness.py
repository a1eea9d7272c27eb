"""Whatever a file holds, it costs at most itself, and no more time than its size warrants."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from insightforge.corpus import ingest, load_corpus
from insightforge.corpus.derive import derive, reader_of
from tests.corpus.helpers import ENGLISH, loaded, notebook, pdf, workspace, write

ROOT = "data/competitions"
SUFFIXES = [".md", ".txt", ".html", ".pdf", ".docx", ".py", ".R", ".Rmd", ".ipynb"]
MARKUP = st.text(alphabet="<>/=\"'&;#-*`~[]()!|\n\r\t %p{}:\\$@_x\x00\ud800\u200bé漢", max_size=200)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SUFFIXES), st.binary(max_size=300) | MARKUP.map(lambda t: t.encode("utf-8", "surrogatepass")))
@example(".pdf", pdf("x")[:400])
@example(".html", b"<p><pre><br><pre></pre>")
@example(".md", b"---\na: *x\n---\n")
def test_any_bytes_in_any_format_are_read_or_refused(suffix: str, data: bytes) -> None:
    name = f"file{suffix}"
    findings, text = derive(data, name, reader_of(name))
    assert (findings.problem is None) == bool(text)
    text.encode("utf-8")
    assert "\r" not in text and "\0" not in text


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=200) | MARKUP.map(lambda t: t.encode("utf-8", "surrogatepass")))
def test_any_bytes_as_metadata_never_stop_the_load(tmp_path: Path, data: bytes) -> None:
    corpus = loaded(tmp_path, {"c/a.md": ENGLISH, "c/competition.json": data, "c/text/index.json": data})
    assert corpus.text(f"{ROOT}/c/a.md").text == ENGLISH


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.md", b"`" * 400_000),
        ("b.txt", b"a" * 400_000),
        ("c.txt", b"a-" * 200_000),
        ("d.md", b"](" * 200_000),
        ("e.md", b"# " * 200_000),
        ("f.md", b"---\n" + b"a: b\n" * 80_000),
        ("g.html", b"<!---->" * 50_000 + b"<p>x</p>"),
        ("h.html", b"<p>x" * 5_000),
        ("i.html", b"<pre>x" + b"<br>" * 20_000),
        ("j.ipynb", notebook(*[{"cell_type": "code", "source": "x"}] * 20_000)),
        ("k.ipynb", b"[" * 400_000),
        ("l.py", b"# %%\n" * 80_000),
    ],
)
def test_no_text_takes_long(name: str, data: bytes) -> None:
    began = time.perf_counter()
    derive(data, name, reader_of(name))
    assert time.perf_counter() - began < 8


def test_files_where_derived_texts_are_kept_are_named(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, {"c/a.html": "<p>A</p>", "c/text/mine.md": ENGLISH})
    assert corpus.problems == (
        (f"{ROOT}/c/text/mine.md", "lies where derived texts are kept, so it is not read; move it"),
    )


def test_what_lies_beside_the_folders_is_named(tmp_path: Path) -> None:
    space = workspace(tmp_path / "w", {"c/a.md": ENGLISH, "stray.md": ENGLISH})
    (space.competitions / "linked").symlink_to(write(tmp_path / "elsewhere", {"a.md": ENGLISH}))
    corpus = load_corpus(space)
    assert [path for path, _ in corpus.problems] == [f"{ROOT}/linked", f"{ROOT}/stray.md"]
    assert len(corpus.competitions) == 1


def test_licences_and_requirements_are_no_documents(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, {"c/LICENSE.txt": "MIT\n", "c/requirements.txt": "numpy\n", "c/README": ENGLISH})
    assert [s.path for s in corpus.competition("c").sources] == [f"{ROOT}/c/README"]
    assert {reason for _, reason in corpus.skipped} == {"is no document (a licence or a list of requirements)"}


@pytest.mark.parametrize("data", [b'{"metric": ' + b"9" * 5000 + b"}", b"[" * 100_000, b"{", b"\xff"])
def test_no_metadata_stops_an_ingest(tmp_path: Path, data: bytes) -> None:
    folder = write(tmp_path / "given", {"one/writeups/a.md": ENGLISH, "one/competition.json": data})
    write(folder, {"two/writeups/a.md": ENGLISH})
    report = ingest(workspace(tmp_path / "own"), [folder])
    assert [(row.slug, row.outcome) for row in report.rows] == [("one", "new"), ("two", "new")]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open anything")
def test_a_folder_that_cannot_be_opened_costs_itself(tmp_path: Path) -> None:
    space = workspace(tmp_path, {f"{ROOT}/shut/a.md": ENGLISH, f"{ROOT}/open/a.md": ENGLISH})
    (space.competitions / "shut").chmod(0)
    corpus = load_corpus(space)
    (space.competitions / "shut").chmod(0o755)
    assert [c.slug for c in corpus.competitions] == ["open"]
    assert (f"{ROOT}/shut", "cannot be opened; check its permissions") in corpus.problems
