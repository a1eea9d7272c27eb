from __future__ import annotations

import json
from pathlib import Path

import pytest

from insightforge.corpus import IngestReport, ingest, load_corpus
from insightforge.errors import LockHeld, WorkspaceError
from tests.corpus.helpers import ENGLISH, code, notebook, workspace, write
from tests.corpus.test_language import TEXTS
from tests.corpus.test_load import tree

META = {
    "slug": "Night-Birds", "title": "Night Birds 2021", "url": "https://x.org/c/night-birds",
    "enabled_date": "11/19/2020 21:12:46", "deadline_date": "02/18/2021 23:59:00", "metric": "AUC",
    "sources": [
        {"file": "writeups/rank-02__owls__README.md", "kind": "writeup:solution-readme", "rank": 2, "license": "MIT",
         "repo_or_url": "https://github.com/owls/s", "commit": "ab", "path": "README.md"},
        {"file": "leaderboard_private.csv", "kind": "leaderboard (rank,score)"},
        {"file": "refs.txt", "kind": "kernel-refs"},
    ],
}  # fmt: skip
FOREIGN: dict[str, str | bytes] = {
    "meta.json": json.dumps(META),
    "description.md": "# Night Birds\n",
    "writeups/rank-02__owls__README.md": ENGLISH,
    "notebooks/owls__train.ipynb": notebook(code("x = 1")),
    "leaderboard_private.csv": "rank,score\n1,2\n",
    "refs.txt": "owls/train\n",
}


def outcomes(report: IngestReport) -> list[tuple[str | None, str]]:
    return [(row.slug, row.outcome) for row in report.rows]


def test_a_foreign_competition_is_copied_and_its_metadata_converted(tmp_path: Path) -> None:
    source = write(tmp_path / "in" / "Night-Birds", FOREIGN)
    before = tree(tmp_path / "in")
    space = workspace(tmp_path / "w")
    (row,) = ingest(space, [source]).rows
    assert (row.slug, row.outcome, row.problems) == ("night-birds", "new", ())
    assert row.taken == ("description.md", "notebooks/owls__train.ipynb", "writeups/rank-02__owls__README.md")
    assert {s.path: s.reason for s in row.skipped} == {
        "leaderboard_private.csv": "is no document (leaderboard (rank,score))",
        "refs.txt": "is no document (kernel-refs)",
    }
    corpus = load_corpus(space)
    competition = corpus.competition("night-birds")
    assert (competition.title, competition.launched, competition.deadline) == (
        "Night Birds 2021",
        "2020-11-19",
        "2021-02-18",
    )
    writeup = competition.of_kind("writeup")[0]
    assert (writeup.rank, writeup.license, writeup.first_party) == (2, "MIT", True)
    assert writeup.provenance == "https://github.com/owls/s@ab:README.md (writeup:solution-readme)"
    assert (space.root / writeup.path).read_text(encoding="utf-8") == ENGLISH
    assert tree(tmp_path / "in") == before


def test_our_own_shape_comes_in_as_it_is(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "competition.json": '{"slug": "owls", "title": "Owls"}',
        "dataset.json": "{}",
        "writeups/a.md": ENGLISH,
        "page.html": "<p>x</p>",
    }
    first = workspace(tmp_path / "one")
    ingest(first, [write(tmp_path / "in" / "some folder", files)])
    assert (first.competitions / "owls/competition.json").read_text(encoding="utf-8") == files["competition.json"]
    second = workspace(tmp_path / "two")
    ingest(second, [first.competitions / "owls"])
    assert tree(second.competitions) == tree(first.competitions)
    assert "text/page.html.md" in tree(first.competitions / "owls")


def test_a_bare_folder_is_a_project_named_after_it(tmp_path: Path) -> None:
    source = write(
        tmp_path / "Churn Post-Mortems",
        {
            "march.md": ENGLISH,
            "2023/april.txt": ENGLISH,
            "text/may.md": ENGLISH,
            "plot.png": b"\x89PNG",
            "data.csv": "a\n",
        },
    )
    space = workspace(tmp_path / "w")
    (row,) = ingest(space, [source]).rows
    assert (row.slug, row.taken) == ("churn-post-mortems", ("2023/april.txt", "march.md", "text-files/may.md"))
    competition = load_corpus(space).competition("churn-post-mortems")
    assert competition.title == "Churn Post-Mortems"
    assert [s.kind for s in competition.sources] == ["document"] * 3
    assert [(s.url, s.provenance) for s in competition.sources] == [(None, None)] * 3


