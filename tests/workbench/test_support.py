"""What an item claims, its own quotes bear: numbers, counts, names, direction, negation."""

from __future__ import annotations

from typing import Any

import pytest

from insightforge.records import Derived
from tests.workbench.fakes import HERON, OTTER, VALVE, item, judge, quote, reasons

BOARD = quote("On the private board it went from 0.801 to 0.815.")
MIXUP = quote("Mixup did not help us at all, the private score fell from 0.815 to 0.809.")
SEEDS = quote("We trained a GRU on 60 s windows with label smoothing and averaged three seeds.", "action", OTTER)
PUBLIC = quote("Label smoothing gave us a gain of about 0.01 on the public board.", path=OTTER)


def rationale(text: str, *more: Any, **fields: Any) -> str:
    return reasons(item(rationale=text, evidence=(*item().evidence, *more), **fields))


@pytest.mark.parametrize(
    "text",
    [
        "It raised cross-validation from .812 to 0.8260.",
        "Cross-validation rose from 0.812 to 0.826.",
        "A smoothing of 0.10 was enough.",
    ],
)
def test_equal_writings_of_a_number(text: str) -> None:
    assert rationale(text) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It raised cross-validation from 0.812 to 0.827.", "the number '0.827'"),
        ("It raised cross-validation from 0.812 to 82.6%.", "the number '82.6%'"),
        ("It raised cross-validation from 0.812% to 0.826.", "the number '0.812%' stands in none"),
        ("It raised cross-validation from 0.826 to 0.812.", "runs against its verb or the order"),
        ("Cross-validation fell from 0.812 to 0.826.", "runs against its verb"),
        ("It raised cross-validation from 0.826 to 0.826.", "changes nothing"),
        ("It raised cross-validation to 8.26e-1 and then by 1e-4.", "the number '1e-4'"),
        ("It raised cross-validation by 14 points.", "the number '14'"),
    ],
)
def test_other_numbers(text: str, expected: str) -> None:
    assert expected in rationale(text)


def declared(value: str, how: str, *of: str) -> dict[str, Any]:
    return {"derived": (Derived.model_validate({"value": value, "how": how, "of": of}),)}


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("A gain of 0.014 in cross-validation.", declared("0.014", "difference", "0.812", "0.826")),
        ("+0.014 in cross-validation.", declared("+0.014", "difference", "0.812", "0.826")),
        ("Up by about 0.01 in cross-validation.", declared("0.01", "difference", "0.812", "0.826")),
        ("It reached 0.83 in cross-validation.", declared("0.83", "rounding", "0.826")),
        ("The score after is 1.02 times that before.", declared("1.02", "ratio", "0.826", "0.812")),
    ],
)
def test_declared_numbers_that_recompute(text: str, fields: dict[str, Any]) -> None:
    assert rationale(text, **fields) == ""


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("A gain of 0.015 in cross-validation.", declared("0.015", "difference", "0.812", "0.826")),
        ("-0.014 in cross-validation.", declared("-0.014", "difference", "0.812", "0.826")),
        ("+0.014 in cross-validation.", declared("+0.014", "difference", "0.826", "0.812")),
        ("-0.014 in cross-validation.", declared("-0.014", "difference", "0.826", "0.812")),
        ("A loss of 0.014, it fell by 0.014.", declared("0.014", "difference", "0.812", "0.826")),
        ("It reached 0.84 in cross-validation.", declared("0.84", "rounding", "0.826")),
        ("A gain of 0.1 in cross-validation.", declared("0.1", "difference", "0.7", "0.6")),
        ("Seen in 7 teams.", declared("7", "count")),
    ],
)
def test_declared_numbers_that_do_not(text: str, fields: dict[str, Any]) -> None:
    assert "item 1" in rationale(text, **fields)


def test_signs() -> None:
    assert rationale("Smoothing is worth +0.01 in public.", PUBLIC) == ""
    assert "'-0.01'" in rationale("Smoothing is worth -0.01 in public.", PUBLIC)


def test_counts_of_teams() -> None:
    assert rationale("Two teams gained from it.", PUBLIC) == ""
    assert "'Three teams' where the quotes come from 2" in rationale("Three teams gained from it.", PUBLIC)
    assert "too few others are spoken of" in rationale(
        "Two teams gained from it.", PUBLIC, quote("We never saw a gain from mixup on valve data.", "condition", VALVE)
    )
    assert "'fourth place'" in rationale("It helped the team in fourth place.", PUBLIC)
    assert rationale("It helped the team in fifth place.", PUBLIC) == ""


def test_numbers_in_words() -> None:
    assert rationale("They averaged three seeds.", SEEDS) == ""
    assert "the number 'four'" in rationale("They averaged four seeds.", SEEDS)


def test_techniques() -> None:
    assert reasons(item(action="Train with smoothed labels of 0.1.")) == ""
    assert "'focal loss' (focal loss) is named in none" in reasons(item(action="Train with focal loss of 0.1."))
    assert "'LightGBM' (LightGBM)" in reasons(item(trigger="A LightGBM model is trained on few labels."))
    assert "the name 'FooBarNet2'" in reasons(item(action="Train with label smoothing of 0.1 and FooBarNet2."))


