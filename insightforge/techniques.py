"""The lexicon of machine-learning techniques: canonical names, kinds, other writings, and what implies what.

`techniques.tsv` holds one technique per line: name, kind, aliases (separated by `|`), the more general techniques that
it is a case of, and whether it is a general word of the trade rather than a name ("yes", or "but in actions"). In an
alias a space stands for a space, hyphen, underscore or nothing; a trailing `*` for the rest of a word; an alias in
capitals is matched as it stands, any other in any case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files


@dataclass(frozen=True)
class Technique:
    """One line of the lexicon. `implies`: all that it is a case of, at any remove. `general`: empty for a name."""

    name: str
    kind: str
    aliases: tuple[str, ...]
    implies: frozenset[str]
    general: str


@lru_cache(maxsize=1)
def lexicon() -> dict[str, Technique]:
    """Every technique by its canonical name."""
    text = files("insightforge").joinpath("techniques.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:] if line.strip()]
    direct = {row[0]: _split(row[3]) for row in rows}
    return {
        name: Technique(name, kind, (name, *_split(aliases)), frozenset(_closure(name, direct)), general)
        for name, kind, aliases, _, general in rows
    }


@dataclass(frozen=True)
class Mention:
    """A writing of a technique in a text. `names`: every technique that it may stand for, the most specific first."""

    names: tuple[str, ...]
    start: int
    end: int


def find(text: str) -> list[tuple[str, int, int]]:
    """Techniques named in `text` as (canonical name, start, end), in order, without overlap, the longest writing first.

    Where one writing stands for several techniques the most specific one is given.
    """
    return [(mention.names[0], mention.start, mention.end) for mention in mentions(text)]


def implied(names: Iterable[str]) -> set[str]:
    """`names` with everything that they are cases of."""
    known = lexicon()
    return {general for name in names for general in (name, *known[name].implies)}


def kind_of(name: str) -> str:
    """The kind of a technique by its canonical name."""
    return lexicon()[name].kind


def _split(cell: str) -> tuple[str, ...]:
    return tuple(part for part in cell.split("|") if part)


def _closure(name: str, direct: dict[str, tuple[str, ...]]) -> set[str]:
    found: set[str] = set()
    todo = list(direct[name])
    while todo:
        if (general := todo.pop()) not in found:
            found.add(general)
            todo += direct[general]
    return found


# ---- one alternation for all aliases, as a trie ----


@dataclass(frozen=True)
class _Matcher:
    """A compiled trie; its n-th (empty) group stands at the end of the n-th alias, whose techniques `names` holds."""

    pattern: re.Pattern[str]
    names: tuple[tuple[str, ...], ...]


def mentions(text: str) -> list[Mention]:
    """Writings of techniques in `text`, in order, without overlap, the longest first."""
    spans = [
        (m.start(), m.start() + len(m.group().rstrip(" \n\t_-")), matcher.names[m.lastindex - 1])
        for matcher in _matchers()
        for m in matcher.pattern.finditer(text)
        if m.lastindex
    ]
    chosen: list[Mention] = []
    for start, end, names in sorted(spans, key=lambda s: (s[0], -s[1])):
        if not chosen or start >= chosen[-1].end:
            chosen.append(Mention(names, start, end))
    return chosen


@lru_cache(maxsize=1)
def _matchers() -> tuple[_Matcher, _Matcher]:
    owners: dict[str, list[Technique]] = {}
    for technique in lexicon().values():
        for alias in dict.fromkeys(_normal(a) for a in technique.aliases):
            owners.setdefault(alias, []).append(technique)
    exact = {alias: group for alias, group in owners.items() if _in_capitals(alias)}
    loose = {alias: group for alias, group in owners.items() if not _in_capitals(alias)}
    return _matcher(loose, re.IGNORECASE), _matcher(exact, re.NOFLAG)


def _matcher(owners: dict[str, list[Technique]], flags: re.RegexFlag) -> _Matcher:
    root: dict[str, object] = {}
    for alias in sorted(owners):
        node = root
        for char in alias:
            node = node.setdefault(char, {})  # type: ignore[assignment]
        node[""] = alias
    order: list[str] = []
    pattern = re.compile(rf"(?<![A-Za-z0-9]){_render(root, order)}(?![A-Za-z0-9])", flags)
    specific = [tuple(t.name for t in sorted(owners[a], key=lambda t: (-len(t.implies), t.name))) for a in order]
    return _Matcher(pattern, tuple(specific))


def _render(node: dict[str, object], order: list[str]) -> str:
    """A trie as a regular expression that prefers longer aliases; notes aliases in the order of their groups."""
    # What is spelled out comes before an optional space, and the rest of a word last.
    children = sorted(node.items(), key=lambda pair: (pair[0] == "*", pair[0] == " "))
    branches = [_piece(key) + _render(child, order) for key, child in children if key and isinstance(child, dict)]
    if "" in node:
        alias = str(node[""])
        order.append(alias)
        plural = "" if alias.endswith("*") or len(alias) < 3 else "s?"
        branches.append(plural + "()")
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


def _piece(char: str) -> str:
    return {" ": r"(?:-\n|[\s_-])?", "*": r"\w*"}.get(char, re.escape(char))


def _normal(alias: str) -> str:
    """Hyphens as spaces; what is not in capitals in lower case."""
    spaced = re.sub(r"[\s-]+", " ", alias.strip())
    return spaced if _in_capitals(spaced) else spaced.lower()


def _in_capitals(alias: str) -> bool:
    """Whether an alias is an abbreviation to be matched as it stands: more capitals than small letters, at most six."""
    letters = [c for c in alias if c.isalpha()]
    return len(letters) <= 6 and sum(c.isupper() for c in letters) > len(letters) / 2
