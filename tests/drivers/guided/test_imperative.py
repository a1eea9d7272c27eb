"""A team's own words become a recommendation, or nothing."""

from __future__ import annotations

import pytest

from insightforge.drivers.guided.imperative import imperative, imperative_sentence


@pytest.mark.parametrize(
    ("verb", "rest", "expected"),
    [
        ("upsampled", "the rare classes to 500 samples", "Upsample the rare classes to 500 samples."),
        ("grouping", "our folds by customer id", "Group the folds by customer id."),
        ("chose", "the longest window that fits, because it was easy", "Choose the longest window that fits."),
        ("removed", "late features and rebuilt the snapshots", "Remove late features and rebuild the snapshots."),
        ("clipping", "gradients to a norm of 1.0", "Clip gradients to a norm of 1.0."),
    ],
)  # fmt: skip
def test_clean_words_are_turned(verb: str, rest: str, expected: str) -> None:
    assert imperative(verb, rest) == expected


@pytest.mark.parametrize(
    ("verb", "rest"),
    [
        ("used", "this for all models"),
        ("used", "the notebook of our host as a start"),
        ("used", "the QZX branch of the pipeline"),
        ("noticed", "that larger images are better"),
        ("fixed", "it"),
        ("saved", "the train_audio files as arrays"),
    ],
)
def test_what_needs_the_write_up_is_left_alone(verb: str, rest: str) -> None:
    assert imperative(verb, rest) is None


def test_whole_sentences_in_the_first_person_and_in_the_imperative() -> None:
    assert imperative_sentence("We then grouped the folds by customer id.") == "Group the folds by customer id."
    assert imperative_sentence("Group the folds by customer id") == "Group the folds by customer id."
    assert imperative_sentence("It was a long week.") is None
