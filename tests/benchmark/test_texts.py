"""What of a description is kept, and what stands in for a missing one."""

from __future__ import annotations

from benchmark.texts import cleaned

DESCRIPTION = """# Overview

## Description

Name the birds in these [recordings](https://example.org/a?b=c).
![a bird](https://example.org/bird.png) <p>Each clip lasts a minute</p> and holds up to five species, called in turn.

## Timeline

* March 3: start

### Final deadline

* May 5

## Prizes

Money for the first.

## Evaluation

The macro-averaged recall decides, over species with at least one call in the test recordings of the hidden sites.

```
id,label
```

**Citation**

Someone (2020).

**Data**

Clips are sampled at 32 kHz and were recorded in four forests by autonomous units that ran day and night for a year.
"""


def test_shared_sections_code_and_markup_go_and_the_task_stays() -> None:
    text = cleaned(DESCRIPTION)
    for kept in ("Name the birds in these [recordings]", "Each clip lasts a minute", "macro-averaged recall", "32 kHz"):
        assert kept in text
    for gone in ("March 3", "May 5", "Final deadline", "Money", "id,label", "Someone", "example.org", "<p>"):
        assert gone not in text


def test_a_description_that_is_boilerplate_by_its_headings_is_kept_whole() -> None:
    assert cleaned("# Rules\n\nName the birds.\n") == "# Rules\n\nName the birds."


def test_empty_stays_empty() -> None:
    assert cleaned("") == "" and cleaned(" \n\n") == ""
