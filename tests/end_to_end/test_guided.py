"""The guided driver through the whole program, on the sample's competitions: workers, kill -9, resume, speed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from tests.end_to_end.processes import REPOSITORY, assemble, assemble_command, command, records, run, start

SAMPLE = REPOSITORY / "data" / "competitions"


def sample_workspace(folder: Path) -> Path:
    """The sample's competitions in a workspace of their own."""
    shutil.copytree(SAMPLE, folder / "data" / "competitions")
    (folder / "insightforge.toml").write_text('name = "copy"\n', encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workspace = sample_workspace(tmp_path_factory.mktemp("sample"))
    assemble(workspace, driver="guided")
    return workspace


def test_every_competition_gets_an_insight_or_a_reason(finished: Path) -> None:
    folder = finished / "data" / "assembly" / "competition"
    found = {f.name: json.loads(f.read_text(encoding="utf-8")) for f in folder.iterdir()}
    assert found.keys() == {f"{slug.name}.guided.json" for slug in SAMPLE.iterdir()}
    assert all(record["insight"] or record["reason"] for record in found.values())
    assert any(record["insight"] for record in found.values())


def test_eight_workers_leave_the_same_bytes(finished: Path, tmp_path: Path) -> None:
    assemble(sample_workspace(tmp_path), "--workers", "8", driver="guided")
    assert records(tmp_path) == records(finished)


def test_kill_9_then_rerun(finished: Path, tmp_path: Path) -> None:
    sample_workspace(tmp_path)
    process = start(assemble_command(tmp_path, "--workers", "2", driver="guided"))
    while process.poll() is None and not list((tmp_path / "data" / "assembly").glob("competition/*.json")):
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assemble(tmp_path, driver="guided")
    assert records(tmp_path) == records(finished)


def test_a_second_run_does_nothing(finished: Path) -> None:
    before = records(finished)
    done = assemble(finished, "--json", driver="guided")
    assert [r for stage in json.loads(done.stdout)["stages"] for r in stage["results"]] == []
    assert records(finished) == before


def test_what_it_made_is_bundled_and_verified(finished: Path) -> None:
    for verb in ("bundle", "verify", "lint"):
        done = run(command(finished, verb))
        assert done.returncode == 0, done.stdout + done.stderr
