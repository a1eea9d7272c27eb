"""The committed insights/ is what the sample comes to, byte for byte."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def run(workspace: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "insightforge", "--workspace", str(workspace), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=REPOSITORY, check=False)
    assert done.returncode == 0, done.stderr


def contents(folder: Path) -> dict[str, bytes]:
    return {f.relative_to(folder).as_posix(): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


def test_assemble_and_bundle_reproduce_what_is_committed(tmp_path: Path) -> None:
    shutil.copy(REPOSITORY / "insightforge.toml", tmp_path)
    shutil.copytree(
        REPOSITORY / "data" / "competitions",
        tmp_path / "data" / "competitions",
        ignore=shutil.ignore_patterns("text"),
    )
    run(tmp_path, "assemble", "--workers", "1")
    run(tmp_path, "bundle")
    made, committed = contents(tmp_path / "insights"), contents(REPOSITORY / "insights")
    assert sorted(made) == sorted(committed)
    assert [name for name in made if made[name] != committed[name]] == []
    run(tmp_path, "verify")
