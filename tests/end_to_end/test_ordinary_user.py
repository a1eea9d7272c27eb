"""As an ordinary user who can write in one folder only: no home, nothing of the installation writable."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.processes import REPOSITORY, TOY, command, records
from tests.small import make_workspace

NOBODY = 65534


def as_nobody() -> dict[str, Any]:
    """Arguments that run a process as nobody where we are root; elsewhere we are an ordinary user already."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def run_in(folder: Path, python: str, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": "/nonexistent",
        "TMPDIR": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONPATH": sysconfig.get_path("purelib"),
    }
    return subprocess.run(
        [python, *arguments],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        **as_nobody(),
    )


def reachable_python(folder: Path) -> str | None:
    """An interpreter of this version that an ordinary user can run: this one, or the system's."""
    version = f"python3.{sys.version_info.minor}"
    for python in (sys.executable, f"/usr/local/bin/{version}", f"/usr/bin/{version}"):
        try:
            if run_in(folder, python, ["-c", "import typer, pydantic, numpy, tests.toy"]).returncode == 0:
                return python
        except OSError:
            continue
    return None


@pytest.fixture
def place() -> Iterator[tuple[Path, str]]:
    """A workspace that an ordinary user owns, who has nothing else to write to; and the interpreter."""
    if sys.platform == "win32":
        pytest.skip("needs POSIX users")
    made = Path(tempfile.mkdtemp(prefix="insightforge-"))
    make_workspace(made)
    if os.geteuid() == 0:
        for path in (made, *made.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
    try:
        if (python := reachable_python(made)) is None:
            pytest.skip("the interpreter or the checkout cannot be read by another user here")
        yield made, python
    finally:
        shutil.rmtree(made)


@pytest.mark.parametrize("driver", [TOY, "guided"])
def test_everything_runs(place: tuple[Path, str], driver: str) -> None:
    folder, python = place
    done = run_in(folder, python, command(folder, "assemble", "--driver", driver, "--workers", "2")[1:])
    assert done.returncode == 0, done.stderr
    assert "Permission" not in done.stderr
    assert len([name for name in records(folder) if name.startswith("competition/")]) == 11
    if driver == TOY:
        for verb in ("bundle", "verify", "lint", "status"):
            done = run_in(folder, python, command(folder, verb)[1:])
            assert done.returncode == 0, done.stderr


def test_a_workspace_that_cannot_be_written_is_one_message(place: tuple[Path, str]) -> None:
    folder, python = place
    if os.geteuid() != 0:
        pytest.skip("needs a folder of another user")
    folder.chmod(0o755)
    os.chown(folder, 0, 0)
    for path in folder.rglob("*"):
        os.chown(path, 0, 0)
    done = run_in(folder, python, command(folder, "assemble", "--driver", TOY)[1:])
    assert done.returncode == 2
    assert "denied" in done.stderr.lower()
    assert "Traceback" not in done.stderr
