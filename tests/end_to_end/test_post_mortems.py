"""A small team's own post-mortems: two bare folders of four documents in, two usable skills out."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.post_mortems import FOLDERS, JAPANESE, SECRETS, write_post_mortems
from tests.end_to_end.processes import assemble, command, records, run

READABLE = (
    "tabular-models/churn-model-q3.md",
    "tabular-models/demand_forecast_retro.txt",
    "tabular-models/incident-0417-fraud-scoring.md",
    "tabular-models/pump-sensors.docx",
    "vision-and-text/invoice-extraction.pdf",
    "vision-and-text/news-recommender.md",
    "vision-and-text/weld-defects.html",
)
#: What the documents tell as tried in vain or dropped, and what no action may therefore ask for.
IN_VAIN = {
    "churn-model-q3.md": r"oversampl|synthetic neighbo|regularis",
    "demand_forecast_retro.txt": r"logarithm|transformer|model per|surface|mask",
    "incident-0417-fraud-scoring.md": r"autoencoder|recent rows higher|weight .*recen",
    "pump-sensors.docx": r"variational|outside temperature|sampling rate",
    "invoice-extraction.pdf": r"binaris|language model|own ocr",
    "news-recommender.md": r"fine-tun",
    "weld-defects.html": r"cutmix|poisson|past(?:e|ing)|diffusion|larger backbone|average them where",
}
#: An action that advises against something may name it.
AGAINST = re.compile(
    r"^(?:do not count on .*|leave out|avoid|do not|don't|never|drop|skip|remove|stop|replace|keep .* instead of)\b",
    re.I,
)


@dataclass(frozen=True)
class Team:
    """The workspace after the verbs a team would run, and what each verb said."""

    workspace: Path
    said: dict[str, str]
    codes: dict[str, int]

    def items(self, slug: str) -> list[dict[str, Any]]:
        """The items of one folder's insight, each with the names of the documents that it cites."""
        file = self.workspace / f"data/assembly/competition/{slug}.guided.json"
        insight = json.loads(file.read_text(encoding="utf-8"))["insight"]
        sources = {e["id"]: Path(e["source"]).name for e in insight["evidence"]}
        return [item | {"documents": {sources[i] for i in item["evidence"]}} for item in insight["items"]]


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Team:
    home = tmp_path_factory.mktemp("team")
    folders, workspace = write_post_mortems(home / "documents"), home / "know-how"
    verbs = {
        "init": command(workspace, "init", str(workspace)),
        "ingest": command(workspace, "ingest", *map(str, folders)),
        "assemble": command(workspace, "assemble", "--workers", "2"),
        **{verb: command(workspace, verb) for verb in ("bundle", "verify", "lint", "status")},
        "flat": command(workspace, "bundle", "--layout", "flat", "--evidence", "quotes", "--out", str(home / "flat")),
        "playbook": command(workspace, "playbook"),
    }
    said, codes = {}, {}
    for verb, arguments in verbs.items():
        done = run(arguments)
        said[verb], codes[verb] = done.stdout + done.stderr, done.returncode
    return Team(workspace, said, codes)


def test_every_verb_ends_well(team: Team) -> None:
    assert set(team.codes.values()) == {0}, (team.codes, team.said)
    assert "Traceback" not in "".join(team.said.values())


def test_one_skill_per_folder(team: Team) -> None:
    skills = {file.parent.name for file in (team.workspace / "insights").glob("*/SKILL.md")}
    assert skills - {"improvements"} == set(FOLDERS)


@pytest.mark.parametrize("slug", FOLDERS)
def test_a_sensible_number_of_items(team: Team, slug: str) -> None:
    assert 8 <= len(team.items(slug)) <= 40


@pytest.mark.parametrize("document", READABLE)
def test_every_readable_document_is_used(team: Team, document: str) -> None:
    slug, name = document.split("/")
    assert sum(name in item["documents"] for item in team.items(slug)) >= 2


