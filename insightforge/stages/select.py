"""Which of the tasks that are due are run now: `--only` and `--limit`."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from insightforge.errors import UsageError
from insightforge.records import STAGES
from insightforge.stages.plan import PlannedTask


def check_globs(only: Sequence[str]) -> None:
    """Refuse a glob whose stage does not exist.

    Raises:
        UsageError: the part before the colon is no stage.
    """
    for glob in only:
        stage, colon, _ = glob.partition(":")
        if colon and stage not in STAGES:
            raise UsageError(f"--only {glob}: there is no stage {stage!r}; the stages are {', '.join(STAGES)}")


def is_selected(planned: PlannedTask, only: Sequence[str]) -> bool:
    """Whether a task is meant: by its key or by one of its competitions, letter case aside; without globs all are.

    `GLOB` speaks of every stage, `stage:GLOB` of one.
    """
    task = planned.task
    names = [task.key.casefold(), *(c.slug.casefold() for c in task.competitions)]
    for glob in only:
        stage, colon, rest = glob.partition(":")
        pattern = (rest if colon else stage).casefold()
        if (not colon or stage == task.stage) and any(fnmatchcase(name, pattern) for name in names):
            return True
    return not only


def select(tasks: Sequence[PlannedTask], only: Sequence[str], limit: int | None) -> list[PlannedTask]:
    """Those of `tasks` that are to run and selected, the first `limit` of them by key."""
    return [t for t in tasks if t.to_run and is_selected(t, only)][:limit]
