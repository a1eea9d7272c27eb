"""Numbers in words: how many teams or competitions did something, which place they took, and how many of anything else.

Counts of teams and competitions recompute from who is quoted. Any other number word stands in a quote, as a word or in
digits. `One` is no count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from insightforge.workbench.faults import Fault, clip
from insightforge.workbench.support.figures import ORDINALS, WORDS, Figure, figures, parse, spelled
from insightforge.workbench.view import InsightView, ItemView

_COUNT = "|".join(
    w for w in WORDS if w not in ("half", "twice", "double", "doubles", "doubled", "triple", "thrice", "hundred")
)
_ORDINAL = "|".join(ORDINALS)
_LATER = "|".join(n for n, place in ORDINALS.items() if place > 2)
_TEAM = r"(?:teams?|golds?|solutions?|write-?ups?|groups?|authors?|participants?|competitors?|winners?|others|places)"
_CONTEST = r"(?:contests?|competitions?|editions?|projects?|challenges?)"
_LINK = r"(?:\s+(?!(?:of|in|with|from|for|on|and|or|to)\b)[\w-]+){0,2}?\s+"

_PEOPLE = re.compile(rf"\b(?P<n>{_COUNT}|\d+){_LINK}(?P<noun>{_TEAM}|{_CONTEST})\b", re.I)
_MORE = re.compile(
    r"\b(?:another|others?|a (?:third|fourth|fifth|sixth|seventh|eighth)|\w+ more|one (?:team|solution|gold|of)"
    r"|the winner\w*|\w+-placed)\b",
    re.I,
)
_NEXT = re.compile(
    rf"\ba (?P<n>{_LATER})\b(?!-| \w*(?:round|stage|level|pass|time|prize|place|submission|choice|step|phase|copy"
    rf"|model|branch|order|run)\b)",
    re.I,
)
_PLACE = re.compile(
    rf"\b(?P<n>{_ORDINAL})(?:[- ]placed?\b|\s+(?:places?|prizes?|golds?|ranked)\b|(?=(?:,| and"
    rf"| or) (?:{_ORDINAL}) places?\b))",
    re.I,
)
_WORD = re.compile(
    rf"\b(?:(?:{'|'.join(w for w in _COUNT.split('|') if w not in ('zero', 'both', 'two'))})\b"
    rf"|(?:{_LATER})\b(?! of (?:the|all)\b))",
    re.I,
)
_STEPS = r"(?:pseudo )?(?:round|stage|level|iteration|phase|step|pass|place|prize|fold|generation)"
_COUNTED_THING = re.compile(
    r"[- ](?:round|stage|level|iteration|phase|step|pass|fold|model|source|network|mask|epoch|branch|head|layer|copy"
    r"|view|term)s?\b",
    re.I,
)
PARTS = {
    "half": Decimal("0.5"), "halves": Decimal("0.5"), "quarter": Decimal("0.25"), "twice": Decimal(2),
    "double": Decimal(2),
    "doubles": Decimal(2), "doubled": Decimal(2), "triple": Decimal(3), "thrice": Decimal(3),
}  # fmt: skip
_PART = re.compile(rf"\b(?:{'|'.join(PARTS)})\b", re.I)


def count_faults(view: InsightView, item: ItemView) -> Iterator[Fault]:
    """Number words and ordinals that neither recompute from the item's quotes nor stand in them."""
    for field, text in view.claims(item):
        taken: list[tuple[int, int]] = []
        for match in _PEOPLE.finditer(text):
            taken.append(match.span("n"))
            if problem := _people_problem(match, text, item):
                yield Fault(item.index, field, problem, "count who is quoted, or quote the others too")
        yield from _place_faults(item, field, text)
        yield from _word_faults(item, field, text, taken)


def _people_problem(match: re.Match[str], text: str, item: ItemView) -> str | None:
    """`n` teams: all who are quoted, or fewer where the text speaks of others too."""
    number = int(match["n"]) if match["n"].isdigit() else int(WORDS[match["n"].lower()])
    contests = re.fullmatch(_CONTEST, match["noun"], re.I) is not None
    teams = item.teams | {p.team for p in item.passages if p.team and p.source.rank}
    most = len(item.slugs) if contests else len(teams) or len({p.source.path for p in item.passages})
    quoted = min(most, len(item.teams - item.dissenting))
    if number > most:
        return f"{clip(match.group())} where the quotes come from {most}"
    if not contests and number + _others(match, text) < quoted:
        return f"{clip(match.group())} where {quoted} are quoted and too few others are spoken of"
    following = _NEXT.search(text, match.end())
    if (
        following
        and not contests
        and not _MORE.search(text[match.end() : following.start()])
        and _counts_on(match, text)
    ):
        expected = number + 1
        if ORDINALS[following["n"].lower()] != expected:
            return f"{clip(match.group())} followed by {clip(following.group())}"
    return None


