"""HTML → Markdown: entities decoded once, code byte for byte, no marks escaped; scripts and inline images dropped."""

from __future__ import annotations

import html
import re
from typing import Any

from insightforge.corpus.decoding import clean
from insightforge.corpus.readers.base import Reading, decoded, fenced
from insightforge.corpus.readers.chrome import drop_chrome
from insightforge.errors import SourceUnreadable

_CHARSET = re.compile(rb"<(?:meta|\?xml)[^>]*?(?:charset|encoding)\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_WHOLE_PAGE = re.compile(r"\s*(?:<!--.*?-->\s*)*+(?:<!doctype html|<html[\s>])", re.IGNORECASE | re.DOTALL)
_BLOCK_END = re.compile(r"</(?:p|li|h[1-6]|table|pre|blockquote|div)>", re.IGNORECASE)
_MARKDOWN_MARK = re.compile(
    r"^(?:#{1,6} \S|[-*+] \S|\d+[.)] \S|```|~~~|> |\|.*\|)|\*\*\S|\]\((?:https?:|#|\.)", re.MULTILINE
)
_TAG = re.compile(r"</?(?:[a-z][a-z0-9]*)(?:\s[^<>]*)?/?>", re.IGNORECASE)
#: Paragraphs end where the next one begins; the parser would nest those that are not closed.
_OPEN_PARAGRAPH = re.compile(r"<p(?=[\s>])", re.IGNORECASE)
_DROPPED = ("script", "style", "noscript", "template", "svg", "iframe", "object", "title", "meta", "link")
#: Stands for a code block while the rest is converted; a private-use character marks it.
_HOLDER = "\ue0f1{}\ue0f1"
_HELD = re.compile("\ue0f1(\\d+)\ue0f1")


def looks_like_html(text: str) -> bool:
    """Whether a text is HTML as a whole: a page, or paragraphs in tags with no Markdown mark outside them."""
    if _WHOLE_PAGE.match(text):
        return True
    return text.lstrip()[:1] == "<" and bool(_BLOCK_END.search(text)) and not _MARKDOWN_MARK.search(text)


def read_html(data: bytes, name: str) -> Reading:
    """An HTML page or fragment as Markdown; what is really Markdown under an HTML name gets its entities decoded."""
    declared = _CHARSET.search(data[:4096])
    text, notes = decoded(data, name, declared[1].decode("ascii") if declared else None)
    if not _TAG.search(text):
        return Reading(html.unescape(text), (*notes, "holds no HTML tags; read as plain text with entities decoded"))
    if _MARKDOWN_MARK.search(text) and not _BLOCK_END.search(text) and not _WHOLE_PAGE.match(text):
        return Reading(html.unescape(text), (*notes, "is Markdown under an HTML name; only its entities were decoded"))
    try:
        converted = html_to_markdown(text)
    except RecursionError:
        raise SourceUnreadable(name, "its HTML is nested too deeply to convert; export it as Markdown") from None
    return Reading(converted.text, (*notes, *converted.notes), converted.title)


def html_to_markdown(page: str) -> Reading:
    """Convert HTML to Markdown; the way to read a forum post's HTML as well as a whole page.

    Code blocks come out as fenced blocks at the left margin, their text as it stands in the page.
    """
    from bs4 import BeautifulSoup

    page = _OPEN_PARAGRAPH.sub("</p><p", clean(page)[0].replace("\ue0f1", ""))
    soup = BeautifulSoup(page, "html.parser")
    title = soup.title.get_text(" ", strip=True)[:200] if soup.title else None
    notes = _drop_unreadable(soup)
    blocks = _hold_code(soup)
    text = _converter().convert_soup(soup)
    lines = [_restore(line.rstrip(), blocks) for line in text.split("\n")]
    return Reading(_squeeze(lines), tuple(notes), title or None)


def _drop_unreadable(soup: Any) -> list[str]:
    for element in soup.find_all(_DROPPED):
        element.decompose()
    drop_chrome(soup)
    for table in soup.find_all("table"):
        _drop_empty_head(table)
    images = [i for i in soup.find_all("img") if not i.get("src") or str(i["src"]).startswith("data:")]
    for image in images:
        _become(image, "span", str(image.get("alt") or ""))
    for link in soup.find_all("a", href=re.compile("^(?:data|javascript):", re.IGNORECASE)):
        del link["href"]
    return [f"{len(images)} embedded image(s) left out"] if images else []


def _drop_empty_head(table: Any) -> None:
    """Without the empty rows at its top, so that the first row that says something is the head."""
    for row in table.find_all("tr"):
        if row.get_text(strip=True) or row.find("img"):
            return
        group = row.parent
        row.decompose()
        if group.name == "thead" and not group.find("tr"):
            group.decompose()


def _hold_code(soup: Any) -> list[str]:
    """Take every code block out of the page, a holder left in its place, so that no conversion touches it."""
    blocks: list[str] = []
    for element in soup.find_all("pre"):
        if element.find_parent("pre"):
            continue
        code = "".join("\n" if part.name == "br" else _string(part) for part in element.descendants)
        language = _language(element)
        _become(element, "p", _HOLDER.format(len(blocks)))
        blocks.append(fenced(code.removeprefix("\n"), language, None) if code.strip() else "")
    return blocks


def _string(node: Any) -> str:
    from bs4.element import NavigableString

    return str(node) if type(node) is NavigableString else ""


def _become(element: Any, name: str, text: str) -> None:
    """Make an element another one in its place; replacing it would take as long as it has siblings."""
    element.clear()
    element.name, element.attrs = name, {}
    element.append(text)


def _language(element: Any) -> str:
    for tagged in (element, *element.find_all("code")):
        for name in tagged.get("class") or ():
            if found := re.fullmatch(r"(?:language|lang|highlight-source)-([\w+#.-]+)", str(name)):
                return found[1]
    return ""


def _converter() -> Any:
    from markdownify import MarkdownConverter

    return MarkdownConverter(
        heading_style="ATX", escape_asterisks=False, escape_underscores=False, bullets="-", table_infer_header=True
    )


def _restore(line: str, blocks: list[str]) -> str:
    found = _HELD.search(line)
    if not found:
        return line
    before, after = line[: found.start()].rstrip(), line[found.end() :].strip()
    if not before.strip(" >|"):
        before = ""
    parts = [before, blocks[int(found[1])], _restore(after, blocks)]
    return "\n".join(part for part in parts if part)


def _squeeze(lines: list[str]) -> str:
    """Join lines, runs of blank ones as one; a code block is one element here and keeps its own."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).strip("\n") + "\n" if any(kept) else ""
