"""Whether a source's licence lets a bundle carry its words, or only point to them."""

from __future__ import annotations

import re

from insightforge.records import Source

_FREE = re.compile(
    r"(?:the )?(?:mit|apache|bsd|0bsd|isc|cc0|cc by|creative commons (?:attribution|zero)|l?gpl|agpl|gnu|mpl|"
    r"mozilla public|unlicen[sc]e|public domain|zlib|bsl 1|boost|eupl|epl|artistic|wtfpl|odc|pddl|psf)\b"
)


def permits_quoting(licence: str) -> bool:
    """Whether a licence, as written in a source's record, lets its text be passed on.

    Of alternatives ("A or B") one is enough, of parts ("A and B") all are needed. An unknown licence does not permit.
    """
    plain = re.sub(r"[\s_/,-]+", " ", licence.lower()).strip()
    parts = re.split(r"\band\b|\+|&", plain)
    return all(any(_FREE.match(choice.strip(" ()")) for choice in re.split(r"\bor\b", part)) for part in parts)


def is_own(source: Source) -> bool:
    """A document of the workspace's owner: nothing says that it came from elsewhere."""
    return source.url is None and source.provenance is None


def may_quote(source: Source | None, mode: str) -> bool:
    """Whether evidence of this source is shown as text. `mode` is `auto`, `quotes` or `by-reference`.

    `auto`: where the licence permits it; without a licence only one's own documents. An unknown source is not quoted.
    """
    if mode != "auto":
        return mode == "quotes"
    if source is None:
        return False
    return permits_quoting(source.license) if source.license else is_own(source)
