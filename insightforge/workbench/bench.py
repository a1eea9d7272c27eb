"""The workbench of one task: the only thing a driver can touch.

Only the sources of the task's competitions exist for it, and the task records it must reconcile. Everything read is
noted, line by line; `submit` is the gate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from insightforge.artifacts import read_json
from insightforge.errors import SourceUnreadable, UsageError
from insightforge.guard import LeakTerms
from insightforge.records import Insight, Outcome, RawImprovement, Source
from insightforge.workbench.drafts import InsightDraft, RawDraft
from insightforge.workbench.faults import Fault
from insightforge.workbench.gate import GateContext, GateResult, check
from insightforge.workbench.reading import ReadingLedger
from insightforge.workbench.search import Hit, search
from insightforge.workbench.sources import PlainText, SourceText, Texts
from insightforge.workbench.task import AssemblyTask
from insightforge.workspace import Workspace

#: Most lines of one `read_source`.
PAGE_LIMIT = 2000


@dataclass(frozen=True)
class Listed:
    """A source as the workbench lists it. `required`: it must be read in full before anything is submitted."""

    path: str
    kind: str
    lines: int
    chars: int
    required: bool
    competition: str | None = None
    title: str | None = None
    rank: int | None = None


@dataclass(frozen=True)
class Page:
    """Lines `first`..`last` of `total`. `text` is the passage as it stands in the source."""

    path: str
    first: int
    last: int
    total: int
    text: str


class Workbench:
    """What an assembler may do for one task. Ends with one of `submit`, `submit_raw`, `give_up`, `filtered`.

    Attributes:
        outcome: null until the task has ended.
        insight: the accepted insight (stages competition, domain, improvement).
        raw: the accepted raw improvements (stage improvement-raw).
        reason: why nothing was submitted.
    """

    def __init__(
        self,
        task: AssemblyTask,
        texts: Texts,
        workspace: Workspace,
        *,
        driver: str = "guided",
        leak: LeakTerms | None = None,
    ) -> None:
        """`leak`: the workspace's terms where the caller has them loaded already.

        Raises:
            LeakBlocked: there is a split without its own blacklist.
        """
        self.task = task
        self.outcome: Outcome | None = None
        self.insight: Insight | None = None
        self.raw: tuple[RawImprovement, ...] = ()
        self.reason: str | None = None
        self._texts = texts
        self._workspace = workspace
        self._leak = LeakTerms.load(workspace) if leak is None else leak
        self._sources = {s.path: (c.slug, s) for c in task.competitions for s in c.sources if s.readable}
        self._records = {path: self._read_record(path) for path in task.required if path not in self._sources}
        self._ledger = ReadingLedger(workspace.transcripts / task.stage / f"{task.key}.{driver}.reads.jsonl")

    # ---- reading ----

    def list_sources(self) -> tuple[Listed, ...]:
        """Every source of the task, required ones first, then by path."""
        listed = [self._listed(path) for path in (*self._sources, *self._records)]
        return tuple(sorted(listed, key=lambda s: (not s.required, s.path)))

    def read_source(self, path: str, start_line: int = 1, max_lines: int = 400) -> Page:
        """Read lines of a source, and note that they were read.

        Raises:
            UsageError: no such source for this task, or lines out of range.
            SourceUnreadable: its text is gone.
        """
        source = self._text(path)
        total = len(source.lines)
        if not 1 <= start_line <= max(total, 1) or not 1 <= max_lines <= PAGE_LIMIT:
            raise UsageError(
                f"{path} has lines 1 to {total}; read 1 to {PAGE_LIMIT} of them at once, "
                f"from one of them (asked: {max_lines} from {start_line})"
            )
        chosen = source.lines[start_line - 1 : start_line - 1 + max_lines]
        if not chosen:
            return Page(path, 1, 0, 0, "")
        self._ledger.add(path, chosen[0][0], chosen[-1][0])
        end = (
            source.lines[start_line - 1 + len(chosen)][1] if start_line - 1 + len(chosen) < total else len(source.text)
        )
        return Page(path, chosen[0][0], chosen[-1][0], total, source.text[chosen[0][1] : end])

    def read_in_full(self, path: str) -> str:
        """Read every line of a source, page by page; the whole text."""
        total = len(self._text(path).lines)
        pages = [self.read_source(path, first, PAGE_LIMIT) for first in range(1, max(total, 1) + 1, PAGE_LIMIT)]
        return "".join(page.text for page in pages)

    def search_sources(self, pattern: str) -> tuple[Hit, ...]:
        """Lines of any source that match a regular expression (case ignored), at most 100. Seeing a hit is not reading.

        Raises:
            UsageError: an invalid or too costly pattern.
        """
        return tuple(search(pattern, self._all_lines()))

    def inspect_dataset(self, file: str | None = None) -> list[dict[str, Any]]:
        """Profiles (name, bytes, rows, columns…) of the data files of the task's competitions, or of one by name.

        Raises:
            UsageError: no profile by that name; the message lists the names.
        """
        profiles = [row for competition in self.task.competitions for row in self._profiles(competition.slug)]
        if file is None:
            return profiles
        chosen = [row for row in profiles if row.get("name") == file]
        if not chosen:
            names = ", ".join(sorted(str(row.get("name")) for row in profiles)) or "none"
            raise UsageError(f"no profile of a data file {file!r}; there are: {names}")
        return chosen

    # ---- ending ----

    def submit(self, draft: InsightDraft) -> GateResult:
        """Put a draft through the gate. Accepted: the task has ended. Refused: every reason, and the task goes on.

        Raises:
            UsageError: the task has ended already, or its stage takes `submit_raw`.
        """
        self._still_open()
        if self.task.stage == "improvement-raw":
            raise UsageError("this stage takes a list of raw improvements: use submit_raw, or filtered with a reason")
        result = check(draft, self.gate_context())
        if result.insight is not None:
            self.insight = result.insight
            self._end("submitted")
        else:
            self._ledger.flush({"refused": len(result.faults)})
        return result

    def submit_raw(self, drafts: list[RawDraft]) -> list[GateResult]:
        """Put raw improvements through the gate, all or nothing: the task ends when every one is accepted.

        Raises:
            UsageError: the task has ended already, another stage, or no draft at all.
        """
        self._still_open()
        if self.task.stage != "improvement-raw":
            raise UsageError(f"stage {self.task.stage} takes one insight: use submit")
        if not drafts:
            raise UsageError("no raw improvement given; use filtered with a reason when there is none")
        results = _distinct([check(d.insight, self.gate_context()) for d in drafts])
        if all(r.insight for r in results):
            pairs = zip(drafts, results, strict=True)
            self.raw = tuple(
                RawImprovement(insight=r.insight, modality=d.modality, solution_stage=d.solution_stage)
                for d, r in pairs
                if r.insight
            )
            self._end("submitted")
        else:
            self._ledger.flush({"refused": sum(len(r.faults) for r in results)})
        return results

    def filtered(self, reason: str) -> None:
        """End an improvement-raw task whose write-up holds no concrete problem with an actionable resolution."""
        self._end_without("filtered", reason)

    def give_up(self, reason: str) -> None:
        """End the task without an insight; the reason is shown to users."""
        self._end_without("gave-up", reason)

    def gate_context(self) -> GateContext:
        """What a submission would be checked against now."""
        missing = {path: self._ledger.missing(path, len(self._text(path).lines)) for path in self.task.required}
        return GateContext(
            self.task.competitions, self._texts, self.task.kind, self._leak, {p: g for p, g in missing.items() if g}
        )

    # ---- inside ----

    def _still_open(self) -> None:
        if self.outcome is not None:
            raise UsageError(f"task {self.task.key} has ended already ({self.outcome})")

    def _end_without(self, outcome: Outcome, reason: str) -> None:
        self._still_open()
        if not reason.strip():
            raise UsageError("say why nothing is submitted")
        self.reason = reason.strip()
        self._end(outcome)

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self._ledger.flush({"ended": outcome})

    def _listed(self, path: str) -> Listed:
        source = self._text(path)
        slug, record = self._sources.get(path, (None, None))
        return Listed(
            path=path,
            kind=record.kind if record else "record",
            lines=len(source.lines),
            chars=len(source.text),
            required=path in self.task.required,
            competition=slug,
            title=record.title if record else None,
            rank=record.rank if record else None,
        )

    def _text(self, path: str) -> SourceText:
        if path in self._records:
            return self._records[path]
        if path not in self._sources:
            raise UsageError(f"no source {path!r} in this task; list_sources gives the paths")
        return self._texts.text(path)

    def _read_record(self, path: str) -> PlainText:
        """A required path that is no source: a task record below data/assembly."""
        file = (self._workspace.root / path).resolve()
        if not file.is_relative_to(self._workspace.assembly.resolve()) or file.suffix != ".json":
            raise UsageError(f"required path {path!r} is neither a readable source of the task nor a task record")
        try:
            return PlainText.read(file)
        except (OSError, UnicodeDecodeError) as error:
            raise SourceUnreadable(path, str(error)) from None

    def _all_lines(self) -> Iterator[tuple[str, int, str]]:
        for path in sorted((*self._sources, *self._records)):
            source = self._text(path)
            yield from ((path, number, source.text[start:end]) for number, start, end in source.lines)

    def _profiles(self, slug: str) -> list[dict[str, Any]]:
        file = self._workspace.competitions / slug / "dataset.json"
        data = read_json(file) if file.exists() else []
        rows = data.get("files", []) if isinstance(data, dict) else data
        return [dict(row, competition=slug) for row in rows if isinstance(row, dict)]


def _distinct(results: list[GateResult]) -> list[GateResult]:
    """Refuse a raw improvement whose item rests on the same evidence as an earlier one of the same write-up."""
    seen: dict[str, int] = {}
    out: list[GateResult] = []
    for place, result in enumerate(results):
        if result.insight is not None:
            first = seen.setdefault(result.insight.items[0].id, place)
            if first != place:
                same = Fault(None, "evidence", f"the same quotes as raw improvement {first + 1}", "merge the two")
                result = GateResult(None, (same,))
        out.append(result)
    return out


__all__ = ["Hit", "Listed", "Page", "Source", "Workbench"]
