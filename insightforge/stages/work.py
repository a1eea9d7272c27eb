"""One task: a driver at its workbench, and the record of how it ended. Runs in a worker process."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from insightforge.corpus import Corpus, load_corpus
from insightforge.drivers import Driver, get_driver
from insightforge.guard import LeakTerms
from insightforge.records import Outcome, TaskRecord
from insightforge.stages.plan import PlannedTask
from insightforge.workbench import Workbench
from insightforge.workspace import Workspace, find_workspace


@dataclass(frozen=True)
class TaskResult:
    """How one task ended: a record, or a fault (with its traceback) and no record."""

    planned: PlannedTask
    seconds: float
    record: TaskRecord | None = None
    fault: str | None = None
    traceback: str | None = None

    @property
    def outcome(self) -> str:
        return self.record.outcome if self.record else "fault"

    @property
    def reason(self) -> str | None:
        return self.record.reason if self.record else self.fault


@dataclass(frozen=True)
class WorkOrder:
    """What a worker process needs to set itself up."""

    root: Path
    driver: str
    writer: str

    def __call__(self) -> Callable[[PlannedTask], TaskResult]:
        """The worker: reads the corpus once, then does task after task."""
        workspace = find_workspace(self.root, exact=True)
        place = Place(
            workspace, load_corpus(workspace), LeakTerms.load(workspace), get_driver(self.driver), self.writer
        )
        return partial(do_task, place)


@dataclass(frozen=True)
class Place:
    """What all tasks of a process share."""

    workspace: Workspace
    corpus: Corpus
    leaks: LeakTerms
    driver: Driver
    writer: str


def do_task(place: Place, planned: PlannedTask) -> TaskResult:
    """Run the driver on one task. Whatever the driver raises costs this task only."""
    started = time.perf_counter()
    try:
        bench = Workbench(planned.task, place.corpus, place.workspace, driver=place.driver.name, leak=place.leaks)
        place.driver.assemble(bench)
        record = _record(planned, bench, bench.outcome, place.writer) if bench.outcome else None
        fault, trace = None if record else f"driver {place.driver.name} ended without an outcome", None
    except Exception as error:  # noqa: BLE001  the edge: a fault in one task must not end the others
        record, fault, trace = None, f"{type(error).__name__}: {error}", "".join(traceback.format_exception(error))
    return TaskResult(planned, time.perf_counter() - started, record, fault, trace)


def died(planned: PlannedTask) -> TaskResult:
    """The result of a task whose process died."""
    return TaskResult(planned, 0.0, fault="its process died (killed, out of memory, or a crash in native code)")


def _record(planned: PlannedTask, bench: Workbench, outcome: Outcome, writer: str) -> TaskRecord:
    return TaskRecord(
        schema="task-record/1",
        stage=planned.task.stage,
        key=planned.task.key,
        outcome=outcome,
        reason=bench.reason,
        insight=bench.insight,
        raw=bench.raw,
        written_by=writer,
        manifest=planned.manifest,
    )
