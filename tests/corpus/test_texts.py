from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insightforge.corpus import Line, SourceText, number_lines
from insightforge.corpus.texts import LINE_LIMIT


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\nbc\n", [(1, 0, 1), (2, 2, 4)]),
        ("a\n\nb", [(1, 0, 1), (2, 2, 2), (3, 3, 4)]),
        ("one", [(1, 0, 3)]),
        ("form\x0cfeed\u2028sep\x85end\n", [(1, 0, 17)]),
        ("x" * 4500, [(1, 0, 2000), (2, 2000, 4000), (3, 4000, 4500)]),
        ("x" * 2000 + "\ny", [(1, 0, 2000), (2, 2001, 2002)]),
    ],
)
def test_lines_end_at_line_feeds_and_long_ones_are_numbered_in_segments(
    text: str, lines: list[tuple[int, int, int]]
) -> None:
    assert [tuple(line) for line in number_lines(text)] == lines


@given(st.lists(st.text(max_size=30) | st.integers(1990, 4100).map(lambda n: "é" * n), max_size=8).map("\n".join))
def test_lines_and_the_breaks_between_them_are_the_text(text: str) -> None:
    lines = number_lines(text)
    rebuilt, place = "", 0
    for line in lines:
        assert text[place : line.start] in ("", "\n")
        assert line.end - line.start <= LINE_LIMIT
        assert "\n" not in text[line.start : line.end]
        rebuilt += text[place : line.end]
        place = line.end
    assert text[place:] in ("", "\n")
    assert rebuilt + text[place:] == text
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))


@given(st.text(alphabet="ab\n", min_size=1, max_size=60), st.data())
def test_an_offset_leads_to_its_line(text: str, data: st.DataObject) -> None:
    source = SourceText("p", text)
    offset = data.draw(st.integers(0, len(text) - 1))
    line = source.lines[source.line_at(offset) - 1]
    assert line.start <= offset <= line.end


def test_ranges_of_lines_are_clamped() -> None:
    source = SourceText("p", "one\ntwo\nthree\n")
    assert source.between(2, 3) == "two\nthree"
    assert source.between(0, 99) == "one\ntwo\nthree"
    assert source.between(4, 9) == ""
    assert source.lines[1] == Line(2, 4, 7)


def test_the_body_begins_behind_the_front_matter() -> None:
    text = "---\nteam: Owls\n---\nWe used cats.\n"
    source = SourceText("p", text)
    assert text[source.body :] == "We used cats.\n"
    assert SourceText("p", "no matter\n").body == 0
