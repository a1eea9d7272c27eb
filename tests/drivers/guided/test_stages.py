"""The guided driver at a real workbench: what its tasks end in."""

from __future__ import annotations

from pathlib import Path

import pytest

from insightforge.drivers.guided import GuidedDriver
from insightforge.records import Competition, Source
from insightforge.workbench import AssemblyTask, Workbench
from insightforge.workbench.sources import PlainText
from insightforge.workspace import Settings, Workspace

FIRST = """# Our way

We split the folds with GroupKFold by patient so that no patient stands on both sides.

We averaged the weights of the last checkpoints with SWA, which improved the private score from 0.701 to 0.712.
"""
SECOND = """# Second place

Folds: GroupKFold by patient over five folds for all of our models.

# What did not work

- mixup of the training images with their labels
"""


class Texts:
    """A corpus of texts given by path."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = texts

    def text(self, path: str) -> PlainText:
        return PlainText.of(self._texts[path])


def bench(tmp_path: Path, texts: dict[str, str], *, stage: str = "competition", metric: str = "AUC") -> Workbench:
    sources = tuple(
        Source(path=path, kind="notebook" if path.endswith(".ipynb") else "writeup", text=path, sha256="0", rank=rank)
        for rank, path in enumerate(texts, start=1)
    )
    competition = Competition(slug="scan-contest", title="Scan Contest of 2024", metric=metric, sources=sources)
    required = tuple(s.path for s in sources if s.kind == "writeup")
    code_only = not required
    task = AssemblyTask(stage, "scan-contest", (competition,), required, code_only=code_only)  # type: ignore[arg-type]
    return Workbench(task, Texts(texts), Workspace(tmp_path, Settings()))


def test_what_several_teams_say_of_one_decision_is_one_item(tmp_path: Path) -> None:
    desk = bench(tmp_path, {"a.md": FIRST, "b.md": SECOND})
    GuidedDriver().assemble(desk)
    assert desk.insight is not None
    grouped = next(i for i in desk.insight.items if i.topic == "group-kfold")
    assert grouped.support.teams == 2
    assert grouped.rationale.startswith("Two teams did this.")
    assert len(grouped.evidence) == 2


def test_a_measured_gain_is_told_with_its_board_and_counts_as_such(tmp_path: Path) -> None:
    desk = bench(tmp_path, {"a.md": FIRST})
    GuidedDriver().assemble(desk)
    assert desk.insight is not None
    averaged = next(i for i in desk.insight.items if i.topic == "swa-weights")
    assert "an improvement from 0.701 to 0.712 on the private leaderboard" in averaged.rationale
    assert averaged.strength == "private"


def test_what_was_in_vain_is_advised_against_with_the_heading_that_says_so(tmp_path: Path) -> None:
    desk = bench(tmp_path, {"b.md": SECOND})
    GuidedDriver().assemble(desk)
    assert desk.insight is not None
    mixup = next(i for i in desk.insight.items if i.topic == "mixup")
    assert mixup.action.startswith("Do not")
    assert desk.insight.evidence_of(mixup)[0].quote.startswith("# What did not work")


def test_only_notebooks_make_a_flagged_insight_from_code(tmp_path: Path) -> None:
    notebook = "# %% [code 1]\n```python\nfolds = StratifiedGroupKFold(n_splits=5)\n```\n"
    desk = bench(tmp_path, {"n.ipynb": notebook})
    GuidedDriver().assemble(desk)
    assert desk.insight is not None
    assert desk.insight.flags == ("code-only",)
    assert {i.strength for i in desk.insight.items} == {"code-only"}


def test_nothing_found_is_given_up_with_what_was_read(tmp_path: Path) -> None:
    desk = bench(tmp_path, {"a.md": "# Thanks\n\nThank you all, it was a pleasure to take part in this.\n"})
    GuidedDriver().assemble(desk)
    assert desk.outcome == "gave-up"
    assert desk.reason is not None and "1 text (" in desk.reason


def test_a_write_up_without_problem_and_fix_is_filtered(tmp_path: Path) -> None:
    desk = bench(tmp_path, {"b.md": SECOND}, stage="improvement-raw")
    GuidedDriver().assemble(desk)
    assert desk.outcome == "filtered"


def test_an_improvement_names_symptom_remedy_and_outcome(tmp_path: Path) -> None:
    desk = bench(tmp_path, {"a.md": FIRST}, stage="improvement-raw")
    GuidedDriver().assemble(desk)
    assert desk.outcome == "submitted"
    (raw,) = [r for r in desk.raw if r.item.topic == "swa-weights"]
    assert raw.insight.outcome == "The team reports an improvement from 0.701 to 0.712 on the private leaderboard."
    assert raw.insight.limitations and raw.insight.check


@pytest.mark.parametrize("order", [("a.md", "b.md"), ("b.md", "a.md")])
def test_the_order_of_sources_changes_nothing(tmp_path: Path, order: tuple[str, str]) -> None:
    texts = {"a.md": FIRST, "b.md": SECOND}
    desk = bench(tmp_path, {path: texts[path] for path in order})
    GuidedDriver().assemble(desk)
    assert desk.insight is not None
    assert [i.topic for i in desk.insight.items] == ["swa-weights", "mixup", "group-kfold"]
