from __future__ import annotations

import json
import multiprocessing
import os
from pathlib import Path

import pytest

from insightforge.artifacts import sha256_bytes
from insightforge.corpus import load_corpus
from insightforge.corpus.walk import SIZE_LIMIT
from insightforge.errors import SourceUnreadable, UsageError
from insightforge.workspace import Workspace, find_workspace
from tests.corpus.helpers import ENGLISH, code, loaded, notebook, workspace, write
from tests.corpus.test_language import TEXTS

ROOT = "data/competitions"
WRITEUP = (
    f"---\nteam: The Owls\nrank: 2\nurl: https://x.org/p\nposted: 2024-05-01\nlicense: MIT\n---\n# Our way\n\n{ENGLISH}"
)


def tree(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


# ---- what a folder holds ---------------------------------------------------------------------------------------------


def test_a_competition_folder_has_sources_of_every_kind(tmp_path: Path) -> None:
    corpus = loaded(
        tmp_path,
        {
            "night-birds/competition.json": json.dumps(
                {"title": "Night Birds", "deadline": "2024-06-01", "metric": "AUC", "sources": [
                    {"file": "notebooks/n.ipynb", "license": "Apache-2.0", "provenance": "https://x.org/r@1:n.ipynb"}]}
            ),
            "night-birds/dataset.json": "{}",
            "night-birds/description.md": "# Night Birds\n",
            "night-birds/data-description.md": "One row per call.\n",
            "night-birds/rules.md": "Be kind.\n",
            "night-birds/writeups/rank-02__owls.md": WRITEUP,
            "night-birds/writeups/rank-na__crows.md": "We used folds.\n",
            "night-birds/notebooks/n.ipynb": notebook(code("x = 1")),
            "night-birds/notebooks/train.py": "x = 1\n",
            "night-birds/leaderboard.csv": "rank,score\n",
            "night-birds/third-party-digest.md": "What others did.\n",
        },
    )  # fmt: skip
    competition = corpus.competition("night-birds")
    assert (competition.title, competition.year, competition.metric) == ("Night Birds", 2024, "AUC")
    kinds = {s.path.removeprefix(f"{ROOT}/night-birds/"): (s.kind, s.first_party) for s in competition.sources}
    assert kinds == {
        "data-description.md": ("data-description", True),
        "description.md": ("description", True),
        "notebooks/n.ipynb": ("notebook", True),
        "notebooks/train.py": ("notebook", True),
        "rules.md": ("description", True),
        "third-party-digest.md": ("writeup", False),
        "writeups/rank-02__owls.md": ("writeup", True),
        "writeups/rank-na__crows.md": ("writeup", True),
    }
    assert corpus.skipped == ((f"{ROOT}/night-birds/leaderboard.csv", "is data (.csv), not a document"),)
    assert corpus.problems == ()
    owls = corpus.source(f"{ROOT}/night-birds/writeups/rank-02__owls.md")
    assert (owls.team, owls.rank, owls.url, owls.posted, owls.license, owls.title, owls.language) == (
        "The Owls", 2, "https://x.org/p", "2024-05-01", "MIT", "Our way", "en",
    )  # fmt: skip
    assert corpus.source(f"{ROOT}/night-birds/writeups/rank-na__crows.md").rank is None
    book = corpus.source(f"{ROOT}/night-birds/notebooks/n.ipynb")
    assert (book.license, book.provenance, book.reader) == ("Apache-2.0", "https://x.org/r@1:n.ipynb", "notebook/1")


def test_a_bare_folder_is_all_documents(tmp_path: Path) -> None:
    corpus = loaded(
        tmp_path,
        {"churn-2024/march.md": ENGLISH, "churn-2024/deep/er/april.txt": ENGLISH, "churn-2024/x.png": b"\x89PNG"},
    )
    competition = corpus.competition("churn-2024")
    assert competition.title == "Churn 2024"
    assert [(s.path, s.kind) for s in competition.sources] == [
        (f"{ROOT}/churn-2024/deep/er/april.txt", "document"),
        (f"{ROOT}/churn-2024/march.md", "document"),
    ]
    assert corpus.skipped == ((f"{ROOT}/churn-2024/x.png", "is in a format that is not read (.png)"),)


def test_metadata_wins_over_front_matter_and_that_over_the_file_name(tmp_path: Path) -> None:
    said = {"sources": [{"file": "writeups/rank-09__a.md", "rank": 1, "kind": "document", "first_party": False}]}
    matter = "---\nrank: 3\nteam: Owls\n---\nWe did.\n"
    corpus = loaded(
        tmp_path,
        {
            "c/competition.json": json.dumps(said),
            "c/writeups/rank-09__a.md": matter,
            "c/writeups/rank-08__b.md": matter,
        },
    )
    first, second = (corpus.source(f"{ROOT}/c/writeups/{n}") for n in ("rank-09__a.md", "rank-08__b.md"))
    assert (first.rank, first.team, first.kind, first.first_party) == (1, "Owls", "document", False)
    assert (second.rank, second.kind) == (3, "writeup")


def test_a_text_in_a_language_that_is_not_read_is_reported(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"c/writeups/ja.md": TEXTS["ja"], "c/writeups/en.md": ENGLISH}
    corpus = loaded(tmp_path / "en", files)
    foreign = corpus.source(f"{ROOT}/c/writeups/ja.md")
    assert (foreign.language, foreign.unread) == ("ja", "written in Japanese (ja); only en is read")
    assert [s.path for s in corpus.competition("c").of_kind("writeup")] == [f"{ROOT}/c/writeups/en.md"]
    assert corpus.text(foreign.path).text == TEXTS["ja"]
    both = loaded(tmp_path / "both", files, '[assembly]\nlanguages = ["en", "ja"]\n')
    assert both.source(foreign.path).unread is None


# ---- derived texts ---------------------------------------------------------------------------------------------------


def test_plain_utf8_is_its_own_text_and_all_else_gets_one(tmp_path: Path) -> None:
    corpus = loaded(
        tmp_path, {"c/a.md": "Plain – text.\n", "c/b.md": "\ufeffMarked\r\nlines\r\n", "c/n.html": "<p>Page</p>"}
    )
    texts = {s.path: (s.text, corpus.text(s.path).text) for s in corpus.competition("c").sources}
    assert texts == {
        f"{ROOT}/c/a.md": (f"{ROOT}/c/a.md", "Plain – text.\n"),
        f"{ROOT}/c/b.md": (f"{ROOT}/c/text/b.md.md", "Marked\nlines\n"),
        f"{ROOT}/c/n.html": (f"{ROOT}/c/text/n.html.md", "Page\n"),
    }
    assert (tmp_path / ROOT / "c/b.md").read_bytes() == "\ufeffMarked\r\nlines\r\n".encode()
    for source in corpus.competition("c").sources:
        data = (tmp_path / str(source.text)).read_bytes()
        assert (sha256_bytes(data), len(data.decode())) == (source.text_sha256, source.chars)


def test_long_names_have_derived_texts_too(tmp_path: Path) -> None:
    names = ["c/" + "長" * 80 + f"{i}.html" for i in range(2)]
    corpus = loaded(tmp_path, {name: f"<p>{name[-6]}</p>" for name in names})
    assert [corpus.text(f"{ROOT}/{name}").text for name in names] == ["0\n", "1\n"]


def test_a_second_load_reads_nothing_anew_and_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    space = workspace(tmp_path, {"c/a.md": "A\r\n", "c/n.ipynb": notebook(code("x")), "c/broken.ipynb": "{"})
    first = load_corpus(space)
    before = tree(tmp_path / "data")

    def never(*_: object) -> None:
        raise AssertionError("derived anew")

    monkeypatch.setattr("insightforge.corpus.store.derive", never)
    second = load_corpus(space)
    assert second.competitions == first.competitions and second.problems == first.problems
    assert tree(tmp_path / "data") == before


def test_only_what_changed_is_derived_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from insightforge.corpus import store

    space = workspace(tmp_path, {"c/a.html": "<p>A</p>", "c/b.html": "<p>B</p>", "c/gone.html": "<p>G</p>"})
    load_corpus(space)
    derived: list[str] = []
    real = store.derive

    def noting(data: bytes, name: str, reader: object) -> object:
        derived.append(name)
        return real(data, name, reader)  # type: ignore[arg-type]

    monkeypatch.setattr("insightforge.corpus.store.derive", noting)
    folder = tmp_path / ROOT / "c"
    (folder / "b.html").write_text("<p>C</p>", encoding="utf-8")
    (folder / "gone.html").unlink()
    corpus = load_corpus(space)
    assert derived == ["b.html"]
    assert corpus.text(f"{ROOT}/c/b.html").text == "C\n"
    assert not (folder / "text/gone.html.md").exists()
    derived.clear()
    (folder / "text/a.html.md").write_text("spoiled", encoding="utf-8")
    assert load_corpus(space).text(f"{ROOT}/c/a.html").text == "A\n"
    assert derived == ["a.html"]


def test_a_damaged_index_is_made_anew_with_the_same_bytes(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"c/a.html": "<p>A</p>"})
    load_corpus(space)
    before = tree(tmp_path / "data")
    (tmp_path / ROOT / "c/text/index.json").write_text("{", encoding="utf-8")
    load_corpus(space)
    assert tree(tmp_path / "data") == before


