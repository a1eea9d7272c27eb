"""`assemble` as real processes: resume, kill -9, workers, the lock, and what a change makes due (toy driver)."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import time
from pathlib import Path

import pytest

from tests.end_to_end.processes import REPOSITORY, assemble, assemble_command, command, records, run, start
from tests.small import SLUGS, make_workspace

#: 11 competitions, 2 domains, 12 write-ups, 6 topics.
TASKS = {"competition": 11, "domain": 2, "improvement-raw": 12, "improvement": 6}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace after one run by one worker."""
    workspace = make_workspace(tmp_path_factory.mktemp("finished"))
    assemble(workspace, "--workers", "1")
    return workspace


@pytest.fixture(scope="module")
def undisturbed(finished: Path) -> dict[str, bytes]:
    """What that run left."""
    return records(finished)


@pytest.fixture
def assembled(finished: Path, tmp_path: Path) -> Path:
    """A copy of the finished workspace, to be changed."""
    return Path(shutil.copytree(finished, tmp_path / "copy"))


def ran(workspace: Path, *arguments: str, code: int = 0) -> list[str]:
    """`stage:key` of what a run of `assemble` did."""
    done = assemble(workspace, "--json", *arguments, code=code)
    stages = json.loads(done.stdout)["stages"]
    return [f"{stage['stage']}:{result['key']}" for stage in stages for result in stage["results"]]


def test_one_record_per_task(undisturbed: dict[str, bytes]) -> None:
    files = [name for name in undisturbed if "/" in name]
    assert {stage: sum(name.startswith(f"{stage}/") for name in files) for stage in TASKS} == TASKS
    assert sorted(name for name in undisturbed if "/" not in name) == ["gate.json", "improvement-clusters.json"]
    record = json.loads(undisturbed["competition/amber-1.toy.json"])
    assert [item["action"] for item in record["insight"]["items"]] == [
        "Warm up the learning rate",
        "Sample that class more often",
        "Split the folds by patient",
    ]
    assert record["insight"]["items"][0]["strength"] == "private"


