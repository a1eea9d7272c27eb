"""`competition.json`: what is known of a competition and its sources. Optional; a wrong value in it costs itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from insightforge.artifacts import read_json
from insightforge.corpus.values import date_of, licence_of, rank_of, text_of
from insightforge.records import Record, SourceKind

FILE_NAME = "competition.json"
SCHEMA = "competition/1"

_KINDS: tuple[SourceKind, ...] = get_args(SourceKind)


class SourceEntry(Record):
    """What metadata says of one file; `file` is relative to the competition's folder. Null: not said."""

    file: str
    kind: SourceKind | None = None
    title: str | None = None
    team: str | None = None
    rank: int | None = None
    url: str | None = None
    posted: str | None = None
    license: str | None = None
    provenance: str | None = None
    first_party: bool | None = None


class CompetitionFile(Record):
    """The content of a `competition.json`. Dates are `YYYY-MM-DD`."""

    slug: str | None = None
    title: str | None = None
    url: str | None = None
    launched: str | None = None
    deadline: str | None = None
    metric: str | None = None
    host: str | None = None
    sources: tuple[SourceEntry, ...] = ()

    def entry(self, file: str) -> SourceEntry:
        """What is said of a file; an empty entry where nothing is."""
        return next((s for s in self.sources if s.file == file), SourceEntry(file=file))

    def to_data(self) -> dict[str, Any]:
        return {"schema": SCHEMA, **self.model_dump(mode="json", exclude_none=True)}


def read_competition_file(path: Path) -> tuple[CompetitionFile, tuple[str, ...]]:
    """Read a `competition.json` (a missing one is empty) with notes on what in it was passed over.

    Raises:
        RecordInvalid: not JSON at all.
    """
    return parse_competition(read_json(path)) if path.is_file() else (CompetitionFile(), ())


def parse_competition(data: object) -> tuple[CompetitionFile, tuple[str, ...]]:
    """The understood part of a `competition.json`'s data, with notes on the rest."""
    if not isinstance(data, dict):
        return CompetitionFile(), (f"holds a {type(data).__name__}, not an object; passed over",)
    readers = dict.fromkeys(("slug", "title", "url", "metric", "host"), text_of) | {
        "launched": date_of,
        "deadline": date_of,
    }
    notes = list(_complaints(data, {**readers, "sources": None, "schema": None}))
    listed = data.get("sources")
    sources = []
    for number, row in enumerate(listed if isinstance(listed, list) else (), start=1):
        entry, more = _source(row)
        notes += [f"sources[{number}]: {note}" for note in more]
        sources += [entry] if entry else []
    return CompetitionFile(**{k: read(data.get(k)) for k, read in readers.items()}, sources=tuple(sources)), tuple(
        notes
    )


_SOURCE_READERS: dict[str, Any] = {
    "title": text_of,
    "team": text_of,
    "rank": rank_of,
    "url": text_of,
    "posted": date_of,
    "license": licence_of,
    "provenance": text_of,
    "kind": lambda value: value if value in _KINDS else None,
    "first_party": lambda value: value if isinstance(value, bool) else None,
}


def _source(row: object) -> tuple[SourceEntry | None, list[str]]:
    file = text_of(row.get("file")) if isinstance(row, dict) else None
    if not isinstance(row, dict) or file is None:
        return None, ["names no file; passed over"]
    values = {key: read(row.get(key)) for key, read in _SOURCE_READERS.items()}
    return SourceEntry(file=file, **values), list(_complaints(row, {**_SOURCE_READERS, "file": None}))


def _complaints(data: dict[str, Any], readers: dict[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if key not in readers:
            yield f"unknown key {key!r} passed over"
        elif key != "license" and value is not None and readers[key] and readers[key](value) is None:
            yield f"{key} {value!r} is not understood; taken as missing"
