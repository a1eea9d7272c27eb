"""Small workspaces and documents, made by hand."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from insightforge.corpus import Corpus, load_corpus
from insightforge.workspace import Workspace, find_workspace

ENGLISH = (
    "We trained three models on five folds and blended them by the rank of their predictions. The validation split "
    "follows the patient, because slices of one patient look alike, and that is what kept our local score honest. "
    "Augmentation by time shift helped most of all, while a larger backbone did not help and was dropped.\n"
)


def workspace(folder: Path, files: dict[str, str | bytes] | None = None, toml: str = "") -> Workspace:
    """A workspace with files below data/competitions."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "insightforge.toml").write_text(toml, encoding="utf-8")
    write(folder / "data" / "competitions", files or {})
    return find_workspace(folder, exact=True)


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Files by name below a folder, made as needed."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return folder


def loaded(folder: Path, files: dict[str, str | bytes], toml: str = "") -> Corpus:
    return load_corpus(workspace(folder, files, toml))


def notebook(*cells: dict[str, Any], **top: Any) -> bytes:
    """An nbformat 4 notebook."""
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells), **top}).encode()


def code(source: Any, outputs: Any = (), **more: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "outputs": outputs, "metadata": {}, "execution_count": 1, **more}


def markdown(source: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": source, "metadata": {}}


def pdf(*pages: str) -> bytes:
    """A PDF whose pages hold one line of text each; an empty string is a page without text."""
    count = len(pages)
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(count))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for i, line in enumerate(pages):
        stream = f"BT /F1 12 Tf 72 720 Td ({line}) Tj ET" if line else ""
        resources = "<< /Font << /F1 3 0 R >> >>"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * i} 0 R /Resources {resources} >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    out = io.BytesIO(b"%PDF-1.4\n")
    out.seek(0, io.SEEK_END)
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(out.tell())
        out.write(f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1"))
    start = out.tell()
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    out.write("".join(f"{place:010d} 00000 n \n" for place in places).encode())
    out.write(f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode())
    return out.getvalue()
