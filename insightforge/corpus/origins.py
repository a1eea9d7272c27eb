"""`data/ingest.json`: from which folder each competition was ingested, so that a second time is an update, no clash.

Only hashes of the folders' paths are kept: a workspace may be shared, where its owner's folders are nobody's business.
"""

from __future__ import annotations

from pathlib import Path

from insightforge.artifacts import read_json, sha256_text, write_json_atomic
from insightforge.errors import RecordInvalid
from insightforge.workspace import Workspace

_SCHEMA = "ingest/1"


class Origins:
    """The origins known so far; `save` writes them where they changed."""

    def __init__(self, workspace: Workspace) -> None:
        self._file = workspace.root / "data" / "ingest.json"
        self._known = _read(self._file)
        self._current = dict(self._known)

    def is_from(self, slug: str, folder: Path) -> bool:
        """Whether this slug was ingested from this very folder before."""
        return self._current.get(slug) == _trace(folder)

    def note(self, slug: str, folder: Path) -> None:
        self._current[slug] = _trace(folder)

    def save(self) -> None:
        if self._current != self._known:
            write_json_atomic(self._file, {"schema": _SCHEMA, "origins": dict(sorted(self._current.items()))})


def _trace(folder: Path) -> str:
    return sha256_text(folder.as_posix())[:16]


def _read(file: Path) -> dict[str, str]:
    """Losing the file costs a question about folders that were renamed since, so a damaged one counts as missing."""
    try:
        data = read_json(file) if file.is_file() else {}
    except RecordInvalid:
        return {}
    origins = data.get("origins") if isinstance(data, dict) else None
    return {str(k): str(v) for k, v in origins.items()} if isinstance(origins, dict) else {}
