"""A bundle on disk: written as a whole or not at all, and only over an earlier bundle or into an empty place.

`bundle.json` at its top lists every file with its SHA-256 and the options; it is what makes a folder a bundle of ours.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from insightforge.artifacts import read_json, sha256_file, sha256_text, to_json
from insightforge.errors import RecordInvalid, UsageError

MARKER = "bundle.json"
SCHEMA = "bundle/1"
#: What file managers leave behind; no reason to refuse a folder.
_LITTER = (".DS_Store", "Thumbs.db", "desktop.ini")


@dataclass(frozen=True)
class OnDisk:
    """How a folder differs from what its `bundle.json` says: paths relative to it."""

    manifest: dict[str, Any]
    changed: tuple[str, ...]
    missing: tuple[str, ...]
    foreign: tuple[str, ...]

    @property
    def intact(self) -> bool:
        return not (self.changed or self.missing or self.foreign)


def manifest_of(files: Mapping[str, str], options: Mapping[str, Any]) -> dict[str, Any]:
    """What `bundle.json` holds: no times, so that the same content has the same bytes."""
    hashes = {path: sha256_text(text) for path, text in sorted(files.items())}
    return {"schema": SCHEMA, "options": dict(options), "files": hashes}


def read_bundle(folder: Path) -> OnDisk:
    """Compare a bundle's folder with its `bundle.json`.

    Raises:
        RecordInvalid: no `bundle.json`, or not one of ours.
    """
    marker = folder / MARKER
    if not marker.is_file():
        raise RecordInvalid(f"{folder}: no {MARKER}; make the bundle with: python -m insightforge bundle")
    manifest = read_json(marker)
    files = manifest.get("files") if isinstance(manifest, dict) and manifest.get("schema") == SCHEMA else None
    if not isinstance(files, dict) or not all(isinstance(h, str) for h in files.values()):
        raise RecordInvalid(f"{marker}: not a {SCHEMA} file; make the bundle again")
    present = {p.relative_to(folder).as_posix(): p for p in sorted(folder.rglob("*")) if p.is_symlink() or p.is_file()}
    readable = {path: p for path, p in present.items() if path in files and not p.is_symlink()}
    return OnDisk(
        manifest=manifest,
        changed=tuple(path for path, p in readable.items() if sha256_file(p) != files[path]),
        missing=tuple(path for path in sorted(files) if path not in readable),
        foreign=tuple(path for path, p in present.items() if path not in readable and not _expected(path, p)),
    )


def write_bundle(folder: Path, files: Mapping[str, str], options: Mapping[str, Any]) -> bool:
    """Make `folder` hold exactly these files and their `bundle.json`; false where it already did.

    The new bundle is written beside the old one and takes its place by renaming, so that no half of one is ever seen.

    Raises:
        UsageError: the folder holds something that no bundle wrote; nothing is touched.
    """
    folder = folder.resolve()
    _recover(folder)
    manifest = manifest_of(files, options)
    if _refuse_foreign(folder) and _same(folder, manifest):
        return False
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".tmp", dir=folder.parent))
    try:
        for path, text in {**files, MARKER: to_json(manifest)}.items():
            target = fresh / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode("utf-8"))
        fresh.chmod(0o755)
        _swap(fresh, folder)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    return True


def _refuse_foreign(folder: Path) -> bool:
    """Whether there is an earlier bundle; raises where there is anything else."""
    if not folder.exists():
        return False
    if not folder.is_dir():
        raise UsageError(f"{folder} is a file; choose a folder with --out DIR")
    content = [p.name for p in folder.iterdir() if p.name not in _LITTER]
    if not content:
        return False
    try:
        foreign = read_bundle(folder).foreign
    except RecordInvalid:
        raise UsageError(
            f"{folder} is not empty and no bundle of insightforge ({', '.join(sorted(content)[:5])}); nothing was "
            f"changed: choose an empty folder with --out DIR, and copy the skill folders from there"
        ) from None
    if foreign:
        raise UsageError(f"{folder} holds files that no bundle wrote ({', '.join(foreign[:5])}); move them away first")
    return True


def _same(folder: Path, manifest: Mapping[str, Any]) -> bool:
    found = read_bundle(folder)
    return found.manifest == manifest and found.intact


def _expected(path: str, file: Path) -> bool:
    return (path == MARKER and not file.is_symlink()) or file.name in _LITTER


def _swap(fresh: Path, folder: Path) -> None:
    old = fresh.with_name(fresh.name + ".old")
    if folder.exists():
        folder.replace(old)
    try:
        fresh.replace(folder)
    except OSError:
        if old.exists():
            old.replace(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _recover(folder: Path) -> None:
    """Undo what a killed run left: bring back a bundle that was set aside, delete what was half-written."""
    if not folder.parent.is_dir():
        return
    left = [p for p in sorted(folder.parent.iterdir()) if p.name.startswith(f".{folder.name}.") and p.is_dir()]
    for path in left:
        if path.name.endswith(".tmp.old") and not folder.exists():
            path.replace(folder)
        elif path.name.endswith((".tmp", ".tmp.old")):
            shutil.rmtree(path, ignore_errors=True)
