"""What a scan found in a text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A stretch of text that must not stand. `kind` names what it is; `shown` is fit for a message (secrets masked)."""

    kind: str
    start: int
    end: int
    shown: str
