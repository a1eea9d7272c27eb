"""Reading through the workbench: the text of a source, and the decisions found in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from insightforge.drivers.guided.findings import Finding, findings_in
from insightforge.drivers.guided.frames import catalogue
from insightforge.drivers.guided.metrics import Metric
from insightforge.drivers.guided.own_words import own_words_in
from insightforge.drivers.guided.passages import Passage, passages_of
from insightforge.drivers.guided.remedies import remedies_in
from insightforge.records import Source
from insightforge.workbench import Workbench


@dataclass(frozen=True)
class Reading:
    """One source, read in full."""

    source: Source
    text: str
    findings: tuple[Finding, ...]


def read_prose(bench: Workbench, source: Source, metric: Metric | None) -> Reading:
    """Read a source to its end and find the decisions in it; `metric` tells which way its numbers should move."""
    text = bench.read_in_full(source.path)
    return Reading(source, text, _findings(source.path, text, metric.higher_is_better if metric else None))


@lru_cache(maxsize=256)
def _findings(path: str, text: str, higher_is_better: bool | None) -> tuple[Finding, ...]:
    passages = _passages(text)
    known = findings_in(path, text, passages, catalogue(), higher_is_better)
    cited = {(q.start, q.end) for f in known for q in f.quotes if f.stance == "adopted"}
    own_words = (*remedies_in(path, passages, text), *own_words_in(path, passages, text))
    return known + tuple(f for f in own_words if (f.quotes[0].start, f.quotes[0].end) not in cited)


@lru_cache(maxsize=256)
def _passages(text: str) -> tuple[Passage, ...]:
    return passages_of(text)
