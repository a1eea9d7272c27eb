"""Names of write-up tasks, and what `--only` and `--limit` choose."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insightforge.errors import UsageError
from insightforge.stages.keys import raw_keys
from insightforge.stages.plan import plan_stage
from insightforge.stages.select import check_globs, is_selected, select
from tests.stages.builders import full, source, world


def keys(*names: str) -> list[str]:
    return [key for key, _ in raw_keys("slug", [source("slug", f"writeups/{name}") for name in names])]


def test_a_plain_stem_is_kept() -> None:
    assert keys("rank-01__team__solution.md", "v1.2.md") == ["slug--rank-01__team__solution", "slug--v1-2"]


@pytest.mark.parametrize("names", [("a.md", "a.pdf"), ("a.md", "A.md"), ("a.b.md", "a-b.md")])
def test_writeups_that_share_a_stem_are_told_apart_whatever_their_order(names: tuple[str, str]) -> None:
    first, second = keys(*names)
    assert first.casefold() != second.casefold()
    assert keys(*reversed(names)) == [second, first]


def test_names_in_other_scripts_and_long_names_become_safe_ones() -> None:
    one, two, three = keys("振り返り.md", "まとめ.md", "x" * 200 + ".md")
    assert re.fullmatch(r"slug--file-[0-9a-f]{6}", one)
    assert one != two
    assert len(three) == len("slug--") + 80 + 7


@given(
    st.sets(
        st.text(st.characters(exclude_characters="/\\\0", exclude_categories=["Cs"]), min_size=1, max_size=120),
        max_size=6,
    )
)
def test_keys_are_safe_and_distinct(names: set[str]) -> None:
    made = keys(*sorted(f"{n}.md" for n in names))
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{1,120}", key) for key in made)
    assert len({key.casefold() for key in made}) == len(made)


def test_globs_choose_by_key_or_competition_in_every_stage_or_in_one() -> None:
    tasks = plan_stage("improvement-raw", world(full("birdclef-2024"), full("UBC-OCEAN"))).tasks
    chosen = [
        [t.task.key for t in tasks if is_selected(t, only)]
        for only in (["birdclef-*"], ["ubc-ocean"], ["competition:*"], ["improvement-raw:*--a"], [])
    ]
    ubc, bird = "UBC-OCEAN--a", "birdclef-2024--a"
    assert chosen == [[bird], [ubc], [], [ubc, bird], [ubc, bird]]


def test_limit_takes_the_first_by_key() -> None:
    tasks = plan_stage("competition", world(full("c"), full("a"), full("b"))).tasks
    assert [t.task.key for t in select(tasks, [], 2)] == ["a", "b"]
    assert select(tasks, [], 0) == []
    assert len(select(tasks, [], None)) == 3


def test_a_glob_of_an_unknown_stage_is_refused() -> None:
    with pytest.raises(UsageError, match="no stage 'competitions'"):
        check_globs(["competitions:*"])