def test_the_same_files_give_the_same_bytes_anywhere(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"c/b.html": "<p>B</p>", "c/a.ipynb": notebook(code("x")), "d/x.txt": TEXTS["ru"]}
    for name in ("one", "two"):
        load_corpus(workspace(tmp_path / name, files))
    assert tree(tmp_path / "one" / "data") == tree(tmp_path / "two" / "data")


def test_a_workspace_that_cannot_be_written_to_is_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    space = workspace(tmp_path, {"c/a.html": "<p>A</p>", "c/b.md": "B\n"})

    def refused(*_: object) -> None:
        raise PermissionError(30, "Read-only file system")

    monkeypatch.setattr("insightforge.corpus.store.write_text_atomic", refused)
    monkeypatch.setattr("insightforge.corpus.hashes.write_text_atomic", refused)
    corpus = load_corpus(space)
    assert corpus.text(f"{ROOT}/c/a.html").text == "A\n"
    assert corpus.text(f"{ROOT}/c/b.md").text == "B\n"
    assert not (tmp_path / ROOT / "c/text").exists()


def test_a_text_that_changes_under_way_is_refused(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, {"c/a.md": "A\n"})
    (tmp_path / ROOT / "c/a.md").write_text("B\n", encoding="utf-8")
    with pytest.raises(SourceUnreadable, match="changed while it was in use"):
        corpus.text(f"{ROOT}/c/a.md")


