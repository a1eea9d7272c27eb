"""The hand-made examples as drafts, with a corpus whose texts are the raw files that their offsets speak of."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from insightforge.records import Competition, Source, SourceKind
from insightforge.workbench.drafts import EvidenceDraft, InsightDraft, ItemDraft
from insightforge.workbench.gate import GateContext
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
    meta = json.loads((corpus / "competitions" / slug / "meta.json").read_text(encoding="utf-8"))
    title = meta.get("title") or slug
    year = re.search(r"20\d\d", str(meta.get("dates") or meta.get("faridrashidi", {}).get("year") or slug))
    deadline = f"{year.group()}-01-01" if year else None
    return Competition(slug=slug, title=title, deadline=deadline, sources=tuple(_source(p) for p in paths))


def _source(path: str) -> Source:
    folder, name = path.split("/")[2], path.rsplit("/", 1)[1]
    kind: SourceKind = "notebook" if name.endswith(".ipynb") else "writeup" if folder == "writeups" else "description"
    rank = re.match(r"rank-(\d+)", name)
    author = name.split("__")[0] if kind == "notebook" else f"rank {rank.group(1)}" if rank else None
    return Source(
        path=path, kind=kind, text=path, sha256="0" * 64, team=author, rank=int(rank.group(1)) if rank else None
    )


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
