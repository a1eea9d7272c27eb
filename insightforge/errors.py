"""Every error this project raises on purpose.

    InsightForgeError                exit code 1   a fault in some task
    ├── UsageError                   exit code 2   usage, configuration or lock
    │   ├── WorkspaceError               no workspace here, or one that refuses the request
    │   ├── ConfigError                  insightforge.toml cannot be read or holds an unknown key
    │   ├── LockHeld                     another process is writing in this workspace
    │   └── MissingExtra                 an optional dependency is needed and not installed
    ├── SourceUnreadable             exit code 1   one input file cannot be read; costs that file only
    ├── RecordInvalid                exit code 1   a record on disk does not fit its schema
    ├── SubmissionRefused            exit code 1   the gate refused an insight; carries every reason
    ├── BudgetReached                exit code 3   steps, tokens, money or time are spent
    └── CheckFailed                  exit code 4   verify, lint or a leak check found something
        └── LeakBlocked                  something of a target would have been read or written

Messages say what happened, with which value, and what to do next.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class InsightForgeError(Exception):
    """Base of all errors raised on purpose; `exit_code` is what the command line returns for it."""

    exit_code = 1


class UsageError(InsightForgeError):
    """The request cannot be carried out as it was made."""

    exit_code = 2


class WorkspaceError(UsageError):
    """There is no workspace here, or it refuses what was asked of it."""


class ConfigError(UsageError):
    """`insightforge.toml` is not valid; the message names the key and the line where it can."""


class LockHeld(UsageError):
    """Another process holds the workspace lock; the message names its pid."""


class MissingExtra(UsageError):
    """An optional package is needed; the message names the extra that brings it."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs the package {package!r}, which is not installed; "
            f"install the extra with: pip install 'mle-insightforge[{extra}]'"
        )


class SourceUnreadable(InsightForgeError):
    """One input file cannot be turned into text."""

    def __init__(self, path: Path | str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = Path(path)
        self.reason = reason


class RecordInvalid(InsightForgeError):
    """A record on disk is not valid JSON or does not fit its schema."""


class SubmissionRefused(InsightForgeError):
    """The gate refused an insight; `reasons` holds all of them, so that one repair can mend all."""

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("submission refused:\n" + "\n".join(f"- {r}" for r in self.reasons))


class BudgetReached(InsightForgeError):
    """A limit on steps, tokens, money or time was reached."""

    exit_code = 3


class CheckFailed(InsightForgeError):
    """A check (verify, lint, leak) found something that must not stand."""

    exit_code = 4


class LeakBlocked(CheckFailed):
    """Something of a target competition would have been read or written, or this cannot be ruled out."""
