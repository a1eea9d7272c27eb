"""Invented competitions in memory, for tests of the workbench and its gate."""

from __future__ import annotations

from insightforge.errors import SourceUnreadable
from insightforge.records import Competition, Source, SourceKind
from insightforge.workbench.sources import PlainText


class FakeTexts:
    """Texts by path."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = {path: PlainText.of(text) for path, text in texts.items()}

    def text(self, path: str) -> PlainText:
        if path not in self._texts:
            raise SourceUnreadable(path, "no such text")
        return self._texts[path]


def source(path: str, kind: SourceKind = "writeup", **fields: object) -> Source:
    return Source.model_validate({"path": path, "kind": kind, "text": path, "sha256": "0" * 64, **fields})


def competition(slug: str, *sources: Source, title: str | None = None, deadline: str = "2024-05-01") -> Competition:
    return Competition(slug=slug, title=title or slug.replace("-", " ").title(), deadline=deadline, sources=sources)
