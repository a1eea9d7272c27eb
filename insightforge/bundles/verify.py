"""Everything that a workspace ships, checked again from disk: records against their sources, the bundle against both.

Nothing is trusted that a run has computed: quotes are looked up, ids and hashes computed anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from insightforge.bundles.layouts import render
from insightforge.bundles.library import RecordFile, record_files
from insightforge.bundles.lint import Finding, lint
from insightforge.bundles.options import BundleOptions
from insightforge.bundles.scan import leaks_and_secrets, placed
from insightforge.bundles.writer import OnDisk, manifest_of, read_bundle
from insightforge.corpus import Corpus, load_corpus
from insightforge.errors import RecordInvalid, UsageError
from insightforge.guard import LeakTerms, scan_secrets
from insightforge.records import Evidence, Insight, evidence_id, item_id
from insightforge.stages.regate import context_of, slugs_of
from insightforge.stages.visible import Visible, read_visible
from insightforge.workbench import GateContext, recheck
from insightforge.workspace import Workspace

#: Text of a path relative to the workspace; null where it cannot be read.
ReadText = Callable[[str], str | None]


def verify(workspace: Workspace, bundle: Path | None = None) -> list[Finding]:
    """Every fault of the workspace's records and of its bundle (`bundle`, by default `insights/`); empty: all is well.

    Raises:
        LeakBlocked: there is a split without its own blacklist, so leaks could not be seen.
    """
    corpus = load_corpus(workspace)
    visible = read_visible(workspace, corpus.competitions)
    files = record_files(workspace)
    findings = [f for file in files for f in verify_record(workspace, file, corpus, visible)]
    folder = bundle or workspace.insights
    if bundle is None and not folder.exists():
        return [*findings, Finding(str(folder), "bundle", "there is no bundle yet", "warning")]
    return [*findings, *verify_bundle(workspace, folder, visible.leaks)]


# ---- records ---------------------------------------------------------------------------------------------------------


def verify_record(workspace: Workspace, file: RecordFile, corpus: Corpus, visible: Visible) -> Iterator[Finding]:
    """Schema and place of a record, then every insight in it: against its texts, then through the gate."""
    where = workspace.relative(file.path)
    if file.record is None:
        yield Finding(where, "record", file.problem or "cannot be read")
        return
    record = file.record
    if (record.stage, record.key) != (file.stage, file.key):
        yield Finding(where, "record", f"holds {record.stage}/{record.key}, which is not its place")
    if record.outcome == "submitted" and not record.insights():
        yield Finding(where, "record", "was submitted but holds no insight")
    if outside := sorted(slugs_of(workspace, record) - visible.competitions.keys()):
        yield Finding(where, "source", f"rests on what is no source (any more): {', '.join(outside)}")
        return
    read = text_reader(workspace)
    for insight in record.insights():
        faults = list(check_insight(where, insight, read))
        yield from faults or _gate(f"{where} {insight.name}", insight, context_of(record, corpus, visible))
    said = [record.reason or "", *(insight.model_dump_json() for insight in record.insights())]
    yield from (Finding(where, "leak", f"{f.kind}: {f.shown}") for text in said for f in visible.leaks.scan(text))
    yield from (Finding(where, "secret", f"reason: {f.kind}: {f.shown}") for f in scan_secrets(record.reason or ""))


def check_insight(where: str, insight: Insight, read: ReadText) -> Iterator[Finding]:
    """Quotes at their offsets, ids, and links between items."""
    for evidence in insight.evidence:
        yield from _check_evidence(f"{where} {insight.name} {evidence.id}", evidence, read)
    ids = {item.id: item for item in insight.items}
    if len(ids) != len(insight.items):
        yield Finding(f"{where} {insight.name}", "id", "two items share an id")
    for item in insight.items:
        place = f"{where} {insight.name} {item.id}"
        if item.id != item_id(item.evidence):
            yield Finding(place, "id", f"its evidence makes the id {item_id(item.evidence)}")
        for other in item.excludes:
            if other not in ids:
                yield Finding(place, "excludes", f"excludes {other}, which is not in the insight")
            elif item.id not in ids[other].excludes:
                yield Finding(place, "excludes", f"excludes {other}, which does not exclude it")


def text_reader(workspace: Workspace) -> ReadText:
    """Reads derived texts of a workspace; a path that leads out of it is not read."""
    root = workspace.root.resolve()

    def read(path: str) -> str | None:
        full = (root / path).resolve()
        if not full.is_relative_to(root):
            return None
        try:
            return full.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    return read


def _check_evidence(where: str, evidence: Evidence, read: ReadText) -> Iterator[Finding]:
    text = read(evidence.text)
    if text is None:
        yield Finding(where, "quote", f"its text {evidence.text} cannot be read")
        return
    if text[evidence.start : evidence.end] != evidence.quote:
        yield Finding(where, "quote", f"{evidence.text} does not say this at {evidence.start}–{evidence.end}")
        return
    made = evidence_id(evidence.source, evidence.quote, _earlier(evidence.quote, text, evidence.start))
    if evidence.id != made:
        yield Finding(where, "id", f"source, quote and occurrence make the id {made}")


def _earlier(quote: str, text: str, start: int) -> int:
    """How often the quote begins in the text before `start`, overlaps counted."""
    found, place = 0, text.find(quote)
    while 0 <= place < start:
        found, place = found + 1, text.find(quote, place + 1)
    return found


def _gate(where: str, insight: Insight, context: GateContext) -> Iterator[Finding]:
    """What the gate says to it today: support, shape, names, conflicts, leaks and secrets."""
    yield from (Finding(where, "gate", reason) for reason in recheck(insight, context))


# ---- the bundle ------------------------------------------------------------------------------------------------------


def verify_bundle(workspace: Workspace, folder: Path, terms: LeakTerms) -> Iterator[Finding]:
    """Hashes, foreign files, every text's scans, every skill's structure, and whether it is up to date."""
    try:
        disk = read_bundle(folder)
    except RecordInvalid as error:
        yield Finding(str(folder), "bundle", str(error))
        return
    yield from (Finding(f"{folder}/{p}", "hash", "changed since it was made") for p in disk.changed)
    yield from (Finding(f"{folder}/{p}", "hash", "listed in bundle.json, but not there") for p in disk.missing)
    yield from (Finding(f"{folder}/{p}", "foreign", "not made by this bundle, or a link") for p in disk.foreign)
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and not p.is_symlink()):
        text = path.read_bytes().decode("utf-8", errors="replace")
        leaks, secrets = leaks_and_secrets(text, terms)
        yield from (Finding(str(path), "leak", placed(path.name, text, f)) for f in leaks)
        yield from (Finding(str(path), "secret", placed(path.name, text, f)) for f in secrets)
    yield from lint(folder, ()).findings
    yield from _up_to_date(workspace, folder, disk)


def _up_to_date(workspace: Workspace, folder: Path, disk: OnDisk) -> Iterator[Finding]:
    """Whether the records would make the same bundle today."""
    from insightforge.bundles.build import prepared

    try:
        options = BundleOptions(**disk.manifest["options"])
        library, _, _ = prepared(workspace, options)
        now = manifest_of(render(library, options).files, options.to_data())
    except (TypeError, KeyError) as error:
        yield Finding(str(folder), "bundle", f"its options cannot be read ({error})")
    except UsageError as error:
        yield Finding(str(folder), "bundle", f"cannot be made again from this workspace: {error}", "warning")
    else:
        if now != disk.manifest:
            yield Finding(
                str(folder), "stale", "the records make another bundle by now; run: insightforge bundle", "warning"
            )
