"""Jobs in worker processes: all results whatever the number of workers, and one crash costs one job."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from insightforge.stages.pool import TaskPool


class Squarer:
    """A worker that squares; 13 kills its process."""

    def __call__(self, job: int) -> int:
        if job == 13:
            os.kill(os.getpid(), signal.SIGKILL)
        return job * job


def killed(job: int) -> int:
    return -job


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_gives_its_result(workers: int) -> None:
    with TaskPool(Squarer, killed, workers) as pool:
        assert sorted(pool.run([1, 2, 3, 4, 5])) == [1, 4, 9, 16, 25]
        assert list(pool.run([6])) == [36]
        assert list(pool.run([])) == []


def test_a_worker_that_dies_costs_its_own_job_only() -> None:
    with TaskPool(Squarer, killed, 2) as pool:
        assert sorted(pool.run([1, 13, 2, 3, 4])) == [-13, 1, 4, 9, 16]


ORPHANS = """
import os, time
from pathlib import Path
from insightforge.stages.pool import TaskPool

class Sleeper:
    def __call__(self, job):
        Path(job).write_text(str(os.getpid()))
        time.sleep(60)

def died(job):
    return None

if __name__ == "__main__":
    with TaskPool(Sleeper, died, 2) as pool:
        list(pool.run([{first!r}, {second!r}]))
"""


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    pids = [tmp_path / "a", tmp_path / "b"]
    script = tmp_path / "parent.py"
    script.write_text(ORPHANS.format(first=str(pids[0]), second=str(pids[1])))
    # The package need not be installed: it is found from the checkout.
    root = Path(__file__).parents[2]
    parent = subprocess.Popen([sys.executable, str(script)], env=os.environ | {"PYTHONPATH": str(root)})
    try:
        assert _until(lambda: all(p.exists() and p.read_text() for p in pids))
    finally:
        parent.kill()
        parent.wait()
    assert _until(lambda: not any(_alive(int(p.read_text())) for p in pids))


def _until(condition: object, seconds: float = 60) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.05)
    return False


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
