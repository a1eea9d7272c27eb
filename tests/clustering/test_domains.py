"""`load_domains`: which file decides, what becomes of the rest, what is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from insightforge.artifacts import write_json_atomic
from insightforge.domains import load_domains
from insightforge.errors import ConfigError, RecordInvalid
from insightforge.records import Domain, Domains
from insightforge.workspace import Workspace, find_workspace

HAND = """
[domains.sound]
label = "Sound"
competitions = ["a", "b", "gone"]
[domains.tables]
competitions = ["c"]
"""


def workspace(folder: Path, toml: str = "") -> Workspace:
    (folder / "insightforge.toml").write_text('name = "Größe & Co. 2024"\n' + toml, encoding="utf-8")
    return find_workspace(folder, exact=True)


def placed(domains: Domains) -> dict[str, tuple[str, ...]]:
    return {d.id: d.competitions for d in domains.domains}


def test_no_file_and_nothing_by_hand_is_one_domain_named_after_the_workspace(tmp_path: Path) -> None:
    found = load_domains(workspace(tmp_path), ("b", "a"))
    assert placed(found) == {"grosse-co-2024": ("a", "b")}  # ß folds to ss, ö to o
    assert found.domains[0].label == "Größe & Co. 2024"
    assert found.notes


def test_domains_by_hand_take_what_is_here_and_the_rest_goes_to_other(tmp_path: Path) -> None:
    found = load_domains(workspace(tmp_path, HAND), ("a", "b", "c", "d"))
    assert placed(found) == {"sound": ("a", "b"), "tables": ("c",), "other": ("d",)}
    assert [d.residual for d in found.domains] == [False, False, True]
    assert [d.label for d in found.domains] == ["Sound", "Tables", "Other"]
    assert found.notes == (
        "[domains.sound] names competitions that are not here: gone",
        "in no domain, put under 'other': d",
    )


def test_a_stored_clustering_decides_and_is_restricted_to_what_is_asked_for(tmp_path: Path) -> None:
    place = workspace(tmp_path, HAND)
    stored = Domains(
        domains=(
            Domain(id="sound", label="Sound", competitions=("a", "x")),
            Domain(id="empty", label="Empty", competitions=("y",)),
            Domain(id="other", label="Other", competitions=("b",), residual=True),
        )
    )
    write_json_atomic(place.domains_file, stored.to_data())
    found = load_domains(place, ("a", "b", "c"))
    assert placed(found) == {"sound": ("a",), "other": ("b", "c")}
    assert any("places b, c otherwise than data/domains.json" in n for n in found.notes)


def test_no_competitions_no_members(tmp_path: Path) -> None:
    assert placed(load_domains(workspace(tmp_path), ())) == {"grosse-co-2024": ()}
    assert placed(load_domains(workspace(tmp_path, HAND), ())) == {}


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('[domains."Not A Name"]\ncompetitions = []\n', "cannot name a folder"),
        ('[domains.x]\ncompetitions = ["a"]\n[domains.y]\ncompetitions = ["a"]\n', "in more than one domain: a"),
    ],
)
def test_a_fault_in_the_settings_is_named(tmp_path: Path, toml: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        load_domains(workspace(tmp_path, toml), ("a",))


@pytest.mark.parametrize("content", ["{", '{"schema": "domains/1"}', '{"schema": "domains/2", "domains": []}'])
def test_a_broken_file_is_named_with_the_remedy(tmp_path: Path, content: str) -> None:
    place = workspace(tmp_path)
    place.domains_file.parent.mkdir()
    place.domains_file.write_text(content, encoding="utf-8")
    with pytest.raises(RecordInvalid, match=r"domains\.json"):
        load_domains(place, ("a",))


def test_an_unnamed_workspace_still_has_a_domain(tmp_path: Path) -> None:
    (tmp_path / "insightforge.toml").write_text('name = "日本語"\n', encoding="utf-8")
    assert placed(load_domains(find_workspace(tmp_path, exact=True), ("a",))) == {"workspace": ("a",)}