def test_a_parent_folder_is_searched_for_competitions_and_bare_folders(tmp_path: Path) -> None:
    parent = tmp_path / "all"
    write(parent / "Night-Birds", FOREIGN)
    write(parent / "bare", {"a.md": ENGLISH, "sub/b.md": ENGLISH})
    write(parent / "only-subfolders", {"deep/c.md": ENGLISH})
    write(parent / "pictures", {"x.png": b"\x89PNG"})
    (parent / "empty").mkdir()
    write(parent, {"README.md": "About this collection.\n"})
    report = ingest(workspace(tmp_path / "w"), [parent])
    assert outcomes(report) == [
        (None, "empty"),
        ("night-birds", "new"),
        ("bare", "new"),
        ("empty", "empty"),
        ("only-subfolders", "new"),
        ("pictures", "empty"),
    ]
    assert report.rows[0].message == "holds competitions; its own 1 document(s) are passed over"
    assert report.rows[3].message == "holds no document that can be read"
    assert report.refused == ()


def test_subfolders_of_documents_count_one_by_one(tmp_path: Path) -> None:
    parent = write(tmp_path / "teams", {"search/a.md": ENGLISH, "ads/b.md": ENGLISH, "ads/sub/c.md": ENGLISH})
    report = ingest(workspace(tmp_path / "w"), [parent])
    assert [(row.slug, len(row.taken)) for row in report.rows] == [("ads", 2), ("search", 1)]


def test_ingesting_again_updates_changed_files_and_keeps_the_others(tmp_path: Path) -> None:
    source = write(tmp_path / "in" / "Night-Birds", FOREIGN)
    space = workspace(tmp_path / "w")
    ingest(space, [source])
    before = tree(space.competitions)
    (again,) = ingest(space, [source]).rows
    assert (again.outcome, again.changed) == ("unchanged", 0)
    assert tree(space.competitions) == before
    (source / "description.md").write_text("# Night Birds, again\n", encoding="utf-8")
    (source / "notebooks/owls__train.ipynb").unlink()
    (updated,) = ingest(space, [source]).rows
    assert (updated.outcome, updated.changed) == ("updated", 1)
    after = tree(space.competitions / "night-birds")
    assert after["description.md"] == b"# Night Birds, again\n"
    assert "notebooks/owls__train.ipynb" in after


def test_a_bare_folder_whose_only_file_changed_is_still_the_same_folder(tmp_path: Path) -> None:
    source = write(tmp_path / "notes", {"a.md": ENGLISH})
    space = workspace(tmp_path / "w")
    ingest(space, [source])
    (space.competitions / "notes/competition.json").write_text('{"title": "By hand"}', encoding="utf-8")
    write(source, {"a.md": "All new.\n"})
    assert outcomes(ingest(space, [source])) == [("notes", "updated")]
    assert load_corpus(space).competition("notes").title == "By hand"


def test_two_folders_of_one_slug_clash(tmp_path: Path) -> None:
    one = write(tmp_path / "a" / "notes", {"x.md": ENGLISH})
    other = write(tmp_path / "b" / "Notes", {"y.md": "Other words.\n"})
    space = workspace(tmp_path / "w")
    report = ingest(space, [one, other])
    assert outcomes(report) == [("notes", "new"), ("notes", "refused")]
    assert str(one) in str(report.refused[0].message) and "rename one" in str(report.refused[0].message)
    (later,) = ingest(space, [other]).rows
    assert later.outcome == "refused" and "--force" in str(later.message)
    assert sorted(tree(space.competitions / "notes")) == ["competition.json", "text/index.json", "x.md"]
    assert outcomes(ingest(space, [other], force=True)) == [("notes", "updated")]
    assert {"x.md", "y.md"} <= tree(space.competitions / "notes").keys()


def test_a_folder_that_was_moved_is_known_by_its_files(tmp_path: Path) -> None:
    source = write(tmp_path / "a" / "notes", {"x.md": ENGLISH, "y.md": "Y\n"})
    space = workspace(tmp_path / "w")
    ingest(space, [source])
    moved = tmp_path / "b" / "notes"
    moved.parent.mkdir()
    source.rename(moved)
    assert outcomes(ingest(space, [moved])) == [("notes", "unchanged")]


