"""Numbers of an item stand in its quotes, with sign and in order, or are declared as derived and recompute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from insightforge.records import Derived
from insightforge.workbench.faults import Fault, clip
from insightforge.workbench.support.derived import recomputes
from insightforge.workbench.support.figures import LOWER_IS_BETTER, Figure, figures, parse, spelled
from insightforge.workbench.view import InsightView, ItemView

_UP = re.compile(
    r"\b(?:gain\w*|rais\w*|lift\w*|improv\w*|boost\w*|add(?:s|ed)?|increas\w*|rise\w*|rose|up|better|higher|helped"
    r"|worth|won)\b",
    re.I,
)
_DOWN = re.compile(
    r"\b(?:los[et]\w*|cost\w*|drop\w*|fell|fall\w*|decreas\w*|reduc\w*|lower\w*|down|worse\w*|hurt\w*|degrad\w*"
    r"|minus)\b",
    re.I,
)
_NEGATED = re.compile(r"(?:\b(?:not|never|no)|n['’]t)(?:\s+\w+){0,2}\s+$", re.I)
_DIMENSION = re.compile(r"[123][- ]?[Dd]\b")
_CHANGE = re.compile(r"\s*(?:to|→|->|=>)\s*", re.I)
_REVERSED = re.compile(r"\b(?:compared\s+(?:to|with)|vs\.?|versus|than|against|instead\s+of|from|over)\b", re.I)
_MOVING = re.compile(
    r"\bfrom\s*$|\b(?:gain\w*|rais\w*|lift\w*|improv\w*|boost\w*|increas\w*|ros?e|los[et]\w*|drop\w*|fell|fall\w*"
    r"|decreas\w*|reduc\w*"
    r"|took|moved|went|goes|turned|pulled|passed|jumped)\b[^.;()]*$",
    re.I,
)
_RISING = re.compile(r"\b(?:rais\w*|lift\w*|increas\w*|r[io]se[sn]?|jumped|boost\w*)\b", re.I)
_FALLING = re.compile(r"\b(?:los[et]\w*|dropp?\w*|fell|falls?|falling|fallen|decreas\w*|reduc\w*|lowered|cut)\b", re.I)
#: Two bounds that need no source: those of a probability.
_BOUNDS = re.compile(r"\b0 (?:or|and|to) 1\b|\b0[-–]1\b(?![\d.])")


@dataclass(frozen=True)
class Shelf:
    """The numbers of an item's quotes, in the order of the item's evidence. `place` counts characters across quotes."""

    figures: tuple[tuple[Figure, int, str], ...]

    @classmethod
    def of(cls, item: ItemView) -> Shelf:
        rows = []
        for at, passage in enumerate(item.passages):
            found = [*figures(passage.quote, loose=True), *spelled(passage.quote)]
            rows += [(f, at, passage.quote) for f in sorted(found, key=lambda f: f.start)]
        return cls(tuple(rows))

    def bears(self, claim: Figure, said: str) -> bool:
        """Whether a quote holds the number, with a sign and a direction that agree."""
        return any(f.same_size(claim) and _signs_agree(claim, said, f, quote) for f, _, quote in self.figures)

    def places(self, number: Figure) -> list[tuple[int, int]]:
        """(quote, offset) of a number of that size."""
        return [(at, f.start) for f, at, _ in self.figures if f.same_size(number)]


def number_faults(view: InsightView, item: ItemView) -> Iterator[Fault]:
    """Numbers in digits that no quote bears, and changes told in the wrong order."""
    shelf = Shelf.of(item)
    derived = list(_sound(item, shelf))
    for declared in item.draft.derived:
        if declared not in derived:
            yield Fault(
                item.index,
                "derived",
                f"{declared.value!r} does not follow as a {declared.how} of {', '.join(declared.of) or 'nothing'}",
                "give the numbers as the quotes write them, earlier one first, or drop it",
            )
    for field, text in view.claims(item):
        claims = figures(text)
        for claim in claims:
            if not _exempt(text, claim) and not shelf.bears(claim, text) and not _declared(claim, text, derived):
                yield Fault(
                    item.index,
                    field,
                    f"the number {claim.text!r} stands in none of the item's quotes{_hint(claim, shelf)}",
                    "quote the passage that holds it, declare how it is derived, or leave it out",
                )
        yield from _order_faults(item, field, text, claims, shelf)


def _sound(item: ItemView, shelf: Shelf) -> Iterator[Derived]:
    for declared in item.draft.derived:
        parts = [parse(text) for text in declared.of]
        known = [p for p in parts if p is not None and shelf.places(p)]
        if len(known) == len(declared.of) and recomputes(declared, known, item, shelf.places):
            yield declared


def _declared(claim: Figure, said: str, derived: list[Derived]) -> bool:
    """A declared number counts when it is written with the same sign, or told in the direction in which it went."""
    for declared in derived:
        value = parse(declared.value)
        if value is None or not value.same_size(claim) or (claim.sign and value.sign != claim.sign):
            continue
        told, went = _direction(said, claim), value.sign or _went(declared)
        if claim.sign or not told or not went or told == went or LOWER_IS_BETTER.search(said):
            return True
    return False


def _went(declared: Derived) -> str:
    """The sign of a declared difference, later minus earlier; empty for what is no difference."""
    parts = [p for p in map(parse, declared.of) if p is not None]
    if declared.how != "difference" or len(parts) != 2:
        return ""
    return "+" if parts[1].signed > parts[0].signed else "-"


def _exempt(text: str, claim: Figure) -> bool:
    """The dimension of a picture or convolution (2-D, 3D), and the bounds of a probability."""
    if _DIMENSION.match(text, claim.start):
        return True
    return any(m.start() <= claim.start and claim.end <= m.end() for m in _BOUNDS.finditer(text))


def _hint(claim: Figure, shelf: Shelf) -> str:
    near = [f.text for f, _, _ in shelf.figures if f.values[0] == claim.values[0]]
    return f" (they have {clip(near[0])})" if near else ""


def _signs_agree(claim: Figure, said: str, held: Figure, quote: str) -> bool:
    if claim.sign and held.sign:
        return claim.sign == held.sign
    if claim.sign:
        told = _direction(quote, held)
        return told == claim.sign or (not told and claim.sign == "+" and _in_table(quote, held))
    if held.sign and not LOWER_IS_BETTER.search(quote):
        return _direction(said, claim) in ("", held.sign)
    return True


def _in_table(quote: str, number: Figure) -> bool:
    """Whether a number stands by itself on its line or in its cell: a delta there is positive unless signed."""
    before = re.split(r"[\n|]", quote[: number.start])[-1]
    after = re.split(r"[\n|]", quote[number.end :])[0]
    return not re.search(r"\w", before + after)


def _direction(text: str, number: Figure) -> str:
    """Whether the words right before (else right after) a number say that something rose or fell: `+`, `-` or empty."""
    before = re.split(r"[.;\n]\s", text[max(0, number.start - 60) : number.start])[-1]
    if words := _moves_in(before):
        return max(words)[1]
    after = re.split(r"[.;,\n]", text[number.end : number.end + 40])[0]
    words = _moves_in(after)
    return min(words)[1] if words else ""


def _moves_in(text: str) -> list[tuple[int, str]]:
    """(place, sign) of words for rising and falling; a negator within three words before turns them."""
    found = [(m.start(), sign) for sign, verb in (("+", _UP), ("-", _DOWN)) for m in verb.finditer(text)]
    return [(at, _flip(sign) if _NEGATED.search(text[:at]) else sign) for at, sign in found]


def _flip(sign: str) -> str:
    return "-" if sign == "+" else "+"


def _order_faults(item: ItemView, field: str, text: str, claims: list[Figure], shelf: Shelf) -> Iterator[Fault]:
    """`A to B` must be told in the order of the quotes; a plain range from small to large may stand."""
    for left, right in pairwise(claims):
        if not _CHANGE.fullmatch(text[left.end : right.start]) or _is_range(text, left, right):
            continue
        if left.value == right.value and left.percent == right.percent:
            yield Fault(item.index, field, f"{clip(text[left.start : right.end])} changes nothing", "give both numbers")
            continue
        firsts, seconds = _origins(left, item, shelf), _origins(right, item, shelf)
        in_order = _told_in_order(firsts, seconds, shelf, _moves(text, left, right))
        if _against_verb(text, left, right) or not in_order:
            problem = f"{clip(text[left.start : right.end])} runs against its verb or the order in the quotes"
            yield Fault(item.index, field, problem, "tell the change in the direction that the quotes report")


def _before(text: str, number: Figure) -> str:
    return text[max(0, number.start - 50) : number.start]


def _is_range(text: str, left: Figure, right: Figure) -> bool:
    """From small to large, and no change."""
    return left.value < right.value and not _moves(text, left, right)


def _moves(text: str, left: Figure, right: Figure) -> bool:
    """Whether the text speaks of a change: by a verb, or because the numbers are scores."""
    return left.decimals >= 3 or right.decimals >= 3 or _MOVING.search(_before(text, left)) is not None


def _against_verb(text: str, left: Figure, right: Figure) -> bool:
    """Whether what rose went down or what fell went up. `Improved` may go either way, as the metric has it."""
    words = [
        (m.start(), up) for up, verb in ((True, _RISING), (False, _FALLING)) for m in verb.finditer(_before(text, left))
    ]
    return bool(words) and max(words)[1] != (right.value > left.value)


def _origins(claim: Figure, item: ItemView, shelf: Shelf) -> list[tuple[int, int]]:
    """Where a number, or the number that it is declared to be rounded from, stands in the quotes."""
    rounded = [d.of[0] for d in item.draft.derived if d.how == "rounding" and len(d.of) == 1 and _is(d.value, claim)]
    sources = [claim, *(f for f in map(parse, rounded) if f is not None)]
    return [place for source in sources for place in shelf.places(source)]


def _is(text: str, claim: Figure) -> bool:
    value = parse(text)
    return value is not None and value.same_size(claim)


def _told_in_order(firsts: list[tuple[int, int]], seconds: list[tuple[int, int]], shelf: Shelf, moving: bool) -> bool:
    """Both numbers in one quote decide; else the order of the quotes does, where the text speaks of a change at all."""
    if not firsts or not seconds:
        return True
    quotes = {at: quote for _, at, quote in shelf.figures}
    within = [(a, b) for a in firsts for b in seconds if a[0] == b[0]]
    if within:
        return any((a < b) != _turned(quotes[a[0]], a[1], b[1]) for a, b in within)
    return moving and any(a < b for a in firsts for b in seconds)


def _turned(quote: str, one: int, other: int) -> bool:
    """Whether the words between two numbers turn their order: `0.927 (compared to 0.78)`."""
    start, end = sorted((one, other))
    between = quote[start:end]
    if re.search(r"\bfrom\b", quote[max(0, start - 12) : start], re.I) or (
        re.search(r"\bto\b", between) and not _REVERSED.search(between)
    ):
        return False
    return _REVERSED.search(between) is not None
