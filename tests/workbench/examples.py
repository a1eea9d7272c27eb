"""The hand-made examples as drafts, with a corpus whose texts are the raw files that their offsets speak of."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from insightforge.records import Competition, Derived, Source, SourceKind
from insightforge.workbench.drafts import EvidenceDraft, InsightDraft, ItemDraft
from insightforge.workbench.gate import GateContext
from insightforge.workbench.support.figures import Figure, figures
from tests.workbench.fakes import FakeTexts

FILES = (
    "competition-birdclef-2026.json",
    "competition-lmsys-chatbot-arena.json",
    "competition-siim-isic-melanoma-classification.json",
    "domain-audio-example.json",
    "improvement-examples.json",
)


@dataclass(frozen=True)
class Example:
    """One example insight as a draft, and what it is checked against."""

    name: str
    draft: InsightDraft
    context: GateContext


def load_examples(shared: Path) -> list[Example]:
    """All example insights, in file order."""
    corpus = shared / "corpus"
    examples = []
    for file in FILES:
        data = json.loads((shared / "examples" / file).read_text(encoding="utf-8"))
        examples += [_example(record, corpus) for record in (data if isinstance(data, list) else [data])]
    return examples


def _example(record: dict[str, Any], corpus: Path) -> Example:
    paths = sorted({e["source"] for e in record["evidence"]})
    texts = FakeTexts({path: (corpus / path).read_bytes().decode("utf-8") for path in paths})
    context = GateContext(_competitions(paths, corpus), texts, record["kind"])
    return Example(record["name"], _draft(record), context)


def _competitions(paths: list[str], corpus: Path) -> tuple[Competition, ...]:
    slugs = sorted({path.split("/")[1] for path in paths})
    return tuple(_competition(slug, [p for p in paths if p.split("/")[1] == slug], corpus) for slug in slugs)


def _competition(slug: str, paths: list[str], corpus: Path) -> Competition:
    folder = corpus / "competitions" / slug
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    year = re.search(r"20\d\d", str(meta.get("dates") or meta.get("faridrashidi", {}).get("year") or slug))
    ranks = dict(_owner_and_rank(file.name) for file in sorted(folder.glob("writeups/rank-*")))
    return Competition(
        slug=slug,
        title=meta.get("title") or slug,
        deadline=f"{year.group()}-01-01" if year else None,
        metric=meta.get("metric"),
        sources=tuple(_source(path, ranks) for path in paths),
    )


def _owner_and_rank(name: str) -> tuple[str, int | None]:
    place, owner, *_ = name.split("__")
    number = place.removeprefix("rank-")
    return owner, int(number) if number.isdigit() else None


def _source(path: str, ranks: dict[str, int | None]) -> Source:
    """A write-up's rank is in its name; a notebook has that of the write-up from the same owner."""
    folder, name = path.split("/")[2], path.rsplit("/", 1)[1]
    kind: SourceKind = "notebook" if folder == "notebooks" else "writeup" if folder == "writeups" else "description"
    owner = name.split("__")[0]
    rank = ranks.get(owner) if kind == "notebook" else _owner_and_rank(name)[1] if kind == "writeup" else None
    team = None if kind == "description" else f"rank {rank}" if rank else owner
    # The README of the examples names this file as another participant's digest.
    digest = path.startswith("competitions/birdclef-2025/writeups/rank-01")
    return Source(path=path, kind=kind, text=path, sha256="0" * 64, first_party=not digest, team=team, rank=rank)


def _draft(record: dict[str, Any]) -> InsightDraft:
    evidence = {e["id"]: e for e in record["evidence"]}
    place = {item["id"]: i for i, item in enumerate(record["items"])}
    return InsightDraft(
        **{key: record.get(key) for key in ("kind", "name", "description", "limitations", "cost", "check", "outcome")},
        competitions=tuple(record["competitions"]),
        items=tuple(_item(item, evidence, place) for item in record["items"]),
    )


def _item(item: dict[str, Any], evidence: dict[str, Any], place: dict[str, int]) -> ItemDraft:
    quotes = tuple(
        EvidenceDraft(source=e["source"], quote=e["quote"], role=e["role"], start=e["start"])
        for e in (evidence[i] for i in item["evidence"])
    )
    return ItemDraft(
        **{key: item[key] for key in ("aspect", "trigger", "action", "rationale", "cost")},
        evidence=quotes,
        excludes=tuple(place[x] for x in item["excludes"]),
    )


# ---- derived numbers, which the examples were written before ----


def with_derived(example: Example) -> Example:
    """The example with `derived` declared for the numbers that stand in no quote and follow from numbers that do."""
    items = tuple(_declare(example, index) for index in range(len(example.draft.items)))
    return Example(example.name, example.draft.model_copy(update={"items": items}), example.context)


def _declare(example: Example, index: int) -> ItemDraft:
    item = example.draft.items[index]
    quoted = [figure for piece in item.evidence for figure in figures(piece.quote, loose=True)]
    wanted = [figure for text in _claims(example.draft, item) for figure in figures(text)]
    derived = [found for figure in wanted if (found := _derive(figure, quoted))]
    return item.model_copy(update={"derived": tuple(dict.fromkeys(derived))})


def _claims(draft: InsightDraft, item: ItemDraft) -> list[str]:
    extra = [draft.outcome, draft.limitations, draft.cost, draft.check] if draft.kind == "improvement" else []
    return [item.trigger, item.action, item.rationale, *(text for text in extra if text)]


def _derive(wanted: Figure, quoted: list[Figure]) -> Derived | None:
    """How a reader would say that a number follows: rounded from one, or the step from an earlier to a later one."""
    if any(figure.same_size(wanted) for figure in quoted):
        return None
    step = Decimal(1).scaleb(-wanted.decimals)
    for figure in quoted:
        if wanted.decimals and figure.value.quantize(step) == wanted.value:
            return Derived(value=wanted.text, how="rounding", of=(figure.text,))
    for i, first in enumerate(quoted):
        for second in quoted[i + 1 :]:
            change = second.value - first.value
            falls = wanted.sign == "-"
            close = wanted.decimals and abs(change).quantize(step) == wanted.value and change != 0
            if close and (not wanted.sign or (change < 0) == falls) and first.decimals == second.decimals:
                return Derived(value=wanted.text, how="difference", of=(first.text, second.text))
    return None


def without(example: Example, dropped: set[int]) -> Example | None:
    """The example without some items (exclusions follow); null when none is left."""
    kept = [i for i in range(len(example.draft.items)) if i not in dropped]
    if not kept:
        return None
    place = {old: new for new, old in enumerate(kept)}
    items = tuple(
        example.draft.items[i].model_copy(
            update={"excludes": tuple(place[x] for x in example.draft.items[i].excludes if x in place)}
        )
        for i in kept
    )
    return Example(example.name, example.draft.model_copy(update={"items": items}), example.context)
