"""Texts are cut where a reader would cut them, and every passage stands where it says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from insightforge.drivers.guided.passages import passages_of

MARKDOWN = """---
team: Alder
---
# Our solution

## Model
We used a small network. It was trained on 5 folds.

- img size 384
- 5x TTA with flips

```python
secret = 1
```

| step | score |
| --- | --- |
| + more data | 0.91 |

## What did not work
Label smoothing.
"""

WRAPPED = (
    "Things that didn't work\n"
    "Longer inputs.\n"
    "Validation\n"
    "We split the recordings by site so that no site stands in two folds, and we kept the same split for all of\n"
    "the models. The score moved together with the hidden test.\n"
    "2 / 7\n"
    "\n"
)


def texts(source: str) -> list[str]:
    return [p.text for p in passages_of(source)]


def test_markdown_is_cut_into_sentences_items_and_rows_without_code_and_front_matter() -> None:
    assert texts(MARKDOWN) == [
        "We used a small network.",
        "It was trained on 5 folds.",
        "img size 384",
        "5x TTA with flips",
        "| + more data | 0.91 |",
        "Label smoothing.",
    ]


def test_passages_know_the_headings_above_them() -> None:
    first, *_, last = passages_of(MARKDOWN)
    assert first.headings == ("Our solution", "Model")
    assert last.headings == ("Our solution", "What did not work")


def test_a_heading_that_says_it_was_in_vain_is_remembered_with_its_place() -> None:
    last = passages_of(MARKDOWN)[-1]
    assert last.in_vain is not None
    assert MARKDOWN[slice(*last.in_vain)] == "## What did not work"


def test_hard_wrapped_lines_are_joined_and_page_marks_left_out() -> None:
    found = texts(WRAPPED)
    joined = (
        "We split the recordings by site so that no site stands in two folds, and we kept the same split for all of"
    )
    assert f"{joined} the models." in found
    assert not any("2 / 7" in text for text in found)


def test_a_plain_line_that_announces_failures_is_a_heading() -> None:
    longer = next(p for p in passages_of(WRAPPED) if p.text == "Longer inputs.")
    assert longer.heading == "Things that didn't work"
    assert longer.in_vain is not None


def test_talk_below_the_write_up_is_marked_as_discussion() -> None:
    text = "We used ten folds of the data.\nMaple · 2026-06-04T12:07:22.583000\nDid you try twenty folds?\n"
    assert [p.discussion for p in passages_of(text)] == [False, True]


@given(st.text(alphabet=st.sampled_from("ab.,!? \n\t#-*|`0123é"), max_size=300))
def test_every_passage_stands_where_it_says(text: str) -> None:
    for passage in passages_of(text):
        raw = text[passage.start : passage.end]
        assert raw == raw.strip()
        assert "".join(raw.split()) == "".join(passage.text.split())
