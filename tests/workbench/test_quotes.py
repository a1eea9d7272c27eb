"""Locating quotes and what folds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insightforge.workbench.quotes import cuts, fold, leaves_negation, locate

TEXT = "The learning_rate was 1e-4.\nWe used **label smoothing** (0.85) and an “α” of 0.5; see `n_mels=128`.\n"


@pytest.mark.parametrize(
    ("quote", "text", "grade"),
    [
        ("The learning_rate was 1e-4.", TEXT, "exact"),
        ("We used label smoothing (0.85)", TEXT, "folded"),
        ("We used **label smoothing** (0.85)", "We used label smoothing (0.85) here", "folded"),
        ('and an "α" of 0.5', TEXT, "folded"),
        ("see n_mels=128", TEXT, "folded"),
        ("a long sentence that was broken", "It is a long\n  sentence that\nwas broken by the page.", "folded"),
        ("the rank-transform of each class", "the rank-\ntransform of each class", "folded"),
        ("the information is there", "the infor-\nmation is there", "folded"),
        ("the difference in performance", "the diﬀerence in performance", "folded"),
        ("no break here", "no\u00a0break\u200b here", "folded"),
        ("scores of 0.900-0.915 were", "scores of 0.900–0.915 were", "folded"),
        ("café on the corner", "cafe\u0301 on the corner", "folded"),
        ("Things that helped most", "## Things that helped most\n", "exact"),
        ("a star_rating column", "a star\\_rating column", "folded"),
    ],
)
def test_found(quote: str, text: str, grade: str) -> None:
    found = locate(quote, text)
    assert found is not None
    assert found.grade == grade


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("accuracy of 85%", "accuracy of 0.85"),
        ("accuracy of 0.85", "accuracy of 85%"),
        ("lr of 1e-3", "lr of 1e-4"),
        ("an alpha of 0.5", "an α of 0.5"),
        ("x * y is used", "x y is used"),
        ("2*3 and more", "23 and more"),
        ("learning rate schedule", "learning_rate schedule"),
        ("__init__ is called", "init is called"),
        ("label Smoothing helps", "label smoothing helps"),
        ("x² is the feature", "x2 is the feature"),
        ("a >= b in the rule", "a ≥ b in the rule"),
        ("0.9 was the score", "10.9 was the score"),
        ("the score was 0.9", "the score was 0.95"),
        ("the rate was 20", "the rate was 20 %"),
        ("0.0002 on the private board", "-0.0002 on the private board"),
        ("works for all", "frameworks for allies"),
        ("", "anything"),
    ],
)
def test_not_found(quote: str, text: str) -> None:
    assert locate(quote, text) is None


def test_marks_stay_in_code() -> None:
    code = "```\na = b ** c\n# heading like\n```\n"
    assert locate("# heading like", code) is not None
    assert locate("heading like", code) is not None, "a part of a code line is a quote of it"
    assert locate("a = b c", code) is None
    assert locate("use args here", "use *args here", prose=False) is None


def test_longer_fences_hold_shorter_ones() -> None:
    text = "````\n```\nx = **a**\n```\n````\n\nthen **bold** words\n"
    assert locate("x = a", text) is None
    assert locate("then bold words", text) is not None


def test_the_nearest_of_equal_passages_is_chosen() -> None:
    text = "It helped a lot. Then again: It helped a lot."
    assert locate("It helped a lot.", text) == locate("It helped a lot.", text, start=2)
    second = locate("It helped a lot.", text, start=25)
    assert second is not None and second.start == 29


def test_a_word_that_denies_is_not_left_behind() -> None:
    text = "It did not help us. It helped them."
    assert leaves_negation(text, text.index("help us"))
    assert not leaves_negation(text, text.index("helped"))


def test_a_written_line_break_ends_a_word() -> None:
    assert not cuts("x = 'a\\nWhich one?'", 8, 18)


PIECES = st.lists(
    st.sampled_from(
        [
            "0.85",
            "85%",
            "-3",
            "+0.5",
            "1e-4",
            "a",
            "word",
            "**bold**",
            "_em_",
            "`code`",
            "x_y",
            "ﬁt",
            "“q”",
            "–",
            "*",
            "=",
            "<=",
            "\n",
            " ",
            "\u00a0",
            "# h",
            "²",
            "α",
        ]
    ),
    min_size=1,
    max_size=30,
)


@given(PIECES, st.booleans())
def test_folding_never_changes_digits_or_operators(pieces: list[str], marks: bool) -> None:
    text = " ".join(pieces)
    kept = re.findall(r"[\d=<>+%²α]", text)
    assert re.findall(r"[\d=<>+%²α]", fold(text, marks=marks).text) == kept


@given(PIECES, st.integers(0, 40), st.integers(1, 40))
def test_what_is_cut_from_a_text_is_found_there(pieces: list[str], start: int, length: int) -> None:
    text = " ".join(pieces)
    quote = text[start : start + length].strip()
    begin = text.find(quote) if quote else -1
    if not quote or cuts(text, begin, begin + len(quote)):
        return
    found = locate(quote, text)
    assert found is not None and found.grade == "exact"
    assert text[found.start : found.end] == quote


@given(PIECES)
def test_a_folded_place_folds_to_the_same(pieces: list[str]) -> None:
    text = "start " + " ".join(pieces) + " end"
    quote = fold(text, marks=True).text.strip()
    found = locate(quote, text)
    if found is not None:
        assert fold(text[found.start : found.end], marks=True).text.strip() == fold(quote, marks=True).text.strip()
