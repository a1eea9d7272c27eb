"""Brings foreign folders into a workspace: original bytes copied, metadata converted, texts derived."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from insightforge.artifacts import to_json, write_bytes_atomic
from insightforge.corpus.competition_file import FILE_NAME
from insightforge.corpus.discover import Candidate, discover
from insightforge.corpus.hashes import FileHashes
from insightforge.corpus.intake import Intake, read_intake
from insightforge.corpus.load import load_folder
from insightforge.corpus.origins import Origins
from insightforge.corpus.walk import Skipped
from insightforge.errors import WorkspaceError
from insightforge.workspace import Workspace

Outcome = Literal["new", "updated", "unchanged", "empty", "refused"]
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class IngestRow:
    """What became of one folder.

    Attributes:
        folder: the folder as found.
        slug: its slug, which is its name in data/competitions; null where it never got one.
        outcome: `refused` is a fault; `empty` folders hold nothing to take.
        taken: names of the files that are now in the workspace, relative to the competition's folder.
        changed: how many of them are new or differ from what was there.
        skipped: files that were not taken, with reasons.
        problems: files that were taken but cannot be read, with reasons.
        unread: files that were taken and are passed over, with reasons (a language that is not read).
        message: why the folder was refused or what else is to be said of it.
    """

    folder: Path
    outcome: Outcome
    slug: str | None = None
    taken: tuple[str, ...] = ()
    changed: int = 0
    skipped: tuple[Skipped, ...] = ()
    problems: tuple[tuple[str, str], ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    message: str | None = None


@dataclass(frozen=True)
class IngestReport:
    """One row per folder, in the order in which they were found."""

    rows: tuple[IngestRow, ...]

    @property
    def refused(self) -> tuple[IngestRow, ...]:
        """Folders that could not be taken: faults."""
        return tuple(row for row in self.rows if row.outcome == "refused")

    def count(self, *outcomes: Outcome) -> int:
        return sum(row.outcome in outcomes for row in self.rows)


def ingest(
    workspace: Workspace, folders: Sequence[Path], *, force: bool = False, progress: Progress | None = None
) -> IngestReport:
    """Copy competitions and bare folders of documents into `data/competitions` and derive their texts.

    A folder that was ingested before is updated: changed files are replaced, others kept. A folder whose slug is taken
    by another one is refused, unless `force`, which merges it in. Folders given are never changed.

    Args:
        progress: called with (number done, number in all, name of the folder at hand).

    Raises:
        WorkspaceError: the workspace holds the sample.
        LockHeld: another process is writing in the workspace.
    """
    if workspace.settings.sample:
        raise WorkspaceError(
            f"{workspace.root} holds the sample (sample = true) and takes nothing in, so that the two never mix; "
            f"make a workspace of your own with: python -m insightforge init DIR"
        )
    with workspace.lock():
        candidates = list(dict.fromkeys(c for folder in folders for c in discover(folder.resolve())))
        run = _Run(workspace, force)
        try:
            for number, candidate in enumerate(candidates):
                if progress:
                    progress(number, len(candidates), candidate.folder.name)
                run.take(candidate)
        finally:
            run.close()
    return IngestReport(tuple(run.rows))


class _Run:
    """One call of `ingest`: which slugs it has seen, and the rows so far."""

    def __init__(self, workspace: Workspace, force: bool) -> None:
        self._workspace = workspace
        self._force = force
        self._hashes = FileHashes(workspace)
        self._origins = Origins(workspace)
        self._slugs: dict[str, Path] = {}
        self.rows: list[IngestRow] = []

    def close(self) -> None:
        self._origins.save()

    def take(self, candidate: Candidate) -> None:
        """Take one folder and add its row."""
        folder = candidate.folder
        if candidate.why_not:
            self.rows.append(IngestRow(folder, "refused" if candidate.fault else "empty", message=candidate.why_not))
            return
        if reason := self._is_own(folder):
            self.rows.append(IngestRow(folder, "refused", message=reason))
            return
        intake = read_intake(folder)
        if not intake.files and not intake.described:
            message = "holds no document that can be read"
            self.rows.append(IngestRow(folder, "empty", intake.slug, skipped=intake.skipped, message=message))
        elif reason := self._taken_by_another(folder, intake):
            self.rows.append(IngestRow(folder, "refused", intake.slug, skipped=intake.skipped, message=reason))
        else:
            self.rows.append(self._copy(folder, intake))

    def _is_own(self, folder: Path) -> str | None:
        own = self._workspace
        if folder.is_relative_to(own.competitions) or own.competitions.is_relative_to(folder):
            return f"is a part of the workspace {own.root}, or holds it; give the folder that the documents came from"
        return None

    def _taken_by_another(self, folder: Path, intake: Intake) -> str | None:
        if (earlier := self._slugs.setdefault(intake.slug, folder)) != folder:
            return f"its slug {intake.slug!r} is also that of {earlier}; rename one of the two folders"
        target = self._workspace.competitions / intake.slug
        if self._force or not target.exists() or self._origins.is_from(intake.slug, folder):
            return None
        if any(_same(path, target / name) for name, path in intake.files.items()):
            return None
        return (
            f"its slug {intake.slug!r} is taken by another folder, ingested earlier; rename this one, "
            f"or merge it into {self._workspace.relative(target)} with --force"
        )

    def _copy(self, folder: Path, intake: Intake) -> IngestRow:
        target = self._workspace.competitions / intake.slug
        known = target.exists()
        taken, skipped, changed = [], list(intake.skipped), 0
        for name, path in intake.files.items():
            try:
                changed += _copy_file(path, target / name)
                taken.append(name)
            except OSError as error:
                skipped.append(Skipped(name, f"cannot be copied ({error.strerror})"))
        changed += _write_metadata(target, intake)
        self._origins.note(intake.slug, folder)
        loaded = load_folder(self._workspace, target, self._hashes)
        prefix = f"{self._workspace.relative(target)}/"
        return IngestRow(
            folder,
            "new" if not known else "updated" if changed else "unchanged",
            intake.slug,
            tuple(taken),
            changed,
            tuple(skipped),
            tuple((path.removeprefix(prefix), reason) for path, reason in loaded.problems),
            tuple((s.path.removeprefix(prefix), s.unread) for s in loaded.competition.sources if s.unread),
        )


def _copy_file(origin: Path, target: Path) -> bool:
    """Copy a file's bytes; false where they are there already."""
    return _put(target, origin.read_bytes())


def _write_metadata(target: Path, intake: Intake) -> bool:
    """Write the `competition.json`; one made from a folder's name alone never replaces what is there."""
    file = target / FILE_NAME
    if intake.metadata is None or (not intake.described and file.exists()):
        return False
    return _put(file, to_json(intake.metadata.to_data()).encode())


def _put(target: Path, data: bytes) -> bool:
    if target.is_file() and target.stat().st_size == len(data) and target.read_bytes() == data:
        return False
    write_bytes_atomic(target, data)
    return True


def _same(first: Path, second: Path) -> bool:
    """Whether two files hold the same bytes, and any at all."""
    try:
        data = first.read_bytes()
        return bool(data) and second.read_bytes() == data
    except OSError:
        return False
