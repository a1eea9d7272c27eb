"""A reason for refusal: which item, which field, which value, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One reason. `item` is the item's position in the draft from 0; null for the insight as a whole."""

    item: int | None
    field: str
    problem: str
    remedy: str

    def __str__(self) -> str:
        where = f"item {self.item + 1}, {self.field}" if self.item is not None else self.field
        return f"{where}: {self.problem}; {self.remedy}"


def clip(text: str, limit: int = 80) -> str:
    """A value as it stands in a message: quoted, on one line, cut at `limit`."""
    line = " ".join(text.split())
    return repr(line if len(line) <= limit else line[: limit - 1] + "…")