def _counts_on(match: re.Match[str], text: str) -> bool:
    """Whether a count is the first mention of teams in its text, so that `a third` must follow two."""
    return not _MORE.search(text[: match.start()]) and match["noun"].lower() not in ("others",)


def _others(match: re.Match[str], text: str) -> int:
    """How many other teams a text speaks of: those counted elsewhere, and each single or unnumbered mention."""
    rest = text[: match.start()] + " " + text[match.end() :]
    counted = sum(WORDS.get(m["n"].lower(), 0) for m in _PEOPLE.finditer(rest))
    many = len(re.findall(r"\b(?:elsewhere|others|teams|nobody|none|some)\b", rest, re.I))
    return int(counted) + len(_MORE.findall(rest)) + 3 * many


def _place_faults(item: ItemView, field: str, text: str) -> Iterator[Fault]:
    ranks = {p.source.rank for p in item.passages if p.source.rank}
    said = " ".join(p.quote for p in item.passages)
    retold = any(not p.source.first_party for p in item.passages)
    for match in _PLACE.finditer(text):
        place = ORDINALS[match["n"].lower()]
        quoted = re.search(rf"\b(?:{match['n']}|{place}(?:st|nd|rd|th))\b", said, re.I)
        if ranks and place not in ranks and not quoted and not retold:
            problem = f"{clip(match.group())} where the quoted teams' places are {sorted(ranks)}"
            yield Fault(item.index, field, problem, "name the place of a quoted team, or leave it out")
    for match in _NEXT.finditer(text):
        if (place := ORDINALS[match["n"].lower()]) > max(len(item.teams), len(item.slugs), 1):
            problem = f"{clip(match.group())}, and {len(item.teams)} teams are quoted"
            yield Fault(item.index, field, problem, "count who is quoted")


def _word_faults(item: ItemView, field: str, text: str, taken: list[tuple[int, int]]) -> Iterator[Fault]:
    """Ordinals, and counts of anything else from three on (triggers apart: they speak of what the reader will meet)."""
    numbers = [f for p in item.passages for f in (*figures(p.quote, loose=True), *spelled(p.quote))]
    held = {v for f in numbers for v in f.values}
    held |= {v for d in item.draft.derived if (f := parse(d.value)) for v in f.values}
    taken = [*taken, *(m.span("n") for m in _NEXT.finditer(text))]
    for match in _WORD.finditer(text):
        word = match.group().lower()
        stands = _ordinal_stands(word, text[match.end() :], item) if word in ORDINALS else WORDS[word] in held
        free = field == "trigger" and word not in ORDINALS
        if stands or free or any(s <= match.start() < e for s, e in taken):
            continue
        problem = f"the number {word!r} stands in none of the item's quotes, nor do they count up to it"
        yield Fault(item.index, field, problem, "quote the passage that holds it, or leave it out")
    for match in _PART.finditer(text if field != "trigger" else ""):
        if not _part_stands(PARTS[match.group().lower()], item, numbers):
            problem = f"{clip(match.group())} follows from no numbers of the item's quotes"
            yield Fault(item.index, field, problem, "quote the passage that says so, or leave it out")


def _ordinal_stands(word: str, after: str, item: ItemView) -> bool:
    """As a word, as a quoted team's place (where no thing is counted), as `3rd`, or as a numbered round or the like."""
    spoken = " ".join(p.sentence for p in item.passages).lower()
    place = ORDINALS[word]
    numbered = rf"\b{place}(?:st|nd|rd|th)\b|\b{place}[- ]{_STEPS}|{_STEPS}s?[ _-]?{place}\b"
    retold = any(not p.source.first_party for p in item.passages)
    ranked = place in {p.source.rank for p in item.passages} and not _COUNTED_THING.match(after)
    return retold or ranked or word in spoken or re.search(numbered, spoken) is not None


def _part_stands(part: Decimal, item: ItemView, numbers: list[Figure]) -> bool:
    """A half or a double: said so, as a number or percentage, or as the ratio of two quoted numbers."""
    said = " ".join(p.sentence for p in item.passages)
    if any(PARTS[m.group().lower()] == part for m in _PART.finditer(said)):
        return True
    values = {f.value for f in numbers if f.value}
    wanted = {part, part * 100, 1 / part}
    return bool(values & wanted) or any(a / b == part for a in values for b in values)
