"""Names of clusters: minted from terms, kept by overlap; terms: what sets a cluster apart."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from insightforge.clustering import class_terms, match_ids, mint_ids, slug_from_terms
from insightforge.names import kebab, unique
from insightforge.records import NAME_PATTERN


def test_a_cluster_keeps_its_id_while_most_of_its_old_members_are_together() -> None:
    previous = {"audio": ["a", "b", "c", "d"], "images": ["e", "f", "g"]}
    grown = {0: ["a", "b", "c", "x", "y", "z"], 1: ["e", "f", "g", "d"]}
    assert mint_ids(grown, previous, {}) == {0: "audio", 1: "images"}


def test_a_split_keeps_the_id_on_the_larger_part() -> None:
    split = {0: ["a", "b", "c"], 1: ["d", "e"]}
    assert mint_ids(split, {"audio": ["a", "b", "c", "d", "e"]}, {1: ("bird", "song")}) == {0: "audio", 1: "bird-song"}


def test_a_merge_takes_the_id_of_the_larger_part() -> None:
    assert mint_ids({0: list("abcde")}, {"small": ["a", "b"], "large": ["c", "d", "e"]}, {}) == {0: "large"}


def test_members_that_are_gone_do_not_count_against_a_cluster() -> None:
    assert match_ids({0: ["a", "b"]}, {"old": ["a", "b", "gone-1", "gone-2", "gone-3"]}) == {0: "old"}


def test_half_is_not_enough_and_a_retired_id_is_not_given_to_another() -> None:
    scattered = {0: ["a", "x"], 1: ["b", "y"]}
    terms = {0: ("audio",), 1: ("audio",)}
    assert mint_ids(scattered, {"audio": ["a", "b"]}, terms) == {0: "audio-2", 1: "audio-3"}


def test_reserved_ids_are_left_alone() -> None:
    assert mint_ids({0: ["a"]}, {}, {0: ("other",)}, reserved=("other",)) == {0: "other-2"}


@given(
    st.dictionaries(st.integers(0, 5), st.sets(st.sampled_from("abcdefghij"), min_size=1), max_size=5),
    st.dictionaries(st.sampled_from(["p", "q", "r"]), st.sets(st.sampled_from("abcdefghij")), max_size=3),
    st.dictionaries(st.integers(0, 5), st.lists(st.text(max_size=60), max_size=4)),
)
def test_ids_are_always_unique_names(
    members: dict[int, set[str]], previous: dict[str, set[str]], terms: dict[int, list[str]]
) -> None:
    minted = mint_ids(members, previous, terms)
    assert set(minted) == set(members)
    assert len(set(minted.values())) == len(minted)
    assert all(re.fullmatch(NAME_PATTERN, name) and len(name) <= 40 for name in minted.values())


def test_clustering_again_without_change_keeps_every_id() -> None:
    members = {0: ["a", "b"], 1: ["c"], 2: ["d", "e", "f"]}
    first = mint_ids(members, {}, {0: ("x",), 1: ("x",), 2: ("y", "z")})
    assert first == {0: "x", 1: "x-2", 2: "y-z"}
    assert mint_ids(members, {first[k]: v for k, v in members.items()}, {0: ("new",)}) == first


def test_names_are_kebab_case_and_short() -> None:
    assert kebab("Größe & Co. 2024") == "grosse-co-2024"
    assert kebab("x" * 50) == "x" * 40
    assert kebab("日本語") == ""
    assert unique("x" * 40, {"x" * 40}) == "x" * 38 + "-2"
    assert slug_from_terms(("bird song", "audio", "bird", "species")) == "bird-song-audio"
    assert slug_from_terms(()) == "cluster"


def test_terms_are_what_the_texts_of_a_class_share_and_others_lack() -> None:
    texts = ["predict birds in audio", "birds and audio clips predict", "predict loans from tables", "loans in tables"]
    found = class_terms(texts, [0, 0, 1, 1])
    assert set(found[0][:2]) == {"bird", "audio"}
    assert set(found[1][:2]) == {"loan", "table"}


def test_one_long_text_does_not_speak_for_its_class() -> None:
    texts = ["zebra " * 500 + "audio", "audio song", "audio song", "table loan", "table loan"]
    assert "zebra" not in class_terms(texts, ["a", "a", "a", "b", "b"])["a"]


def test_a_single_class_a_single_text_and_no_text() -> None:
    assert class_terms(["bird bird song"], [0], top=1) == {0: ("bird",)}
    assert class_terms([], []) == {}
    assert class_terms(["", "the of"], [0, 1]) == {0: (), 1: ()}
