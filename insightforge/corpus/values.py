"""Single values as they stand in metadata of every make, turned into ours; what cannot be understood is null."""

from __future__ import annotations

import re
from datetime import date, datetime

_RANK = re.compile(r"\s*#?0*(\d{1,6})(?:\.0)?(?:st|nd|rd|th)?(?![\w.])", re.IGNORECASE)
_RANK_IN_NAME = (
    re.compile(r"(?:^|[^a-z0-9])rank[-_ ]?0*(\d{1,6})(?![0-9])", re.IGNORECASE),
    re.compile(r"(?:^|[^a-z0-9])0*(\d{1,6})(?:st|nd|rd|th)[-_ ](?:place|rank|solution|prize)", re.IGNORECASE),
)
_DATE_FORMATS = ("%m/%d/%Y", "%Y/%m/%d", "%d %B %Y", "%B %d, %Y", "%d %b %Y", "%b %d, %Y", "%d.%m.%Y")
#: Words that people put where there is no licence.
_NO_LICENCE = re.compile(r"(?:none|unknown|n/?a|null|no licen[sc]e|unlicensed|not stated|-|\?)\b|[-?]?$", re.IGNORECASE)


def text_of(value: object) -> str | None:
    """A non-empty string without surrounding white space, or null."""
    return value.strip() or None if isinstance(value, str) else None


def rank_of(value: object) -> int | None:
    """A place from 1 on: `3`, `"03"`, `"3rd"`, `"1st (private)"`; anything else is null."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    found = _RANK.match(str(value))
    return int(found[1]) or None if found else None


def rank_in_name(name: str) -> int | None:
    """The place that a file name states (`rank-03__…`, `3rd-place-…`), or null (`rank-na__…`)."""
    for pattern in _RANK_IN_NAME:
        if found := pattern.search(name):
            return int(found[1]) or None
    return None


def date_of(value: object) -> str | None:
    """A date as `YYYY-MM-DD`, from ISO dates and times, Meta Kaggle's `MM/DD/YYYY HH:MM:SS` and written-out dates.

    A bare year or month (`2026`, `2026-07`) stays what it is: that is all that is known.
    """
    text = text_of(value)
    if text is None or re.fullmatch(r"[12]\d{3}(?:-(?:0[1-9]|1[0-2]))?", text):
        return text
    if found := re.match(r"\d{4}-\d{1,2}-\d{1,2}(?!\d)", text):
        try:
            return date(*map(int, found[0].split("-"))).isoformat()
        except ValueError:
            return None
    for form in _DATE_FORMATS:
        for candidate in (text, text.split(" ")[0]):
            try:
                return datetime.strptime(candidate, form).date().isoformat()
            except ValueError:
                continue
    return None


def licence_of(value: object) -> str | None:
    """A licence as written; the many ways to say that there is none are null."""
    text = text_of(value)
    return None if text is None or _NO_LICENCE.match(text) else text
