"""A foreign collection's `meta.json` (described in docs/corpus.md) → our `competition.json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from insightforge.corpus.competition_file import CompetitionFile, SourceEntry
from insightforge.corpus.values import date_of, licence_of, rank_of, text_of
from insightforge.records import SourceKind

FILE_NAME = "meta.json"

#: By the beginning of their kind. Descriptions are told apart by their file names.
_KINDS: tuple[tuple[str, SourceKind], ...] = (
    ("writeup", "writeup"),
    ("notebook", "notebook"),
    ("data-description", "data-description"),
)
#: Listed for completeness, but no documents of the competition.
_NO_DOCUMENTS = ("leaderboard", "kernel-refs", "forum topics", "competition pages")


@dataclass(frozen=True)
class Converted:
    """What a `meta.json` says: our metadata, and the files that are no documents, with the reason."""

    metadata: CompetitionFile
    left_out: Mapping[str, str]


def is_foreign(data: object) -> bool:
    """Whether data read from a `meta.json` describes a competition (any other file of that name is none of ours)."""
    return isinstance(data, dict) and isinstance(data.get("slug"), str) and isinstance(data.get("sources", []), list)


def convert(data: Mapping[str, Any]) -> Converted:
    """Convert the data of a `meta.json`; what is missing or not understood is null."""
    rows = [row for row in data.get("sources", []) if isinstance(row, dict) and text_of(row.get("file"))]
    left_out = {row["file"]: f"is no document ({row['kind']})" for row in rows if _is_left_out(row)}
    listed = data.get("faridrashidi")
    year = text_of(listed.get("year")) if isinstance(listed, dict) else None
    metadata = CompetitionFile(
        slug=text_of(data.get("slug")),
        title=text_of(data.get("title")),
        url=text_of(data.get("url")),
        launched=date_of(data.get("enabled_date")),
        deadline=date_of(data.get("deadline_date")) or date_of(year),
        metric=text_of(data.get("metric")),
        sources=tuple(_source(row) for row in rows if row["file"] not in left_out),
    )
    return Converted(metadata, left_out)


def _is_left_out(row: Mapping[str, Any]) -> bool:
    return (text_of(row.get("kind")) or "").startswith(_NO_DOCUMENTS)


def _source(row: Mapping[str, Any]) -> SourceEntry:
    kind = text_of(row.get("kind")) or ""
    third_party = "third-party" in kind
    return SourceEntry(
        file=row["file"],
        kind="writeup" if third_party else next((ours for theirs, ours in _KINDS if kind.startswith(theirs)), None),
        team=text_of(row.get("team")),
        rank=rank_of(row.get("rank")),
        url=_url(row),
        posted=date_of(row.get("posted")),
        license=licence_of(row.get("license")),
        provenance=_provenance(row),
        first_party=False if third_party else None,
    )


def _url(row: Mapping[str, Any]) -> str | None:
    """Where the file can be looked at; for a repository on GitHub the very version."""
    origin, commit, path = (text_of(row.get(key)) for key in ("repo_or_url", "commit", "path"))
    if origin is None or not origin.startswith(("https://", "http://")):
        return None
    if origin.startswith("https://github.com/") and commit and path:
        return f"{origin}/blob/{commit}/{quote(path)}"
    return origin


def _provenance(row: Mapping[str, Any]) -> str | None:
    """`<repository>@<commit>:<path> (<kind>)`, as far as known."""
    origin, commit, path, kind = (text_of(row.get(key)) for key in ("repo_or_url", "commit", "path", "kind"))
    if origin is None:
        return None
    place = origin + (f"@{commit}" if commit else "") + (f":{path}" if path else "")
    return f"{place} ({kind})" if kind else place
