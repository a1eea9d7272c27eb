"""Content hashes of files, remembered in the cache folder by size and modification time."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from insightforge.artifacts import sha256_file, write_text_atomic
from insightforge.workspace import Workspace

_NAME = "file-hashes.json"
#: A file changed more recently may change again within a tick of the file system's clock: its hash is not remembered.
_SETTLED_NS = 2_000_000_000


class FileHashes:
    """SHA-256 by path relative to the workspace. Losing the cache costs time only."""

    def __init__(self, workspace: Workspace) -> None:
        self._root = workspace.root
        self._file = workspace.cache / _NAME
        self._known = _read(self._file)
        self._seen: dict[str, list[Any]] = {}

    def sha256(self, name: str) -> str:
        """Hash of a file's content. Raises `OSError` where it cannot be read."""
        path = self._root / name
        state = path.stat()
        row = self._known.get(name)
        if row is None or row[:2] != [state.st_size, state.st_mtime_ns]:
            row = [state.st_size, state.st_mtime_ns, sha256_file(path)]
        if time.time_ns() - state.st_mtime_ns > _SETTLED_NS:
            self._seen[name] = row
        return str(row[2])

    def save(self) -> None:
        """Write the cache where it changed; a workspace that cannot be written to keeps none."""
        if self._seen == self._known:
            return
        try:
            write_text_atomic(self._file, json.dumps(self._seen, sort_keys=True))
        except OSError:
            return


def _read(file: Path) -> dict[str, list[Any]]:
    try:
        data = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    rows = data.items() if isinstance(data, dict) else ()
    return {name: row for name, row in rows if isinstance(row, list) and len(row) == 3}
