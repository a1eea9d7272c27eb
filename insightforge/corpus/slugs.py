"""Slugs: one canonical name per competition, safe as the name of a folder."""

from __future__ import annotations

import re
import unicodedata

from insightforge.artifacts import sha256_text

_LIMIT = 100
_IN_URL = re.compile(r"(?:^|/)(?:c|competitions)/+([^/?#\s]+)", re.IGNORECASE)


def canonical_slug(value: str) -> str:
    """The slug in `slug`, `c/slug`, `competitions/slug` or a competition's URL, case-folded, as `[a-z0-9]` and hyphens.

    Any other name (of a folder, say) becomes a slug too; one without a Latin letter or digit gets a name from its hash.
    The result never holds a separator or a dot, so it cannot lead out of a folder.
    """
    found = _IN_URL.search(value.strip())
    name = found[1] if found else value.strip().strip("/").rsplit("/", 1)[-1]
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii")
    slug = re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")[:_LIMIT].strip("-")
    return slug or f"project-{sha256_text(value)[:8]}"


def title_from_name(name: str) -> str:
    """A readable title from the name of a folder; one that is written in words already is kept."""
    words = " ".join((name if " " in name.strip() else re.sub(r"[-_]+", " ", name)).split())
    return words[:1].upper() + words[1:] if words else name
