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
_BACKSLASH = re.compile(r"\\(?=[!-/:-@\[-`{-~]|$)")
_EDGE_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_LINK = re.compile(r"\](?=[(\[:])")
_BRACKET = re.compile(r"[\[\]]")
_EXPANSION = re.compile(r"([$!@])(?=\{)|\$(?=\d|[A-Z])")
_BLOCK_OPENER = re.compile(r"(?:#{1,6}(?=\s|$)|[-+>|=]|~~~)|(\d+)([.)])(?=\s|$)")
_CODE_EDGE = r"[^`<>&$\\\s!]"
_CODE_SPAN = re.compile(rf"(?<![`!\\])`{_CODE_EDGE}(?:[^`<>&$\\]*{_CODE_EDGE})?`(?!`)")


def one_line(text: str) -> str:
    """`text` on one line: every kind of white space becomes a space, and characters nobody can see go away."""
    visible = (" " if c.isspace() or unicodedata.category(c) in ("Zl", "Zp") else c for c in text)
    kept = (c for c in visible if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return " ".join("".join(kept).split())


def inline(text: str) -> str:
    """`text` as inline Markdown on one line: well-formed code spans stay, everything else is literal."""
    return _escaped(text, _LINK)


def _escaped(text: str, brackets: re.Pattern[str]) -> str:
    line = one_line(text)
    parts: list[str] = []
    position = 0
    for span in _CODE_SPAN.finditer(line):
        parts += [_literal(line[position : span.start()], brackets), span.group(0)]
        position = span.end()
    parts.append(_literal(line[position:], brackets))
    return "".join(parts)


def code(text: str) -> str:
    """`text` as a code span, for paths and the like; escaped prose where it holds a backtick."""
    line = one_line(text)
    return f"`{line}`" if line and "`" not in line else inline(line)


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
    return f"[{_escaped(label, _BRACKET)}]({target})"


def fenced(text: str, indent: str = "") -> str:
    """`text` verbatim in a fenced block, the fence longer than any run of backticks inside; ends without a newline."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join(indent + line if line else "" for line in (f"{fence}text", *text.split("\n"), fence))


def _literal(text: str, brackets: re.Pattern[str]) -> str:
    text = _ENTITY.sub("&amp;", text)
    text = _BACKSLASH.sub(r"\\\\", text)
    text = _TAG_OPENER.sub("&lt;", text)
    text = re.sub(r"([`*])", r"\\\1", text)
    text = _EDGE_UNDERSCORE.sub(r"\\_", text)
    text = text.replace("~~", "\\~\\~")
    text = brackets.sub(r"\\\g<0>", text)
    return _EXPANSION.sub(lambda m: f"&#{ord(m.group(0))};", text)
