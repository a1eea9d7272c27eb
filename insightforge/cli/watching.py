"""Progress on standard error: bars on a terminal, plain lines otherwise."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from insightforge.stages.run import StageReport, Watcher
from insightforge.stages.work import TaskResult

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class PlainWatcher:
    """One line per task."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def note(self, message: str) -> None:
        self._stream.write(message + "\n")
        self._stream.flush()

    def stage_begins(self, report: StageReport) -> None:
        if report.chosen:
            self.note(f"{report.plan.stage}: {len(report.chosen)} task(s) to run")

    def task_ended(self, result: TaskResult) -> None:
        self.note(describe(result))


class BarWatcher:
    """A bar per stage; notes stand above it."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._bar: TaskID | None = None

    def note(self, message: str) -> None:
        self._progress.console.print(message)

    def stage_begins(self, report: StageReport) -> None:
        self._bar = self._progress.add_task(report.plan.stage, total=len(report.chosen)) if report.chosen else None

    def task_ended(self, result: TaskResult) -> None:
        if self._bar is not None:
            self._progress.update(self._bar, advance=1)
        if result.record is None:
            self.note(describe(result))


def describe(result: TaskResult) -> str:
    """A task's end in one line."""
    task = result.planned.task
    found = sum(len(i.items) for i in result.record.insights()) if result.record else 0
    more = f", {found} item(s)" if found else f": {result.reason}" if result.reason else ""
    return f"{task.stage} {task.key}: {result.outcome}{more} ({result.seconds:.1f} s)"


@contextmanager
def make_watcher() -> Iterator[Watcher]:
    """The watcher for this standard error."""
    if not sys.stderr.isatty():
        yield PlainWatcher(sys.stderr)
        return
    from rich.progress import Progress

    from insightforge.console import make_console

    with Progress(console=make_console(stderr=True), transient=True) as progress:
        yield BarWatcher(progress)
