"""Support: what an item claims, its own quotes bear. One file per family of claims."""

from __future__ import annotations

from collections.abc import Iterator

from insightforge.workbench.faults import Fault
from insightforge.workbench.support.boards import board_faults
from insightforge.workbench.support.citations import citation_faults
from insightforge.workbench.support.counts import count_faults
from insightforge.workbench.support.names import technique_faults
from insightforge.workbench.support.numbers import number_faults
from insightforge.workbench.support.polarity import polarity_faults
from insightforge.workbench.view import InsightView, ItemView


def support_faults(view: InsightView, item: ItemView) -> Iterator[Fault]:
    """Every claim of the item that its quotes do not bear."""
    yield from citation_faults(view, item)
    yield from number_faults(view, item)
    yield from board_faults(view, item)
    yield from count_faults(view, item)
    yield from technique_faults(view, item)
    yield from polarity_faults(view, item)