def test_eight_workers_leave_the_same_bytes(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    assemble(make_workspace(tmp_path), "--workers", "8")
    assert records(tmp_path) == undisturbed


def test_stage_by_stage_leaves_the_same_bytes(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    make_workspace(tmp_path)
    for stage in ("improvement-raw", "competition", "improvement", "domain"):
        assemble(tmp_path, "--stage", stage, "--workers", "1")
    assert records(tmp_path) == undisturbed


def test_a_second_run_does_nothing(assembled: Path, undisturbed: dict[str, bytes]) -> None:
    before = {f: f.stat().st_mtime_ns for f in (assembled / "data" / "assembly").rglob("*")}
    assert ran(assembled) == []
    assert {f: f.stat().st_mtime_ns for f in (assembled / "data" / "assembly").rglob("*")} == before
    assert ran(assembled, "--redo", "--only", "competition:amber-1") == ["competition:amber-1"]
    assert records(assembled) == undisturbed


@pytest.mark.parametrize("seed", range(3))
def test_kill_9_at_a_random_moment_then_rerun(tmp_path: Path, undisturbed: dict[str, bytes], seed: int) -> None:
    make_workspace(tmp_path)
    process = start(assemble_command(tmp_path, "--workers", "2"), TOY_SLEEP="0.05")
    time.sleep(random.Random(seed).uniform(0.3, 3.0))
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assemble(tmp_path, "--workers", "2")
    assert records(tmp_path) == undisturbed


def test_ctrl_c_ends_cleanly_and_the_next_run_goes_on(tmp_path: Path, undisturbed: dict[str, bytes]) -> None:
    make_workspace(tmp_path)
    process = start(assemble_command(tmp_path, "--workers", "2"), TOY_SLEEP="0.6")
    _wait_for(lambda: (tmp_path / "data/assembly/journal.jsonl").exists())
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "run the same command again" in said
    assert "Traceback" not in said
    assemble(tmp_path)
    assert records(tmp_path) == undisturbed


def test_the_second_of_two_processes_says_who_holds_the_lock(tmp_path: Path) -> None:
    make_workspace(tmp_path)
    first = start(assemble_command(tmp_path, "--stage", "competition", "--workers", "1"), TOY_SLEEP="0.3")
    _wait_for(lambda: (tmp_path / "data/assembly/journal.jsonl").exists())
    second = assemble(tmp_path, code=2)
    assert f"pid {first.pid}" in second.stderr
    assert assemble(tmp_path, "--dry-run").returncode == 0
    first.communicate(timeout=30)
    assert first.returncode == 0


def test_a_changed_writeup_reruns_what_rests_on_it(assembled: Path) -> None:
    changed = assembled / "data/competitions/birch-1/writeups/one.md"
    changed.write_text(changed.read_text(encoding="utf-8") + "\nThanks for reading.\n", encoding="utf-8")
    # birch-1 tells of rare labels, lengths and stamps; its items are in these three clusters of six.
    assert ran(assembled) == [
        "competition:birch-1",
        "domain:first",
        "improvement-raw:birch-1--one",
        "improvement:crop-every",
        "improvement:mask-the",
        "improvement:sample-that",
    ]


def test_another_driver_version_is_another_run_of_everything(assembled: Path) -> None:
    done = assemble(assembled, "--stage", "competition", "--dry-run", "--json", driver="tests.toy:ToyDriverTwo")
    (stage,) = json.loads(done.stdout)["stages"]
    assert {task["reason"] for task in stage["plan"]} == {"driver changed: toy 1 → toy 2"}


def test_a_removed_competition_takes_its_records_along(assembled: Path) -> None:
    for file in sorted((assembled / "data/competitions/elm-2").rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    (assembled / "data/competitions/elm-2").rmdir()
    assert "domain:second" in ran(assembled)
    left = records(assembled)
    assert not [name for name in left if "elm-2" in name]
    assert not [name for name, data in left.items() if b"elm-2" in data]


def test_a_crash_costs_its_task_and_the_exit_code(tmp_path: Path) -> None:
    make_workspace(tmp_path)
    _append(tmp_path / "data/competitions/birch-1/writeups/one.md", "CRASH")
    done = assemble(tmp_path, "--stage", "competition", "--workers", "2", code=1)
    assert "competition, fault: birch-1: ValueError: the write-up says CRASH" in done.stdout
    assert len(list((tmp_path / "data/assembly/competition").iterdir())) == 10
    rows = [json.loads(line) for line in (tmp_path / "data/assembly/journal.jsonl").read_text().splitlines()]
    (fault,) = [row for row in rows if row["outcome"] == "fault"]
    assert fault["key"] == "birch-1"
    assert "tests/toy.py" in fault["traceback"]


def test_a_worker_that_is_killed_costs_its_task(tmp_path: Path) -> None:
    make_workspace(tmp_path)
    _append(tmp_path / "data/competitions/birch-1/writeups/one.md", "KILL")
    done = assemble(tmp_path, "--stage", "competition", "--workers", "2", code=1)
    assert "birch-1: its process died" in done.stdout
    assert len(list((tmp_path / "data/assembly/competition").iterdir())) == 10


def test_a_domain_is_never_made_from_a_part(tmp_path: Path) -> None:
    make_workspace(tmp_path)
    _append(tmp_path / "data/competitions/birch-1/writeups/one.md", "CRASH")
    done = assemble(tmp_path, code=1)
    assert "domain, waiting: first: waits for 1 of 6 competitions: birch-1" in done.stdout
    assert not (tmp_path / "data/assembly/domain/first.toy.json").exists()
    assert (tmp_path / "data/assembly/domain/second.toy.json").exists()
    assert "improvement, waiting" not in done.stdout
    assert "improvement, no task: clusters: wait for 1 write-ups: birch-1--one" in done.stdout


def test_limit_and_only_leave_the_rest_for_later(tmp_path: Path) -> None:
    make_workspace(tmp_path)
    assert ran(tmp_path, "--limit", "2") == ["competition:amber-1", "competition:amber-2"]
    assert ran(tmp_path, "--only", "cedar-*", "--only", "improvement-raw:elm-1*") == [
        "competition:cedar-1",
        "competition:cedar-2",
        "improvement-raw:cedar-1--one",
        "improvement-raw:cedar-2--one",
        "improvement-raw:elm-1--one",
    ]


def test_dry_run_writes_nothing(tmp_path: Path) -> None:
    make_workspace(tmp_path)
    done = assemble(tmp_path, "--dry-run")
    assert "competition amber-1: new (no record yet)" in done.stdout
    assert "domain, waiting: first: waits for 6 of 6 competitions: amber-1, birch-1, cedar-1 and 3 more" in done.stdout
    assert not (tmp_path / "data" / "assembly").exists()


# ---- bad input, and how errors are told ------------------------------------------------------------------------------


def test_broken_inputs_cost_that_file_only(tmp_path: Path) -> None:
    make_workspace(tmp_path)
    home = tmp_path / "data/competitions"
    (home / "amber-1/writeups/two.pdf").write_bytes(b"%PDF-1.4 broken")
    (home / "birch-1/writeups/empty.md").write_bytes(b"")
    (home / "cedar-1/description.md").unlink()
    (home / "dune-1/notebooks").mkdir()
    (home / "dune-1/notebooks/n.ipynb").write_text("{not json", encoding="utf-8")
    (home / "elm-1/competition.json").write_text("{", encoding="utf-8")
    done = assemble(tmp_path, "--stage", "competition", "--json")
    unread = [line for line in done.stderr.splitlines() if "cannot be read" in line]
    assert [line.rpartition("): ")[2] for line in unread if "1 file(s)" in line] == [
        "birch-1/writeups/empty.md",
        "dune-1/notebooks/n.ipynb",
        "amber-1/writeups/two.pdf",
    ]
    assert len(json.loads(done.stdout)["stages"][0]["results"]) == 11


def test_a_damaged_record_is_made_anew(assembled: Path, undisturbed: dict[str, bytes]) -> None:
    (assembled / "data/assembly/competition/amber-1.toy.json").write_text('{"schema"', encoding="utf-8")
    done = assemble(assembled)
    assert "amber-1.toy.json is no valid record" in done.stderr
    assert records(assembled) == undisturbed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--stage", "competitions"], "there is no stage 'competitions'"),
        (["--only", "domians:x"], "there is no stage 'domians'"),
        (["--driver", "react2"], "unknown driver 'react2'"),
        (["--driver", "no.such:Driver"], "cannot be loaded"),
        (["--writer", "llm9"], "unknown writer 'llm9'"),
    ],
)
def test_usage_errors_are_one_message_and_exit_code_2(tmp_path: Path, arguments: list[str], message: str) -> None:
    make_workspace(tmp_path, SLUGS[:2])
    done = run(command(tmp_path, "assemble", *arguments))
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_an_invalid_toml_is_named_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "insightforge.toml").write_text("name = [", encoding="utf-8")
    done = run(command(tmp_path, "assemble"))
    assert done.returncode == 2
    assert "insightforge.toml: cannot be read as TOML" in done.stderr


