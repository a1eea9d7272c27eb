"""A workspace's competition folders → `Corpus`: competitions, their sources, and the sources' texts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

from insightforge.artifacts import sha256_text
from insightforge.corpus.competition_file import CompetitionFile, read_competition_file
from insightforge.corpus.hashes import FileHashes
from insightforge.corpus.layout import scan
from insightforge.corpus.slugs import canonical_slug, title_from_name
from insightforge.corpus.sources import make_source
from insightforge.corpus.store import TextStore
from insightforge.corpus.texts import SourceText
from insightforge.corpus.walk import printable
from insightforge.errors import RecordInvalid, SourceUnreadable, UsageError
from insightforge.records import Competition, Source
from insightforge.workspace import Workspace


@dataclass(frozen=True)
class Corpus:
    """Everything that a workspace has to read. Paths are relative to the workspace.

    Attributes:
        competitions: sorted by slug.
        problems: (path, reason) of every file that should have been readable and is not, and of metadata passed over.
        skipped: (path, reason) of files that are no sources (data, unknown formats, links that lead out).
    """

    root: Path
    competitions: tuple[Competition, ...]
    problems: tuple[tuple[str, str], ...] = ()
    skipped: tuple[tuple[str, str], ...] = ()
    _unwritten: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    _texts: dict[str, SourceText] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def _by_slug(self) -> dict[str, Competition]:
        return {c.slug: c for c in self.competitions}

    @cached_property
    def _by_path(self) -> dict[str, Source]:
        return {s.path: s for c in self.competitions for s in c.sources}

    def competition(self, slug: str) -> Competition:
        """Raises `UsageError` where there is none of that slug."""
        if slug not in self._by_slug:
            raise UsageError(
                f"no competition {slug!r} in data/competitions; there are {len(self.competitions)}, see: status"
            )
        return self._by_slug[slug]

    def source(self, path: str) -> Source:
        """The source of an original path. Raises `SourceUnreadable` where there is none."""
        if path not in self._by_path:
            raise SourceUnreadable(path, "is no source of this workspace")
        return self._by_path[path]

    def text(self, path: str) -> SourceText:
        """The derived text of the source at an original path, also of one whose language is not read.

        Raises:
            SourceUnreadable: no such source, it has no text, or its text changed since the corpus was loaded.
        """
        if path not in self._texts:
            self._texts[path] = SourceText(path, self._read(self.source(path)))
        return self._texts[path]

    def _read(self, source: Source) -> str:
        if source.text is None:
            raise SourceUnreadable(source.path, source.problem or "has no text")
        if source.text in self._unwritten:
            return self._unwritten[source.text]
        try:
            text = (self.root / source.text).read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SourceUnreadable(source.path, f"its text {source.text} cannot be read ({error}); run again") from None
        if sha256_text(text) != source.text_sha256:
            raise SourceUnreadable(source.path, f"its text {source.text} changed while it was in use; run again")
        return text


@dataclass(frozen=True)
class Loaded:
    """One competition's folder, read."""

    competition: Competition
    problems: tuple[tuple[str, str], ...]
    skipped: tuple[tuple[str, str], ...]
    unwritten: Mapping[str, str]


def load_corpus(workspace: Workspace) -> Corpus:
    """Read all folders in `data/competitions`, deriving texts only for what is new or changed.

    Nothing in a folder stops the rest: what cannot be read is in `problems`.
    """
    hashes = FileHashes(workspace)
    loaded: dict[str, Loaded] = {}
    folders, problems = _folders(workspace)
    for folder in folders:
        one = load_folder(workspace, folder, hashes)
        path = workspace.relative(folder)
        if one.competition.slug in loaded:
            other = f"data/competitions/…/{one.competition.slug}"
            problems.append(
                (path, f"its slug {one.competition.slug!r} is that of another folder ({other}); rename one")
            )
        elif not one.competition.sources and not (folder / "competition.json").is_file():
            problems.append((path, "holds no document that can be read"))
        else:
            loaded[one.competition.slug] = one
            problems.extend(one.problems)
    hashes.save()
    parts = [loaded[slug] for slug in sorted(loaded)]
    return Corpus(
        root=workspace.root,
        competitions=tuple(p.competition for p in parts),
        problems=tuple(sorted(problems)),
        skipped=tuple(s for p in parts for s in p.skipped),
        _unwritten={path: text for p in parts for path, text in p.unwritten.items()},
    )


def load_folder(workspace: Workspace, folder: Path, hashes: FileHashes) -> Loaded:
    """Read one competition's folder."""
    store = TextStore(workspace.root, folder, hashes)
    layout = scan(folder)
    metadata, complaints = _metadata(folder)
    languages = workspace.settings.assembly.languages
    sources = tuple(
        make_source(f, store.findings(f), metadata.entry(f.name), store.path, languages) for f in layout.files
    )
    store.save()
    problems = [(store.path("competition.json"), note) for note in complaints]
    problems += [(s.path, s.problem) for s in sources if s.problem]
    problems += [
        (store.path(name), "lies where derived texts are kept, so it is not read; move it")
        for name in store.strangers()
    ]
    return Loaded(
        competition=_competition(folder, metadata, sources),
        problems=tuple(problems),
        skipped=tuple((store.path(s.path), s.reason) for s in layout.skipped),
        unwritten=store.unwritten,
    )


def _folders(workspace: Workspace) -> tuple[list[Path], list[tuple[str, str]]]:
    """The competitions' folders by name, and what else lies beside them."""
    parent = workspace.competitions
    folders, others = [], []
    for entry in sorted(os.scandir(parent), key=lambda e: e.name) if parent.is_dir() else ():
        name = printable(entry.name)
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False) and not os.access(entry.path, os.R_OK | os.X_OK):
            others.append((f"{workspace.relative(parent)}/{name}", "cannot be opened; check its permissions"))
        elif entry.is_dir(follow_symlinks=False) and name == entry.name:
            folders.append(Path(entry.path))
        else:
            where = f"{workspace.relative(parent)}/{name}"
            others.append(
                (where, "is no folder of its own (or has a name that cannot be used); bring it in with: ingest")
            )
    return folders, others


def _metadata(folder: Path) -> tuple[CompetitionFile, tuple[str, ...]]:
    try:
        return read_competition_file(folder / "competition.json")
    except (RecordInvalid, OSError, RecursionError) as error:
        return CompetitionFile(), (f"cannot be read, so its titles, ranks and licences are missing: {error}",)


def _competition(folder: Path, metadata: CompetitionFile, sources: tuple[Source, ...]) -> Competition:
    return Competition(
        slug=canonical_slug(folder.name),
        title=metadata.title or title_from_name(PurePosixPath(folder.name).name),
        url=metadata.url,
        launched=metadata.launched,
        deadline=metadata.deadline,
        metric=metadata.metric,
        host=metadata.host,
        sources=sources,
    )