def test_the_same_folder_given_twice_is_taken_once(tmp_path: Path) -> None:
    source = write(tmp_path / "notes", {"x.md": ENGLISH})
    assert outcomes(ingest(workspace(tmp_path / "w"), [source, tmp_path / "notes"])) == [("notes", "new")]


@pytest.mark.parametrize("slug", ["../../evil", "/etc/passwd", "..", "c/..", "a\\..\\b", "x/../../y", "\x00"])
def test_a_hostile_slug_cannot_lead_out_of_the_workspace(tmp_path: Path, slug: str) -> None:
    source = write(tmp_path / "in" / "x", {"meta.json": json.dumps({"slug": slug, "sources": []}), "a.md": ENGLISH})
    space = workspace(tmp_path / "w")
    before = {p for p in tmp_path.rglob("*") if not p.is_relative_to(space.root)}
    (row,) = ingest(space, [source]).rows
    assert row.outcome == "new"
    assert (space.competitions / str(row.slug) / "a.md").is_file()
    assert {p for p in tmp_path.rglob("*") if not p.is_relative_to(space.root)} == before


def test_links_that_leave_the_folder_are_not_copied(tmp_path: Path) -> None:
    secret = write(tmp_path / "out", {"secret.md": "Secret.\n"}) / "secret.md"
    source = write(tmp_path / "notes", {"a.md": ENGLISH})
    (source / "b.md").symlink_to(secret)
    space = workspace(tmp_path / "w")
    (row,) = ingest(space, [source]).rows
    assert [(s.path, s.reason) for s in row.skipped] == [("b.md", "is a link that leaves the folder")]
    assert not (space.competitions / "notes/b.md").exists()


def test_files_that_cannot_be_read_are_taken_and_named(tmp_path: Path) -> None:
    source = write(tmp_path / "notes", {"a.md": ENGLISH, "b.pdf": b"no pdf", "c.docx": b"no docx", "d.md": TEXTS["ja"]})
    (row,) = ingest(workspace(tmp_path / "w"), [source]).rows
    assert row.taken == ("a.md", "b.pdf", "c.docx", "d.md")
    assert [path for path, _ in row.problems] == ["b.pdf", "c.docx"]
    assert row.unread == (("d.md", "written in Japanese (ja); only en is read"),)


def test_what_is_no_folder_is_refused_by_name(tmp_path: Path) -> None:
    file = write(tmp_path / "x", {"a.md": "A\n"}) / "a.md"
    report = ingest(workspace(tmp_path / "w"), [tmp_path / "none", file])
    assert [(row.outcome, row.message) for row in report.rows] == [
        ("refused", "does not exist"),
        ("refused", "is a file; give the folder that holds it"),
    ]


def test_the_workspace_cannot_take_in_itself(tmp_path: Path) -> None:
    space = workspace(tmp_path / "w", {"c/a.md": ENGLISH})
    before = tree(space.competitions)
    for folder in (space.competitions, space.competitions / "c", space.root):
        report = ingest(space, [folder])
        assert {row.outcome for row in report.rows} == {"refused"}, folder
    assert tree(space.competitions) == before


def test_a_sample_workspace_takes_nothing_in(tmp_path: Path) -> None:
    space = workspace(tmp_path / "w", toml="sample = true\n")
    with pytest.raises(WorkspaceError, match="holds the sample"):
        ingest(space, [write(tmp_path / "notes", {"a.md": ENGLISH})])
    assert not space.competitions.joinpath("notes").exists()


def test_ingest_waits_for_no_other_writer(tmp_path: Path) -> None:
    space = workspace(tmp_path / "w")
    with space.lock(), pytest.raises(LockHeld):
        ingest(space, [write(tmp_path / "notes", {"a.md": ENGLISH})])


def test_progress_is_told_folder_by_folder(tmp_path: Path) -> None:
    parent = write(tmp_path / "p", {"a/x.md": ENGLISH, "b/y.md": ENGLISH})
    told: list[tuple[int, int, str]] = []
    ingest(workspace(tmp_path / "w"), [parent], progress=lambda *row: told.append(row))
    assert told == [(0, 2, "a"), (1, 2, "b")]
