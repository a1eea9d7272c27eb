"""Names of skill folders and of the files in them: unique on any file system, never a word that a client refuses."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from insightforge.artifacts import sha256_text
from insightforge.records import NAME_LIMIT

#: Refused in skill names by one vendor's interface.
FORBIDDEN_WORDS = ("claude", "anthropic")
#: Names that Windows gives to devices, whatever the extension.
DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(1, 10))})
#: Stems that bundles themselves use in `references/`, and `skill`: `skill.md` is a SKILL.md where case is folded.
RESERVED_STEMS = frozenset({"skill", "domain", "competitions", "improvements"})
STEM_LIMIT = 80


def skill_name(text: str, taken: Collection[str] = (), identity: str = "") -> str:
    """A folder name of at most 40 characters in `[a-z0-9-]` without forbidden words, unlike all in `taken`.

    Where the plain name is taken, a hash of `identity` (default: the text) tells the two apart, so that a name does not
    depend on how many others share it.
    """
    words = [w for w in _slug(text).split("-") if w and not any(f in w for f in FORBIDDEN_WORDS)]
    name = _cut("-".join(words), NAME_LIMIT) or "insights"
    clash = name in DEVICES or name in taken
    return _marked(name, identity or text, NAME_LIMIT) if clash or not words else name


def file_stem(text: str, taken: set[str], identity: str = "") -> str:
    """A stem for the files `<stem>.md` and `<stem>-evidence.md`; neither is in `taken`, to which both are added.

    Compared without regard to case, since some file systems fold it; case itself is kept.
    """
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", ascii_text).strip("-.")
    stem = _cut(plain, STEM_LIMIT) or "source"
    if not plain or _clashes(stem.lower(), taken):
        stem = _marked(stem, identity or text, STEM_LIMIT)
    taken |= {stem.lower(), f"{stem}-evidence".lower()}
    return stem


def title_of(name: str) -> str:
    """A kebab-case name as a heading: `drop-noisy-labels` → `Drop noisy labels`."""
    words = name.replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def _clashes(stem: str, taken: set[str]) -> bool:
    base = stem.removesuffix("-evidence")
    return bool({stem, f"{stem}-evidence"} & taken) or base in RESERVED_STEMS or stem.split(".")[0] in DEVICES


def _slug(text: str) -> str:
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_text).strip("-")


def _cut(name: str, limit: int) -> str:
    return name[:limit].rstrip("-.")


def _marked(name: str, identity: str, limit: int) -> str:
    return f"{_cut(name.replace('.', '-'), limit - 7)}-{sha256_text(identity)[:6]}"
