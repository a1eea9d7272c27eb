"""A driver for tests: it reads everything and takes every `When …, …. It ….` pair of sentences as one item.

Small enough that what a run must leave on disk can be worked out by hand; everything still passes the real gate.
`TOY_SLEEP` seconds are spent per task, so that a test can interrupt a run in the middle.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence

from insightforge.records import Insight
from insightforge.workbench import EvidenceDraft, InsightDraft, ItemDraft, RawDraft, Workbench

PAIR = re.compile(r"(When (?P<trigger>[^,.]+), (?P<action>[^.]+)\.) (?P<outcome>It [^\n]+?\.)(?=\s|$)")


class ToyDriver:
    """See the module's docstring. A write-up that says CRASH raises, one that says KILL ends its process."""

    name = "toy"
    version = "1"

    def assemble(self, bench: Workbench) -> None:
        time.sleep(float(os.environ.get("TOY_SLEEP", "0")))
        texts = {s.path: bench.read_in_full(s.path) for s in bench.list_sources() if s.required}
        if any("CRASH" in text for text in texts.values()):
            raise ValueError("the write-up says CRASH")
        if any("KILL" in text for text in texts.values()):
            os.kill(os.getpid(), 9)
        stages = {"competition": competition, "domain": domain, "improvement-raw": raw, "improvement": improvement}
        stages[bench.task.stage](bench, texts)


class ToyDriverTwo(ToyDriver):
    """The same under a new version."""

    version = "2"


def items_in(path: str, text: str) -> list[ItemDraft]:
    return [
        ItemDraft(
            aspect="training",
            trigger=found["trigger"],
            action=found["action"].capitalize(),
            rationale=found["outcome"],
            cost="low",
            evidence=(
                EvidenceDraft(source=path, quote=found[1], role="action", start=found.start(1)),
                EvidenceDraft(source=path, quote=found["outcome"], role="outcome", start=found.start("outcome")),
            ),
            topic="-".join(found["action"].lower().split()[:2]),
        )
        for found in PAIR.finditer(text)
    ]


def competition(bench: Workbench, texts: dict[str, str]) -> None:
    told = [item for path, text in texts.items() for item in items_in(path, text)]
    items = list({item.topic: item for item in told}.values())
    finish(bench, "competition-lessons", items, "no sentence that says when to do what")


def domain(bench: Workbench, texts: dict[str, str]) -> None:
    finish(bench, "domain-lessons", merged(insights_in(texts), 2), "no decision in two competitions")


def raw(bench: Workbench, texts: dict[str, str]) -> None:
    items = [item for path, text in texts.items() for item in items_in(path, text)]
    if not items:
        bench.filtered("no problem with a resolution in it")
        return
    drafts = [
        RawDraft(insight=draft(bench, "raw-lesson", [i]), modality="text", solution_stage="training") for i in items
    ]
    results = bench.submit_raw(drafts)
    if bench.outcome is None:
        bench.give_up("; ".join(reason for result in results for reason in result.reasons))


def improvement(bench: Workbench, texts: dict[str, str]) -> None:
    raws = [i for i in insights_in(texts) if i.items[0].id in bench.task.members]
    finish(bench, f"{bench.task.key}-lesson"[:40], merged(raws, 1)[:1], "nothing to consolidate")


def insights_in(texts: dict[str, str]) -> list[Insight]:
    """The insights of the records among the texts."""
    records = [json.loads(text) for path, text in sorted(texts.items()) if path.endswith(".json")]
    return [
        Insight.model_validate(data)
        for record in records
        for data in ([record["insight"]] if record["insight"] else [r["insight"] for r in record["raw"]])
    ]


def merged(insights: Iterable[Insight], least: int) -> list[ItemDraft]:
    """One item per topic that at least `least` competitions have, with the evidence of two of them."""
    topics: dict[str, dict[str, tuple[Insight, int]]] = defaultdict(dict)
    for insight in insights:
        for place, item in enumerate(insight.items):
            topics[item.topic or ""].setdefault(insight.competitions[0], (insight, place))
    return [joined([found[s] for s in sorted(found)[:2]]) for _, found in sorted(topics.items()) if len(found) >= least]


def joined(found: Sequence[tuple[Insight, int]]) -> ItemDraft:
    first, place = found[0]
    item = first.items[place]
    evidence = tuple(
        EvidenceDraft(source=e.source, quote=e.quote, role=e.role, start=e.start)
        for insight, at in found
        for e in insight.evidence_of(insight.items[at])
    )
    fields = item.model_dump(include={"aspect", "trigger", "action", "rationale", "cost", "topic"})
    return ItemDraft(**fields, evidence=evidence)


def draft(bench: Workbench, name: str, items: Sequence[ItemDraft]) -> InsightDraft:
    sources = {e.source for item in items for e in item.evidence}
    told = {
        "outcome": items[0].rationale,
        "limitations": "Told by one team.",
        "cost": "Small.",
        "check": "Compare both.",
    }
    whole = InsightDraft(
        kind=bench.task.kind,
        name=name,
        description="Training that is unstable or slow: what helped, and when.",
        competitions=tuple(sorted(c.slug for c in bench.task.competitions if sources & {s.path for s in c.sources})),
        items=tuple(items),
    )
    return whole.model_copy(update=told) if bench.task.kind == "improvement" else whole


def finish(bench: Workbench, name: str, items: Sequence[ItemDraft], otherwise: str) -> None:
    if not items:
        bench.give_up(otherwise)
        return
    result = bench.submit(draft(bench, name, items))
    if not result.accepted:
        bench.give_up("; ".join(result.reasons))
