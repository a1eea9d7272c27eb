"""What a web page has around its text: navigation, page headers and footers, cookie banners, buttons.

It is dropped only where text is left without it, and never where it holds code.
"""

from __future__ import annotations

import re
from typing import Any

#: Letters that are a text by themselves; and the share of a page's letters that an only article must have.
_ENOUGH, _SHARE = 200, 0.5
#: An element that is judged by its class or id may hold at most this share of the page's letters.
_SMALL = 0.34
_TAGS = ("nav", "button", "select", "dialog", "menu")
_ROLES = frozenset(("navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu", "menubar"))
_AT_THE_EDGE = ("header", "footer", "aside")
_NAMED = re.compile(
    r"(?:(?:site|page|post|entry|main|top|bottom|left|right|side|global|space|wiki|article)[-_]?)?"
    r"(?:nav(?:bar|igation)?|menu(?:bar)?|bread-?crumbs?|footer|masthead|topbar|sidebar|toolbar|pagination|pager|meta"
    r"|metadata|cookies?|gdpr|skip-?links?|social|share)"
    r"|(?:nav|menu|bread-?crumbs?|footer|cookies?|consent|gdpr)[-_][\w-]+|[\w-]+[-_](?:consent|cookies?|cookie-?banner)",
    re.IGNORECASE,
)
#: Blocks before the first heading that are looked at.
_LOOKED_AT = 50
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_SEPARATORS = re.compile(r"[\s|/·•›»>\\,:;-]*")


def drop_chrome(soup: Any) -> None:
    """Take out of a parsed page what is no part of its text."""
    whole = _letters(soup)
    found = [*_outermost(soup, whole), *_bars_of_links(soup)]
    lost = sum(map(_letters, found))
    if whole - lost >= min(_ENOUGH, whole * _SHARE):
        for element in found:
            _drop(element, soup)
    _keep_main(soup)


def _outermost(soup: Any, whole: int) -> list[Any]:
    """Elements that are no text, without those inside another one; what holds code stays."""
    found, inside = [], set[int]()
    for element in soup.find_all(True):
        if id(element) not in inside and _is_chrome(element, whole):
            inside.update(map(id, element.descendants))
            if not element.find("pre"):
                found.append(element)
    return found


def _is_chrome(element: Any, whole: int) -> bool:
    if element.name in _TAGS or str(element.get("role", "")).lower() in _ROLES or element.has_attr("hidden"):
        return True
    if element.name in _AT_THE_EDGE:
        return not element.find_parent(["main", "article"])
    return _is_named(element) and _letters(element) <= _SMALL * whole and not element.find(["main", "article", "h1"])


def _is_named(element: Any) -> bool:
    """Whether its class or id says that it is no text. The page as a whole is never judged by its classes."""
    names = (*(element.get("class") or ()), str(element.get("id") or ""))
    return element.name not in ("html", "body") and any(_NAMED.fullmatch(str(name)) for name in names)


def _bars_of_links(soup: Any) -> list[Any]:
    """Blocks before the first heading that are two links or more with nothing but separators between them."""
    first = soup.find(_HEADINGS)
    blocks = first.find_all_previous(["p", "div", "ul"], limit=_LOOKED_AT) if first else []
    return [b for b in blocks if not b.find(["p", "div", "ul", *_HEADINGS]) and _is_bar_of_links(b)]


def _is_bar_of_links(block: Any) -> bool:
    beside = "".join(str(text) for text in block.find_all(string=True) if not text.find_parent("a"))
    return len(block.find_all("a", href=True)) >= 2 and bool(_SEPARATORS.fullmatch(beside))


def _drop(element: Any, soup: Any) -> None:
    """Take an element out; the headings of a header stay, its h1 only where the page has no other."""
    if element.decomposed:
        return
    if element.name == "header":
        titles = element.find_all("h1")
        alone = len(titles) == len(soup.find_all("h1"))
        for heading in element.find_all(_HEADINGS):
            if not heading.find_parent("nav") and (alone or heading.name != "h1"):
                element.insert_before(heading.extract())
    element.decompose()


def _keep_main(soup: Any) -> None:
    """Reduce the page to its main part, or to its only article where that is most of it; a title before it stays."""
    parts = soup.find_all("main") or soup.find_all(attrs={"role": "main"}) or soup.find_all("article")
    if len(parts) != 1:
        return
    (part,) = parts
    letters = _letters(part)
    if letters < (_SHARE * _letters(soup) if part.name == "article" else _ENOUGH):
        return
    title = None if part.find("h1") else part.find_previous("h1")
    kept = [*([title.extract()] if title else []), part.extract()]
    soup.clear()
    for element in kept:
        soup.append(element)


def _letters(element: Any) -> int:
    return sum(map(str.isalpha, element.get_text()))
