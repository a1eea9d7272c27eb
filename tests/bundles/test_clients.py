"""The simulation of listings agrees with what the real clients were seen to do with 180 skills of 150 characters."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from insightforge.bundles.clients import CLIENTS, Head, client_named, description_limit, views

#: As in the measurements: names of 7 characters, descriptions of 150 or 1,000.
SHORT = [Head(f"big-{n:03}", "d" * 150) for n in range(180)]
LONG = [Head(f"big-{n:03}", "d" * 1000) for n in range(60)]


@pytest.mark.parametrize(
    ("client", "window", "heads", "expected"),
    [
        ("claude", 8_000, SHORT, {"bare": 180}),
        ("claude", 40_000, SHORT, {"whole": 180}),
        ("claude", 40_000, LONG, {"whole": 33, "bare": 27}),
        ("droid", 15_000, SHORT, {"whole": 54, "bare": 126}),
        ("droid", 15_000, LONG, {"whole": 9, "bare": 51}),
        ("codex", 21_760, SHORT, {"cut": 180}),
        ("codex", 21_760, LONG, {"cut": 60}),
        ("codex", 40_000, SHORT, {"whole": 180}),
        ("hermes", None, SHORT, {"cut": 180}),
        ("cline", None, SHORT, {"bare": 180}),
        ("gemini", None, SHORT, {"whole": 180}),
    ],
)
def test_as_measured(client: str, window: int | None, heads: list[Head], expected: dict[str, int]) -> None:
    sized = replace(client_named(client), budget=window)
    assert Counter(views(sized, heads)) == expected


@pytest.mark.parametrize(("heads", "whole"), [(SHORT, 59), (LONG, 13)])
def test_copilot_as_measured(heads: list[Head], whole: int) -> None:
    """Names of the rest stand on one line, which is not counted: 59 and 13 descriptions were seen."""
    assert Counter(views(client_named("copilot"), heads))["whole"] == whole


@pytest.mark.parametrize(("tokens", "names"), [(64_000, 123), (32_000, 59), (16_000, 27)])
def test_codex_drops_descriptions_then_skills_in_small_windows(tokens: int, names: int) -> None:
    small = replace(client_named("codex"), budget=tokens * 2 // 100 * 4)
    counted = Counter(views(small, SHORT))
    assert set(counted) == {"bare", "hidden"}
    assert counted["bare"] == pytest.approx(names, abs=4)


@pytest.mark.parametrize(
    ("client", "length", "view"),
    [
        ("codex", 1024, "whole"),
        ("codex", 1025, "cut"),
        ("copilot", 1025, "hidden"),
        ("vibe", 1025, "hidden"),
        ("claude", 1536, "whole"),
        ("claude", 1537, "cut"),
        ("hermes", 61, "cut"),
        ("cline", 10, "bare"),
        ("opencode", 5000, "whole"),
    ],
)
def test_single_descriptions(client: str, length: int, view: str) -> None:
    assert views(client_named(client), [Head("a", "d" * length)]) == [view]


def test_the_limit_is_the_longest_that_all_listings_show_whole() -> None:
    heads = [Head(f"skill-{n:02}", "d" * 1000) for n in range(16)]
    # claude is the tightest: (1,800 - 16 · (5 + 8)) / 16 = 99.5
    assert description_limit(heads, CLIENTS) == 99
    assert description_limit(heads, [client_named("opencode")]) == 300
    assert description_limit([], CLIENTS) == 300


def test_a_listing_without_hope_does_not_shorten_the_others() -> None:
    assert description_limit(SHORT, [client_named("claude")]) == 300
