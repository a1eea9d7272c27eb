"""Derived texts on disk: `text/index.json` and the texts below `text/`, made anew only for what changed.

Several processes may do this at once: every file lands whole, and all of them write the same. Where the workspace
cannot be written to, new texts are kept in memory.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import ConfigDict, Field, ValidationError

from insightforge.artifacts import to_json, write_text_atomic
from insightforge.corpus.derive import ANALYSIS, Findings, derive, reader_of
from insightforge.corpus.hashes import FileHashes
from insightforge.corpus.layout import TEXT_FOLDER, Found
from insightforge.corpus.walk import walk
from insightforge.records import Record

INDEX_NAME = "index.json"


class TextIndex(Record):
    """The file `text/index.json`: findings by file name."""

    schema_: Literal["text-index/1"] = Field("text-index/1", alias="schema")
    analysis: int = ANALYSIS
    files: dict[str, Findings] = Field(default_factory=dict)

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class TextStore:
    """The derived texts of one competition's folder. Texts that could not be written are in `unwritten`, by path."""

    def __init__(self, root: Path, folder: Path, hashes: FileHashes) -> None:
        self._folder = folder
        self._prefix = folder.relative_to(root).as_posix() + "/"
        self._hashes = hashes
        self._known = _read_index(folder / TEXT_FOLDER / INDEX_NAME)
        self._current: dict[str, Findings] = {}
        self.unwritten: dict[str, str] = {}

    def path(self, name: str) -> str:
        """A name within the folder as a path relative to the workspace."""
        return self._prefix + name

    def findings(self, found: Found) -> Findings:
        """What is known of a file, read anew where it or its text changed; one that cannot be opened has a problem."""
        try:
            row = self._known.get(found.name)
            if row is None or not self._is_current(found.name, row):
                row = self._derive(found)
        except OSError as error:
            return Findings(sha256="", reader="", problem=f"cannot be opened ({error.strerror}); check its permissions")
        self._current[found.name] = row
        return row

    def strangers(self) -> list[str]:
        """Files below `text/` that are no derived texts: somebody's own, which would never be read there."""
        known = {row.text for row in self._current.values()} | {f"{TEXT_FOLDER}/{INDEX_NAME}"}
        folder = self._folder / TEXT_FOLDER
        entries = walk(folder)[0] if folder.is_dir() else []
        return [f"{TEXT_FOLDER}/{e.name}" for e in entries if f"{TEXT_FOLDER}/{e.name}" not in known]

    def save(self) -> None:
        """Write the index where it changed, and remove texts whose originals are gone."""
        if self._current == self._known:
            return
        stale = {r.text for r in self._known.values()} - {r.text for r in self._current.values()}
        index = TextIndex(schema="text-index/1", files=dict(sorted(self._current.items())))
        try:
            write_text_atomic(
                self._folder / TEXT_FOLDER / INDEX_NAME, to_json(index.model_dump(mode="json", by_alias=True))
            )
            for name in stale:
                if name is not None and name.startswith(f"{TEXT_FOLDER}/"):
                    (self._folder / name).unlink(missing_ok=True)
        except OSError:
            return

    def _is_current(self, name: str, row: Findings) -> bool:
        if row.reader != reader_of(name).id or row.sha256 != self._hashes.sha256(self.path(name)):
            return False
        if row.text is None or row.text == name:
            return True
        try:
            return self._hashes.sha256(self.path(row.text)) == row.text_sha256
        except OSError:
            return False

    def _derive(self, found: Found) -> Findings:
        row, text = derive(found.path.read_bytes(), found.name, reader_of(found.name))
        if row.text is not None and row.text != found.name:
            try:
                write_text_atomic(self._folder / row.text, text)
            except OSError:
                self.unwritten[self.path(row.text)] = text
        return row


def _read_index(file: Path) -> dict[str, Findings]:
    """The index on disk; one that is missing, damaged or of another version is made anew."""
    try:
        index = TextIndex.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        return {}
    return index.files if index.analysis == ANALYSIS else {}
