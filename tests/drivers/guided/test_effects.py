"""Numbers are read as effects only where both ends are unmistakable; praise only where it belongs to the mention."""

from __future__ import annotations

import pytest

from insightforge.drivers.guided.effects import Effect, effect_in


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It improved the CV from .91 to .92.", Effect(1, "cv", before=".91", after=".92")),
        ("LB 0.943 -> 0.957 on the public board", Effect(0, "public", before="0.943", after="0.957")),
        ("This gave +0.007 on private LB", Effect(1, "private", delta="+0.007")),
        ("a 0.02 improvement on the leaderboard", Effect(1, "public", delta="0.02")),
        ("private score dropped: -0.004", Effect(-1, "private", delta="-0.004")),
        ("It did not help.", Effect(-1)),
        ("That helped a lot.", Effect(1)),
        ("It was the most important step.", Effect(1, key=True)),
    ],
)
def test_effects_are_read_as_written(text: str, expected: Effect) -> None:
    found = effect_in(text)
    assert found is not None
    assert (found.direction, found.board, found.before, found.after, found.delta) == (
        expected.direction,
        expected.board,
        expected.before,
        expected.after,
        expected.delta,
    )
    assert found.key == expected.key


@pytest.mark.parametrize(
    "text",
    [
        "The model scored 0.875 in CV.",
        "We lowered the learning rate from 1e-3 to 1e-4.",
        "The threshold went from 0.50 to 0.25.",
        "soft loss+0.25BCE was used",
        "It remains unclear whether it helped.",
        "wave mixup / gain / noise / time shift",
    ],
)
def test_settings_lone_scores_and_doubts_are_no_effects(text: str) -> None:
    assert effect_in(text) is None


def test_both_boards_in_one_clause_leave_the_board_open() -> None:
    found = effect_in("improved public and private score by 0.003")
    assert found is not None and found.board is None and found.delta == "0.003"


def test_praise_of_something_else_does_not_belong_to_the_mention() -> None:
    text = "We used mixup and a long list of further augmentations from the starter, of which cropping helped"
    mention = (text.index("mixup"), text.index("mixup") + 5)
    assert effect_in(text, mention) is None


def test_praise_before_the_mention_needs_a_linking_word() -> None:
    text = "The score improved with mixup"
    mention = (text.index("mixup"), len(text))
    found = effect_in(text, mention)
    assert found is not None and found.direction == 1
