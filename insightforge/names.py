"""Kebab-case names: folder names of domains, clusters and skills."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from insightforge.records import NAME_LIMIT


def kebab(text: str, limit: int = NAME_LIMIT) -> str:
    """Lower-case ASCII words joined by hyphens, cut at a word within `limit`; empty where the text has no such word."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    name = ""
    for part in re.findall(r"[a-z0-9]+", plain):
        longer = f"{name}-{part}" if name else part[:limit]
        if len(longer) > limit:
            break
        name = longer
    return name


def unique(name: str, taken: Collection[str], limit: int = NAME_LIMIT) -> str:
    """`name`, or `name` with the first free number from 2 on."""
    number, candidate = 2, name
    while candidate in taken:
        suffix = f"-{number}"
        candidate, number = name[: limit - len(suffix)].rstrip("-") + suffix, number + 1
    return candidate
