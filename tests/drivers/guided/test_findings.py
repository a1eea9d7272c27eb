"""Which passages count as a team's decision, and how it stands to it."""

from __future__ import annotations

import pytest

from insightforge.drivers.guided.findings import Finding, findings_in
from insightforge.drivers.guided.frames import Frame
from insightforge.drivers.guided.passages import passages_of

FRAME = Frame(
    id="widget-smoothing",
    aspect="training",
    cost="low",
    stage="training",
    noun="widget smoothing",
    any=(r"\bwidget smoothing\b",),
    details=(r"\balpha ?= ?[\d.]+",),
    trigger="Widgets are noisy.",
    action="Smooth the widgets.",
    problem="Widgets jump between neighbouring rows.",
)


def read(text: str) -> tuple[Finding, ...]:
    return findings_in("w.md", text, passages_of(text), (FRAME,))


def only(text: str) -> Finding:
    (finding,) = read(text)
    return finding


@pytest.mark.parametrize(
    "text",
    [
        "We used widget smoothing for all of the models.",
        "- widget smoothing over the last three rows of each group",
        "The targets were stabilised: widget smoothing was applied to each fold.",
    ],
)
def test_practice_is_adopted(text: str) -> None:
    assert only(text).stance == "adopted"


@pytest.mark.parametrize(
    "text",
    [
        "We tried widget smoothing, but it did not help at all.",
        "Widget smoothing made the private score worse in every fold.",
        "# Things that did not work\n\n- widget smoothing over the last three rows\n",
    ],
)
def test_what_was_in_vain_is_rejected(text: str) -> None:
    finding = only(text)
    assert finding.stance == "rejected"
    assert finding.effect is not None and finding.effect.direction == -1


@pytest.mark.parametrize(
    "text",
    [
        "With more time we would have tried widget smoothing as well.",
        "Why did you not use widget smoothing for the last model?",
        "Thanks to the hosts for the hint about widget smoothing!",
        "We trained the models without any widget smoothing.",
        "A median filter was clearly better than widget smoothing.",
        "We had widget smoothing in the first runs, but later removed it.",
        "Whether widget smoothing is applied during the training or not.",
        "# Acknowledgements\n\nWe used widget smoothing from a public starter.",
        "Other teams used widget smoothing for their models, it seems.",
        "widget smoothing",
    ],
)
def test_wishes_questions_thanks_and_what_is_taken_back_say_nothing(text: str) -> None:
    assert read(text) == ()


def test_the_verdict_of_a_heading_is_quoted_with_its_item() -> None:
    text = "# Things that did not work\n\n- widget smoothing over the last three rows\n"
    (quote,) = only(text).quotes
    assert text[quote.start : quote.end].startswith("# Things that did not work")


def test_only_the_clause_of_the_mention_passes_judgement_on_it() -> None:
    finding = only("We used widget smoothing in all folds, while label mixing did not help.")
    assert finding.stance == "adopted" and finding.effect is None


def test_setting_reason_and_measured_gain_are_read_off() -> None:
    finding = only(
        "We used widget smoothing (alpha = 0.3), which reduces the noise of single rows, "
        "and CV improved from 0.71 to 0.74."
    )
    assert finding.detail == "alpha = 0.3"
    assert finding.reason is not None and finding.reason.startswith("which reduces the noise of single rows")
    assert finding.effect is not None and (finding.effect.before, finding.effect.after) == ("0.71", "0.74")


def test_the_next_sentence_may_tell_the_outcome_and_the_one_before_the_problem() -> None:
    text = (
        "The predictions were unstable between rows. We added widget smoothing to the output. "
        "This improved the public LB by 0.004."
    )
    finding = only(text)
    assert [q.role for q in finding.quotes] == ["action", "outcome", "condition"]
    assert finding.effect is not None and (finding.effect.delta, finding.effect.board) == ("0.004", "public")
    assert finding.problem == "The predictions were unstable between rows."


def test_a_row_of_a_score_ladder_is_an_outcome() -> None:
    text = "Ablation, private LB\nbaseline 0.701\n+ widget smoothing 0.715\n+ longer training 0.722\n"
    finding = only(text)
    assert finding.effect is not None
    assert (finding.effect.before, finding.effect.after, finding.effect.board) == ("0.701", "0.715", "private")


def test_links_are_not_quoted() -> None:
    text = "We used widget smoothing over three rows as shown in https://example.invalid/starter for all models."
    (quote,) = only(text).quotes
    assert "http" not in text[quote.start : quote.end]
