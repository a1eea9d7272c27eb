"""How a command ends: its exit code, and one message instead of a traceback for what is raised on purpose."""

from __future__ import annotations

import errno
import logging
import sys
from collections.abc import Sequence

import typer

from insightforge.console import safe_stream
from insightforge.errors import InsightForgeError

#: What shells report for a program ended by Ctrl-C.
INTERRUPTED = 130


def run_app(app: typer.Typer, arguments: Sequence[str], name: str = "insightforge") -> int:
    """Run a typer app and return its exit code. Output never raises, whatever the terminal can show.

    `name` is the program's, as it stands before messages.
    """
    safe_stream(sys.stdout)
    safe_stream(sys.stderr)
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    try:
        app(list(arguments), prog_name=name)
    except SystemExit as end:
        if end.code == INTERRUPTED:
            _say(name, "interrupted; what was finished is kept, run the same command again to go on")
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except InsightForgeError as error:
        _say(name, str(error))
        return error.exit_code
    except OSError as error:
        _say(name, f"{error.filename or 'a file'}: {error.strerror or error}")
        return 2 if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS) else 1
    return 0


def _say(name: str, message: str) -> None:
    sys.stderr.write(f"{name}: {message}\n")
