"""Words that tell how something turned out, words that deny, and the clauses that they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from insightforge.techniques import implied, mentions
from insightforge.workbench.conflicts import words_of


def _any(*patterns: str) -> str:
    return "(?:" + "|".join(patterns) + ")"


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"\b{_any(*patterns)}\b", re.I)


# ---- how it turned out ----

_BROUGHT = r"(?:got|gets?|gave|brought|adds?|added|did|gained|bought|made)(?: \w+){0,3}"
_GOOD = _any(
    r"improv\w*", r"help(?:s|ed|ful|ing)?", r"gain(?:s|ed|ing)?", r"boost\w*", r"benefit(?:s|ed)?", "beneficial",
    "better", "best", "useful",
    "essential", "important", "crucial", "critical", r"effective(?:ly)?", r"outperform\w*", "always won", r"beats?",
    r"rais(?:es?|ed)",
    r"lift(?:s|ed)?", "rose", r"rises?", "risen", r"increas(?:es?|ed|ing)", r"work(?:s|ed|ing)?",
    r"perform\w*(?= (?:as |very |really |quite )?well\b)", r"profit\w*", r"success\w*", "paid", "impactful",
    "valuable", r"enabled?", "stable",
    "stabler", r"favou?red", "pulled up", "suited", "sufficed", "mattered", r"reliabl[ey]", "sweet spot", "superior",
    r"significant(?:ly)? (?:boost|gain)", "strongest", "magic", "converged faster", "saved", "key", "promising",
    rf"{_BROUGHT} something",
)  # fmt: skip
_BAD = _any(
    rf"{_BROUGHT} nothing(?! more)", r"hurt(?:s|ing)?", r"harm(?:s|ed|ful|ing)?", "worse", r"worsen\w*", "worst",
    "useless", r"degrad\w*",
    r"deteriorat\w*", r"fail(?:s|ed|ures?)?", r"poor(?:ly|er)?", "lost", r"loses?", "losing", "fell", "fallen",
    "dropped",
    r"drops?(?= (?:in|of|the|due|to|by|score|lb|cv|public|private)\b)", r"decreas\w*", r"unsuccessful\w*",
    r"suffer\w*", "fatal", r"overfit\w*",
    r"trail(?:s|ed)", "marginal", "neutral", "reverse effect", r"negative(?:ly)?", "sank", r"collapsed?", "lowered",
    "inferior", "unimportant",
    "irrelevant", "ineffective", "pointless", "in vain", r"waste\w*", "less accurate", r"lower scores?",
    r"scored (?:\w+ )?lower",
    r"(?:scores?|lb|cv) (?:kept )?(?:\w+ )?(?:drop|worse)\w*", r"slight (?:lb |cv )?drop", "counterproductive",
)  # fmt: skip
_VERDICT = re.compile(rf"\b(?:(?P<good>{_GOOD})|(?P<bad>{_BAD}))\b", re.I)
#: Verdict words that are something else in certain company, or that are weighed against each other.
_NO_VERDICT = re.compile(
    _any(
        r"\bkey (?:nuance|point)", r"\bbest (?:length|N|ratio|epoch|weight|seed|checkpoint|validation|of several)",
        r"\bas well as\b",
        r"\binformation gain\b", r"\bstable diffusion\b", r"\bwork(?:s|ed) (?:on|with|for (?:a|the) team)\b",
        r"\bboosting\b", r"\bboosted tree",
        r"\bcritical (?:section|path)", r"\braise (?:an? )?(?:error|exception|valueerror)", r"\bhelp(?:er)?\(",
        r"\bhard negative",
        r"\bnegatives\b", r"\bnegative (?:sampl|class|exampl|mining|pair|label|log)", r"\bimportant(?: to note|ly)\b",
        r"\bneutral(?= (?:class|label|sentiment))", rf"\bfrom (?:{_BAD}|{_GOOD}) to (?:{_GOOD}|{_BAD})\b",
    ),
    re.I,
)  # fmt: skip
_WELL = re.compile(r"\s+(?:\w+\s+)?(?:well|better|best|great|fine)\b", re.I)

# ---- denial ----

NEGATOR = re.compile(
    _any(
        r"\b(?:not|never|no|none|nothing|nobody|neither|nor|without|cannot|hardly|barely|rarely)\b", r"n['’]t\b",
        r"\b(?:didnt|doesnt|dont|cant|couldnt|wasnt)\b",
    ),
    re.I,
)  # fmt: skip
#: What turns a verdict round, and what turns a bad one only.
_TURNING = _words("reverse of", "instead of", "no longer", "ceased", r"stop(?:s|ped)")
_EASING = _words("less", "fewer", r"prevent\w*", r"avoid\w*", "against", r"resistan\w*", r"reduc\w*")
#: How a text denies: by a negator, a bad verdict, or a word that is negative in itself.
DENIAL = re.compile(
    _any(
        NEGATOR.pattern, rf"\b{_BAD}\b", r"\bnon-\w+", "no-?call", "threw out", "gave up",
        r"\b(?:only|lack\w*|absent|unable|unseen|unlabel\w*|unknown|unavailable|unused|held-?out|hold-?out"
        r"|instead of|rather than)\b",
    ),
    re.I,
)  # fmt: skip
#: The same with words that take away.
REMOVAL = re.compile(
    _any(
        DENIAL.pattern,
        r"\b(?:remov\w*|dropp?\w*|discard\w*|exclud\w*|ignor\w*|avoid\w*|skip\w*|stop\w*|less|fewer|disabl\w*)\b",
    ),
    re.I,
)
#: Reports that nothing was reported: about the sources, not about the matter.
UNREPORTED = re.compile(
    _any(
        r"\b(?:not|never|rarely|hardly|un)\s?-?(?:\w+\s){0,2}?(?:ablat|report|isolat|given|described|measur|separat"
        r"|test|quantif|stated|spelled|said|compared)\w*",
        r"\bno\s+(?:\w+[\s-]){0,4}?(?:ablation|outcome|measurement|comparison|effect size|numbers?|figures?|gain"
        r"|result|sure gain|law)\b",
        r"\b(?:nobody|none|no one|no source|neither source)\b[^.;]{0,30}\b(?:report|isolat|giv|measur|ablat|spell"
        r"|say|compar)\w*",
        r"\b(?:not a (?:sure|law|reported|rule|replacement|proof)|without saying|effect is unknown|reported without)\b",
    ),
    re.I,
)  # fmt: skip

# ---- pieces of text ----

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\s*[;:]\s+|\n\s*(?=[-*•|#])")
_CLAUSE = re.compile(
    "|".join(
        (
            r"(?<=[.!?;])\s+", r":\s+(?=\D)", r"\s*\((?=\D[^)]{25})",
            r",?\s+(?:but|while|whereas|though|although|yet|unless|because|since|hence|so that)\s+",
            r"\s+and\s+(?=(?:hurt|helped|lost|gained|fell|rose|improved|lowered|raised|failed|worked)\b)",
            r",\s+(?=(?:and |or )?(?:one|another|others|the|a (?:second|third|fourth|fifth|sixth)|its|it|they|which"
            r"|with|without)\b)",
        )
    )
)  # fmt: skip


@dataclass(frozen=True)
class Verdict:
    """A word that says how something turned out: `sign` is 1 for better, -1 for worse, negation counted in."""

    word: str
    start: int
    end: int
    sign: int


@lru_cache(maxsize=8192)
def verdicts(text: str) -> tuple[Verdict, ...]:
    """Verdict words of a text, in order."""
    spoiled = [m.span() for m in _NO_VERDICT.finditer(text)]
    found = []
    for match in _VERDICT.finditer(text):
        if any(s <= match.start() < e for s, e in spoiled):
            continue
        sign = 1 if match["good"] else -1
        turned = _turned(text, match.start(), bad=sign < 0)
        if match.group().lower() not in ("work", "working") or turned or _WELL.match(text, match.end()):
            found.append(Verdict(match.group(), match.start(), match.end(), -sign if turned else sign))
    return tuple(found)


def _turned(text: str, start: int, *, bad: bool) -> bool:
    """Whether a negator stands within the five words before, in the same clause; two of them cancel.

    `Less` and `prevented` turn bad words only: less overfitting is good, but `less would be best` still praises.
    """
    before = re.split(r"[.;:,(\n]\s|\bbut\b", text[max(0, start - 60) : start])[-1]
    near = re.sub(r"\bnot only\b|\bno doubt\b", "", " ".join(before.split()[-5:]), flags=re.I)
    turns = len(NEGATOR.findall(near)) + len(_TURNING.findall(near)) + (len(_EASING.findall(near)) if bad else 0)
    far = re.search(r"(?:n['’]t|not) (?:manage|able|succeed)\b", before, re.I) and not NEGATOR.search(near)
    return (turns + bool(far)) % 2 == 1


def clauses(text: str) -> Iterator[tuple[int, str]]:
    """(start, clause) of a text."""
    yield from _pieces(_CLAUSE, text)


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """(start, sentence) of a text; a list item is one."""
    yield from _pieces(_SENTENCE, text)


def _pieces(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for match in pattern.finditer(text):
        if match.start() > at:
            yield at, text[at : match.start()]
        at = match.end()
    if at < len(text):
        yield at, text[at:]


# ---- what a text is about ----

#: Words that do not tell what a clause is about.
_EMPTY = words_of(
    "not no never none nothing neither nor without do does did was were has have had can could will would must should"
    " may might only one two three team teams winner another same other own our very much more most less also just"
    " so such"
    " which who whose use used using make made get got find found both well too yet still even about around where"
    " how them"
    " they last first extra round new later early public private score result model year edition gold"
) | {"didn", "doesn", "don", "isn", "wasn", "what", "though"}
#: Words for one thing that the trade uses in turn (stems, and techniques with `=` before).
_SAME_AS = {
    "soundscap": "target-domain", "lb": "score", "leaderboard": "score", "auc": "score", "validation": "cv",
    "local": "cv", "dataset": "data",
    "sampl": "clip", "record": "clip", "segment": "window", "chunk": "window", "species": "class", "saw": "unseen",
    "see": "unseen",
    "seen": "unseen", "=holdout": "unseen", "=out-of-fold predictions": "unseen", "prob": "probability",
    "enough": "sufficient",
    "img": "image", "additional": "external",
}  # fmt: skip


@lru_cache(maxsize=8192)
def content(text: str) -> frozenset[str]:
    """What a clause is about: the techniques that it names, and its other content words (stemmed, synonyms joined)."""
    found = mentions(text)
    names = {f"={name}" for name in implied(n for mention in found for n in mention.names)}
    ends, starts = [0, *(m.end for m in found)], [*(m.start for m in found), len(text)]
    rest = " ".join(text[a:b] for a, b in zip(ends, starts, strict=True))
    words = (w for w in words_of(_VERDICT.sub(" ", rest)) if w not in _EMPTY and (len(w) > 2 or w.isdigit()))
    return frozenset({_SAME_AS.get(w, w) for w in words} | names | {_SAME_AS[n] for n in names if n in _SAME_AS})
