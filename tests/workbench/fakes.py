"""Invented competitions in memory, for tests of the workbench and its gate."""

from __future__ import annotations

from typing import Any

from insightforge.errors import SourceUnreadable
from insightforge.records import Competition, InsightKind, Role, Source, SourceKind
from insightforge.workbench.drafts import EvidenceDraft, InsightDraft, ItemDraft
from insightforge.workbench.gate import GateContext, GateResult, check
from insightforge.workbench.sources import PlainText

HERON = "data/competitions/pump-alarms-2024/writeups/heron.md"
OTTER = "data/competitions/pump-alarms-2024/writeups/otter.md"
CODE = "data/competitions/pump-alarms-2024/notebooks/otter.ipynb"
BRIEF = "data/competitions/pump-alarms-2024/description.md"
VALVE = "data/competitions/valve-leaks/writeups/kite.md"

TEXTS = {
    HERON: """# 2nd place

Sensors drift between stations, and only 312 alarms are labelled.

Adding **label smoothing** of 0.1 raised our CV from 0.812 to 0.826. On the private board it went from 0.801 to 0.815.

Mixup did not help us at all, the private score fell from 0.815 to 0.809.

| run | public | private |
|---|---|---|
| baseline | 0.790 | 0.801 |
| + smoothing | 0.803 | 0.815 |

## What did not work
- larger LSTM
- 10 folds instead of 5
""",
    OTTER: """We trained a GRU on 60 s windows with label smoothing and averaged three seeds.

Label smoothing gave us a gain of about 0.01 on the public board.

Without grouping by station the validation score was useless, so we used GroupKFold by station.

You must run setup.sh first. Contact: see https://pumps.example.org/team for details.
""",
    CODE: "cfg = dict(smoothing=0.1)\nfolds = 5\nmodel = GRU(hidden=128)\n",
    BRIEF: "Predict pump alarms one hour ahead. Submissions are scored by macro F1 on unseen stations.\n",
    VALVE: "We never saw a gain from mixup on valve data.\n\n"
    "GroupKFold by plant kept validation close to the private score.\n",
}


class FakeTexts:
    """Texts by path."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = {path: PlainText.of(text) for path, text in texts.items()}

    def text(self, path: str) -> PlainText:
        if path not in self._texts:
            raise SourceUnreadable(path, "no such text")
        return self._texts[path]


def source(path: str, kind: SourceKind = "writeup", **fields: Any) -> Source:
    return Source.model_validate({"path": path, "kind": kind, "text": path, "sha256": "0" * 64, **fields})


def competition(slug: str, *sources: Source, title: str | None = None, deadline: str = "2024-05-01") -> Competition:
    return Competition(slug=slug, title=title or slug.replace("-", " ").title(), deadline=deadline, sources=sources)


PUMPS = competition(
    "pump-alarms-2024",
    source(BRIEF, "description"),
    source(CODE, "notebook", team="Otter Creek"),
    source(HERON, team="Heron Labs", rank=2),
    source(OTTER, team="Otter Creek", rank=5),
)
VALVES = competition("valve-leaks", source(VALVE, team="kite", rank=1), deadline="2022-03-01")


def context(kind: InsightKind = "competition", **fields: Any) -> GateContext:
    return GateContext(competitions=(PUMPS, VALVES), texts=FakeTexts(TEXTS), kind=kind, **fields)


def quote(text: str, role: Role = "outcome", path: str = HERON, start: int | None = None) -> EvidenceDraft:
    return EvidenceDraft(source=path, quote=text, role=role, start=start)


SMOOTHING = quote("Adding **label smoothing** of 0.1 raised our CV from 0.812 to 0.826.")


def item(**fields: Any) -> ItemDraft:
    """An item that the gate accepts, with some fields replaced."""
    base = {
        "aspect": "training",
        "trigger": "Few labels are given and their quality is uneven.",
        "action": "Train with label smoothing of 0.1.",
        "rationale": "It raised cross-validation from 0.812 to 0.826.",
        "cost": "low",
        "evidence": (SMOOTHING,),
    }
    return ItemDraft.model_validate({**base, **fields})


def draft(*items: ItemDraft, **fields: Any) -> InsightDraft:
    """An insight that the gate accepts, with some fields replaced."""
    base = {
        "kind": "competition",
        "name": "sensor-alarm-forecasts",
        "description": "Use when forecasting alarms from sensor logs with few labels.",
        "competitions": ("pump-alarms-2024",),
        "items": items or (item(),),
    }
    return InsightDraft.model_validate({**base, **fields})


def judge(*items: ItemDraft, **fields: Any) -> GateResult:
    """What the gate says of an insight of these items."""
    return check(draft(*items, **fields), context(fields.get("kind", "competition")))


def reasons(*items: ItemDraft, **fields: Any) -> str:
    return "\n".join(judge(*items, **fields).reasons)
