"""Which lines of which source have been read, in memory and (buffered, flushed on demand) as JSONL on disk."""

from __future__ import annotations

from pathlib import Path

from insightforge.artifacts import append_jsonl


class ReadingLedger:
    """Line numbers read per path. `file` (null: memory only) gets one row per stretch of lines."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._read: dict[str, set[int]] = {}
        self._pending: list[dict[str, str | int]] = []

    def add(self, path: str, first: int, last: int) -> None:
        """Note that lines `first`..`last` (inclusive) of `path` were read."""
        self._read.setdefault(path, set()).update(range(first, last + 1))
        self._pending.append({"read": path, "from": first, "to": last})

    def missing(self, path: str, total: int) -> list[tuple[int, int]]:
        """Stretches of lines of 1..`total` not read yet, as (first, last)."""
        read = self._read.get(path, set())
        gaps: list[tuple[int, int]] = []
        for number in range(1, total + 1):
            if number in read:
                continue
            if gaps and gaps[-1][1] == number - 1:
                gaps[-1] = (gaps[-1][0], number)
            else:
                gaps.append((number, number))
        return gaps

    def flush(self, *events: dict[str, str | int]) -> None:
        """Write what is pending, then `events`, in one append."""
        if self._file is not None and (self._pending or events):
            append_jsonl(self._file, [*self._pending, *events])
        self._pending.clear()
