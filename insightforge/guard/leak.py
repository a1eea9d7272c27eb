"""Terms and URLs of target competitions, and where they stand in a text.

    blacklist/terms.tsv      term, then any columns; a header `term…` and lines starting with # are passed over
    blacklist/urls.tsv       columns by header (`id` or `url`, `scope`), or kind and URL without one
    blacklist/manifest.json  `split_sha256`: the hash of the data/split.json that the list was made for

Fails closed: a split without its own blacklist is an error, never an empty list.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from insightforge.artifacts import read_json, sha256_file
from insightforge.errors import LeakBlocked, RecordInvalid
from insightforge.guard.findings import Finding
from insightforge.guard.seen import Span, spans_as_seen
from insightforge.workspace import Workspace

#: Letters of other alphabets that nobody can tell from Latin ones.
_LOOK_ALIKES = str.maketrans("аеорсухіјѕԁһӏгӊԛԝοαρνικτυχ", "aeopcyxijsdhlrhqwoapviktux")
_TOKEN = re.compile(r"[^\W_]+")
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//[^\s<>\"'`)\]}]+|\b(?:[a-z0-9-]+\.)+[a-z]{2,}/[^\s<>\"'`)\]}]+", re.I)
#: Scopes whose URLs may not stand in a text either; `fetch` alone may.
_TEXT_SCOPES = ("fetch+text", "text", "")


@dataclass(frozen=True)
class LeakTerms:
    """Blacklisted terms (as token runs) and URLs (host and path, canonical). Empty: nothing to keep out."""

    terms: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    urls: frozenset[str] = frozenset()

    @classmethod
    def of(cls, terms: Iterable[str], urls: Iterable[str] = ()) -> LeakTerms:
        """From plain terms and URLs."""
        runs: dict[str, set[tuple[str, ...]]] = {}
        for term in terms:
            run = tuple(_tokens(term))
            if not run:
                continue
            runs.setdefault(run[0], set()).add(run)
            joined = "".join(run)
            if len(run) > 1 and len(joined) >= 8:
                runs.setdefault(joined, set()).add((joined,))
        return cls(
            {first: tuple(sorted(found)) for first, found in sorted(runs.items())},
            frozenset(filter(None, map(canonical_url, urls))),
        )

    @classmethod
    def load(cls, workspace: Workspace) -> LeakTerms:
        """The workspace's blacklist; empty where there is neither a split nor a blacklist.

        Raises:
            LeakBlocked: there is a split and no blacklist made for it, or the blacklist cannot be read.
        """
        folder = workspace.blacklist
        if workspace.split_file.exists():
            _require_own_blacklist(workspace)
        elif not folder.exists():
            return cls()
        terms, urls = folder / "terms.tsv", folder / "urls.tsv"
        return cls.of(_first_column(terms), _text_urls(urls))

    def scan(self, text: str) -> list[Finding]:
        """Every blacklisted term or URL in `text`, in order."""
        if not self.terms and not self.urls:
            return []
        return [Finding(kind, start, end, text[start:end]) for kind, start, end in spans_as_seen(text, self._spans)]

    def _spans(self, text: str) -> Iterator[Span]:
        if self.terms:
            yield from (("blacklisted term", start, end) for start, end in self._term_spans(text))
        if self.urls:
            found = (m for m in _URL.finditer(text) if self._listed(m.group()))
            yield from (("blacklisted URL", *m.span()) for m in found)

    def _term_spans(self, text: str) -> Iterator[tuple[int, int]]:
        spans = [(m.start(), m.end()) for m in _TOKEN.finditer(text)]
        words = [_plain(text[s:e]) for s, e in spans]
        for at, word in enumerate(words):
            for run in self.terms.get(word, ()):
                if tuple(words[at : at + len(run)]) == run:
                    yield spans[at][0], spans[at + len(run) - 1][1]

    def _listed(self, url: str) -> bool:
        """Whether a URL is an entry, or a page below one."""
        parts = re.split(r"(?=[/?#])", canonical_url(url))
        return any("".join(parts[:n]) in self.urls for n in range(1, len(parts) + 1))


def canonical_url(url: str) -> str:
    """Host and path in lower case, without scheme, `www.`, port or trailing punctuation."""
    bare = re.sub(r"^(?:[a-z][a-z0-9+.-]*:)?//", "", url.strip().strip("<>").lower())
    bare = re.sub(r"^(?:[^/@]*@)?(?:www\.)?", "", bare)
    bare = re.sub(r"^([^/:]+):\d+", r"\1", bare)
    return bare.rstrip("/.,;:!?")


def _plain(text: str) -> str:
    """Without case, accents and unusual forms; Cyrillic and Greek letters as the Latin ones they look like."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in letters if not unicodedata.combining(c)).translate(_LOOK_ALIKES)


def _tokens(text: str) -> list[str]:
    return [_plain(m.group()) for m in _TOKEN.finditer(text)]


def _require_own_blacklist(workspace: Workspace) -> None:
    manifest = workspace.blacklist / "manifest.json"
    remedy = "make it with: python -m benchmark blacklist"
    if not manifest.exists() or not (workspace.blacklist / "terms.tsv").exists():
        raise LeakBlocked(f"{workspace.split_file} has no blacklist in {workspace.blacklist}; {remedy}")
    try:
        data = read_json(manifest)
    except (OSError, RecordInvalid) as error:
        raise LeakBlocked(f"the blacklist's manifest cannot be read ({error}); {remedy}") from None
    stated = data.get("split_sha256") if isinstance(data, dict) else None
    if not _first_column(workspace.blacklist / "terms.tsv"):
        raise LeakBlocked(f"{workspace.blacklist / 'terms.tsv'} holds no term, so nothing could be kept out; {remedy}")
    if stated != sha256_file(workspace.split_file):
        raise LeakBlocked(f"{manifest} was made for another split (split_sha256 is {stated!r}); {remedy}")


def _rows(path: Path) -> list[list[str]]:
    if not path.exists():
        return []
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise LeakBlocked(
            f"{path} cannot be read ({error}); make it again with: python -m benchmark blacklist"
        ) from None
    return [line.split("\t") for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _first_column(path: Path) -> list[str]:
    rows = _rows(path)
    return [row[0].strip() for row in rows if not (row is rows[0] and row[0].strip().lower() == "term")]


def _text_urls(path: Path) -> list[str]:
    rows = _rows(path)
    if not rows:
        return []
    header = [name.strip().lower() for name in rows[0]]
    named = "url" in header or "id" in header
    column = header.index("url") if "url" in header else header.index("id") if "id" in header else len(header) - 1
    scope = header.index("scope") if named and "scope" in header else None
    body = rows[1:] if named else rows
    wanted = [
        row
        for row in body
        if len(row) > column and (scope is None or (row[scope : scope + 1] or [""])[0].strip() in _TEXT_SCOPES)
    ]
    return [row[column] for row in wanted if "." in row[column]]
