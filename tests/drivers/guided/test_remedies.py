"""Problems and fixes in a team's own words, where no frame knows the decision."""

from __future__ import annotations

from insightforge.drivers.guided.passages import passages_of
from insightforge.drivers.guided.remedies import remedies_in


def said(text: str) -> list[tuple[str, str]]:
    return [(r.frame.trigger, r.frame.action) for r in remedies_in("w.md", passages_of(text), text)]


def test_a_fix_after_by_takes_its_symptom_from_the_sentence_before() -> None:
    text = "The model was overfitting at once. I fixed it by normalising the label sum to 0.5 for every injected row."
    assert said(text) == [
        (
            "The training score keeps rising while the validation score stalls or falls.",
            "Normalise the label sum to 0.5 for every injected row.",
        )
    ]


def test_a_purpose_in_front_names_the_symptom() -> None:
    text = "To deal with class imbalance, we upsampled the rare classes to 500 samples each."
    assert said(text) == [
        ("Some classes have far fewer samples than others.", "Upsample the rare classes to 500 samples each.")
    ]


def test_labelled_problem_fix_and_outcome() -> None:
    text = (
        "**Problem:** The feature table leaked the churn date.\n"
        "**Fix:** We removed every feature computed after the cut-off date.\n"
        "**Outcome:** AUC on the next month rose from 0.81 to 0.86.\n"
    )
    (remedy,) = remedies_in("w.md", passages_of(text), text)
    assert remedy.frame.action == "Remove every feature computed after the cut-off date."
    assert remedy.told == "AUC on the next month rose from 0.81 to 0.86."
    assert sorted(q.role for q in remedy.quotes) == ["action", "condition", "outcome"]


def test_headings_may_be_the_labels() -> None:
    text = "## Problem\n\nThe folds leaked customers.\n\n## Fix\n\nWe grouped the folds by customer and month.\n"
    assert said(text) == [
        (
            "Information about the target reaches the features or the validation rows.",
            "Group the folds by customer and month.",
        )
    ]


def test_words_that_only_the_write_up_explains_are_left_alone() -> None:
    assert said("To reduce overfitting, we used the QZX branch of the host.") == []
    assert said("To reduce overfitting, we used this trick in all models.") == []
    assert said("To reduce overfitting, we dropped the deepest layers, but it did not help.") == []
