"""A file, what was found in it, and what metadata says of it → the `Source` record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from insightforge.corpus.competition_file import SourceEntry
from insightforge.corpus.derive import Findings
from insightforge.corpus.firstparty import third_party_by_metadata
from insightforge.corpus.language import language_name, main_language, why_unread
from insightforge.corpus.layout import Found
from insightforge.corpus.values import date_of, licence_of, rank_in_name, rank_of
from insightforge.records import Source, SourceKind


def make_source(
    found: Found,
    findings: Findings,
    entry: SourceEntry,
    to_path: Callable[[str], str],
    languages: Sequence[str],
) -> Source:
    """Join the three. Metadata (`competition.json`) wins over front matter, front matter over the file's name."""
    matter = findings.matter
    kind = entry.kind or found.kind
    third_party = _third_party(kind, found.name, findings, entry)
    unread = why_unread(findings.languages, languages)
    return Source(
        path=to_path(found.name),
        kind=kind,
        text=to_path(findings.text) if findings.text else None,
        sha256=findings.sha256,
        text_sha256=findings.text_sha256,
        chars=findings.chars,
        reader=findings.reader,
        language=main_language(findings.languages, languages),
        title=entry.title or findings.title,
        team=entry.team or matter.get("team"),
        rank=_rank(kind, found.name, findings, entry),
        url=entry.url or matter.get("url"),
        posted=entry.posted or date_of(matter.get("posted")),
        license=entry.license or licence_of(matter.get("license")),
        provenance=entry.provenance,
        first_party=third_party is None,
        problem=findings.problem,
        unread=unread,
        notes=(*findings.notes, *_remarks(findings, languages, third_party, unread)),
    )


def _rank(kind: SourceKind, name: str, findings: Findings, entry: SourceEntry) -> int | None:
    stated = entry.rank or rank_of(findings.matter.get("rank"))
    return stated or (rank_in_name(PurePosixPath(name).name) if kind == "writeup" else None)


def _third_party(kind: SourceKind, name: str, findings: Findings, entry: SourceEntry) -> str | None:
    """Why the source is no first-party account. Only write-ups are judged by their name and wording."""
    if entry.first_party is not None:
        return None if entry.first_party else "its metadata says so"
    stated = third_party_by_metadata(findings.matter.get("kind"), PurePosixPath(name).name)
    return (stated or findings.third_party) if kind == "writeup" else None


def _remarks(findings: Findings, languages: Sequence[str], third_party: str | None, unread: str | None) -> list[str]:
    remarks = [f"no first-party account: {third_party}"] if third_party else []
    foreign = [(code, share) for code, share in findings.languages.items() if code not in languages and share >= 0.2]
    if foreign and unread is None:
        shares = ", ".join(f"{share:.0%} in {language_name(code)}" for code, share in foreign)
        remarks.append(f"partly in a language that is not read: {shares}")
    if (rank := findings.matter.get("rank")) and rank_of(rank) is None:
        remarks.append(f"rank {rank!r} in its front matter is not understood")
    if (posted := findings.matter.get("posted")) and date_of(posted) is None:
        remarks.append(f"date {posted!r} in its front matter is not understood")
    return remarks
