"""DOCX → HTML (mammoth) → Markdown."""

from __future__ import annotations

import io
import zipfile

from insightforge.corpus.readers.base import Reading
from insightforge.corpus.readers.html import html_to_markdown
from insightforge.errors import SourceUnreadable

_UNPACKED_LIMIT = 500_000_000
#: The markup alone: conversion takes seconds and 80 MB for each million bytes of it. A long novel has four million.
_MARKUP_LIMIT = 20_000_000
_OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def read_docx(data: bytes, name: str) -> Reading:
    """The document's text, headings, lists and tables as Markdown; images are left out and counted.

    Raises:
        SourceUnreadable: not a DOCX, damaged, or protected.
    """
    import mammoth

    _check_container(data, name)
    try:
        page = mammoth.convert_to_html(
            io.BytesIO(data), convert_image=mammoth.images.img_element(lambda image: {})
        ).value
        converted = html_to_markdown(page)
    except Exception as error:
        # The converter meets damaged documents with errors of nearly every built-in kind.
        raise SourceUnreadable(name, f"is not a readable DOCX ({type(error).__name__}: {error})") from error
    return Reading(converted.text, converted.notes)


def _check_container(data: bytes, name: str) -> None:
    if data.startswith(_OLD_WORD):
        raise SourceUnreadable(name, "is an old or password-protected Word file; save it as an unprotected .docx")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as container:
            parts = container.infolist()
    except zipfile.BadZipFile:
        raise SourceUnreadable(name, "is not a DOCX (no zip container); save it again as .docx") from None
    markup = [part for part in parts if part.filename.lower().endswith((".xml", ".rels"))]
    for what, counted, limit in (("", parts, _UNPACKED_LIMIT), (" of markup", markup, _MARKUP_LIMIT)):
        unpacked = sum(part.file_size for part in counted)
        if unpacked > limit:
            raise SourceUnreadable(name, f"unpacks to {unpacked:,} bytes{what}, over the limit of {limit:,}")
