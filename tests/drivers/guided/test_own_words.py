"""Post-mortems say by their parts what a sentence is: a change, a lesson, a thing in vain."""

from __future__ import annotations

import pytest

from insightforge.drivers.guided.imperative import told_as_change
from insightforge.drivers.guided.own_words import own_words_in
from insightforge.drivers.guided.passages import passages_of
from insightforge.drivers.guided.sections import role_of, role_of_title

POST_MORTEM = """# Ticket router, what happened in May

## Root cause

The training labels were noisy: two groups used the same queue for different things.

## What we changed

We merged the two queues before labelling. The error rate fell from 14% to 6%.

The confidence threshold is set per queue.

## Tried in vain

- Oversampling the small queues. It made no difference.

## Lessons

- Before adding a queue, label 200 tickets by two people.
- Never compare routers on tickets that were routed by one of them.
"""


def said() -> dict[str, tuple[str, str, str | None]]:
    found = own_words_in("p.md", passages_of(POST_MORTEM), POST_MORTEM)
    return {f.frame.action: (f.stance, f.frame.trigger, f.told) for f in found}


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("What we changed (after May)", "change"),
        ("3. Actions and their effect", "change"),
        ("LESSONS LEARNED", "lesson"),
        ("Recommendations for the next project", "lesson"),
        ("What we tried first", "vain"),
        ("Five whys", "cause"),
        ("Before and after", "outcome"),
        ("Model", None),
    ],
)
def test_headings_have_roles(title: str, role: str | None) -> None:
    assert role_of_title(title) == role


def test_the_innermost_heading_decides_and_the_title_gives_none() -> None:
    assert role_of(("Lessons", "Model")) is None
    assert role_of(("Report", "Lessons", "Model")) == "lesson"


def test_changes_lessons_and_vain_attempts_become_items() -> None:
    assert said() == {
        "Merge the two queues before labelling.": (
            "adopted",
            "Part of the labels is wrong or inconsistent.",
            "The error rate fell from 14% to 6%.",
        ),
        "Set the confidence threshold per queue.": ("adopted", "A threshold turns scores into decisions.", None),
        "Do not count on oversampling the small queues.": ("rejected", "One class is much rarer than the other.", None),
        "Label 200 tickets by two people before adding a queue.": (
            "adopted",
            "Labels are made, chosen or corrected for training.",
            None,
        ),
        "Do not compare routers on tickets that were routed by one of them.": (
            "adopted",
            "A model's quality is judged before it is released or submitted.",
            None,
        ),
    }


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("The features are now computed by one library.", "Compute the features by one library."),
        ("An alarm is raised only if five windows agree.", "Raise an alarm only if five windows agree."),
        ("Instead of resizing, we cut the seam into tiles.", "Cut the seam into tiles instead of resizing."),
        ("We rebuilt the snapshot per month, which took a week.", "Rebuild the snapshot per month."),
    ],
)
def test_changes_are_told_in_many_forms(text: str, action: str) -> None:
    assert told_as_change(text) == action


def test_a_write_up_without_such_parts_gives_none() -> None:
    text = "# Solution\n\nWe merged the two queues before labelling.\n"
    assert own_words_in("w.md", passages_of(text), text) == ()
