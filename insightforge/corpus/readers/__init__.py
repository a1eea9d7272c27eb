"""One reader per format, chosen by a file's name. Adding a format is adding a line here."""

from __future__ import annotations

from pathlib import PurePosixPath

from insightforge.corpus.readers.base import Reader, Reading
from insightforge.corpus.readers.docx import read_docx
from insightforge.corpus.readers.html import html_to_markdown, looks_like_html, read_html
from insightforge.corpus.readers.notebook import read_notebook
from insightforge.corpus.readers.pdf import read_pdf
from insightforge.corpus.readers.plain import read_markdown, read_plain
from insightforge.corpus.readers.script import read_script

__all__ = ["Reader", "Reading", "html_to_markdown", "looks_like_html", "reader_for", "script_suffixes"]

_PLAIN = Reader("plain", 1, ".txt", read_plain)
_MARKDOWN = Reader("markdown", 2, ".md", read_markdown)
_HTML = Reader("html", 2, ".md", read_html)
_NOTEBOOK = Reader("notebook", 1, ".md", read_notebook)
_SCRIPT = Reader("script", 1, ".md", read_script)
_PDF = Reader("pdf", 1, ".txt", read_pdf)
_DOCX = Reader("docx", 2, ".md", read_docx)

_BY_SUFFIX = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd", ".mdx", ".rmd", ".qmd"), _MARKDOWN),
    **dict.fromkeys((".txt", ".text", ".rst", ".org", ".adoc", ".asciidoc", ".tex"), _PLAIN),
    **dict.fromkeys((".html", ".htm", ".xhtml"), _HTML),
    **dict.fromkeys((".py", ".r", ".jl"), _SCRIPT),
    ".ipynb": _NOTEBOOK,
    ".pdf": _PDF,
    ".docx": _DOCX,
}
_BARE_NAMES = ("readme", "notes", "writeup", "write-up", "description", "solution", "postmortem", "post-mortem")


def reader_for(name: str) -> Reader | None:
    """The reader for a file of this name, or null. Without a suffix it is read where its name says that it is prose."""
    path = PurePosixPath(name)
    if not path.suffix and path.name.lower() in _BARE_NAMES:
        return _PLAIN
    return _BY_SUFFIX.get(path.suffix.lower())


def script_suffixes() -> frozenset[str]:
    """Suffixes of files that hold code, not prose."""
    return frozenset(s for s, reader in _BY_SUFFIX.items() if reader in (_SCRIPT, _NOTEBOOK))
