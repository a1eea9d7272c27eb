"""Which clustering parameters to use for raw improvements: a study over a grid and many seeds. `assemble` runs none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from insightforge.artifacts import write_json_atomic
from insightforge.drivers import get_driver, identify
from insightforge.errors import UsageError
from insightforge.stages.clusters import embed
from insightforge.stages.store import load_records
from insightforge.stages.world import RawItem, raw_items_of
from insightforge.workspace import Workspace

if TYPE_CHECKING:
    from insightforge.clustering import Study

STUDY_FILE = "improvement-study.json"


def study_clusters(workspace: Workspace, seeds: int, driver: str | None = None) -> tuple[Study, Path]:
    """Compare settings around those of `[improvement_clustering]` on the raw improvements at hand.

    The whole table is kept in data/assembly/improvement-study.json; its path is returned too.

    Raises:
        UsageError: there are no raw improvements yet, or fewer than ten seeds are asked for.
        LockHeld: another process is writing in the workspace.
    """
    from insightforge.clustering import default_grid, study

    with workspace.lock():
        items = _items(workspace, driver or workspace.settings.assembly.driver)
        found = study(
            embed(workspace, items).vectors,
            default_grid(workspace.settings.improvement_clustering),
            [item.id for item in items],
            seeds=range(seeds),
            groups={
                "modality": [item.raw.modality for item in items],
                "solution stage": [item.raw.solution_stage for item in items],
            },
            cache=workspace.cache,
        )
        file = workspace.assembly / STUDY_FILE
        write_json_atomic(file, found.to_data())
    return found, file


def _items(workspace: Workspace, driver: str) -> tuple[RawItem, ...]:
    name = identify(get_driver(driver)).name
    items = raw_items_of(s for s in load_records(workspace) if s.driver == name)
    if not items:
        raise UsageError(
            "no raw improvements yet; make them with: python -m insightforge assemble --stage improvement-raw"
        )
    return items
