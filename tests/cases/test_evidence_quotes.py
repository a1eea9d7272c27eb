"""Public reports on evidence quotes: what a relaxed match must not call verified, and marks that fold on both sides."""

from __future__ import annotations

import pytest

from insightforge.workbench.quotes import locate


@pytest.mark.parametrize(
    ("source", "quote", "grade"),
    [
        ("The threshold was 0.85 in the end.", "The threshold was 0.85 in the end.", "exact"),
        ("The threshold was 0.85 in the end.", "The threshold was 85% in the end.", None),
        ("We set lr=1e-4 for the head.", "We set lr=1e-3 for the head.", None),
        ("The weight α was tuned on folds.", "The weight alpha was tuned on folds.", None),
        ("Mean squared error was used here.", "MSE was used here.", None),
        ("We scored 0.9001 in private.", "We scored 0.900 in private.", None),
        ("a < b decides the class there", "a > b decides the class there", None),
        ("The  threshold\nwas 0.85", "The threshold was 0.85", "folded"),
    ],
)
def test_three_grades(source: str, quote: str, grade: str | None) -> None:
    """monarch-initiative/dismech issue 9433."""
    found = locate(quote, source)
    assert (found.grade if found else None) == grade


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("Use `n_splits=5` for the folds.", "Use n_splits=5 for the folds."),
        ("Use n_splits=5 for the folds.", "Use `n_splits=5` for the folds."),
        ("We **never** mixed clips.", "We never mixed clips."),
        ("We never mixed clips.", "We **never** mixed clips."),
        ("## The _key_ idea was simple", "The key idea was simple"),
    ],
)
def test_marks_fold_on_both_sides(source: str, quote: str) -> None:
    """Astro-Han/karpathy-llm-wiki issue 10."""
    found = locate(quote, source)
    assert found is not None and found.grade in ("exact", "folded")
    assert source[found.start : found.end].strip("`*#_ ") != ""


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("```\nx = a*b\n# note\n```\n", "x = ab"),
        ("```\nx = _a_ + b\n```\n", "x = a + b"),
        ("```\ny = x ** 2\n```\n", "y = x 2"),
    ],
)
def test_code_is_compared_raw(source: str, quote: str) -> None:
    assert locate(quote, source) is None
