"""The targets' terms and URLs, and the rule that a missing list blocks everything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from insightforge.artifacts import sha256_file
from insightforge.errors import LeakBlocked
from insightforge.guard import LeakTerms
from insightforge.workspace import Settings, Workspace

TERMS = LeakTerms.of(
    ["glacier-flow-2025", "Moraine"],
    ["https://www.example.com/competitions/glacier-flow", "https://github.example/ice/team"],
)


@pytest.mark.parametrize(
    "text",
    [
        "as in glacier-flow-2025",
        "Glacier Flow 2025 was",
        "GLACIER_FLOW_2025",
        "glacierflow2025",
        "from moraine, we",
        "see http://example.com/competitions/glacier-flow",
        "see <HTTPS://WWW.EXAMPLE.COM/Competitions/Glacier-Flow/data?x=1>",
        "at github.example/ice/team.",
        "as in gla\u200bcier-flow\u00ad-2025",
        "as in glacier&#45;flow&hyphen;2025",
        "as in glacier%2Dflow%2D2025",
        "as in gl\u0430cier-fl\u043ew-2025",
        "as in Gla\u0301ci\u00e9r Flow 2025",
        "see example%2Ecom/competitions/glacier%2Dflow",
    ],
)
def test_found(text: str) -> None:
    assert TERMS.scan(text)


@pytest.mark.parametrize(
    "text",
    [
        "a glacier flow model of 2025",
        "moraines of ice",
        "see https://example.com/competitions/glacier-flow-2023",
        "see https://example.com/competitions",
        "at github.example/ice/teamwork",
        "",
    ],
)
def test_left_alone(text: str) -> None:
    assert not TERMS.scan(text)


def workspace(root: Path, *, split: bool = True) -> Workspace:
    (root / "data").mkdir()
    if split:
        (root / "data/split.json").write_text('{"targets": ["glacier-flow"]}', encoding="utf-8")
    return Workspace(root, Settings())


def blacklist(place: Workspace, sha: str | None) -> None:
    place.blacklist.mkdir()
    (place.blacklist / "terms.tsv").write_text(
        "term\tkind\tscope\nglacier-flow\tslug\tfetch+text\nGlacier Flow 2025\ttitle\tfetch+text\n", encoding="utf-8"
    )
    (place.blacklist / "urls.tsv").write_text(
        "kind\tid\tscope\nrepo\thttps://github.example/ice/team\tfetch+text\nrepo\thttps://github.example/other/library\tfetch\n",
        encoding="utf-8",
    )
    if sha is not None:
        (place.blacklist / "manifest.json").write_text(json.dumps({"split_sha256": sha}), encoding="utf-8")


def test_no_split_and_no_list_keeps_nothing_out(tmp_path: Path) -> None:
    assert LeakTerms.load(workspace(tmp_path, split=False)) == LeakTerms()


def test_a_list_without_a_split_still_applies(tmp_path: Path) -> None:
    place = workspace(tmp_path, split=False)
    blacklist(place, None)
    assert LeakTerms.load(place).scan("the glacier flow task")


def test_a_split_has_its_own_list(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    blacklist(place, sha256_file(place.split_file))
    terms = LeakTerms.load(place)
    assert terms.scan("at https://github.example/ice/team/wiki")
    assert not terms.scan("at https://github.example/other/library"), "an allowed library is kept from fetching only"
    assert not terms.scan("the term of a loan"), "the header is no term"


@pytest.mark.parametrize("sha", [None, "0" * 64])
def test_anything_else_blocks(tmp_path: Path, sha: str | None) -> None:
    place = workspace(tmp_path)
    blacklist(place, sha)
    with pytest.raises(LeakBlocked) as blocked:
        LeakTerms.load(place)
    assert blocked.value.exit_code == 4


def test_a_split_without_any_list_blocks(tmp_path: Path) -> None:
    with pytest.raises(LeakBlocked, match="has no blacklist"):
        LeakTerms.load(workspace(tmp_path))


def test_what_is_hidden_is_found_where_it_stands() -> None:
    text = "so a mor&#97;ine, gla\u200bcier-flow-2025."
    assert [text[f.start : f.end] for f in TERMS.scan(text)] == ["mor&#97;ine", "gla\u200bcier-flow-2025"]


def test_a_split_with_an_empty_list_blocks(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    blacklist(place, sha256_file(place.split_file))
    (place.blacklist / "terms.tsv").write_text("term\tkind\n", encoding="utf-8")
    with pytest.raises(LeakBlocked, match="holds no term"):
        LeakTerms.load(place)


def test_a_manifest_that_cannot_be_read_blocks(tmp_path: Path) -> None:
    place = workspace(tmp_path)
    blacklist(place, None)
    (place.blacklist / "manifest.json").write_text("{", encoding="utf-8")
    with pytest.raises(LeakBlocked, match="cannot be read"):
        LeakTerms.load(place)
