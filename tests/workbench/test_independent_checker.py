"""The gate's records by a checker that shares no code with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from insightforge.artifacts import write_json_atomic
from insightforge.records import Manifest, TaskRecord
from tests.workbench.fakes import HERON, TEXTS, item, judge
from tests.workbench.test_gate import GROUPED

CHECKER = Path(__file__).parents[1] / "independent_checker.py"


def run(workspace: Path) -> tuple[int, str]:
    done = subprocess.run([sys.executable, str(CHECKER), str(workspace)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_records_agree_with_their_texts(tmp_path: Path) -> None:
    insight = judge(item(), GROUPED).insight
    record = TaskRecord(
        schema="task-record/1",
        stage="competition",
        key="pumps",
        outcome="submitted",
        insight=insight,
        manifest=Manifest(fingerprint="f", driver="guided"),
    )
    write_json_atomic(tmp_path / "data/assembly/competition/pumps.guided.json", record.to_data())
    for path, text in TEXTS.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    assert run(tmp_path) == (0, "2 quotes checked, 0 wrong\n")
    (tmp_path / HERON).write_text("X" + TEXTS[HERON], encoding="utf-8")
    code, said = run(tmp_path)
    assert code == 1 and "2 quotes checked, 1 wrong" in said


def test_nothing_to_check_is_no_success(tmp_path: Path) -> None:
    assert run(tmp_path)[0] == 2
