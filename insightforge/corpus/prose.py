"""The prose of a text: without code, links, tags, tables of figures and drawings. Only languages are judged by it."""

from __future__ import annotations

import re

_FENCED = re.compile(r"^[ \t]*(`{3,}+|~{3,}+)[^\n]*+\n.*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_MARKUP = re.compile(r"`[^`\n]*`|\$[^$\n]+\$|<[^<>\n]+>")
_NOISE = re.compile(r"^https?://|^www\.|[@\\/_=]")
_LINK_TARGET = re.compile(r"\]\([^)\n]{0,2000}\)")


#: Characters from the head of a text that are looked at: enough for any judgement, however long the text.
_SAMPLE = 500_000


def paragraphs(text: str) -> list[str]:
    """Blocks of prose between blank lines. Lines that are mostly figures, signs or drawings are left out."""
    text = _LINK_TARGET.sub("]", _FENCED.sub("\n\n", text[:_SAMPLE]))
    kept = [_words(_MARKUP.sub(" ", line)) if _is_prose(line) else "" for line in text.split("\n")]
    return [block for block in re.split(r"\n\s*\n", "\n".join(kept)) if block.strip()]


def _words(line: str) -> str:
    """The line without addresses, paths and names made by programs."""
    return " ".join(word for word in line.split() if not _NOISE.search(word))


def letters(text: str) -> int:
    """Number of letters of any script."""
    return sum(map(str.isalpha, text))


def _is_prose(line: str) -> bool:
    solid = "".join(line.split())
    return not solid or letters(solid) > 0.5 * len(solid)
