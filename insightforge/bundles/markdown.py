"""Texts of insights made safe to stand in Markdown that agents read raw and people read rendered.

The texts come from records, and those from strangers' documents: nothing in them may end a list item, open a heading, a
fence, a tag or a link, or be taken for a command or a variable by a client that expands some in skill bodies
(`` !`command` ``, `$ARGUMENTS`, `$1`, `!{…}`, `@{…}`). What needs no escape gets none, so that raw text stays readable.
"""

from __future__ import annotations

import re
import unicodedata

_TAG_OPENER = re.compile(r"<(?=[A-Za-z/!?])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_BACKSLASH = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_EDGE_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_LINK = re.compile(r"\](?=[(\[:])")
_EXPANSION = re.compile(r"([$!@])(?=\{)|\$(?=\d|[A-Z])")
_BLOCK_OPENER = re.compile(r"(?:#{1,6}(?=\s|$)|[-+>|=]|~~~)|(\d+)([.)])(?=\s|$)")
_CODE_SPAN = re.compile(r"(?<![`!])`([^`<>&$\\]+)`(?!`)")


def one_line(text: str) -> str:
    """`text` on one line: every kind of white space becomes a space, and characters nobody can see go away."""
    visible = (" " if c.isspace() or unicodedata.category(c) in ("Zl", "Zp") else c for c in text)
    kept = (c for c in visible if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return " ".join("".join(kept).split())


def inline(text: str) -> str:
    """`text` as inline Markdown on one line: well-formed code spans stay, everything else is literal."""
    line = one_line(text)
    parts: list[str] = []
    position = 0
    for span in _CODE_SPAN.finditer(line):
        parts += [_literal(line[position : span.start()]), span.group(0)]
        position = span.end()
    parts.append(_literal(line[position:]))
    return "".join(parts)


def paragraph(text: str) -> str:
    """`text` as a paragraph of its own: as `inline`, and its first characters open no heading, list, quote or rule."""
    line = inline(text)
    opener = _BLOCK_OPENER.match(line)
    if opener is None:
        return line
    if opener.group(1):
        return f"{opener.group(1)}\\{line[len(opener.group(1)) :]}"
    return "\\" + line


def link(label: str, target: str) -> str:
    """A link; `target` is a relative path of ours."""
    safe = re.sub(r"(?<!\\)([\[\]])", r"\\\1", inline(label))
    return f"[{safe}]({target})"


def fenced(text: str, indent: str = "") -> str:
    """`text` verbatim in a fenced block, the fence longer than any run of backticks inside; ends without a newline."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join(indent + line if line else "" for line in (f"{fence}text", *text.split("\n"), fence))


def _literal(text: str) -> str:
    text = _ENTITY.sub("&amp;", text)
    text = _BACKSLASH.sub(r"\\\\", text)
    text = _TAG_OPENER.sub("&lt;", text)
    text = re.sub(r"([`*])", r"\\\1", text)
    text = _EDGE_UNDERSCORE.sub(r"\\_", text)
    text = text.replace("~~", "\\~\\~")
    text = _LINK.sub(r"\\]", text)
    return _EXPANSION.sub(lambda m: f"&#{ord(m.group(0))};", text)
