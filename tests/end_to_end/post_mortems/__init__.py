"""Eight invented post-mortems of two teams, as files people would have: Markdown, plain text, HTML, Word and PDF.

Word and PDF files are made from the `.docx.txt` and `.pdf.txt` beside this module, and the secrets of the incident
report are filled in, when a test asks for the folders: neither binary files nor anything like a key is kept here.
"""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path

HERE = Path(__file__).parent
FOLDERS = ("tabular-models", "vision-and-text")
JAPANESE = "問い合わせ分類の振り返り.md"
#: What must stand in no record and in no skill (all invented).
SECRETS = {
    "{key}": "nw-live-" + "7Qp2xZ9bT4mK1vR8sL3cY6dH",
    "{phone}": "+49 30 5683" + " 4472",
    "{email_1}": "marta.lindqvist" + "@northwharf-payments.com",
    "{email_2}": "j.okonkwo" + "@northwharf-payments.com",
    "{email_3}": "risk-oncall" + "@northwharf-payments.com",
    "{email_4}": "priya.raman" + "@northwharf-payments.com",
}


def write_post_mortems(folder: Path) -> list[Path]:
    """Write the two bare folders of four documents each below `folder`; returns them."""
    return [_write_folder(HERE / name, folder / name) for name in FOLDERS]


def _write_folder(source: Path, target: Path) -> Path:
    target.mkdir(parents=True)
    for file in sorted(source.iterdir()):
        if file.name.endswith(".docx.txt"):
            _write_docx(file.read_text(encoding="utf-8"), target / file.stem)
        elif file.name.endswith(".pdf.txt"):
            (target / file.stem).write_bytes(_pdf(file.read_text(encoding="utf-8")))
        else:
            shutil.copyfile(file, target / file.name)
    _fill_in_secrets(target)
    return target


def _fill_in_secrets(folder: Path) -> None:
    for file in folder.glob("*.md"):
        text = file.read_text(encoding="utf-8")
        for placeholder, secret in SECRETS.items():
            text = text.replace(placeholder, secret)
        file.write_text(text, encoding="utf-8", newline="\n")


def _write_docx(text: str, target: Path) -> None:
    """A Word document: `# ` headings, `- ` bullets, `| a | b |` rows, all else paragraphs."""
    from docx import Document

    document = Document()
    for block in text.strip().split("\n\n"):
        lines = block.splitlines()
        if lines[0].startswith("|"):
            _add_table(document, [[cell.strip() for cell in line.strip("|").split("|")] for line in lines])
        elif lines[0].startswith("- "):
            for line in lines:
                document.add_paragraph(line.removeprefix("- "), style="List Bullet")
        elif lines[0].startswith("# "):
            document.add_heading(lines[0].removeprefix("# "), level=1)
        else:
            document.add_paragraph(" ".join(lines))
    document.save(str(target))


def _add_table(document: object, rows: list[list[str]]) -> None:
    table = document.add_table(rows=len(rows), cols=len(rows[0]))  # type: ignore[attr-defined]
    for row, cells in zip(table.rows, rows, strict=True):
        for cell, value in zip(row.cells, cells, strict=True):
            cell.text = value


def _pdf(text: str, lines_per_page: int = 44) -> bytes:
    """A PDF of ASCII text, wrapped at 88 characters as a word processor would print it."""
    lines = [line for part in text.strip().split("\n") for line in (textwrap.wrap(part, 88) or [""])]
    pages = [lines[i : i + lines_per_page] for i in range(0, len(lines), lines_per_page)]
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for i, page in enumerate(pages):
        stream = "BT /F1 11 Tf 15 TL 60 780 Td " + " ".join(f"({_escaped(line)}) Tj T*" for line in page) + " ET"
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {5 + 2 * i} 0 R >>",
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        ]
    return _file_of(objects)


def _escaped(line: str) -> str:
    return line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file_of(objects: list[str]) -> bytes:
    body, offsets = "%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{content}\nendobj\n"
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n"
    return (f"{body}xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}").encode("ascii")
