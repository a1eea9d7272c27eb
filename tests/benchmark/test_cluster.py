"""`python -m benchmark cluster`: what it writes, what stands by hand, what happens with few, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.cli import main
from insightforge.records import Domains

KINDS = {
    "sound": "Identify the {} bird species by its song in audio recordings of the forest soundscape.",
    "scan": "Segment the {} tumour in medical brain scans of hospital patients by radiologists.",
    "loan": "Predict from {} tabular customer accounts whether a bank loan defaults on its credit.",
}
WORDS = ("small", "large", "rare", "common", "young", "old")


def make(folder: Path, toml: str = "", kinds: tuple[str, ...] = ("sound", "scan", "loan"), each: int = 6) -> Path:
    """A workspace of six competitions per kind."""
    folder.mkdir(exist_ok=True)
    (folder / "insightforge.toml").write_text(f'name = "My field"\n{toml}', encoding="utf-8")
    for kind in kinds:
        for number, word in enumerate(WORDS[:each]):
            add(folder, f"{kind}-{number}", KINDS[kind].format(word) * 2)
    return folder


def add(folder: Path, slug: str, description: str | None) -> None:
    home = folder / "data" / "competitions" / slug
    home.mkdir(parents=True)
    if description is not None:
        (home / "description.md").write_text(f"# {slug}\n\n{description}\n", encoding="utf-8")


def run(folder: Path, *arguments: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(["cluster", "--workspace", str(folder), "--seeds", "0", *arguments])
    return int(end.value.code or 0)


def written(folder: Path) -> Domains:
    return Domains.model_validate(json.loads((folder / "data" / "domains.json").read_text(encoding="utf-8")))


def members(folder: Path) -> dict[str, set[str]]:
    return {d.id: set(d.competitions) for d in written(folder).domains}


def of(kind: str, each: int = 6) -> set[str]:
    return {f"{kind}-{i}" for i in range(each)}


def test_kinds_become_domains_named_by_their_terms_and_a_second_run_changes_nothing(tmp_path: Path) -> None:
    folder = make(tmp_path / "w")
    assert run(folder) == 0
    assert sorted(members(folder).values(), key=min) == [of("loan"), of("scan"), of("sound")]
    sound = next(d for d in written(folder).domains if "sound-0" in d.competitions)
    assert set(sound.id.split("-")) <= {w for t in sound.terms for w in t.split()} and not sound.residual
    assert sound.label.lower().split(", ") == list(sound.terms[:3])
    files = {p.name: p.read_bytes() for p in (folder / "data").glob("domain*")}
    assert set(files) == {"domains.json", "domain-clusters.npz", "domain-clusters.json"}
    assert run(folder) == 0
    assert {p.name: p.read_bytes() for p in (folder / "data").glob("domain*")} == files
    method = written(folder).method
    assert method["embedder"] == "lsa" and method["parameters"]["seed"] == 0 and method["outlier_share"] == 0


def test_ids_and_labels_changed_by_hand_stay_when_competitions_arrive(tmp_path: Path) -> None:
    folder = make(tmp_path / "w")
    run(folder)
    file = folder / "data" / "domains.json"
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    sound = next(d for d in data["domains"] if "sound-0" in d["competitions"])
    sound["id"], sound["label"] = "bioacoustics", "Animal voices"
    file.write_text(json.dumps(data), encoding="utf-8")
    add(folder, "sound-new", KINDS["sound"].format("unseen") * 2)
    assert run(folder) == 0
    found = next(d for d in written(folder).domains if "sound-new" in d.competitions)
    assert (found.id, found.label) == ("bioacoustics", "Animal voices")
    assert set(found.competitions) == of("sound") | {"sound-new"}


def test_domains_set_by_hand_stand_and_the_others_are_clustered(tmp_path: Path) -> None:
    toml = '[domains.mine]\nlabel = "Mine"\ncompetitions = ["sound-0", "loan-1", "no-such"]\n'
    folder = make(tmp_path / "w", toml)
    assert run(folder) == 0
    found = members(folder)
    assert found.pop("mine") == {"sound-0", "loan-1"}
    assert sorted(found.values(), key=min) == [of("loan") - {"loan-1"}, of("scan"), of("sound") - {"sound-0"}]
    assert "[domains.mine] names competitions that are not here: no-such" in written(folder).notes


def test_a_competition_without_a_description_is_placed_by_its_title_or_left_to_other(tmp_path: Path) -> None:
    folder = make(tmp_path / "w")
    for slug, text in (("bird-song-species-audio", "We trained a CNN."), ("quantum-widgets", "We tuned boosting.")):
        add(folder, slug, None)
        writeups = folder / "data" / "competitions" / slug / "writeups"
        writeups.mkdir()
        (writeups / "one.md").write_text(f"# First place\n\n{text}\n", encoding="utf-8")
    assert run(folder) == 0
    found = written(folder)
    placed = found.of("bird-song-species-audio")
    assert placed is not None and "sound-0" in placed.competitions
    other = found.of("quantum-widgets")
    assert other is not None and other.id == "other" and other.residual and found.domains[-1] == other
    assert "no description, placed by title and metric: bird-song-species-audio" in found.notes
    assert "no description, and no domain is near their title and metric: quantum-widgets" in found.notes


@pytest.mark.parametrize("toml", ["", '[domains.birds]\ncompetitions = ["sound-0", "sound-1"]\n'])
def test_few_competitions_are_not_clustered_and_it_is_said(tmp_path: Path, toml: str) -> None:
    folder = make(tmp_path / "w", toml, kinds=("sound", "scan"), each=3)
    assert run(folder) == 0
    everything = of("sound", 3) | of("scan", 3)
    if toml:
        assert members(folder) == {"birds": {"sound-0", "sound-1"}, "other": everything - {"sound-0", "sound-1"}}
    else:
        assert members(folder) == {"my-field": everything}
    assert any("nothing is clustered" in note for note in written(folder).notes)
    assert not (folder / "data" / "domain-clusters.npz").exists()


def test_few_folders_of_documents_are_domains_of_their_own(tmp_path: Path) -> None:
    folder = make(tmp_path / "w", kinds=("sound",), each=2)
    for slug in ("churn", "pumps"):
        home = folder / "data" / "competitions" / slug
        home.mkdir()
        (home / "what-we-learned.md").write_text(f"# {slug}\n\nWe watched it closely.\n", encoding="utf-8")
    assert run(folder) == 0
    assert members(folder) == {"my-field": of("sound", 2), "churn": {"churn"}, "pumps": {"pumps"}}
    assert "each folder of documents is a domain of its own: churn, pumps" in written(folder).notes


def test_json_goes_to_standard_output_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = make(tmp_path / "w", kinds=("sound",), each=2)
    assert run(folder, "--json") == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == json.loads((folder / "data" / "domains.json").read_text(encoding="utf-8"))
    assert "reading the competitions" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--embedder", "openai:some-model"), "choose one of: lsa"),
        (("--embedder", "nonsense"), "choose one of: lsa"),
    ],
)
def test_what_cannot_be_done_ends_with_2_and_a_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    folder = make(tmp_path / "w")
    assert run(folder, *arguments) == 2
    err = capsys.readouterr().err
    assert said in err and "Traceback" not in err
    assert not (folder / "data" / "domains.json").exists()


def test_no_workspace_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path) == 2
    assert "insightforge.toml" in capsys.readouterr().err
