"""What kind of task a competition sets, and which way its metric should move."""

from __future__ import annotations

import pytest

from insightforge.drivers.guided.metrics import metric_of
from insightforge.drivers.guided.profile import TaskProfile, profile_of

BIRDS = (
    "Identify the species in audio recordings. Each recording is cut into windows; classify every window. "
    "Audio files come from many microphones. Evaluation: submissions are scored by the area under the ROC curve."
)


def test_modality_task_and_metric_are_read_off_the_pages() -> None:
    assert profile_of(BIRDS, "").phrase == "audio classification scored by ROC AUC"


@pytest.mark.parametrize(
    ("description", "stated", "name", "higher"),
    [
        ("Evaluation: the root mean squared logarithmic error (RMSLE).", None, "RMSLE", False),
        ("Scored by macro F1 over all classes.", None, "F-score", True),
        ("The evaluation metric is the log loss; AUC is shown for information.", None, "log loss", False),
        ("Evaluation is by AUC.", "MAE", "mean absolute error", False),
    ],
)
def test_the_metric_where_evaluation_is_spoken_of(
    description: str, stated: str | None, name: str, higher: bool
) -> None:
    metric = metric_of(description, stated)
    assert metric is not None
    assert (metric.name, metric.higher_is_better) == (name, higher)


def test_a_metric_named_elsewhere_is_none() -> None:
    assert metric_of("Our accuracy improved over the years.", None) is None


@pytest.mark.parametrize(
    ("modality", "task", "phrase"),
    [("tabular", None, "tabular data"), (None, "forecasting", "forecasting"), (None, None, "a similar task")],
)
def test_missing_parts_are_left_out(modality: str | None, task: str | None, phrase: str) -> None:
    assert TaskProfile(modality, task, None).phrase == phrase
