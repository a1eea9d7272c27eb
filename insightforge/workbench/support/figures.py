"""Numbers as they are written: `0.90` is `.9`, `1,000` is `1k`, `20 %` is `20%`; but 0.85 is never 85%."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

_SIGN = {"+": "+", "-": "-", "−": "-", "–": "-"}
_FIGURE = re.compile(
    r"(?P<sign>(?<![\w)\].%])[+\-−–](?=\.?\d))?"
    r"(?P<body>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\w.])\.\d+)"
    r"(?P<exp>[eE][+\-−]?\d{1,3}(?!\w|\.\d))?"
    r"(?P<unit>\s?%|\s?percent\b|(?:[kK]|[mM](?!\w)|[bB](?!\w)|bn\b)(?![\w])|\s?(?:thousand|million|billion)\b)?"
)
_SCALE = {"k": 3, "thousand": 3, "m": 6, "million": 6, "bn": 9, "billion": 9, "b": 9}
WORDS: dict[str, int | Decimal] = {
    "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11,
    "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
    "nineteen": 19,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100, "both": 2, "twice": 2, "double": 2,
    "doubles": 2, "doubled": 2,
    "triple": 3, "thrice": 3, "half": Decimal("0.5"),
}  # fmt: skip
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10,
    "eleventh": 11, "twelfth": 12,
}  # fmt: skip
_WORD = re.compile(rf"\b(?:{'|'.join(WORDS)})\b", re.I)
#: Metrics and losses of which less is better.
LOWER_IS_BETTER = re.compile(
    r"\b(?:log ?loss|r?mse|rmsle|mae|mape|smape|mcrmse|error|loss|perplexity|pinball|crps|brier|wer|cer)\b", re.I
)
_DIGIT_ORDINAL = re.compile(r"^(?:st|nd|rd|th)\b")


@dataclass(frozen=True)
class Figure:
    """A number in a text.

    Attributes:
        text: as written, sign and unit included.
        values: what it may mean (7k is 7000; 9b may be a billion or a size).
        decimals: digits after the point, as written.
        sign: `+`, `-` or empty, as written.
        percent: whether it is a percentage.
        spelled: whether it is written as a word.
    """

    text: str
    values: tuple[Decimal, ...]
    decimals: int
    start: int
    end: int
    sign: str = ""
    percent: bool = False
    spelled: bool = False

    @property
    def value(self) -> Decimal:
        """The value without its sign."""
        return self.values[0]

    @property
    def signed(self) -> Decimal:
        return -self.value if self.sign == "-" else self.value

    def same_size(self, other: Figure) -> bool:
        """Equal apart from the sign."""
        return self.percent == other.percent and bool(set(self.values) & set(other.values))


def figures(text: str, *, loose: bool = False) -> list[Figure]:
    """Numbers in digits, in order. Digits after a letter belong to a name, and are left out unless `loose`."""
    found = []
    for match in _FIGURE.finditer(text):
        before = text[match.start("body") - 1 : match.start("body")] if match.start("body") else ""
        if not loose and not match["sign"] and (before.isalpha() or before == "_"):
            continue
        if before == "." and match.start("body") > 1 and text[match.start("body") - 2].isdigit():
            continue
        found.append(_figure(match))
    return found


def spelled(text: str) -> list[Figure]:
    """Numbers in words from two on (`both` and `half` with them), in order."""
    return [
        Figure(m.group(), (Decimal(WORDS[m.group().lower()]),), 0, m.start(), m.end(), spelled=True)
        for m in _WORD.finditer(text)
    ]


def _figure(match: re.Match[str]) -> Figure:
    body = match["body"].replace(",", "")
    base = Decimal(body + (match["exp"] or "").replace("−", "-"))
    unit = (match["unit"] or "").strip().lower()
    percent = unit in ("%", "percent")
    values = (base, base.scaleb(_SCALE[unit])) if unit in _SCALE else (base,)
    return Figure(
        text=match.group().strip(),
        values=tuple(v.normalize() for v in (values[::-1] if unit in ("k", "thousand", "million") else values)),
        decimals=len(body.partition(".")[2]),
        start=match.start(),
        end=match.end(),
        sign=_SIGN.get(match["sign"] or "", ""),
        percent=percent,
    )


def parse(text: str) -> Figure | None:
    """The number that `text` is, or null when it is none or more than one."""
    found = figures(text.strip()) or spelled(text.strip())
    return found[0] if len(found) == 1 and found[0].text == text.strip() else None


def is_digit_ordinal(text: str, figure: Figure) -> bool:
    """Whether a number is written as an ordinal: `2nd`."""
    return _DIGIT_ORDINAL.match(text[figure.end : figure.end + 3]) is not None