@pytest.mark.parametrize("document", READABLE)
def test_what_was_in_vain_is_not_advised(team: Team, document: str) -> None:
    slug, name = document.split("/")
    actions = [item["action"] for item in team.items(slug) if item["documents"] == {name}]
    assert [action for action in actions if re.search(IN_VAIN[name], AGAINST.sub("", action), re.I)] == []


def test_problems_with_their_fixes_become_improvements(team: Team) -> None:
    files = (team.workspace / "data/assembly/improvement-raw").iterdir()
    stored = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    assert len(stored) == len(READABLE)
    # The others tell what was wrong and what was changed, and not what the change brought in figures of its own.
    told = {record["key"].rpartition("--")[2]: len(record["raw"]) for record in stored if record["raw"]}
    assert told == {"pump-sensors": 1, "invoice-extraction": 2}


def test_the_key_and_the_people_stand_in_no_file_of_ours(team: Team) -> None:
    original = team.workspace / "data/competitions/tabular-models/incident-0417-fraud-scoring.md"
    assert all(secret.encode() in original.read_bytes() for secret in SECRETS.values())
    written = [f for f in (*team.workspace.rglob("*"), *team.workspace.with_name("flat").rglob("*")) if f.is_file()]
    ours = [f for f in written if team.workspace / "data/competitions" not in f.parents]
    assert {f.relative_to(team.workspace.parent).parts[1] for f in ours} >= {"data", "tabular-models"}
    for needle in _needles():
        assert [str(f) for f in ours if needle in f.read_bytes()] == []
        assert needle.decode() not in "".join(team.said.values())


def _needles() -> list[bytes]:
    """Each secret, the parts of it that tell as much, and the telephone number however it is spaced."""
    mails = [secret for secret in SECRETS.values() if "@" in secret]
    parts = [SECRETS["{key}"].removeprefix("nw-live-"), "5683 4472", "56834472", "northwharf-payments"]
    return [text.encode() for text in (*SECRETS.values(), *(mail.split("@")[0] for mail in mails), *parts)]


@pytest.mark.parametrize("verb", ["ingest", "status"])
def test_the_japanese_document_is_reported_with_its_language(team: Team, verb: str) -> None:
    said = re.sub(r"\s+", "", team.said[verb])
    assert JAPANESE in said
    assert "writteninJapanese(ja)" in said


def test_assemble_says_that_a_document_is_not_read(team: Team) -> None:
    assert "1 file(s) in a language that is not read" in team.said["assemble"]
    assert not any(JAPANESE in item["documents"] for item in team.items("vision-and-text"))


def test_the_skills_pass_the_reference_validator(team: Team) -> None:
    from skills_ref.validator import validate

    for folder in (team.workspace / "insights", team.workspace.with_name("flat")):
        skills = [file.parent for file in folder.glob("*/SKILL.md")]
        assert skills
        assert {skill.name: validate(skill) for skill in skills if validate(skill)} == {}


def test_the_skills_speak_of_projects_and_documents(team: Team) -> None:
    pages = "\n".join(f.read_text(encoding="utf-8") for f in (team.workspace / "insights").rglob("*.md"))
    assert "project" in pages
    assert _contest_words(pages) == []


@pytest.mark.parametrize("verb", ["ingest", "assemble", "bundle", "status", "playbook"])
def test_what_is_said_speaks_of_projects_and_documents(team: Team, verb: str) -> None:
    # "competition" is also the name of a stage: at the start of a line, in a list of insights, before a key.
    said = re.sub(r"^\W*competition\b", "", team.said[verb], flags=re.M)
    assert _contest_words(said) == []


def _contest_words(text: str) -> list[str]:
    text = re.sub(r"data/(?:competitions|assembly)/\S*", "", text)
    return re.findall(r"(?i)[^\n]{0,40}(?:competition|kaggle|write-?up|leaderboard|contest)[^\n]{0,40}", text)


def test_a_second_run_changes_nothing(team: Team) -> None:
    before = records(team.workspace)
    done = assemble(team.workspace, "--json", driver="guided")
    assert [result for stage in json.loads(done.stdout)["stages"] for result in stage["results"]] == []
    assert records(team.workspace) == before
