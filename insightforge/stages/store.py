"""The canonical records, `data/assembly/<stage>/<key>.<driver>.json`: reading, writing and retiring them."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from insightforge.artifacts import append_jsonl, sha256_bytes, sweep_temporaries, to_json, write_bytes_atomic
from insightforge.records import STAGES, TaskRecord
from insightforge.workspace import Workspace

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Stored:
    """A record on disk: `path` is relative to the workspace, `driver` is the one in the file's name."""

    path: str
    driver: str
    sha256: str
    record: TaskRecord


def load_records(workspace: Workspace) -> tuple[Stored, ...]:
    """Every valid record of every stage and driver, in path order.

    A damaged file counts as no record, and is said: its task runs again and writes it anew.
    """
    files = [f for stage in STAGES for f in sorted((workspace.assembly / stage).glob("*.json"))]
    return tuple(stored for f in files if (stored := _load(workspace, f)))


def sweep(workspace: Workspace) -> None:
    """Delete the halves of records that a killed run left behind."""
    for stage in STAGES:
        sweep_temporaries(workspace.assembly / stage)


def _load(workspace: Workspace, path: Path) -> Stored | None:
    data = path.read_bytes()
    try:
        record = TaskRecord.model_validate_json(data)
    except ValidationError as error:
        log.warning("%s is no valid record (%s); its task will run again", path, error.errors()[0]["msg"])
        return None
    driver = path.name.removesuffix(".json").rpartition(".")[2]
    return Stored(path.relative_to(workspace.root).as_posix(), driver, sha256_bytes(data), record)


def write_record(workspace: Workspace, record: TaskRecord, driver: str) -> Stored:
    """Put a record in its place, atomically."""
    path = workspace.record_file(record.stage, record.key, driver)
    data = to_json(record.to_data()).encode("utf-8")
    write_bytes_atomic(path, data)
    return Stored(path.relative_to(workspace.root).as_posix(), driver, sha256_bytes(data), record)


def retire(workspace: Workspace, stored: Stored, reason: str) -> None:
    """Delete a record that must not stand any more, and say so in the journal."""
    (workspace.root / stored.path).unlink(missing_ok=True)
    write_journal(
        workspace,
        stage=stored.record.stage,
        key=stored.record.key,
        driver=stored.driver,
        outcome="retired",
        reason=reason,
    )


def write_journal(workspace: Workspace, **row: Any) -> None:
    """Append one line to data/assembly/journal.jsonl, with the time."""
    append_jsonl(workspace.journal, [{"at": datetime.now(UTC).isoformat(timespec="seconds"), **row}])
