"""Nothing of a target in an insight: by any field, at any depth, in any writing."""

from __future__ import annotations

import pytest

from insightforge.guard import LeakTerms
from insightforge.workbench.drafts import InsightDraft
from insightforge.workbench.gate import check
from insightforge.workbench.view import strings
from tests.workbench.fakes import context, draft, item
from tests.workbench.test_gate import GROUPED, IMPROVEMENT

LEAK = LeakTerms.of(["glacier-flow-2025"])
WRITINGS = ("glacier-flow-2025", "Glacier Flow 2025", "GLACIER_FLOW_2025", "glacierflow2025")


def places(made: InsightDraft) -> list[str]:
    return [
        at
        for at, text in strings(made.model_dump(mode="json"))
        if text and not at.endswith((".source", ".quote", "kind", ".role", ".aspect", ".cost"))
    ]


def planted(made: InsightDraft, at: str, text: str) -> InsightDraft:
    """The draft with `text` appended at a place such as `items[0].trigger`."""
    data = made.model_dump(mode="json")
    spot: object = data
    keys = [k for part in at.split(".") for k in part.replace("]", "").split("[")]
    for key in keys[:-1]:
        spot = spot[int(key)] if isinstance(spot, list) else spot[key]  # type: ignore[index]
    last: object = int(keys[-1]) if isinstance(spot, list) else keys[-1]
    spot[last] = f"{spot[last]} {text}"  # type: ignore[index]
    return InsightDraft.model_validate(data)


@pytest.mark.parametrize("writing", WRITINGS)
def test_every_text_of_a_draft(writing: str) -> None:
    made = draft(item(topic="smoothing"), **IMPROVEMENT)
    fields = [
        p
        for p in places(made)
        if p.split(".")[-1]
        in ("name", "description", "trigger", "action", "rationale", "topic", "limitations", "cost", "check", "outcome")
    ]
    assert len(fields) >= 9
    for at in fields:
        found = check(planted(made, at, writing), context("improvement", leak=LEAK)).reasons
        assert any("blacklisted term of a target" in r for r in found), at


def test_a_quote_with_a_targets_name() -> None:
    leak = LeakTerms.of(["GroupKFold by station"])
    assert any("of a target" in r for r in check(draft(GROUPED), context(leak=leak)).reasons)


def test_what_names_no_target_passes() -> None:
    assert check(draft(item(), GROUPED), context(leak=LEAK)).accepted
