"""A foreign folder, looked at: what it is called, which of its files can be taken, and what its metadata says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from insightforge.corpus import foreign
from insightforge.corpus.competition_file import FILE_NAME, CompetitionFile, read_competition_file
from insightforge.corpus.discover import read_meta
from insightforge.corpus.layout import METADATA, TEXT_FOLDER, unreadable_format
from insightforge.corpus.slugs import canonical_slug, title_from_name
from insightforge.corpus.store import INDEX_NAME
from insightforge.corpus.walk import Skipped, walk
from insightforge.errors import RecordInvalid

#: Metadata that is copied as it is.
_COPIED = (FILE_NAME, "dataset.json")


@dataclass(frozen=True)
class Intake:
    """A folder ready to be copied.

    Attributes:
        files: by their names in the workspace, the paths of the files to copy.
        metadata: the `competition.json` to write; null where the folder has its own, which is among `files`.
        described: whether the folder itself says what it is, so that it is taken even without a document.
    """

    slug: str
    files: dict[str, Path]
    metadata: CompetitionFile | None
    described: bool
    skipped: tuple[Skipped, ...]


def read_intake(folder: Path) -> Intake:
    """Look at a folder; nothing is written."""
    meta = None if (folder / FILE_NAME).is_file() else read_meta(folder)
    converted = foreign.convert(meta) if meta else None
    files, skipped = _files(folder, converted)
    stated = converted.metadata.slug if converted else _own_slug(folder)
    slug = canonical_slug(stated or folder.name)
    title = title_from_name(folder.name)
    metadata = converted.metadata if converted else CompetitionFile()
    metadata = metadata.model_copy(update={"slug": slug, "title": metadata.title or title})
    own = FILE_NAME in files
    return Intake(slug, files, None if own else metadata, own or converted is not None, skipped)


def _files(folder: Path, converted: foreign.Converted | None) -> tuple[dict[str, Path], tuple[Skipped, ...]]:
    derived = {TEXT_FOLDER} if (folder / TEXT_FOLDER / INDEX_NAME).is_file() else set()
    entries, skipped = walk(folder, without=METADATA | derived)
    files: dict[str, Path] = {}
    for entry in entries:
        reason = (converted.left_out.get(entry.name) if converted else None) or unreadable_format(entry.name)
        if reason:
            skipped.append(Skipped(entry.name, reason))
        else:
            files[_name_in_workspace(entry.name)] = entry.path
    files |= {name: folder / name for name in _COPIED if (folder / name).is_file()}
    return files, tuple(skipped)


def _name_in_workspace(name: str) -> str:
    """The name of a file in the workspace, where the folder `text` is kept for derived texts."""
    top, _, rest = name.partition("/")
    return f"{TEXT_FOLDER}-files/{rest}" if rest and top == TEXT_FOLDER else name


def _own_slug(folder: Path) -> str | None:
    try:
        return read_competition_file(folder / FILE_NAME)[0].slug
    except (RecordInvalid, OSError, RecursionError):
        return None
