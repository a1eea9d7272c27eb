"""The domain nearest to a task's description."""

from __future__ import annotations

import pytest

from insightforge.bundles.choose import choose_domain, nearest, words
from insightforge.errors import UsageError
from tests.bundles.factory import tiny_library

TEXTS = {
    "audio": "classify bird calls in sound recordings, mel spectrograms",
    "skin": "classify skin lesions in photographs",
    "text": "rank answers of language models",
}


def test_nearest_by_shared_words() -> None:
    assert nearest("Which birds call in these field recordings?", TEXTS)[0][0] == "audio"
    assert nearest("photographs of moles on the skin", TEXTS)[0][0] == "skin"


def test_words_that_all_share_weigh_least_and_ties_go_by_key() -> None:
    assert [key for key, _ in nearest("nothing in common", TEXTS)] == ["audio", "skin", "text"]
    assert nearest("nothing in common", TEXTS)[0][1] == 0.0


def test_identical_texts_are_nearest() -> None:
    ranked = nearest(TEXTS["skin"], TEXTS)
    assert ranked[0][0] == "skin"
    assert ranked[0][1] == pytest.approx(1.0)


def test_plurals_meet() -> None:
    assert words("Birds, bird; glass AND 3D") == ["bird", "bird", "glass", "and"]


def test_no_shared_word_is_said_with_the_domains_there_are() -> None:
    assert choose_domain("photographs of a plant", tiny_library()) == "plants"
    with pytest.raises(
        UsageError, match=r"no domain shares words with 'zzz'; name one with --domain \(domains: plants\)"
    ):
        choose_domain("zzz", tiny_library())
