"""`load_domains`: which file decides, what becomes of the rest, what is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from insightforge.artifacts import write_json_atomic
from insightforge.domains import load_domains
from insightforge.errors import ConfigError, RecordInvalid
from insightforge.records import Competition, Domain, Domains, Source
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


def competitions(*slugs: str) -> list[Competition]:
    return [Competition(slug=slug, title=slug.capitalize()) for slug in slugs]


def project(slug: str, title: str | None = None) -> Competition:
    """A bare folder with one document."""
    path = f"data/competitions/{slug}/notes.md"
    document = Source(path=path, kind="document", text=path, sha256="0" * 64)
    return Competition(slug=slug, title=title or slug.capitalize(), sources=(document,))


def placed(domains: Domains) -> dict[str, tuple[str, ...]]:
    return {d.id: d.competitions for d in domains.domains}


def test_no_file_and_nothing_by_hand_is_one_domain_named_after_the_workspace(tmp_path: Path) -> None:
    found = load_domains(workspace(tmp_path), competitions("b", "a"))
    assert placed(found) == {"grosse-co-2024": ("a", "b")}  # ß folds to ss, ö to o
    assert found.domains[0].label == "Größe & Co. 2024"
    assert found.notes


def test_domains_by_hand_take_what_is_here_and_the_rest_goes_to_other(tmp_path: Path) -> None:
    found = load_domains(workspace(tmp_path, HAND), competitions("a", "b", "c", "d"))
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
    found = load_domains(place, competitions("a", "b", "c"))
    assert placed(found) == {"sound": ("a",), "other": ("b", "c")}
    assert any("places b, c otherwise than data/domains.json" in n for n in found.notes)


def test_no_competitions_no_members(tmp_path: Path) -> None:
    assert placed(load_domains(workspace(tmp_path), competitions())) == {"grosse-co-2024": ()}
    assert placed(load_domains(workspace(tmp_path, HAND), competitions())) == {}


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('[domains."Not A Name"]\ncompetitions = []\n', "cannot name a folder"),
        ('[domains.x]\ncompetitions = ["a"]\n[domains.y]\ncompetitions = ["a"]\n', "in more than one domain: a"),
    ],
)
def test_a_fault_in_the_settings_is_named(tmp_path: Path, toml: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        load_domains(workspace(tmp_path, toml), competitions("a"))


@pytest.mark.parametrize("content", ["{", '{"schema": "domains/1"}', '{"schema": "domains/2", "domains": []}'])
def test_a_broken_file_is_named_with_the_remedy(tmp_path: Path, content: str) -> None:
    place = workspace(tmp_path)
    place.domains_file.parent.mkdir()
    place.domains_file.write_text(content, encoding="utf-8")
    with pytest.raises(RecordInvalid, match=r"domains\.json"):
        load_domains(place, competitions("a"))


def test_an_unnamed_workspace_still_has_a_domain(tmp_path: Path) -> None:
    (tmp_path / "insightforge.toml").write_text('name = "日本語"\n', encoding="utf-8")
    assert placed(load_domains(find_workspace(tmp_path, exact=True), competitions("a"))) == {"workspace": ("a",)}


# ---- folders of documents --------------------------------------------------------------------------------------------


def test_each_folder_of_documents_is_a_domain_of_its_own(tmp_path: Path) -> None:
    found = load_domains(workspace(tmp_path), [project("pumps", "Pumps & valves"), project("churn")])
    assert placed(found) == {"churn": ("churn",), "pumps": ("pumps",)}
    assert [d.label for d in found.domains] == ["Churn", "Pumps & valves"]
    assert found.notes == ("each folder of documents is a domain of its own: churn, pumps",)


def test_competitions_beside_folders_of_documents_share_the_domain_of_the_workspace(tmp_path: Path) -> None:
    found = load_domains(workspace(tmp_path), [project("churn"), *competitions("a", "b")])
    assert placed(found) == {"churn": ("churn",), "grosse-co-2024": ("a", "b")}
    assert found.notes == (
        "each folder of documents is a domain of its own: churn",
        "everything else is in one domain, 'grosse-co-2024'",
    )


def test_a_folder_called_like_the_workspace_keeps_its_name(tmp_path: Path) -> None:
    found = load_domains(workspace(tmp_path), [project("grosse-co-2024"), *competitions("a")])
    assert placed(found) == {"grosse-co-2024": ("grosse-co-2024",), "grosse-co-2024-competitions": ("a",)}


def test_long_names_and_that_of_the_rest_are_told_apart_and_do_not_depend_on_one_another(tmp_path: Path) -> None:
    long = "what-went-wrong-with-the-pumps-in-february"
    place = workspace(tmp_path)
    ids = {d.competitions[0]: d.id for d in load_domains(place, [project(f"{long}-{n}") for n in (1, 2)]).domains}
    assert len(set(ids.values())) == 2 and all(i.startswith("what-went-wrong-with-the-pumps-in-") for i in ids.values())
    assert load_domains(place, [project(f"{long}-2")]).domains[0].id == ids[f"{long}-2"]
    (other,) = load_domains(place, [project("other")]).domains
    assert other.id != "other" and not other.residual


def test_domains_by_hand_come_before_folders(tmp_path: Path) -> None:
    found = load_domains(workspace(tmp_path, HAND), [project("a"), project("z")])
    assert placed(found) == {"sound": ("a",), "other": ("z",)}
