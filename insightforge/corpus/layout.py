"""Which files of a competition's folder are sources, and of which kind. The folder contract is in docs/corpus.md."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from insightforge.corpus.firstparty import third_party_by_metadata
from insightforge.corpus.readers import reader_for, script_suffixes
from insightforge.corpus.walk import Skipped, walk
from insightforge.records import SourceKind

#: Where derived texts are kept; never read as sources.
TEXT_FOLDER = "text"
#: Files at the top of the folder that describe it and are no sources.
METADATA = frozenset({"competition.json", "dataset.json", "meta.json"})

_WRITEUPS = frozenset({"writeups", "write-ups", "write_ups"})
_NOTEBOOKS = frozenset({"notebooks", "kernels"})
_PAGES = ("description", "overview", "rules", "evaluation", "timeline", "prizes", "faq", "abstract")
_NO_DOCUMENTS = ("license", "licence", "copying", "requirements")
_DATA_PAGES = ("data-description", "data_description", "dataset-description", "dataset_description")


@dataclass(frozen=True)
class Found:
    """A source file: `name` is relative to the competition's folder."""

    name: str
    path: Path
    kind: SourceKind


@dataclass(frozen=True)
class Layout:
    """The source files of a folder by name, and the files passed over."""

    files: tuple[Found, ...]
    skipped: tuple[Skipped, ...]


def scan(folder: Path) -> Layout:
    """Find the sources of a competition's folder."""
    entries, skipped = walk(folder, without=METADATA | {TEXT_FOLDER})
    files = []
    shape = Shape.of(entry.name for entry in entries)
    for entry in entries:
        if reason := unreadable_format(entry.name):
            skipped.append(Skipped(entry.name, reason))
        else:
            files.append(Found(entry.name, entry.path, shape.kind(entry.name)))
    return Layout(tuple(files), tuple(skipped))


@dataclass(frozen=True)
class Shape:
    """What a folder is like: with write-ups or notebooks in folders of their own, described by a page, or bare."""

    described: bool
    sorted: bool

    @classmethod
    def of(cls, names: Iterable[str]) -> Shape:
        listed = [name.lower() for name in names]
        tops = {name.split("/")[0] for name in listed if "/" in name}
        described = any(
            "/" not in n and n.startswith(("description.", *(f"{p}." for p in _DATA_PAGES))) for n in listed
        )
        return cls(described, bool(tops & (_WRITEUPS | _NOTEBOOKS)))

    @property
    def bare(self) -> bool:
        """A folder of documents that nobody arranged."""
        return not (self.described or self.sorted)

    def kind(self, name: str) -> SourceKind:
        """The kind of the file of this name, unless metadata says otherwise."""
        path = PurePosixPath(name.lower())
        top = path.parts[0] if len(path.parts) > 1 else ""
        if top in _NOTEBOOKS or (path.suffix in script_suffixes() and top not in _WRITEUPS):
            return "notebook"
        if top in _WRITEUPS:
            return "writeup"
        if self.bare or top:
            return "document"
        if third_party_by_metadata(None, path.name):
            return "writeup"
        if path.stem.startswith(_DATA_PAGES):
            return "data-description"
        return "description" if path.stem.startswith(_PAGES) or (self.sorted and path.suffix == ".md") else "document"


def unreadable_format(name: str) -> str | None:
    """Why no reader takes a file of this name, or null."""
    suffix = PurePosixPath(name).suffix.lower()
    if PurePosixPath(name).stem.lower().startswith(_NO_DOCUMENTS) and suffix in ("", ".txt", ".md"):
        return "is no document (a licence or a list of requirements)"
    if reader_for(name):
        return None
    if suffix in (
        ".csv",
        ".tsv",
        ".parquet",
        ".feather",
        ".xlsx",
        ".xls",
        ".json",
        ".jsonl",
        ".npy",
        ".npz",
        ".h5",
        ".zip",
        ".gz",
    ):
        return f"is data ({suffix}), not a document"
    if suffix in (".doc", ".odt", ".rtf", ".pages", ".ppt", ".pptx"):
        return f"is in a format that is not read ({suffix}); save it as .docx, .pdf or .md"
    return f"is in a format that is not read ({suffix or 'no suffix'})"
