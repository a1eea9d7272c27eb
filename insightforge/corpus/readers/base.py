"""What every reader gives back, and what a reader is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from insightforge.corpus.decoding import clean, decode


@dataclass(frozen=True)
class Reading:
    """A text made from a file's bytes. `notes` say what was left out or guessed; `title` where the format has one."""

    text: str
    notes: tuple[str, ...] = ()
    title: str | None = None


@dataclass(frozen=True)
class Reader:
    """A format. `read(data, name)` raises `SourceUnreadable` where the bytes cannot be turned into text.

    `version` grows whenever the text that comes out for some input changes; texts on disk are then derived anew.
    """

    name: str
    version: int
    suffix: str
    read: Callable[[bytes, str], Reading]

    @property
    def id(self) -> str:
        return f"{self.name}/{self.version}"


def decoded(data: bytes, name: str, declared: str | None = None) -> tuple[str, tuple[str, ...]]:
    """Decoded and cleaned text with the notes of both steps."""
    text, notes = decode(data, name, declared)
    text, more = clean(text)
    return text, (*notes, *more)


def fenced(code: str, language: str, header: str | None) -> str:
    """A fenced block, its first line `header` where given. The fence is longer than any in the code, which stays."""
    fence = "`" * (max((len(run) for run in re.findall("`{3,}", code)), default=2) + 1)
    first = f"{header}\n" if header else ""
    return f"{fence}{language}\n{first}{code}{'' if code.endswith(chr(10)) else chr(10)}{fence}"
