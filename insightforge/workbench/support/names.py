"""Every technique, model or tool that an item names is named in its quotes, in the same or an equivalent writing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from insightforge.techniques import implied, lexicon, mentions
from insightforge.workbench.faults import Fault, clip
from insightforge.workbench.view import InsightView, ItemView

#: A name by its shape: capitals inside (AttHead), only capitals (ESC), or letters joined with digits (B3, v2).
_SHAPED = re.compile(
    r"(?<![\w-])(?:[A-Z][a-z]+(?:[A-Z][a-z0-9]*)+|[a-z]+[A-Z]\w*|[A-Z]{2,}[a-z]?(?:-[A-Z0-9]+)*"
    r"|[A-Za-z]+-?\d+(?:[A-Za-z]\w*)?)(?!\w)"
)
_CHOICE = re.compile(
    r"\s+(?:or|and|through|via|into|to|instead of|rather than|over|against|vs\.?)\s+(?:the\s+|an?\s+)?", re.I
)
_COMMON = frozenset(
    ("CPU", "GPU", "TPU", "CPUs", "GPUs", "TPUs", "RAM", "VRAM", "AI", "ML", "NLP", "ID", "IDs", "URL", "CSV", "JSON",
    "API", "OK", "IF", "THEN", "NOT",
     "AND", "OR", "NaN", "NaNs", "USA", "EU", "UK", "PC", "SSD", "LR", "EDA", "LB", "PB", "UI", "IO", "HDR", "RGB",
     "DNA", "RNA")
)  # fmt: skip


def technique_faults(view: InsightView, item: ItemView) -> Iterator[Fault]:
    """Technique names of the item that none of its quotes bears."""
    held = implied(name for p in item.passages for name in _named(p.sentence))
    squeezed = " ".join(_squeeze(p.sentence) for p in item.passages)
    for field, text in view.claims(item):
        found = mentions(text)
        for mention in found:
            if not held & set(mention.names) and not any(_may_stand(n, field, item) for n in mention.names):
                said = clip(text[mention.start : mention.end])
                problem = f"{said} ({mention.names[0]}) is named in none of the item's quotes"
                yield Fault(
                    item.index, field, problem, "quote a passage that names it, or speak of what the quotes name"
                )
        for one, other in pairwise(found):
            same = text[one.start : one.end].casefold() == text[other.start : other.end].casefold()
            if same and _CHOICE.fullmatch(text[one.end : other.start]):
                problem = f"{clip(text[one.start : other.end])} names one technique twice"
                yield Fault(item.index, field, problem, "name the two that the quotes name")
        for match in _SHAPED.finditer(text):
            if match.group() in _COMMON or any(m.start < match.end() and match.start() < m.end for m in found):
                continue
            if _squeeze(match.group()) not in squeezed:
                problem = f"the name {clip(match.group())} stands in none of the item's quotes"
                yield Fault(item.index, field, problem, "quote a passage that names it, or leave it out")


def _may_stand(name: str, field: str, item: ItemView) -> bool:
    """A general word of the trade may be used in a trigger, and elsewhere when a quoted source uses it anywhere.

    So may a metric, also when a quoted competition is scored by it.
    """
    technique = lexicon()[name]
    if technique.general == "yes" and field in ("trigger", "check"):
        return True
    if technique.kind == "metric" and any(name in _implied_by(p.competition.metric or "") for p in item.passages):
        return True
    if technique.general == "but in actions":
        return field != "action" and any(name in _implied_by(p.around) for p in item.passages)
    general = technique.general == "yes" or technique.kind == "metric"
    return general and any(name in _implied_by(p.text) for p in item.passages)


@lru_cache(maxsize=4096)
def _named(quote: str) -> frozenset[str]:
    return frozenset(name for mention in mentions(quote) for name in mention.names)


def _squeeze(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


@lru_cache(maxsize=256)
def _implied_by(text: str) -> frozenset[str]:
    return frozenset(implied(_named(text)))
