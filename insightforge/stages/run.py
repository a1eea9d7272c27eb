"""The stages in their order, under the workspace's lock. Results land one by one; what is up to date is left alone."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Protocol

from insightforge.corpus import Corpus, load_corpus
from insightforge.domains import load_domains
from insightforge.drivers import DriverIdentity, get_driver, identify
from insightforge.errors import UsageError
from insightforge.records import STAGES, Domains, Stage
from insightforge.stages.clusters import load_clusters, refresh_clusters
from insightforge.stages.plan import PlannedTask, StagePlan, plan_stage, redo
from insightforge.stages.pool import TaskPool
from insightforge.stages.regate import regate
from insightforge.stages.select import check_globs, is_selected, select
from insightforge.stages.store import Stored, load_records, retire, sweep, write_journal, write_record
from insightforge.stages.tasks import has_task, some
from insightforge.stages.visible import Visible, read_visible
from insightforge.stages.work import TaskResult, WorkOrder, died
from insightforge.stages.world import World
from insightforge.workspace import Workspace

#: Reasons told for files that nobody will read; `status` has all.
_REASONS = 5


@dataclass(frozen=True)
class RunOptions:
    """What is asked of a run; see `insightforge assemble --help`. `workers` null: one per core."""

    stages: tuple[Stage, ...] = STAGES
    only: tuple[str, ...] = ()
    limit: int | None = None
    redo: bool = False
    recluster: bool = False
    workers: int | None = None
    dry_run: bool = False
    driver: str | None = None
    writer: str = "rules"


def stages_named(name: str) -> tuple[Stage, ...]:
    """The stages that `--stage NAME` means.

    Raises:
        UsageError: no stage by that name.
    """
    chosen = tuple(stage for stage in STAGES if name in (stage, "all"))
    if not chosen:
        raise UsageError(f"there is no stage {name!r}; the stages are {', '.join(STAGES)}, or all")
    return chosen


@dataclass
class StageReport:
    """How one stage went: its plan, what was chosen to run, how that ended, and seconds of wall time."""

    plan: StagePlan
    chosen: tuple[PlannedTask, ...]
    results: list[TaskResult] = field(default_factory=list)
    seconds: float = 0.0

    def count(self, outcome: str) -> int:
        return sum(r.outcome == outcome for r in self.results)

    @property
    def items(self) -> int:
        """Items written in this run."""
        return sum(len(i.items) for r in self.results if r.record for i in r.record.insights())

    @property
    def faults(self) -> int:
        return self.count("fault")


class Watcher(Protocol):
    """Is told how a run goes, as it goes."""

    def note(self, message: str) -> None: ...
    def stage_begins(self, report: StageReport) -> None: ...
    def task_ended(self, result: TaskResult) -> None: ...


def assemble(workspace: Workspace, options: RunOptions, watcher: Watcher) -> list[StageReport]:
    """Run the stages asked for; with `dry_run`, only plan them.

    Raises:
        LockHeld: another process is writing here.
        LeakBlocked: a split has no blacklist of its own.
        UsageError: an unknown driver, stage or writer; or there is nothing to assemble from.
    """
    check_globs(options.only)
    if options.writer != "rules":
        raise UsageError(f"unknown writer {options.writer!r}; there is: rules")
    lock: AbstractContextManager[object] = nullcontext() if options.dry_run else workspace.lock()
    with lock:
        return _Run(workspace, options, watcher).stages()


class _Run:
    """One run: what was read at its start, and the records as they change."""

    def __init__(self, workspace: Workspace, options: RunOptions, watcher: Watcher) -> None:
        self.workspace = workspace
        self.options = options
        self.watcher = watcher
        self.driver_name = options.driver or workspace.settings.assembly.driver
        self.identity: DriverIdentity = identify(get_driver(self.driver_name))
        self.corpus: Corpus = load_corpus(workspace)
        if not self.corpus.competitions:
            raise UsageError(
                f"nothing to assemble from in {workspace.competitions}; "
                "bring in folders with write-ups or post-mortems: python -m insightforge ingest DIR"
            )
        self.visible: Visible = read_visible(workspace, self.corpus.competitions)
        self.records: dict[tuple[Stage, str], Stored] = {}

    def stages(self) -> list[StageReport]:
        self._read_records()
        self._note_unread()
        with TaskPool(
            WorkOrder(self.workspace.root, self.driver_name, self.options.writer), died, self._workers()
        ) as pool:
            self.left = self.options.limit
            reports = [self._stage(stage, pool) for stage in STAGES if stage in self.options.stages]
        only = self.options.only
        if only and not any(is_selected(planned, only) for report in reports for planned in report.plan.tasks):
            self.watcher.note(f"no task matches --only {' '.join(only)}; tasks and keys: python -m insightforge status")
        return reports

    def _workers(self) -> int:
        """As many as asked for, else one per core that this process may use."""
        if hasattr(os, "sched_getaffinity"):
            return self.options.workers or len(os.sched_getaffinity(0))
        return self.options.workers or os.cpu_count() or 1

    def _read_records(self) -> None:
        """Load the records; those that may not stand any more go first, whichever driver made them."""
        stored = load_records(self.workspace)
        if not self.options.dry_run:
            sweep(self.workspace)
            stored = regate(self.workspace, self.corpus, self.visible, stored, self.watcher.note)
        self.records = {(s.record.stage, s.record.key): s for s in stored if s.driver == self.identity.name}

    def _note_unread(self) -> None:
        """Say which files nobody will read, those with the same reason in one line."""
        sources = [s for competition in self.visible.competitions.values() for s in competition.sources]
        groups: dict[str, list[str]] = {}
        for source in sources:
            if source.problem or source.unread:
                what = "cannot be read" if source.problem else "in a language that is not read"
                groups.setdefault(f"{what} ({source.problem or source.unread})", []).append(_short(source.path))
        for why, paths in sorted(groups.items())[:_REASONS]:
            self.watcher.note(f"{len(paths)} file(s) {why}: {some(paths)}")
        if more := sum(len(paths) for _, paths in sorted(groups.items())[_REASONS:]):
            self.watcher.note(f"{more} more file(s) cannot be read; which and why: python -m insightforge status")

    def _world(self) -> World:
        return World(
            competitions=self.visible.competitions,
            domains=self._domains().domains,
            records=self.records,
            identity=self.identity,
            parameters={"writer": self.options.writer},
            clusters=load_clusters(self.workspace, self.identity.name),
        )

    def _domains(self) -> Domains:
        """The domains of the competitions that there is something to assemble from."""
        return load_domains(self.workspace, [c for c in self.visible.competitions.values() if has_task(c)])

    def _stage(self, stage: Stage, pool: TaskPool[PlannedTask, TaskResult]) -> StageReport:
        started = time.perf_counter()
        report = self._plan(stage)
        if not self.options.dry_run:
            self.watcher.stage_begins(report)
            for stored in report.plan.retired:
                self._retire(stored)
            for result in pool.run(sorted(report.chosen, key=lambda p: -p.size)):
                self._land(result)
                report.results.append(result)
                self.watcher.task_ended(result)
        report.seconds = time.perf_counter() - started
        return report

    def _plan(self, stage: Stage) -> StageReport:
        world = self._world()
        if stage == "improvement" and not self.options.dry_run:
            world = self._with_clusters(world)
        if stage == "domain":
            for line in self._domains().notes:
                self.watcher.note(f"domains: {line}")
        plan = plan_stage(stage, world)
        if self.options.redo:
            plan = _redo_selected(plan, self.options.only)
        chosen = select(plan.tasks, self.options.only, self.left)
        if self.left is not None:
            self.left -= len(chosen)
        return StageReport(plan, tuple(chosen))

    def _with_clusters(self, world: World) -> World:
        """Bring the stored clusters up to date, once every write-up's raw improvements are there."""
        if not plan_stage("improvement-raw", world).settled:
            return world
        clusters = refresh_clusters(self.workspace, world, self.options.recluster, self.watcher.note)
        return replace(world, clusters=clusters)

    def _land(self, result: TaskResult) -> None:
        """Put a result on disk, record first: a line in the journal never stands for a record that is not there."""
        task = result.planned.task
        if result.record is not None:
            self.records[task.stage, task.key] = write_record(self.workspace, result.record, self.identity.name)
        row = {"stage": task.stage, "key": task.key, "driver": self.identity.name, "outcome": result.outcome}
        more = {"reason": result.reason, "traceback": result.traceback}
        write_journal(
            self.workspace, **row, seconds=round(result.seconds, 3), **{k: v for k, v in more.items() if v is not None}
        )

    def _retire(self, stored: Stored) -> None:
        retire(self.workspace, stored, "its task exists no more")
        self.watcher.note(f"retired {stored.path}: its task exists no more")
        del self.records[stored.record.stage, stored.record.key]


def _redo_selected(plan: StagePlan, only: Sequence[str]) -> StagePlan:
    again = {t.task.key: t for t in redo(plan).tasks if is_selected(t, only)}
    return replace(plan, tasks=tuple(again.get(t.task.key, t) for t in plan.tasks))


def _short(path: str) -> str:
    """A source's path without the folders that all sources are in."""
    return path.removeprefix("data/competitions/")
