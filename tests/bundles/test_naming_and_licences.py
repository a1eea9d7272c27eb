"""Names of folders and files; licences that permit quoting."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insightforge.bundles.licences import permits_quoting
from insightforge.bundles.naming import file_stem, skill_name, title_of
from insightforge.records import NAME_PATTERN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("audio-tagging", "audio-tagging"),
        ("Été & co", "ete-co"),
        ("claude-prompts", "prompts"),
        ("use-anthropic-api", "use-api"),
        ("a" * 50, "a" * 40),
        ("abc-" * 10 + "defgh", "abc-abc-abc-abc-abc-abc-abc-abc-abc-abc"),
    ],
)
def test_skill_names(text: str, expected: str) -> None:
    assert skill_name(text) == expected


@given(st.text(max_size=80), st.sets(st.sampled_from(["a", "b", "insights", "con"])))
def test_any_text_makes_a_valid_name_unlike_those_taken(text: str, taken: set[str]) -> None:
    name = skill_name(text, taken)
    assert re.fullmatch(NAME_PATTERN, name) and len(name) <= 40
    assert name not in taken | {"con", "nul", "aux"}
    assert "claude" not in name and "anthropic" not in name


@given(st.lists(st.text(max_size=100), unique=True, max_size=12))
def test_stems_never_meet(texts: list[str]) -> None:
    taken: set[str] = set()
    stems = [file_stem(t, taken, identity=f"{n}/{t}") for n, t in enumerate(texts)]
    files = [f"{s}{end}".lower() for s in stems for end in (".md", "-evidence.md")]
    assert len(set(files)) == len(files)
    assert all(re.fullmatch(r"[A-Za-z0-9._-]{1,80}", s) and s[0] != "." for s in stems)


def test_titles() -> None:
    assert title_of("drop-noisy-labels") == "Drop noisy labels"


@pytest.mark.parametrize(
    "licence",
    [
        "MIT",
        "mit license",
        "The MIT License",
        "Apache-2.0",
        "BSD-3-Clause",
        "CC0",
        "CC-BY-4.0",
        "CC BY-NC 3.0",
        "GPL-3.0-or-later",
        "LGPL-2.1",
        "AGPLv3".replace("v3", "-3.0"),
        "MPL-2.0",
        "Unlicense",
        "Public Domain",
        "MIT OR GPL-2.0",
        "MIT and CC-BY-4.0",
        "Apache 2.0 + MIT",
    ],
)
def test_free_licences(licence: str) -> None:
    assert permits_quoting(licence)


@pytest.mark.parametrize(
    "licence",
    [
        "none stated in repo root",
        "unknown",
        "CC",
        "All rights reserved",
        "proprietary",
        "no MIT here",
        "MIT and proprietary",
        "",
        "Kaggle terms",
        "mitre",
    ],
)
def test_other_licences(licence: str) -> None:
    assert not permits_quoting(licence)
