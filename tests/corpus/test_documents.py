"""HTML, PDF and DOCX."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from insightforge.corpus import html_to_markdown
from insightforge.corpus.readers.docx import read_docx
from insightforge.corpus.readers.html import read_html
from insightforge.corpus.readers.pdf import read_pdf
from insightforge.errors import SourceUnreadable
from tests.corpus.helpers import loaded, pdf

# ---- HTML ------------------------------------------------------------------------------------------------------------


def test_code_keeps_every_byte_wherever_it_stands() -> None:
    code = "def f(x):\n\tif x  <  3:\n\n\n        return  '''```'''  \n"
    page = f"<ul><li>First<pre><code class='language-python'>{code.replace('<', '&lt;')}</code></pre>then</li></ul>"
    assert html_to_markdown(page).text == f"- First\n\n````python\n{code}````\n\n  then\n"


def test_no_marks_are_escaped_or_added_to_words() -> None:
    page = "<p>lr_max and a*b*c, 1. not a list, # nor a head</p>"
    assert html_to_markdown(page).text == "lr_max and a*b*c, 1. not a list, # nor a head\n"


def test_structure_becomes_markdown() -> None:
    page = (
        "<h2>Data</h2><p>See <a href='https://x.org/a'>here</a>.<br>Next</p><ol><li>one</li><li>two</li></ol>"
        "<table><tr><th>fold</th><th>auc</th></tr><tr><td>0</td><td>0.91</td></tr></table>"
    )
    assert html_to_markdown(page).text == (
        "## Data\n\nSee [here](https://x.org/a).\nNext\n\n1. one\n2. two\n\n"
        "| fold | auc |\n| --- | --- |\n| 0 | 0.91 |\n"
    )


def test_scripts_styles_and_inline_images_are_left_out() -> None:
    page = "<title>My post</title><script>x()</script><style>p{}</style>"
    page += "<p>a<img alt='plot' src='data:image/png;base64,AA'></p>"
    reading = html_to_markdown(page)
    assert (reading.text, reading.title, reading.notes) == ("aplot\n", "My post", ("1 embedded image(s) left out",))


def test_the_declared_charset_of_a_page_is_used() -> None:
    page = "<html><head><meta charset='windows-1251'></head><body><p>Привет</p></body></html>"
    assert read_html(page.encode("cp1251"), "p.html").text == "Привет\n"
    assert read_html(page.replace("windows-1251", "utf-8").encode(), "p.html").text == "Привет\n"


def test_a_page_nested_without_end_is_refused_or_read_but_never_raises(tmp_path: Path) -> None:
    deep = "<div>" * 20_000 + "bottom" + "</div>" * 20_000
    corpus = loaded(tmp_path, {"c/deep.html": deep, "c/fine.md": "Fine.\n"})
    assert corpus.text("data/competitions/c/fine.md").text == "Fine.\n"
    assert corpus.source("data/competitions/c/deep.html").problem is not None


# ---- what is around the text of a page ----

TEXT = (
    "<p>" + "The retrained ranker lost a third of its queries, because nobody had looked at the tokens. " * 3 + "</p>"
)
BODY = f"<h1>Ranker</h1>{TEXT}<h2>Fix</h2><pre>a  =  '&lt;nav&gt;'\n</pre>"
MARKDOWN = html_to_markdown(BODY).text


@pytest.mark.parametrize(
    "page",
    [
        f"<nav><ul><li><a href='/'>Home</a></li></ul></nav>{BODY}<footer>Powered by pages 3</footer>",
        f"<div class='nav'><a href='/'>Home</a></div>{BODY}<div id='footer'><p>Version 7</p></div>",
        f"<div role='navigation'>Spaces</div>{BODY}<div role='contentinfo'>Imprint</div>",
        f"<div id='breadcrumb-section'><ol><li>Space</li></ol></div>{BODY}<div class='cookie-banner x'>We use</div>",
        f"<div id='cookie-consent'><p>We value</p><button>Accept all</button></div>{BODY}<aside>More posts</aside>",
        f"<p><a href='/'>Home</a> | <a href='/s'>Space</a></p>{BODY}<div class='page-metadata'>Edited by Jo</div>",
        f"<header><p>Team pages</p></header><main>{BODY}</main><section><p>Comments (2): nice!</p></section>",
        f"<div>Team pages</div><article>{BODY}</article><div>Read next: another post</div>",
        f"<header><a href='/'>Logo</a><h1>Ranker</h1></header><main>{BODY.replace('<h1>Ranker</h1>', '')}</main>",
        f"<header><h1>Team pages</h1></header>{BODY}<div hidden>Saved!</div>",
        f"<body class='nav-open has-sidebar'><div class='content-with-sidebar'>{BODY}</div></body>",
        f"<script>nav()</script><noscript>Enable scripts</noscript>{BODY}",
    ],
)
def test_navigation_headers_footers_and_banners_are_left_out(page: str) -> None:
    assert html_to_markdown(page).text == MARKDOWN


@pytest.mark.parametrize(
    ("page", "kept"),
    [
        ("<nav><p>Only this is here</p></nav>", "Only this is here\n"),
        (f"<div class='menu'>{TEXT}</div>", TEXT[3:-4].strip() + "\n"),
        (f"{TEXT}<div class='footer'><pre>x = 1</pre></div>", TEXT[3:-4].strip() + "\n\n```\nx = 1\n```\n"),
        (f"{TEXT}<p>See <a href='/a'>a</a>, <a href='/b'>b</a></p>", None),
        (f"<section><header><h2>Fix</h2></header>{TEXT}</section>", "## Fix\n\n" + TEXT[3:-4].strip() + "\n"),
    ],
)
def test_what_may_be_the_text_itself_stays(page: str, kept: str | None) -> None:
    text = html_to_markdown(page).text
    assert text == kept if kept else "[b](/b)" in text


@pytest.mark.parametrize("head", ["", "<tr><th></th><th> </th></tr>", "<thead><tr><td></td><td></td></tr></thead>"])
def test_a_table_without_a_head_or_with_an_empty_one_has_its_first_row_as_head(head: str) -> None:
    page = f"<table>{head}<tr><td>step</td><td>loss</td></tr><tr><td>join</td><td>0.03</td></tr></table>"
    assert html_to_markdown(page).text == "| step | loss |\n| --- | --- |\n| join | 0.03 |\n"


# ---- PDF -------------------------------------------------------------------------------------------------------------


def test_a_pdf_is_read_page_by_page() -> None:
    reading = read_pdf(pdf("First page.", "", "Third page."), "p.pdf")
    assert reading.text == "First page.\n\nThird page.\n"
    assert reading.notes == ("page(s) 2 hold no text",)


def test_a_pdf_of_images_is_reported_as_having_no_text() -> None:
    with pytest.raises(SourceUnreadable, match=r"2 page\(s\) hold no text"):
        read_pdf(pdf("", ""), "scan.pdf")


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4\n", b"hello", pdf("x")[:150], b"%PDF-1.7\n" + bytes(500)])
def test_a_broken_pdf_is_refused(data: bytes) -> None:
    with pytest.raises(SourceUnreadable):
        read_pdf(data, "p.pdf")


@pytest.mark.parametrize("algorithm", ["RC4-128", "RC4-40"])
def test_a_protected_pdf_is_refused_and_one_with_an_empty_password_read(algorithm: str) -> None:
    from pypdf import PdfReader, PdfWriter

    def locked(password: str) -> bytes:
        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf("Secret."))))
        writer.encrypt(password, owner_password="owner", algorithm=algorithm)
        out = io.BytesIO()
        writer.write(out)
        return out.getvalue()

    with pytest.raises(SourceUnreadable, match="protected by a password"):
        read_pdf(locked("pw"), "p.pdf")
    assert read_pdf(locked(""), "p.pdf").text == "Secret.\n"


# ---- DOCX ------------------------------------------------------------------------------------------------------------


def _docx() -> bytes:
    from docx import Document

    document = Document()
    document.add_heading("Post-mortem", level=1)
    document.add_paragraph("The join on user_id dropped 3 % of rows & nobody saw it: a < b.")
    document.add_paragraph("Check row counts", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip((*table.rows[0].cells, *table.rows[1].cells), ("step", "loss", "join", "0.03"), strict=True):
        cell.text = text
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def test_a_docx_becomes_markdown() -> None:
    text = read_docx(_docx(), "p.docx").text
    assert text.startswith("# Post-mortem\n\nThe join on user_id dropped 3 % of rows & nobody saw it: a < b.\n")
    assert "- Check row counts\n" in text
    assert text.endswith("\n\n| step | loss |\n| --- | --- |\n| join | 0.03 |\n")


def test_a_docx_that_is_none_is_refused_with_what_to_do() -> None:
    empty_zip = io.BytesIO()
    zipfile.ZipFile(empty_zip, "w").close()
    for data, reason in (
        (b"plain text", "no zip container"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old or password-protected"),
        (empty_zip.getvalue(), "not a readable DOCX"),
        (_docx()[:3000], "DOCX"),
    ):
        with pytest.raises(SourceUnreadable, match=reason):
            read_docx(data, "p.docx")


def test_a_docx_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("insightforge.corpus.readers.docx._UNPACKED_LIMIT", 1000)
    with pytest.raises(SourceUnreadable, match="over the limit"):
        read_docx(_docx(), "p.docx")


def test_a_docx_of_endless_markup_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("insightforge.corpus.readers.docx._MARKUP_LIMIT", 1000)
    with pytest.raises(SourceUnreadable, match="bytes of markup, over the limit of 1,000"):
        read_docx(_docx(), "p.docx")