def _load(root: str) -> int:
    return len(load_corpus(find_workspace(Path(root))).competitions)


def test_several_processes_may_load_at_once(tmp_path: Path) -> None:
    space = workspace(tmp_path / "w", {f"c{i}/n.ipynb": notebook(code(f"x = {i}")) for i in range(20)})
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(_load, [str(space.root)] * 4, chunksize=1) == [20] * 4
    alone = workspace(tmp_path / "alone", {f"c{i}/n.ipynb": notebook(code(f"x = {i}")) for i in range(20)})
    load_corpus(alone)
    assert tree(space.competitions) == tree(alone.competitions)


# ---- bad input costs itself ------------------------------------------------------------------------------------------


def test_bad_files_are_problems_by_name_and_the_rest_is_read(tmp_path: Path) -> None:
    corpus = loaded(
        tmp_path,
        {
            "c/competition.json": "{broken",
            "c/writeups/empty.md": "",
            "c/writeups/blank.md": " \n\n",
            "c/writeups/binary.md": b"\x00\x01\x02" * 50,
            "c/writeups/fine.md": ENGLISH,
            "c/notebooks/bad.ipynb": "{",
            "d/fine.md": ENGLISH,
            "empty/.keep": "",
        },
    )
    reasons = {path.removeprefix(f"{ROOT}/"): reason for path, reason in corpus.problems}
    assert reasons["c/writeups/empty.md"] == "is empty"
    assert reasons["c/writeups/blank.md"] == "is empty"
    assert reasons["c/writeups/binary.md"].startswith("is binary (it holds NUL bytes)")
    assert reasons["c/notebooks/bad.ipynb"].startswith("is not a notebook: its JSON is broken")
    assert reasons["c/competition.json"].startswith("cannot be read, so its titles, ranks and licences are missing")
    assert reasons["empty"] == "holds no document that can be read"
    assert len(reasons) == 6
    assert [c.slug for c in corpus.competitions] == ["c", "d"]
    assert [s.path for s in corpus.competition("c").of_kind("writeup")] == [f"{ROOT}/c/writeups/fine.md"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_without_permission_is_a_problem(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"c/a.md": ENGLISH, "c/b.md": ENGLISH})
    (tmp_path / ROOT / "c/a.md").chmod(0)
    corpus = load_corpus(space)
    assert [path for path, _ in corpus.problems] == [f"{ROOT}/c/a.md"]


