"""Checks the numbers of the sample's write-ups against what was really run.

    python tests/sample/check_materials.py

A number with a point, a percentage or a signed number in a write-up must be one of these:

- a score of the competition's runs.jsonl, rounded to the digits shown;
- the difference of two scores of one column (two runs, same board), or of two columns of one run;
- a figure about the data in facts.json (also as a percentage);
- where it has at most two decimals: a setting that stands in the competition's experiments, notebooks or description.

Exit code 0, or 4 with one line per number that is none of these.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "data"
COMPETITIONS, LAB = DATA / "competitions", DATA / "lab"
COLUMNS = ("validation", "public", "private")
NUMBER = re.compile(r"(?<![\w.])(?P<sign>[+−-]?)(?P<digits>\d+(?:\.\d+)?)(?P<percent> ?%)?(?![\w]|\.\d)")
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


@dataclass(frozen=True)
class Known:
    """What a competition's write-ups may quote."""

    scores: frozenset[Decimal]
    gains: frozenset[Decimal]
    facts: frozenset[Decimal]
    settings: frozenset[str]


@dataclass(frozen=True)
class Claim:
    """A number as it stands in a write-up, with its line."""

    line: int
    text: str
    value: Decimal
    signed: bool
    percent: bool

    @property
    def places(self) -> int:
        """Digits after the point."""
        return max(0, -int(self.value.as_tuple().exponent))


def runs(slug: str) -> list[dict[str, object]]:
    """The rows of a competition's experiments log."""
    return [json.loads(line) for line in (LAB / slug / "runs.jsonl").read_text(encoding="utf-8").splitlines()]


def known(slug: str) -> Known:
    """Everything that write-ups of this competition may quote."""
    shown, made = COMPETITIONS / slug, LAB / slug
    table = [{c: Decimal(str(r[c])) for c in COLUMNS if r[c] is not None} for r in runs(slug)]
    columns = [[r[c] for r in table if c in r] for c in COLUMNS]
    gains = {abs(a - b) for column in columns for a in column for b in column}
    gains |= {abs(a - b) for r in table for a in r.values() for b in r.values()}
    facts = json.loads((made / "facts.json").read_text(encoding="utf-8"))
    sources = [made / "experiments.py", shown / "description.md", *sorted((shown / "notebooks").glob("*.ipynb"))]
    settings = {m for p in sources for m in re.findall(r"(?<![\w.])\d+(?:\.\d+)?", p.read_text(encoding="utf-8"))}
    return Known(
        frozenset(v for column in columns for v in column),
        frozenset(gains),
        frozenset(abs(Decimal(str(v))) for v in facts.values()),
        frozenset(f"{Decimal(s).normalize():f}" for s in settings),
    )


def claims(text: str) -> list[Claim]:
    """Numbers of a write-up that have to be accounted for; plain integers are not among them."""
    body = FRONT_MATTER.sub(lambda m: "\n" * m.group().count("\n"), text)
    found = []
    for number, line in enumerate(body.split("\n"), start=1):
        for match in NUMBER.finditer(line):
            digits, percent = match["digits"], bool(match["percent"])
            if "." in digits or percent:
                found.append(Claim(number, match.group(), Decimal(digits), bool(match["sign"]), percent))
    return found


def _shown_as(values: frozenset[Decimal], shown: Decimal, places: int) -> bool:
    """Whether one of the values is `shown` when rounded to so many places."""
    half = Decimal(1).scaleb(-places) / 2
    return any(abs(value - shown) <= half for value in values)


def accounted(claim: Claim, known: Known) -> bool:
    """Whether a claim is a score, a gain, a fact or a setting."""
    if claim.percent:
        shares = frozenset(f * 100 for f in known.facts)
        return _shown_as(shares, claim.value, claim.places) or f"{claim.value / 100:f}".rstrip("0") in known.settings
    if claim.places <= 2 and not claim.signed and f"{claim.value.normalize():f}" in known.settings:
        return True
    return any(_shown_as(v, claim.value, claim.places) for v in (known.scores, known.gains, known.facts))


def faults(slug: str) -> list[str]:
    """One line for each number of the competition's write-ups that nothing accounts for."""
    base = known(slug)
    found = []
    for path in sorted((COMPETITIONS / slug / "writeups").glob("*.md")):
        for claim in claims(path.read_text(encoding="utf-8")):
            if not accounted(claim, base):
                place = f"{slug}/writeups/{path.name}:{claim.line}"
                found.append(f"{place}: {claim.text.strip()} stands in no run, gain, fact or setting")
    return found


def main() -> int:
    slugs = sorted(p.parent.name for p in LAB.glob("*/runs.jsonl"))
    found = [fault for slug in slugs for fault in faults(slug)]
    print("\n".join(found) or f"{len(slugs)} competitions: every number of the write-ups is accounted for")
    return 4 if found else 0


if __name__ == "__main__":
    sys.exit(main())
