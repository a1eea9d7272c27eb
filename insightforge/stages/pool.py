"""Jobs done in worker processes: results come one by one, and a worker that dies costs its own job only.

Processes are spawned, not forked: they inherit neither locks nor threads, and it is the same on every system. One
worker means no process at all. Workers end with their parent, however it ended.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Generic, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")
Worker = Callable[[Job], Result]

_worker: Worker[Any, Any] | None = None  # one per worker process, made by `_start`


class TaskPool(Generic[Job, Result]):
    """Runs jobs with what `make_worker()` returns, made once per process. Both must be picklable.

    `died(job)` gives the result of a job whose process died (killed, out of memory, a crash in native code). Leave the
    `with` block by an exception, and the workers are ended at once.
    """

    def __init__(
        self, make_worker: Callable[[], Worker[Job, Result]], died: Callable[[Job], Result], workers: int
    ) -> None:
        self._make_worker = make_worker
        self._died = died
        self._workers = workers
        self._local: Worker[Job, Result] | None = None
        self._executor: ProcessPoolExecutor | None = None

    def __enter__(self) -> TaskPool[Job, Result]:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is not None:
            for child in multiprocessing.active_children():
                child.terminate()
        self._close()

    def run(self, jobs: Sequence[Job]) -> Iterator[Result]:
        """The results, in the order in which they are ready."""
        if self._workers == 1 or (len(jobs) == 1 and self._executor is None):
            self._local = self._local or self._make_worker()
            yield from map(self._local, jobs)
            return
        waiting = deque(jobs)
        while waiting:
            suspects: list[Job] = []
            yield from self._until_broken(waiting, suspects)
            for job in suspects:
                yield self._alone(job)

    def _until_broken(self, waiting: deque[Job], suspects: list[Job]) -> Iterator[Result]:
        """Work through `waiting` until it is empty or a worker dies; whoever was at work then are the suspects."""
        executor = self._open(self._workers)
        running: dict[Future[Result], Job] = {}
        while running or (waiting and not suspects):
            while waiting and len(running) < self._workers and not suspects:
                job = waiting.popleft()
                running[_submit(executor, job)] = job
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                job = running.pop(future)
                if isinstance(future.exception(), BrokenProcessPool):
                    suspects.append(job)
                else:
                    yield future.result()
        if suspects:
            self._close()

    def _alone(self, job: Job) -> Result:
        """A suspect in a process of its own: there it either ends or is the one that kills."""
        executor = self._open(1)
        try:
            result: Result = executor.submit(_work, job).result()
            return result
        except BrokenProcessPool:
            return self._died(job)
        finally:
            self._close()

    def _open(self, workers: int) -> ProcessPoolExecutor:
        if self._executor is None:
            spawn = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(workers, spawn, _start, (self._make_worker,))
        return self._executor

    def _close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


def _start(make_worker: Callable[[], Worker[Any, Any]]) -> None:
    """Set a worker process up: Ctrl-C is the parent's to handle, and the parent's end is ours."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker = make_worker()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _submit(executor: ProcessPoolExecutor, job: Any) -> Future[Any]:
    """A future of the job, also where the pool is found broken only now."""
    try:
        return executor.submit(_work, job)
    except BrokenProcessPool as error:
        broken: Future[Any] = Future()
        broken.set_exception(error)
        return broken


def _work(job: Any) -> Any:
    if _worker is None:
        raise RuntimeError("the worker process was not set up")
    return _worker(job)
