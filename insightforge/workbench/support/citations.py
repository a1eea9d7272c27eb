"""What an item puts in quotation marks stands in its own quotes, word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from insightforge.workbench.faults import Fault, clip
from insightforge.workbench.quotes import locate
from insightforge.workbench.view import InsightView, ItemView

#: Shorter words in quotation marks are names or irony, not citations.
SHORTEST = 4

_CITED = re.compile(r"[\"“]([^\"“”\n]+)[\"”]")


def citation_faults(view: InsightView, item: ItemView) -> Iterator[Fault]:
    """Double-quoted stretches of a field that are in none of the item's quotes (an ellipsis may stand for a gap)."""
    for field, text in view.claims(item):
        for match in _CITED.finditer(text):
            for part in re.split(r"\s*(?:…|\.\.\.)\s*", match.group(1)):
                said = part.strip(" .,;:!?")
                if len(said) >= SHORTEST and not any(_holds(p.sentence, said) for p in item.passages):
                    problem = f"{clip(match.group())} is in quotation marks and in none of the item's quotes"
                    yield Fault(item.index, field, problem, "cite word for word, or drop the quotation marks")


def _holds(quote: str, said: str) -> bool:
    return said in quote or locate(said, quote) is not None
