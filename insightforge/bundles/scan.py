"""The last look at finished texts before they are written, and again from disk: nothing of a target, no secret."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from insightforge.corpus.slugs import title_from_name
from insightforge.errors import CheckFailed, LeakBlocked
from insightforge.guard import Finding, LeakTerms, scan_secrets
from insightforge.records import Competition, Source
from insightforge.workbench.evidence import order_in

#: Stands where a source's origin or licence is known and cannot be shown.
WITHHELD = "(withheld)"
_SCRIPT = re.compile(r"\s*(?:javascript|vbscript|data):", re.I)


def leaks_and_secrets(text: str, terms: LeakTerms) -> tuple[list[Finding], list[Finding]]:
    """Blacklisted terms and URLs in a text, then keys and personal data."""
    return terms.scan(text), list(_secrets(text))


def _secrets(text: str) -> Iterator[Finding]:
    """Paragraph by paragraph: a bundle says most things in several files, and none of them is scanned twice."""
    place = 0
    for block in text.split("\n\n"):
        yield from (replace(f, start=f.start + place, end=f.end + place) for f in _scanned(block))
        place += len(block) + 2


@lru_cache(maxsize=100_000)
def _scanned(block: str) -> tuple[Finding, ...]:
    return tuple(scan_secrets(block))


def without_secrets(text: str) -> str:
    """Text that says where something comes from (a path, a name, a title) with keys and personal data blotted out."""
    for found in reversed(scan_secrets(text)):
        text = f"{text[: found.start]}[{found.kind} removed]{text[found.end :]}"
    return text


def presentable(competition: Competition, terms: LeakTerms) -> Competition:
    """The competition with titles, teams and provenance fit to be shown.

    What names a target, or instructs whoever reads it, is withheld whole. Where a text comes from stays "known", so
    that withholding it never makes the text a document of our own, which may be quoted.
    """

    def fit(text: str | None, otherwise: str | None = None) -> str | None:
        return otherwise if text and (terms.scan(text) or order_in(text) or _SCRIPT.match(text)) else text

    def source(one: Source) -> Source:
        origin = {name: fit(getattr(one, name), WITHHELD) for name in ("url", "license", "provenance")}
        return one.model_copy(update={**origin, "title": fit(one.title), "team": fit(one.team)})

    title = fit(competition.title) or title_from_name(competition.slug)
    return competition.model_copy(update={"title": title, "sources": tuple(map(source, competition.sources))})


def refuse_leaks_and_secrets(files: Mapping[str, str], terms: LeakTerms) -> None:
    """Raise where any of the texts holds something of a target (LeakBlocked), a key or personal data (CheckFailed).

    The messages name file, line and kind, up to ten places; secrets are masked.
    """
    leaks: list[str] = []
    secrets: list[str] = []
    for path, text in files.items():
        found, kept = leaks_and_secrets(text, terms)
        leaks += [placed(path, text, f) for f in found]
        secrets += [placed(path, text, f) for f in kept]
    if leaks:
        raise LeakBlocked(f"nothing was written; of a target: {_some(leaks)}")
    if secrets:
        raise CheckFailed(
            f"nothing was written; keys or personal data: {_some(secrets)}; mend the sources and assemble again"
        )


def placed(path: str, text: str, finding: Finding) -> str:
    """`path:line: kind: what`."""
    return f"{path}:{text.count(chr(10), 0, finding.start) + 1}: {finding.kind}: {finding.shown}"


def _some(found: list[str]) -> str:
    more = f" and {len(found) - 10} more" if len(found) > 10 else ""
    return "; ".join(found[:10]) + more
