"""The program as people run it: real processes in a workspace of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[2]
TOY = "tests.toy:ToyDriver"


def command(workspace: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "insightforge", "--workspace", str(workspace), *arguments]


def assemble_command(workspace: Path, *arguments: str, driver: str = TOY) -> list[str]:
    return command(workspace, "assemble", "--driver", driver, *arguments)


def run(arguments: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the repository and wait for it."""
    return subprocess.run(
        arguments,
        cwd=REPOSITORY,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
    )


def assemble(
    workspace: Path, *arguments: str, code: int = 0, driver: str = TOY, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `assemble`, by one worker where nothing else is said, and check its exit code."""
    if "--workers" not in arguments:
        arguments = (*arguments, "--workers", "1")
    done = run(assemble_command(workspace, *arguments, driver=driver), **environment)
    assert done.returncode == code, done.stderr + done.stdout
    return done


def start(arguments: list[str], **environment: str) -> subprocess.Popen[Any]:
    """Start a command in the repository in a process group of its own."""
    return subprocess.Popen(
        arguments,
        cwd=REPOSITORY,
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def records(workspace: Path) -> dict[str, bytes]:
    """Every file below data/assembly whose bytes must be the same from run to run."""
    folder = workspace / "data" / "assembly"
    passing = ("journal.jsonl", "transcripts")
    files = (f for f in sorted(folder.rglob("*")) if f.is_file() and f.relative_to(folder).parts[0] not in passing)
    return {f.relative_to(folder).as_posix(): f.read_bytes() for f in files}