def test_assemble_without_data_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "insightforge.toml").write_text("", encoding="utf-8")
    done = run(command(tmp_path, "assemble"))
    assert done.returncode == 2
    assert "python -m insightforge ingest DIR" in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_output_never_raises_whatever_the_encoding(tmp_path: Path, encoding: str) -> None:
    make_workspace(tmp_path, ("größe-1", "größe-2"))
    _append(tmp_path / "data/competitions/größe-1/writeups/one.md", "× → 振り返り")
    done = run(assemble_command(tmp_path), PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr


# ---- the split and the blacklist -------------------------------------------------------------------------------------


def test_only_the_splits_sources_exist_and_the_blacklist_must_be_its_own(assembled: Path) -> None:
    sources = [slug for slug in SLUGS if slug != "amber-1"]
    split = assembled / "data/split.json"
    split.write_text(json.dumps({"schema": "split/1", "sources": sources}), encoding="utf-8")
    refused = assemble(assembled, code=4)
    assert "has no blacklist" in refused.stderr
    _blacklist(assembled, "Amber-1")
    done = assemble(assembled)
    assert "retired data/assembly/competition/amber-1.toy.json: amber-1: no source (any more)" in done.stderr
    left = records(assembled)
    assert not [name for name, data in left.items() if b"amber-1" in data or "amber-1" in name]
    assert ran(assembled) == []
    split.write_text(json.dumps({"schema": "split/1", "sources": sources[1:]}), encoding="utf-8")
    assert "another split" in assemble(assembled, code=4).stderr


def test_a_new_blacklisted_term_makes_the_records_that_hold_it_go(assembled: Path) -> None:
    (assembled / "blacklist").mkdir()
    (assembled / "blacklist/terms.tsv").write_text("term\nlearning rate\n", encoding="utf-8")
    done = assemble(assembled, "--stage", "competition")
    assert "no longer passes the gate" in done.stderr
    assert not [name for name, data in records(assembled).items() if b"learning rate" in data and b"submitted" in data]


def _blacklist(workspace: Path, term: str) -> None:
    from insightforge.artifacts import sha256_file

    folder = workspace / "blacklist"
    folder.mkdir(exist_ok=True)
    (folder / "terms.tsv").write_text(f"term\n{term}\n", encoding="utf-8")
    digest = sha256_file(workspace / "data/split.json")
    (folder / "manifest.json").write_text(json.dumps({"split_sha256": digest}), encoding="utf-8")


def _append(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + f"\n{text}\n", encoding="utf-8")


def _wait_for(condition: object, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_help_answers_fast() -> None:
    def seconds() -> float:
        started = time.perf_counter()
        run(command(REPOSITORY, "--help"))
        return time.perf_counter() - started

    assert min(seconds() for _ in range(3)) < 0.4


def test_a_glob_that_matches_nothing_is_said(assembled: Path) -> None:
    done = assemble(assembled, "--only", "no-such-competition*")
    assert "no task matches --only no-such-competition*" in done.stderr
