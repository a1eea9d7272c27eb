"""The bundle of a workspace: read, render, scan, write."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from insightforge.bundles.choose import choose_domain
from insightforge.bundles.frontmatter import read_front_matter
from insightforge.bundles.layouts import Rendered, render
from insightforge.bundles.library import Library, chosen_shelf, filtered, read_library
from insightforge.bundles.options import BundleOptions
from insightforge.bundles.paging import tokens
from insightforge.bundles.playbook import playbook_text
from insightforge.bundles.scan import refuse_leaks_and_secrets
from insightforge.bundles.writer import write_bundle
from insightforge.errors import UsageError
from insightforge.guard import LeakTerms
from insightforge.workspace import Workspace


@dataclass(frozen=True)
class SkillFacts:
    """A skill in numbers: characters of its description, lines and estimated tokens of its body, files beside it."""

    name: str
    description: str
    lines: int
    tokens: int
    files: int


@dataclass(frozen=True)
class BundleReport:
    """What a bundle holds, and whether anything changed on disk."""

    out: Path
    skills: tuple[SkillFacts, ...]
    files: int
    bytes: int
    changed: bool
    domain: str | None
    notes: tuple[str, ...]


def build(workspace: Workspace, options: BundleOptions) -> BundleReport:
    """Write the bundle of a workspace to `options.out`, by default to its `insights/`.

    Raises:
        UsageError: nothing to bundle, an unknown client or domain, a task without `out`, or a folder that is not ours.
        LeakBlocked: a blacklisted term or URL would be written.
        CheckFailed: a key or personal data would be written.
        LockHeld: another process is writing in the workspace.
    """
    if options.out is None and (options.task or options.domain):
        raise UsageError("a bundle for one task needs a folder of its own: --out DIR")
    out = (options.out or workspace.insights).resolve()
    with workspace.lock():
        library, notes, domain = prepared(workspace, options)
        rendered = render(library, options)
        refuse_leaks_and_secrets(rendered.files, LeakTerms.load(workspace))
        # The description of a task may say anything; what it led to is all that the bundle keeps of it.
        changed = write_bundle(out, rendered.files, replace(options, task=None, domain=domain).to_data())
    return BundleReport(
        out=out,
        skills=tuple(_facts(rendered, head.name) for head in rendered.skills),
        files=len(rendered.files),
        bytes=sum(len(text.encode("utf-8")) for text in rendered.files.values()),
        changed=changed,
        domain=domain,
        notes=(*notes, *rendered.notes),
    )


def playbook(
    workspace: Workspace, domain: str | None = None, task: str | None = None, *, options: BundleOptions | None = None
) -> str:
    """One text with the insights of a domain (by id, or the nearest to a task's description), or of all domains.

    Raises:
        UsageError: nothing to print, or no such domain.
        LeakBlocked, CheckFailed: as `build`.
    """
    base = options or BundleOptions.from_settings(workspace.settings)
    library, _, _ = prepared(
        workspace, BundleOptions(since=base.since, min_strength=base.min_strength, task=task, domain=domain)
    )
    text = playbook_text(library)
    refuse_leaks_and_secrets({"playbook": text}, LeakTerms.load(workspace))
    return text


def prepared(workspace: Workspace, options: BundleOptions) -> tuple[Library, list[str], str | None]:
    """The library filtered by the options, what was left out, and the domain chosen for the task (null: all).

    Raises:
        UsageError: nothing is left, or no such domain.
    """
    whole = read_library(workspace)
    library, said = filtered(whole, options)
    notes = [*whole.notes, *said]
    if not library.insights:
        why = (
            "every item was left out by --since or --min-strength" if whole.insights else "no insight was assembled yet"
        )
        raise UsageError(f"nothing to bundle: {why}; assemble with: python -m insightforge assemble --stage all")
    if options.domain is None and options.task is None:
        return library, notes, None
    domain = options.domain or choose_domain(options.task or "", library)
    if domain not in {shelf.domain.id for shelf in library.shelves}:
        ids = ", ".join(shelf.domain.id for shelf in library.shelves)
        raise UsageError(f"no domain {domain!r} with insights; there are: {ids}")
    return chosen_shelf(library, domain), notes, domain


def _facts(rendered: Rendered, name: str) -> SkillFacts:
    data, body = read_front_matter(rendered.files[f"{name}/SKILL.md"])
    beside = sum(path.startswith(f"{name}/") for path in rendered.files) - 1
    return SkillFacts(name, data["description"], body.count("\n"), tokens(body), beside)
