"""How things get on disk: atomically, in UTF-8, with stable bytes; and how their content is named by hashes.

Everything that a second process may read while we write goes through `write_bytes_atomic`. Hashes are SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from insightforge.errors import LockHeld, RecordInvalid


def write_bytes_atomic(path: Path, data: bytes) -> None:
    """Write `data` to `path` so that a reader sees either the old bytes or all of the new ones, even after a crash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:60]}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def sweep_temporaries(folder: Path) -> None:
    """Delete what a killed writer left behind in `folder`. Only for one who holds the lock: it may be still writing."""
    for left in folder.glob(".*.tmp"):
        left.unlink(missing_ok=True)


def write_text_atomic(path: Path, text: str) -> None:
    """Write UTF-8 text with LF line ends, atomically. Lone surrogates are refused by the encoder."""
    write_bytes_atomic(path, text.encode("utf-8"))


def to_json(value: Any) -> str:
    """JSON as it stands in our files: two-space indent, insertion order kept, readable Unicode, final newline."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def canonical_json(value: Any) -> str:
    """One line of JSON with sorted keys: what gets hashed."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def write_json_atomic(path: Path, value: Any) -> None:
    write_text_atomic(path, to_json(value))


def read_json(path: Path) -> Any:
    """Read a JSON file.

    Raises:
        RecordInvalid: when the file is not UTF-8 JSON; the message names the file and the position.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        raise RecordInvalid(
            f"{path}: not valid JSON ({error}); delete the file or restore it, then run again"
        ) from None


def append_jsonl(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Append one JSON object per line in a single write, so that a crash can cut at most the last line.

    A line that a crash has cut is ended first, so that it spoils no other.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    block = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    with path.open("a+b") as out:
        if out.tell() and (out.seek(-1, os.SEEK_END), out.read(1))[1] != b"\n":
            block = "\n" + block
        out.write(block.encode("utf-8"))


def read_jsonl(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a JSONL file; a last line cut by a crash is passed over."""
    if not path.exists():
        return
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            if number >= len(lines):
                return
            raise RecordInvalid(f"{path}:{number}: not valid JSON; remove the line and run again") from None
        yield row


def sha256_bytes(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def sha256_text(text: str) -> str:
    """Hash of the UTF-8 bytes of `text`."""
    return sha256_bytes(text.encode("utf-8", errors="surrogatepass"))


def sha256_file(path: Path) -> str:
    with path.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def fingerprint(parts: Any) -> str:
    """Name of a task's inputs: the SHA-256 of their canonical JSON. Same fingerprint, same work."""
    return sha256_text(canonical_json(parts))


class WorkspaceLock:
    """The one writer's lock of a workspace (advisory, `flock`): released by the system when its holder dies.

    Raises `LockHeld` on entry when another process holds it; the message names that process's pid.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: Any = None

    def __enter__(self) -> WorkspaceLock:
        import fcntl

        self._path.parent.mkdir(parents=True, exist_ok=True)
        handle = self._path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            handle.seek(0)
            holder = handle.read().strip() or "unknown"
            handle.close()
            raise LockHeld(
                f"another process (pid {holder}) is writing in this workspace; wait until it ends, "
                f"or end it, then run again"
            ) from None
        handle.seek(0)
        handle.truncate()
        handle.write(str(os.getpid()))
        handle.flush()
        self._handle = handle
        return self

    def __exit__(self, *exc: object) -> None:
        self._handle.seek(0)
        self._handle.truncate()
        self._handle.close()
