"""Front matter reads the same in every reader, strict or naive, whatever the description says."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from skills_ref import validate
from skills_ref.parser import parse_frontmatter

from insightforge.bundles.frontmatter import description_text, front_matter, read_front_matter, shorten
from insightforge.errors import RecordInvalid

SPICY = st.text(
    alphabet=st.sampled_from(list("ab1 \n\r\t#`:?!&*|>%@{}[]<\"'\\-\u0085\u2028\ufeff\U0001f426é日,")), max_size=60
)
ANY = st.one_of(SPICY, st.text(max_size=1200))


def naive(block: str) -> dict[str, str]:
    """What a line reader sees: split at the first colon, quotes taken off, no escapes known."""
    pairs = (line.split(":", 1) for line in block.strip("-\n").split("\n"))
    return {key: value.strip().strip('"') for key, value in pairs}


@given(ANY)
def test_every_reader_sees_the_same_description(text: str) -> None:
    description = description_text(text, 1024)
    block = front_matter("a-skill", description)
    expected = {"name": "a-skill", "description": description}
    assert block.count("\n") == 4
    assert read_front_matter(block + "\nbody")[0] == expected
    assert yaml.safe_load(block.strip("-\n")) == expected
    assert naive(block) == expected
    assert parse_frontmatter(block + "\nbody") == (expected, "body")


@given(ANY, st.integers(20, 300))
def test_descriptions_keep_their_limits_and_settle(text: str, limit: int) -> None:
    description = description_text(text, limit)
    assert 0 < len(description) <= limit
    assert not set(description) & set('<>"\\\n')
    assert "---" not in description
    assert description_text(description, limit) == description


@pytest.mark.parametrize(
    "text",
    [
        "Use when: tabular",
        "Use when [x] y",
        "@foo first",
        "Use a # b",
        "yes",
        "2022",
        "on",
        "12345",
        "a --- b",
        "'quoted' text",
        "{a: b}",
        "- item",
        "| block",
        "null",
        "%tag",
    ],
)
def test_reported_cases_read_back(text: str, tmp_path: Path) -> None:
    """Colons, brackets, marks, comments, booleans and numbers: quoted, so they are text for everyone."""
    description = description_text(text)
    folder = tmp_path / "a-skill"
    folder.mkdir()
    (folder / "SKILL.md").write_text(front_matter("a-skill", description) + "\nbody\n", encoding="utf-8")
    assert validate(folder) == []
    assert read_front_matter((folder / "SKILL.md").read_text(encoding="utf-8"))[0]["description"] == description


@pytest.mark.parametrize("name", ["2022", "on", "1e5", "null", "yes", "0x1f"])
def test_names_that_yaml_would_take_for_something_else(name: str) -> None:
    assert read_front_matter(front_matter(name, "d"))[0]["name"] == name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AUC < 0.9 and n >= 5", "AUC below 0.9 and n ≥ 5"),
        ("score 0.71 -> 0.74", "score 0.71 → 0.74"),
        ("pad with <unk> tokens", "pad with unk tokens"),
        ('the "best" C:\\path', "the 'best' C:/path"),
        ("a --- b ----- c", "a -- b -- c"),
        ("  two\n lines ", "two lines"),
        ("<>", "No description."),
    ],
)
def test_replacements(text: str, expected: str) -> None:
    assert description_text(text) == expected


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (99, "Use when folds are small. Covers splits, seeds and the rest of it."),
        (40, "Use when folds are small."),
        (60, "Use when folds are small. Covers splits, seeds…"),
        (12, "Use when…"),
    ],
)
def test_cut_after_a_sentence_or_a_word(limit: int, expected: str) -> None:
    assert shorten("Use when folds are small. Covers splits, seeds and the rest of it.", limit) == expected


@pytest.mark.parametrize("text", ["no fence", "---\nname: x", "---\n[1, 2]\n---\n", "---\na: b: c\n---\n"])
def test_what_is_no_front_matter_is_said(text: str) -> None:
    with pytest.raises(RecordInvalid):
        read_front_matter(text)
