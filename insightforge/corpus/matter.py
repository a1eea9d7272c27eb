"""Front matter (`---`, YAML, `---`) and titles of documents. Broken front matter costs only itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

#: Keys that are understood, with the spellings that mean the same.
KEYS = {
    "team": "team",
    "rank": "rank",
    "place": "rank",
    "url": "url",
    "posted": "posted",
    "date": "posted",
    "license": "license",
    "licence": "license",
    "title": "title",
    "kind": "kind",
}
_LIMIT = 20_000
_BLOCK = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_PAIR = re.compile(r"^(\w+)[ \t]*:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_FENCED = re.compile(r"^(`{3,}+|~{3,}+)[^\n]*+\n.*?(?:^\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^#{1,2}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_MARKUP = re.compile(r"!\[[^\]]*\]\([^)]*\)|</?[a-zA-Z][^>]*>|[*`]|\]\([^)]*\)|\[(?=[^\]]*\])")


@dataclass(frozen=True)
class FrontMatter:
    """What stood in front of a text: known fields as strings, where the text proper begins, and what was wrong."""

    fields: dict[str, str] = field(default_factory=dict)
    body: int = 0
    note: str | None = None


def split_front_matter(text: str) -> FrontMatter:
    """Read the front matter of `text`. A rule (`---`) that opens a text without fields is no front matter."""
    found = _BLOCK.match(text[:_LIMIT])
    if not found:
        return FrontMatter()
    fields, note = _parse(found[1])
    if fields is None:
        return FrontMatter()
    known = {KEYS[k]: v for k, v in fields.items() if k in KEYS and v and v.lower() not in ("null", "~", "none")}
    return FrontMatter(known, found.end(), note)


def _parse(block: str) -> tuple[dict[str, str] | None, str | None]:
    import yaml

    try:
        # BaseLoader keeps scalars as written: no dates, booleans or numbers to go wrong.
        data = yaml.load(block, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError):
        pairs = {k.lower(): v.strip("'\"") for k, v in _PAIR.findall(block)}
        if not KEYS.keys() & pairs.keys():
            return None, None
        return pairs, "front matter is not valid YAML; plain `key: value` lines in it were used"
    if not isinstance(data, dict) or not data:
        return None, None
    return {str(k).strip().lower(): _scalar(v) for k, v in data.items()}, None


def _scalar(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(v.strip() for v in value if isinstance(v, str))
    return value.strip() if isinstance(value, str) else ""


def first_heading(text: str) -> str | None:
    """The first Markdown heading (levels 1 and 2) outside code, without its marks, at most 200 characters."""
    found = _HEADING.search(_FENCED.sub("", text[:_LIMIT]))
    title = " ".join(_MARKUP.sub("", found[1][:500]).split())[:200] if found else ""
    return title or None