def test_a_named_case_bears_the_general_word() -> None:
    recurrent = item(
        trigger="Windows of sensor data are read in order.",
        action="Train a recurrent network on 60 s windows.",
        rationale="No outcome is reported.",
        evidence=(SEEDS,),
    )
    assert judge(recurrent).accepted
    assert "Transformer" in reasons(recurrent.model_copy(update={"action": "Train a Transformer on 60 s windows."}))


def test_a_metric_of_the_competition_may_be_named() -> None:
    assert "F1" not in rationale(
        "It raised F1 from 0.812 to 0.826.",
        quote("Submissions are scored by macro F1", "condition", "data/competitions/pump-alarms-2024/description.md"),
    )
    assert "RMSE" in rationale("It raised RMSE from 0.812 to 0.826.")


# ---- direction and negation ----

NO_MIXUP = item(
    trigger="Mixup is about to be tried on few labels.",
    action="Do not use mixup.",
    rationale="It did not help: private fell from 0.815 to 0.809.",
    evidence=(MIXUP,),
)


def test_a_ban_rests_on_a_bad_outcome() -> None:
    assert judge(NO_MIXUP).accepted
    assert "it forbids" in reasons(item(action="Do not train with label smoothing of 0.1."))
    assert "it forbids" in reasons(item(action="Never train with label smoothing of 0.1."))
    assert "it recommends what its quotes report as bad" in reasons(
        NO_MIXUP.model_copy(update={"action": "Use mixup."})
    )


@pytest.mark.parametrize(
    "text",
    [
        "It helped: private fell from 0.815 to 0.809.",
        "Mixup improved the private score.",
        "It did not hurt the private score.",
        "Mixup was useful on the private board.",
    ],
)
def test_a_bad_outcome_is_not_told_as_good(text: str) -> None:
    assert "item 1, rationale" in reasons(NO_MIXUP.model_copy(update={"rationale": text}))


@pytest.mark.parametrize(
    "text",
    [
        "It lowered cross-validation.",
        "It did not raise cross-validation.",
        "Label smoothing hurt.",
        "Label smoothing was not worth it and failed.",
    ],
)
def test_a_good_outcome_is_not_told_as_bad(text: str) -> None:
    assert "item 1, rationale" in rationale(text)


def test_lower_is_better_for_some_metrics() -> None:
    from insightforge.workbench.gate import GateContext, check
    from tests.workbench.fakes import FakeTexts, competition, draft, source

    path = "data/competitions/depth/writeups/a.md"
    texts = FakeTexts({path: "Averaging five folds improved our RMSE from 0.52 to 0.49 in validation.\n"})
    depth = competition("depth", source(path, team="one"))
    made = item(
        trigger="Several folds were trained on the same data.",
        action="Average the five folds.",
        rationale="RMSE improved from 0.52 to 0.49.",
        evidence=(quote("Averaging five folds improved our RMSE from 0.52 to 0.49 in validation.", path=path),),
    )
    result = check(draft(made, competitions=("depth",)), GateContext((depth,), texts, "competition"))
    assert result.accepted, result.reasons


def test_a_negation_stands_in_a_quote() -> None:
    assert "no quote denies it" in reasons(item(trigger="Few labels are not given and their quality is uneven."))
    assert "no quote denies it" in rationale("Labels are never shared.")
    assert judge(NO_MIXUP.model_copy(update={"trigger": "Mixup will not be a help with few labels."})).accepted
    assert "'yet' without a negation" in reasons(item(trigger="Labels are given and something is tried yet."))


def test_what_is_said_of_the_sources_needs_no_quote() -> None:
    assert rationale("The effect was not isolated.") == ""
    assert rationale("No ablation is reported.") == ""


def test_a_claimed_gain_has_an_outcome_quote() -> None:
    acted = (quote("Adding **label smoothing** of 0.1 raised our CV", "action"),)
    assert "no quote has the role `outcome`" in reasons(item(rationale="It raised cross-validation.", evidence=acted))
    assert judge(item(rationale="It is used in one solution; no outcome is reported.", evidence=acted)).accepted


def test_a_score_keeps_its_board() -> None:
    board = quote("On the private board it went from 0.801 to 0.815.")
    assert rationale("The private score went from 0.801 to 0.815.", board) == ""
    assert "is told as public" in rationale("The public score was 0.801 before.", board)


def test_what_stands_in_quotation_marks_is_cited() -> None:
    assert rationale('Reason given: "raised our CV from 0.812".') == ""
    assert "is in quotation marks" in rationale('Reason given: "raised our score from 0.812".')


def test_a_list_item_speaks_by_its_heading() -> None:
    failed = item(
        trigger="A recurrent network reads the windows.",
        action="Do not enlarge the LSTM.",
        rationale="A larger one did not work.",
        evidence=(quote("larger LSTM"),),
    )
    assert judge(failed).accepted, reasons(failed)
    assert "item 1" in reasons(failed.model_copy(update={"action": "Enlarge the LSTM."}))
    assert HERON.endswith("heron.md")
