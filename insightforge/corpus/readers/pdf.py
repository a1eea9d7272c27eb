"""PDF → plain text, page by page."""

from __future__ import annotations

import io
import logging
from typing import Any

from insightforge.corpus.readers.base import Reading
from insightforge.errors import SourceUnreadable


def read_pdf(data: bytes, name: str) -> Reading:
    """The text of all pages in order.

    Raises:
        SourceUnreadable: protected by a password, damaged, or without text (scanned pages).
    """
    logging.getLogger("pypdf").setLevel(logging.ERROR)  # its warnings about odd files would reach the terminal
    document = _open(data, name)
    texts, broken = _pages(document, name)
    empty = [number for number, text in enumerate(texts, start=1) if not text.strip() and number not in broken]
    if len(empty) + len(broken) == len(texts):
        if broken:
            raise SourceUnreadable(name, f"none of its {len(texts)} page(s) can be read; save it anew")
        raise SourceUnreadable(name, f"its {len(texts)} page(s) hold no text (scanned images?); run OCR on it first")
    text = "\n\n".join(t.strip("\n") for t in texts if t.strip()) + "\n"
    notes: list[str] = []
    if broken:
        notes.append(f"page(s) {_listed(broken)} could not be read")
    if empty:
        notes.append(f"page(s) {_listed(empty)} hold no text")
    return Reading(text, tuple(notes))


def _open(data: bytes, name: str) -> Any:
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError

    try:
        document = PdfReader(io.BytesIO(data))
        if document.is_encrypted and not document.decrypt(""):
            raise SourceUnreadable(name, "is protected by a password; save it without one")
        len(document.pages)
    except SourceUnreadable:
        raise
    except (DependencyError, FileNotDecryptedError):
        raise SourceUnreadable(name, "is encrypted; save it without protection") from None
    except Exception as error:
        # The parser meets damaged files with errors of nearly every built-in kind.
        raise SourceUnreadable(name, f"is not a readable PDF ({type(error).__name__}: {error})") from error
    return document


def _pages(document: Any, name: str) -> tuple[list[str], list[int]]:
    texts, broken = [], []
    for number, page in enumerate(document.pages, start=1):
        try:
            texts.append(_page_text(page, name))
        except SourceUnreadable:
            texts.append("")
            broken.append(number)
    return texts, broken


def _page_text(page: Any, name: str) -> str:
    try:
        return str(page.extract_text())
    except Exception as error:
        raise SourceUnreadable(name, str(error)) from error


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:20])) + (", …" if len(numbers) > 20 else "")
