"""The command line: one verb per stage, thin. Exit codes: 0 done · 1 a fault in some task · 2 usage, configuration or
lock · 3 budget reached · 4 leak or failed check.

Only typer is imported here; each command imports what it needs when it runs, so that `--help` answers at once.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from insightforge import __version__
from insightforge.cli import assembling, bundling, workspaces

app = typer.Typer(
    name="insightforge",
    help="Turn what competition winners (or your team) wrote down into evidence-backed Agent Skills and playbooks.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for module in (workspaces, assembling, bundling):
    module.register(app)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"insightforge {__version__}")
        raise typer.Exit


@app.callback()
def _global(
    context: typer.Context,
    workspace: Annotated[
        Path | None,
        typer.Option(
            "--workspace",
            "-w",
            metavar="DIR",
            help="The workspace; may also stand after the verb.  [default: here or above]",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    context.obj = workspace


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code; errors raised on purpose become one message on standard error."""
    from insightforge.cli.failing import run_app

    sys.exit(run_app(app, workspace_first(sys.argv[1:] if arguments is None else arguments)))


def workspace_first(arguments: list[str]) -> list[str]:
    """The same arguments with `--workspace DIR` moved to the front, so that it may stand anywhere before a `--`."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    front: list[str] = []
    rest: list[str] = []
    words = iter(arguments[:end])
    for word in words:
        if word in ("--workspace", "-w"):
            front += [word, *([value] if (value := next(words, None)) is not None else [])]
        elif word.startswith("--workspace="):
            front.append(word)
        else:
            rest.append(word)
    return [*front, *rest, *arguments[end:]]
