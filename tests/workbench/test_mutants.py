"""The hand-made examples pass the gate, or show a fault of their own; their mutants do not."""

from __future__ import annotations

from collections import Counter

import pytest

from insightforge.workbench.gate import check
from tests.shared import shared_dir
from tests.workbench.examples import Example, load_examples, with_derived, without
from tests.workbench.mutants import Mutant, sample_mutants

#: Examples that the gate refuses, by item id, and the fault: what the item claims and none of its quotes bears.
FAULTS = {}


def accepted_examples() -> list[Example]:
    kept = []
    for example in map(with_derived, load_examples(shared_dir())):
        refused = check(example.draft, example.context).refused_items()
        if (rest := without(example, refused)) is not None:
            kept.append(rest)
    return kept
