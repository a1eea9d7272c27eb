"""Declared numbers that stand in no quote but follow from numbers that do: difference, rounding, ratio, count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from insightforge.records import Derived
from insightforge.workbench.support.figures import Figure, parse
from insightforge.workbench.view import ItemView

Places = Callable[[Figure], list[tuple[int, int]]]


def recomputes(declared: Derived, parts: Sequence[Figure], item: ItemView, places: Places) -> bool:
    """Whether a declared number follows from `parts`, which stand in the item's quotes."""
    value = parse(declared.value)
    if value is None:
        return False
    if declared.how == "count":
        return not parts and value.value in _counts(item)
    if declared.how == "rounding":
        return (
            len(parts) == 1
            and _rounds(parts[0].value, value)
            and parts[0].percent == value.percent
            and _same_sign(parts[0], value)
        )
    if len(parts) != 2:
        return False
    if declared.how == "difference":
        return _is_difference(value, parts[0], parts[1], places)
    return _is_ratio(value, parts[0], parts[1])


def _counts(item: ItemView) -> set[Decimal]:
    """How many teams (with and without those that found otherwise), competitions (likewise) and quotes there are."""
    agreeing = item.teams - item.dissenting
    slugs = {p.slug for p in item.passages if p.source.path not in item.draft.dissent}
    counted = (item.teams, agreeing, item.dissenting, item.slugs, slugs)
    return {Decimal(len(group)) for group in counted} | {Decimal(len(item.passages))}


def _rounds(exact: Decimal, value: Figure) -> bool:
    """Equal after rounding to the written decimals; whole numbers also to two significant digits."""
    steps = [Decimal(1).scaleb(-value.decimals)]
    if value.decimals == 0 and abs(exact) >= 100:
        steps.append(Decimal(1).scaleb(exact.adjusted() - 1))
    return any(
        exact.quantize(step, mode) in value.values for step in steps for mode in (ROUND_HALF_UP, ROUND_HALF_EVEN)
    )


def _same_sign(part: Figure, value: Figure) -> bool:
    return not value.sign or not part.sign or part.sign == value.sign


def _is_difference(value: Figure, first: Figure, second: Figure, places: Places) -> bool:
    """A signed difference is the later number minus the earlier one, in the order in which the quotes report them."""
    change = second.signed - first.signed
    if not _rounds(abs(change), value) or change == 0:
        return False
    if not value.sign:
        return True
    in_order = any(a < b for a in places(first) for b in places(second))
    return in_order and (change < 0) == (value.sign == "-")


def _is_ratio(value: Figure, first: Figure, second: Figure) -> bool:
    if not first.value or not second.value:
        return False
    scale = 100 if value.percent else 1
    return any(_rounds(scale * a / b, value) for a, b in ((first.value, second.value), (second.value, first.value)))
