"""The front matter of a SKILL.md: written so that strict YAML readers and naive line readers see the same text.

A description stands on one physical line, double-quoted, without the characters that need an escape there (quotes,
backslashes, control characters), without `<` and `>` (refused by one validator), and without `---` (one reader splits
there).
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from insightforge.bundles.markdown import one_line
from insightforge.errors import RecordInvalid

#: Shorter descriptions than the limit of the format are whole in more listings; see `insightforge.bundles.clients`.
DESCRIPTION_BEST = 300

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s")
#: What a cut text must not end with before its ellipsis.
_DANGLING = re.compile(r"(?:[\s,;:.(–-]|(?<=\s)(?:and|or|of|the|an?|with|for|by|to|in|on))+$")
_REPLACEMENTS = (
    (r"\s*<=\s*", " ≤ "),
    (r"\s*>=\s*", " ≥ "),
    (r"\s*(?:->|=>)\s*", " → "),
    (r"(?<=[\w%)])\s*<\s*(?=[\d.])", " below "),
    (r"(?<=[\w%)])\s*>\s*(?=[\d.])", " above "),
    (r"[<>]", " "),
    (r'[`"“”]', "'"),
    (r"\\", "/"),
    (r"-{3,}", "--"),
)


def description_text(text: str, limit: int = DESCRIPTION_BEST) -> str:
    """`text` as a description of at most `limit` characters: one line, safe for every reader, cut at a sentence's end.

    Same text in, same text out; a text that is already safe and short enough is unchanged.
    """
    text = one_line(_yaml_printable(one_line(text)))
    for pattern, replacement in _REPLACEMENTS:
        text = re.sub(pattern, replacement, text)
    return shorten(one_line(text).strip("' "), limit).strip("' ") or "No description."


def shorten(text: str, limit: int) -> str:
    """`text` cut to `limit` characters: after its last whole sentence or clause, else after a word and with `…`.

    A whole sentence is preferred only where it keeps at least half of the room.
    """
    if len(text) <= limit:
        return text
    ends = [m.start() for m in _SENTENCE_END.finditer(text, 0, limit + 1)]
    if ends and ends[-1] >= limit // 2:
        return text[: ends[-1]].rstrip(" ;:,")
    room = text[: limit - 1]
    words = room.rsplit(" ", 1)[0] if " " in room else room
    return _DANGLING.sub("", words) + "…"


def front_matter(name: str, description: str) -> str:
    """The block from `---` to `---`, its newline included; read back to make sure that it says what was meant.

    Raises:
        RecordInvalid: when it does not read back equal, which `description_text` rules out.
    """
    lines = [f"{key}: {_quoted(value)}" for key, value in (("name", name), ("description", description))]
    block = "\n".join(["---", *lines, "---", ""])
    if read_front_matter(block)[0] != {"name": name, "description": description}:
        raise RecordInvalid(f"skill {name!r}: its front matter does not read back equal: {description!r}")
    return block


def read_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """The mapping and the body of a SKILL.md.

    Raises:
        RecordInvalid: no front matter, or not a YAML mapping; the message says which.
    """
    found = _FRONT_MATTER.match(text)
    if found is None:
        raise RecordInvalid("no front matter: the file must start with a line '---' and close it with another")
    try:
        data = yaml.safe_load(found.group(1))
    except yaml.YAMLError as error:
        raise RecordInvalid(f"front matter is not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(data, dict):
        raise RecordInvalid(f"front matter is a {type(data).__name__}, not a mapping")
    return data, text[found.end() :]


def _quoted(value: str) -> str:
    dumped = yaml.safe_dump(value, default_style='"', allow_unicode=True, width=10**6)
    return str(dumped).rstrip("\n")


def _yaml_printable(text: str) -> str:
    """Without the characters that the YAML writer escapes (emoji, for one); quotes and backslashes come later."""
    escaped = {c for c in set(text) if not c.isascii() and _quoted(c) != f'"{c}"'}
    return "".join(c for c in text if c not in escaped)
