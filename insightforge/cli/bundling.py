"""`bundle`, `playbook`, `verify`, `lint`, `status`: what is shipped, and the checks on it."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from insightforge.cli.output import show

#: Exit code of a check that found something.
FOUND = 4

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Since = Annotated[int | None, typer.Option(metavar="YEAR", help="Leave out items with no support since YEAR.")]
MinStrength = Annotated[
    str | None, typer.Option(help="Leave out items with a weaker outcome: private, public, cv, stated, code-only.")
]
Folder = Annotated[Path | None, typer.Argument(help="A folder of skills.  [default: the workspace's insights/]")]


def register(app: typer.Typer) -> None:
    app.command(epilog="Example:  insightforge bundle --for description.md --client codex --out skills")(bundle)
    app.command(epilog="Example:  insightforge playbook --domain audio > playbook.md")(playbook)
    app.command(epilog="Example:  insightforge verify")(verify)
    app.command(epilog="Example:  insightforge lint insights")(lint)
    app.command(epilog="Example:  insightforge status --json")(status)


def bundle(
    context: typer.Context,
    layout: Annotated[str | None, typer.Option(help="domains, or flat: one skill per insight.")] = None,
    evidence: Annotated[str | None, typer.Option(help="auto, quotes or by-reference.")] = None,
    since: Since = None,
    min_strength: MinStrength = None,
    task: Annotated[
        str | None, typer.Option("--for", metavar="DESCRIPTION", help="What one task needs: a text, or a file with it.")
    ] = None,
    domain: Annotated[str | None, typer.Option(help="The same with the domain chosen by id.")] = None,
    client: Annotated[str | None, typer.Option(help="Fit this client's listing of skills.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where to write.  [default: the workspace's insights/]")] = None,
    as_json: Json = False,
) -> None:
    """Write the insights as Agent Skills."""
    from insightforge.bundles import BundleOptions, build, render_bundle
    from insightforge.cli.opening import open_workspace

    workspace = open_workspace(context)
    given: dict[str, Any] = {
        "layout": one_of("--layout", layout, ("domains", "flat")),
        "evidence": one_of("--evidence", evidence, ("auto", "quotes", "by-reference")),
        "min_strength": a_strength(min_strength),
        "task": text_or_file(task),
    }
    options = BundleOptions.from_settings(
        workspace.settings, **given, since=since, domain=domain, client=client, out=out
    )
    report = build(workspace, options)
    show(asdict(report), render_bundle(report), as_json)


def playbook(
    context: typer.Context,
    domain: Annotated[str | None, typer.Option(help="One domain, by id.  [default: all]")] = None,
    task: Annotated[
        str | None, typer.Option("--for", metavar="DESCRIPTION", help="The domain nearest to a text, or to a file's.")
    ] = None,
    since: Since = None,
    min_strength: MinStrength = None,
) -> None:
    """Print the insights as one text."""
    from insightforge.bundles import BundleOptions
    from insightforge.bundles import playbook as make
    from insightforge.cli.opening import open_workspace

    workspace = open_workspace(context)
    options = BundleOptions.from_settings(workspace.settings, since=since, min_strength=a_strength(min_strength))
    typer.echo(make(workspace, domain, text_or_file(task), options=options), nl=False)


def verify(context: typer.Context, folder: Folder = None, as_json: Json = False) -> None:
    """Check every quote, claim, leak and secret again.

    Everything is read from disk. Exit code 4 when something does not hold.
    """
    from insightforge.bundles import render_findings
    from insightforge.bundles import verify as check
    from insightforge.cli.opening import open_workspace

    findings = check(open_workspace(context), folder)
    show({"findings": [asdict(f) for f in findings]}, render_findings(findings), as_json)
    raise typer.Exit(FOUND if any(f.severity == "error" for f in findings) else 0)


def lint(context: typer.Context, folder: Folder = None, as_json: Json = False) -> None:
    """Check the skills' format, and what each client shows.

    Exit code 4 when something does not hold.
    """
    from insightforge.bundles import lint as check
    from insightforge.bundles import render_lint
    from insightforge.cli.opening import open_workspace

    report = check(folder or open_workspace(context))
    show(asdict(report), render_lint(report), as_json)
    raise typer.Exit(0 if report.ok else FOUND)


def status(context: typer.Context, as_json: Json = False) -> None:
    """Outcomes, strength of the items, what was not read."""
    from insightforge.bundles import render_status
    from insightforge.bundles import status as look
    from insightforge.cli.opening import open_workspace

    report = look(open_workspace(context))
    show(asdict(report), render_status(report), as_json)


def one_of(option: str, value: str | None, allowed: tuple[str, ...]) -> str | None:
    """The value, refused (exit code 2) where it is none of those allowed."""
    if value is not None and value not in allowed:
        raise typer.BadParameter(f"{value!r} is none of {', '.join(allowed)}", param_hint=option)
    return value


def a_strength(value: str | None) -> str | None:
    """The value of `--min-strength`."""
    from insightforge.records import STRENGTHS

    return one_of("--min-strength", value, STRENGTHS)


def text_or_file(value: str | None) -> str | None:
    """A text given on the command line, or the text of the file that it names."""
    if value is None or "\n" in value or len(value) > 255 or not Path(value).is_file():
        return value
    return Path(value).read_text(encoding="utf-8-sig", errors="replace")
