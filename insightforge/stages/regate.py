"""Records that were made under another split or blacklist: those of non-sources go, the rest pass the gate anew.

`data/assembly/gate.json` names the state (split and blacklist by content) that every record on disk has passed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from insightforge.artifacts import read_json, write_json_atomic
from insightforge.corpus import Corpus
from insightforge.errors import RecordInvalid
from insightforge.records import Competition, TaskRecord
from insightforge.stages.store import Stored, retire
from insightforge.stages.visible import Visible
from insightforge.workbench import GateContext, recheck
from insightforge.workspace import Workspace

SCHEMA = "gate-state/1"


def regate(
    workspace: Workspace, corpus: Corpus, visible: Visible, records: tuple[Stored, ...], note: Callable[[str], None]
) -> tuple[Stored, ...]:
    """The records that may stand; the others are deleted, each with a line in the journal.

    Run on every start: a record that rests on a competition which is no source (any more) never survives. The gate is
    passed again only when the split or the blacklist changed since the last time.
    """
    kept = _without_outsiders(workspace, visible, records, note)
    state_file = workspace.assembly / "gate.json"
    if _passed(state_file) == visible.state:
        return kept
    standing = tuple(s for s in kept if not _refused(workspace, corpus, visible, s, note))
    write_json_atomic(state_file, {"schema": SCHEMA, "state": visible.state})
    return standing


def _without_outsiders(
    workspace: Workspace, visible: Visible, records: tuple[Stored, ...], note: Callable[[str], None]
) -> tuple[Stored, ...]:
    kept = []
    for stored in records:
        if outside := sorted(slugs_of(workspace, stored.record) - visible.competitions.keys()):
            reason = f"{', '.join(outside)}: no source (any more)"
            retire(workspace, stored, reason)
            note(f"retired {stored.path}: {reason}")
            if stored.record.stage == "improvement-raw":
                # Their words went into the clusters' terms and vectors, which may not outlive them.
                workspace.improvement_clusters_file.unlink(missing_ok=True)
        else:
            kept.append(stored)
    return tuple(kept)


def slugs_of(workspace: Workspace, record: TaskRecord) -> set[str]:
    """The competitions that a record rests on: those it names, and those whose files it was made from."""
    below = workspace.competitions.relative_to(workspace.root).as_posix() + "/"
    read = {p.removeprefix(below).partition("/")[0] for p in record.manifest.inputs if p.startswith(below)}
    named = {slug for insight in record.insights() for slug in insight.competitions}
    return read | named


def context_of(record: TaskRecord, corpus: Corpus, visible: Visible) -> GateContext:
    """What a stored record is checked against: the same sources that its task had."""
    inputs = record.manifest.inputs
    competitions: list[Competition] = []
    for competition in visible.competitions.values():
        if kept := tuple(s for s in competition.sources if s.path in inputs):
            competitions.append(competition.model_copy(update={"sources": kept}))
    kind = record.insights()[0].kind
    return GateContext(tuple(competitions), corpus, kind, visible.leaks)


def _refused(
    workspace: Workspace, corpus: Corpus, visible: Visible, stored: Stored, note: Callable[[str], None]
) -> bool:
    insights = stored.record.insights()
    if not insights:
        return False
    context = context_of(stored.record, corpus, visible)
    reasons = [reason for insight in insights for reason in recheck(insight, context)]
    if reasons:
        retire(workspace, stored, "; ".join(reasons))
        note(f"retired {stored.path}: no longer passes the gate: {reasons[0]}")
    return bool(reasons)


def _passed(state_file: Path) -> str | None:
    """The state that the records passed last; null where that is not known."""
    try:
        data = read_json(state_file)
    except (OSError, RecordInvalid):
        return None
    return data.get("state") if isinstance(data, dict) and data.get("schema") == SCHEMA else None
