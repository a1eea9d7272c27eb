"""The one place where text meets the terminal: output never raises, whatever the terminal can show.

Under `PYTHONIOENCODING=ascii` or a legacy code page a character that cannot be shown becomes its backslash escape;
on a terminal tables are as wide as it is, and otherwise (a pipe, a log) plain lines of a fixed width come out.
"""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

#: Width of tables where there is no terminal to ask: wide enough that nothing is cut in a log.
PLAIN_WIDTH = 160


def safe_stream(stream: TextIO) -> TextIO:
    """The same stream, made to escape what it cannot encode instead of raising."""
    if isinstance(stream, io.TextIOWrapper) and stream.errors != "backslashreplace":
        stream.reconfigure(errors="backslashreplace")
    return stream


def make_console(stream: TextIO | None = None, *, stderr: bool = False) -> Console:
    """A rich console on `stream` (default: standard output, or standard error).

    No colour, markup-free and without emoji codes where it is not a terminal; `[x]` in a message is text, never markup.
    """
    from rich.console import Console

    target = safe_stream(stream or (sys.stderr if stderr else sys.stdout))
    terminal = target.isatty()
    return Console(
        file=target,
        width=None if terminal else PLAIN_WIDTH,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=not terminal,
        safe_box=True,
    )


def is_unicode(stream: TextIO) -> bool:
    """Whether the stream can show box lines and arrows as they are."""
    return (getattr(stream, "encoding", None) or "ascii").lower().replace("-", "").startswith("utf")
