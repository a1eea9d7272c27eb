"""A difference belongs to a row only where each row adds one thing to the row above."""

from __future__ import annotations

from insightforge.drivers.guided.ladders import rungs_of

LINES = """Public LB journey of the single model
Baseline
0.897
add stronger augmentation
0.910
use pretrained weights of a related task
0.928
"""

TABLE = """| step | public |
|---|---|
| baseline | 0.701 |
| + lag features | 0.715 |
| + log target | 0.722 |
"""

RIVALS = """| model | score |
|---|---|
| small network | 0.701 |
| large network | 0.715 |
| forest | 0.722 |
"""

LOSSES = """Ablation, RMSE
baseline 0.250
+ clipping of the target 0.231
+ seed averaging 0.233
+ longer training 0.228
"""


def test_labels_above_scores_as_a_pdf_gives_them() -> None:
    first, second = rungs_of(LINES)
    assert (first.label, first.effect.before, first.effect.after) == ("add stronger augmentation", "0.897", "0.910")
    assert (second.effect.before, second.effect.after, second.effect.board) == ("0.910", "0.928", "public")
    assert LINES[second.start : second.end].startswith("add stronger augmentation\n0.910")
    assert LINES[second.start : second.end].endswith("0.928")


def test_markdown_tables_of_additions() -> None:
    assert [(r.label, r.effect.direction) for r in rungs_of(TABLE)] == [("+ lag features", 1), ("+ log target", 1)]


def test_a_table_of_rival_models_is_no_ladder() -> None:
    assert rungs_of(RIVALS) == ()


def test_the_trend_of_the_ladder_tells_which_way_is_better() -> None:
    assert [r.effect.direction for r in rungs_of(LOSSES)] == [1, -1, 1]
