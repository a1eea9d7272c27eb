"""Verify sees every single fault that is put into records or into the bundle, and nothing in a sound workspace."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from insightforge.artifacts import read_json, write_json_atomic
from insightforge.bundles import BundleOptions, build, verify
from insightforge.bundles.verify import check_insight
from insightforge.records import item_id
from insightforge.workspace import Workspace
from tests.bundles.factory import QUOTE, evidence, insight, item, record, workspace


@pytest.fixture
def garden(tmp_path: Path) -> Workspace:
    return workspace(tmp_path, [record("competition", "bean-counts", insight("bean-counts"))])


def rules(space: Workspace) -> set[str]:
    """Kinds of findings, those of the gate apart: its own tests are elsewhere."""
    return {f.rule for f in verify(space)} - {"gate"}


def test_a_sound_workspace(garden: Workspace) -> None:
    assert rules(garden) == {"bundle"}
    build(garden, BundleOptions())
    assert rules(garden) == set()


def reader(text: str) -> Callable[[str], str | None]:
    return lambda path: text if path.endswith("rank-01.md") else None


def test_quotes_are_looked_up_at_their_offsets() -> None:
    good = insight("bean-counts")
    assert list(check_insight("r", good, reader(QUOTE))) == []
    assert [f.rule for f in check_insight("r", good, reader(" " + QUOTE))] == ["quote"]
    assert [f.rule for f in check_insight("r", good, reader(QUOTE.replace("0.74", "0.75")))] == ["quote"]
    assert [f.rule for f in check_insight("r", good, lambda path: None)] == ["quote"]


def test_ids_count_earlier_occurrences() -> None:
    later = evidence("bean-counts", start=len(QUOTE) + 1)
    wrong = insight("bean-counts", evidence=(later,), items=(item(later),))
    assert [f.rule for f in check_insight("r", wrong, reader(f"{QUOTE} {QUOTE}"))] == ["id"]


def test_item_ids_and_exclusions() -> None:
    one, two = evidence("bean-counts"), evidence("bean-counts", "and the rest")
    text = QUOTE + "and the rest"
    two = two.model_copy(update={"start": len(QUOTE), "end": len(text)})
    first, second = item(one, trigger="a", excludes=(item_id([two.id]),)), item(two, trigger="b")
    found = list(check_insight("r", insight("bean-counts", items=(first, second), evidence=(one, two)), reader(text)))
    assert [f.message for f in found] == [f"excludes {second.id}, which does not exclude it"]
    forged = item(one, id="it-0000000000", excludes=("it-1111111111",))
    found = list(check_insight("r", insight("bean-counts", items=(forged,), evidence=(one,)), reader(text)))
    assert [f.rule for f in found] == ["id", "excludes"]


def edit(space: Workspace, change: Callable[[dict[str, Any]], None]) -> None:
    path = space.record_file("competition", "bean-counts", "guided")
    data = read_json(path)
    change(data)
    write_json_atomic(path, data)


def _quote(data: dict[str, Any]) -> None:
    data["insight"]["evidence"][0]["quote"] = QUOTE.replace("0.74", "0.99")


def _key(data: dict[str, Any]) -> None:
    data["key"] = "other"


def _unknown(data: dict[str, Any]) -> None:
    data["surprise"] = 1


def _outside(data: dict[str, Any]) -> None:
    data["insight"]["competitions"] = ["bean-counts", "target"]


@pytest.mark.parametrize(
    ("change", "rule"), [(_quote, "quote"), (_key, "record"), (_unknown, "record"), (_outside, "source")]
)
def test_every_fault_of_a_record(garden: Workspace, change: Callable[[dict[str, Any]], None], rule: str) -> None:
    edit(garden, change)
    assert rule in rules(garden)


def test_a_changed_source_is_seen(garden: Workspace) -> None:
    path = garden.competitions / "bean-counts/writeups/rank-01.md"
    path.write_text("Something else entirely, with no word of the quote.\n")
    assert "quote" in rules(garden)


def test_a_text_outside_the_workspace_is_not_read(garden: Workspace, tmp_path: Path) -> None:
    secret = tmp_path.parent / f"{tmp_path.name}-outside.md"
    secret.write_text(QUOTE)

    def lead_out(data: dict[str, Any]) -> None:
        data["insight"]["evidence"][0]["text"] = f"../{secret.name}"

    edit(garden, lead_out)
    assert any("cannot be read" in f.message for f in verify(garden))


def test_the_gate_is_asked_again(garden: Workspace) -> None:
    def overstate(data: dict[str, Any]) -> None:
        data["insight"]["items"][0]["action"] = "Average the predictions of 77 folds."
        data["manifest"]["inputs"] = {"data/competitions/bean-counts/writeups/rank-01.md": "0" * 64}

    edit(garden, overstate)
    assert any(f.rule == "gate" and "77" in f.message for f in verify(garden))


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        ("garden/SKILL.md", None, "hash"),
        ("garden/SKILL.md", "edited", "hash"),
        ("garden/SKILL.md", "edited", "front-matter"),
        ("garden/more.md", "new", "foreign"),
        ("garden/references/x/SKILL.md", "new", "nested-skill"),
        ("garden/more.md", "write to jane.doe@forest.org", "secret"),
        ("bundle.json", "{}", "bundle"),
        ("bundle.json", "{", "bundle"),
    ],
)
def test_every_fault_of_a_bundle(garden: Workspace, name: str, text: str | None, rule: str) -> None:
    build(garden, BundleOptions())
    path = garden.insights / name
    if text is None:
        path.unlink()
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert rule in rules(garden)


def test_links_leaks_and_staleness(garden: Workspace) -> None:
    build(garden, BundleOptions())
    (garden.insights / "garden/link.md").symlink_to(garden.root / "insightforge.toml")
    assert {"foreign", "symlink"} <= rules(garden)
    (garden.insights / "garden/link.md").unlink()
    garden.blacklist.mkdir()
    (garden.blacklist / "terms.tsv").write_text("term\nfive folds\n")
    assert rules(garden) == {"leak"}
    (garden.blacklist / "terms.tsv").write_text("term\nnothing here\n")
    edit(garden, lambda data: data["insight"].update(description="Use when something else is the case, by now."))
    assert rules(garden) == {"stale"}


def test_a_bundle_elsewhere(garden: Workspace, tmp_path: Path) -> None:
    out = tmp_path / "elsewhere"
    build(garden, BundleOptions(layout="flat", out=out))
    assert {f.rule for f in verify(garden, out)} - {"gate"} == set()
    data = json.loads((out / "bundle.json").read_text())
    data["options"]["colour"] = "red"
    (out / "bundle.json").write_text(json.dumps(data))
    assert any("options cannot be read" in f.message for f in verify(garden, out))


def test_a_refusal_is_no_leak_for_what_its_source_is_called(garden: Workspace) -> None:
    """Names of files stand in a record's manifest; they are not shipped."""
    refused = record("competition", "rare-beans", None, outcome="gave-up", reason="the gate refused it")
    workspace(garden.root, [refused])
    garden.blacklist.mkdir()
    (garden.blacklist / "terms.tsv").write_text("term\nrare beans\n")
    assert "leak" not in rules(garden)
    (garden.blacklist / "terms.tsv").write_text("term\ngate refused\n")
    assert "leak" in rules(garden)
