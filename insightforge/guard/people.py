"""E-mail addresses, plain or spelled out, and telephone numbers in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

#: kind, start and end of what was found.
Span = tuple[str, int, int]

_SIGN = re.compile("[@＠﹫]")
_LOCAL = re.compile(r"(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,63}\Z")
_HOST = re.compile(r"(?:[A-Za-z0-9-]{1,63}\.)+(?P<tld>[A-Za-z]{2,24})\b(?!\()")
#: Last parts of an address that are no words of a sentence.
_ENDS = """
    com org net edu gov mil int info biz io ai co uk de fr eu ch nl dk se fi pl cz es pt ie ru ua cn jp kr tw hk sg au
    nz ca br mx za app dev cloud tech name pro example test
"""
#: Spelled out: with brackets around "at" any dot will do; a bare "at" wants a spelled dot.
_OPEN, _CLOSE = r"\s?[\[({<]\s?", r"\s?[\])}>]\s?"
_SAID_DOT = rf"(?:{_OPEN}(?:dot|\.){_CLOSE}|[ \-_]dot[ \-_])"
_DOT = rf"(?:\s?\.\s?|{_SAID_DOT})"
_PART = r"[A-Za-z0-9][A-Za-z0-9-]{0,62}?"
_PERSON = rf"(?<![\w.+-])[A-Za-z0-9][\w+-]*(?:{_DOT}[\w+-]+){{0,3}}?"
_HOSTS = rf"{_PART}(?:{_DOT}{_PART}){{0,3}}"
_SPELLED = re.compile(
    rf"{_PERSON}(?:(?:{_OPEN}(?:at|@|＠){_CLOSE}|\s?&(?:#64|commat);\s?){_HOSTS}{_DOT}"
    rf"|(?:\s(?:at|@)\s|[-_]at[-_]|\s?@\s?){_HOSTS}{_SAID_DOT})(?:{'|'.join(_ENDS.split())})(?![\w(-])",
    re.I,
)
_SPELLED_MAY = ("dot", "(at", "( at", "[at", "[ at", "{at", "{ at", "<at", "&#64", "&commat", "(@", "[@")
_SUFFIXES = "png jpg jpeg gif svg py ipynb js ts json csv txt md yml yaml pth pt bin ckpt html npy whl zip gz"
_FILE_SUFFIXES = frozenset(_SUFFIXES.split())
_NOT_PEOPLE = frozenset(("git", "hg", "svn"))

#: How far after a word for a telephone its number may stand.
PHONE_REACH = 40
_NUMBER = re.compile(r"(?<!\w)(?<!\d[.,])(?:\+\s?|\(\+?)?\d(?:[ \u00a0().\/–-]{0,3}\d){6,14}(?!\w)")
#: Words that a number to be called follows, and those that mean other things as well.
_STRONG = re.compile(
    r"\b(?:tele)?(?:phone|fon)\b|\btel\b|\bmob(?:ile|il)?\b|\bhandy\b|\bwhatsapp\b|\b(?:tele)?fax\b|\bsms\b|\bhotline\b"
    r"|\bescalat(?:ion|e)\b|\bon[- ]?call\b|\bpager\b|\bextension\b|@[\w-]+\.\w",
    re.I,
)
_WEAK = re.compile(r"\b(?:cell|call|contact|reach|dial|ring)\b", re.I)
_AFTERWARDS = re.compile(r"\s?\((?:mobile|mob|cell|office|home|work|phone|tel|fax|on[- ]?call)\b", re.I)
_DATE = re.compile(r"(?:19|20)\d\d[-/. ][01]?\d[-/. ][0-3]?\d\b|\b[0-3]?\d[-/.][01]?\d[-/.](?:19|20)\d\d")
#: A slash follows an area code only where that begins with 0.
_FRACTION = re.compile(r"[1-9][\d ]*/")
_AREA = re.compile(r"\(\d{3}\)")
_DOTTED = re.compile(r"\+?1?\.?\d{3}\.\d{3}\.\d{4}")
_REGIONS = ("US", "GB")
#: Where a national number that a word announces may be from, besides.
_MORE_REGIONS = (
    "DE",
    "FR",
    "ES",
    "IT",
    "NL",
    "BE",
    "CH",
    "AT",
    "PL",
    "SE",
    "IE",
    "PT",
    "IN",
    "JP",
    "CN",
    "KR",
    "AU",
    "BR",
)


def addresses(text: str) -> Iterator[Span]:
    """Every e-mail address."""
    for sign in _SIGN.finditer(text) if not text.isascii() or "@" in text else ():
        local = _LOCAL.search(text, max(0, sign.start() - 65), sign.start())
        host = _HOST.match(text, sign.end())
        if local and host and local.group().lower() not in _NOT_PEOPLE and host["tld"].lower() not in _FILE_SUFFIXES:
            yield "e-mail address", local.start(), host.end()
    lower = text.lower()
    if any(sign in lower for sign in _SPELLED_MAY):
        yield from (("e-mail address", *match.span()) for match in _SPELLED.finditer(text))


def numbers(text: str) -> Iterator[Span]:
    """Every telephone number: in international form, with an area code in brackets, or beside a word for one."""
    for number in _NUMBER.finditer(text):
        regions = _regions(text, number)
        if regions and not _DATE.search(number.group()) and not _FRACTION.match(number.group()):
            yield from _valid(text, number, regions)


def _regions(text: str, number: re.Match[str]) -> tuple[str | None, ...]:
    """In which countries' national forms a number is looked up; null stands for the international form."""
    digits, start = number.group(), number.start()
    before = text[max(0, start - PHONE_REACH) : start]
    strong = bool(_STRONG.search(before) or _AFTERWARDS.match(text, number.end()))
    trunk = digits.startswith("0") and sum(map(str.isdigit, digits)) >= 9
    if strong or (trunk and _WEAK.search(before)):
        return (None, *_REGIONS, *_MORE_REGIONS)
    if _AREA.match(digits) or _WEAK.search(before):
        return (None, *_REGIONS)
    return (None,) if "+" in digits[:2] else ()


def _valid(text: str, number: re.Match[str], regions: tuple[str | None, ...]) -> Iterator[Span]:
    from phonenumbers import Leniency, PhoneNumberMatcher

    begin = max(0, number.start() - 1)
    window = text[begin : number.end() + 1]
    for region in regions:
        match = next(iter(PhoneNumberMatcher(window, region, leniency=Leniency.VALID)), None)
        if not match or text[number.start() : begin + match.start].strip("(+ "):
            continue
        if "." not in match.raw_string.strip(".") or _DOTTED.fullmatch(match.raw_string.strip(".")):
            yield "phone number", begin + match.start, begin + match.end
            return