def test_links_hidden_and_huge_files_are_passed_over(tmp_path: Path) -> None:
    space = workspace(tmp_path / "w", {"c/a.md": ENGLISH, "c/.secret.md": "x", "c/.git/x.md": "x"})
    outside = write(tmp_path / "out", {"o.md": "Outside.\n"})
    folder = space.competitions / "c"
    (folder / "leaves.md").symlink_to(outside / "o.md")
    (folder / "inside.md").symlink_to(folder / "a.md")
    (folder / "loop").symlink_to(folder)
    (folder / "nowhere.md").symlink_to(folder / "none.md")
    with (folder / "huge.md").open("wb") as huge:
        huge.truncate(SIZE_LIMIT + 1)
    os.mkfifo(folder / "pipe.md")
    (folder / "nl\n.md").write_text("x", encoding="utf-8")
    corpus = load_corpus(space)
    assert [s.path.rsplit("/", 1)[1] for s in corpus.competition("c").sources] == ["a.md", "inside.md"]
    assert {path.rsplit("/", 1)[1]: reason for path, reason in corpus.skipped} == {
        ".git": "is hidden",
        ".secret.md": "is hidden",
        "huge.md": "has 100,000,001 bytes, over the limit of 100,000,000",
        "leaves.md": "is a link that leaves the folder",
        "loop": "is a link to a folder; not followed",
        "nl�.md": "its name holds control characters or is not valid UTF-8; rename it",
        "nowhere.md": "is not a regular file, or a link to nothing",
        "pipe.md": "is not a regular file, or a link to nothing",
    }


def test_a_name_that_is_not_utf8_is_passed_over(tmp_path: Path) -> None:
    space = workspace(tmp_path, {"c/a.md": ENGLISH})
    Path(os.fsdecode(os.fsencode(space.competitions / "c") + b"/caf\xe9.md")).write_text("x", encoding="utf-8")
    corpus = load_corpus(space)
    assert len(corpus.competition("c").sources) == 1
    assert "rename it" in corpus.skipped[0][1]


def test_two_folders_of_one_slug_are_told_apart_by_a_problem(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, {"AI4Code/a.md": ENGLISH, "ai4code/b.md": ENGLISH})
    assert [s.path for s in corpus.competition("ai4code").sources] == [f"{ROOT}/AI4Code/a.md"]
    assert corpus.problems[0][0] == f"{ROOT}/ai4code"
    assert "rename one" in corpus.problems[0][1]


def test_unknown_names_say_what_is_there(tmp_path: Path) -> None:
    corpus = loaded(tmp_path, {"c/a.md": ENGLISH})
    with pytest.raises(UsageError, match="no competition 'x'"):
        corpus.competition("x")
    with pytest.raises(SourceUnreadable, match="is no source of this workspace"):
        corpus.text("data/competitions/x/a.md")


def test_a_workspace_without_data_is_an_empty_corpus(tmp_path: Path) -> None:
    space: Workspace = workspace(tmp_path)
    corpus = load_corpus(space)
    assert (corpus.competitions, corpus.problems) == ((), ())
