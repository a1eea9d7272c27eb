"""Why tasks ended without an insight: one line per kind of reason, faults apart."""

from __future__ import annotations

import pytest

from insightforge.cli.summary import GIVEN_UP, kind_of, reasons
from insightforge.records import Competition, Source
from insightforge.stages.plan import plan_stage
from insightforge.stages.run import StageReport
from insightforge.stages.work import TaskResult
from tests.stages.builders import record_of, world


def competition(slug: str) -> Competition:
    path = f"data/competitions/{slug}/writeups/one.md"
    writeup = Source(path=path, kind="writeup", text=path, sha256="0" * 64, text_sha256="0" * 64, chars=10)
    return Competition(slug=slug, title=slug, sources=(writeup,))


def report(outcome: str, told: dict[str, str]) -> StageReport:
    """A stage in which every task ended so, with these reasons by key."""
    plan = plan_stage("competition", world(*map(competition, told)))
    results = []
    for planned in plan.tasks:
        reason = told[planned.task.key]
        if outcome == "fault":
            results.append(TaskResult(planned, 0.1, fault=reason))
        else:
            record = record_of(planned, outcome).record.model_copy(update={"reason": reason})
            results.append(TaskResult(planned, 0.1, record))
    return StageReport(plan, plan.tasks, results)


def test_reasons_that_differ_in_figures_stand_in_one_line_with_all_names() -> None:
    told = {f"c{n:02}": f"{n + 1} write-up{'s' if n else ''} ({n},120 characters) read in vain" for n in range(30)}
    assert list(reasons([report("gave-up", told)])) == [
        f"competition, gave-up: {', '.join(sorted(told))}: … write-up (… characters) read in vain"
    ]


def test_the_very_same_reason_is_told_in_full_and_many_names_are_counted() -> None:
    told = {f"c{n:02}": "2 texts and no decision" for n in range(GIVEN_UP + 3)}
    (line,) = reasons([report("gave-up", told)])
    assert line.endswith(f"c{GIVEN_UP - 1} and 3 more: 2 texts and no decision")


def test_refusals_are_one_kind_and_the_first_is_told() -> None:
    told = {"a": "the gate refused it: items[3]: no quote", "b": "the gate refused it: items[0].action: a URL"}
    assert list(reasons([report("gave-up", told)])) == [
        "competition, gave-up: a, b: the gate refused it (the first): items[3]: no quote"
    ]


def test_faults_are_told_one_by_one() -> None:
    told = {"a": "row 3 is broken", "b": "row 4 is broken"}
    assert len(list(reasons([report("fault", told)]))) == 2


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1 notebook read", "12 notebooks read", True),
        ("3,106 characters read; nothing", "99 characters read; nothing", True),
        ("item it-0123456789 says '0.81'", "item it-9876543210 says '0.799'", True),
        ("written in Japanese (ja)", "written in Korean (ko)", False),
        ("no description", "no notebook", False),
    ],
)
def test_kinds_of_reasons(one: str, other: str, same: bool) -> None:
    assert (kind_of(one) == kind_of(other)) is same
