"""Words that tell how something turned out, words that deny, and the clauses that they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from insightforge.techniques import implied, mentions
from insightforge.workbench.conflicts import words_of


def _any(words: str) -> str:
    return "|".join(words.split())


_GOOD = (
    r"improv\w*|help(?:s|ed|ful|ing)?|gain(?:s|ed|ing)?|boost\w*|benefit(?:s|ed)?|beneficial|better|best|useful|essential|important|crucial|critical"
    r"|effective(?:ly)?|outperform\w*|always won|beat|beats|rais(?:e|es|ed)|lift(?:s|ed)?|rose|rises?|risen|increas(?:e|es|ed|ing)"
    r"|work(?:s|ed|ing)?|perform\w*(?= (?:as |very |really |quite )?well\b)|profit\w*|success\w*|paid|impactful|valuable|enabled?|stable|stabler|favou?red|pulled up|suited|sufficed|mattered|reliabl[ey]"
    r"|sweet spot|superior|significant(?:ly)? (?:boost|gain)|strongest|magic|converged faster|saved|key|promising"
)
_BAD = (
    r"hurt(?:s|ing)?|harm(?:s|ed|ful|ing)?|worse|worsen\w*|worst|useless|degrad\w*|deteriorat\w*|fail(?:s|ed|ure|ures)?|poor(?:ly|er)?|lost|loses?|losing"
    r"|fell|fallen|dropped|drops?(?= (?:in|of|the|due|to|by|score|lb|cv|public|private)\b)|decreas\w*|unsuccessful\w*|suffer\w*|fatal"
    r"|overfit\w*|trail(?:s|ed)|marginal|neutral|reverse effect|negative(?:ly)?|net-negative|sank|collapsed?"
    r"|lowered|inferior|unimportant|irrelevant|ineffective|pointless|in vain|waste\w*|less accurate|lower scores?|scored (?:\w+ )?lower|(?:scores?|lb|cv) (?:kept )?(?:\w+ )?(?:drop|worse)\w*|slight (?:lb |cv )?drop|poorer|counterproductive"
)
_BROUGHT = r"(?:got|gets?|gave|brought|adds?|added|did|gained|bought|made)(?: \w+){0,3}"
_GOOD = rf"{_GOOD}|{_BROUGHT} something"
_BAD = rf"{_BROUGHT} nothing(?! more)|{_BAD}"
_VERDICT = re.compile(rf"\b(?:(?P<good>{_GOOD})|(?P<bad>{_BAD}))\b", re.I)
#: Verdict words that are something else in certain company.
_NO_VERDICT = re.compile(
    r"\b(?:key (?:nuance|point)|best (?:length|N|ratio|epoch|weight|seed|checkpoint|validation|of several)|(?:a|the) loss|public (?:perch|notebook)"
    r"|information gain|stable diffusion|work(?:s|ed) (?:on|with|for (?:a|the) team)|as well as|boosting|boosted tree|critical (?:section|path)"
    r"|raise (?:an? )?(?:error|exception|valueerror)|broken|help(?:er)?\(|hard negative|negative (?:sampl|class|exampl|mining|pair|label|log)|negatives"
    r"|negative(?= (?:class|sampl|exampl))|important(?: to note|ly)|neutral(?= (?:class|label|sentiment)))",
    re.I,
)
_FROM_TO = re.compile(rf"\bfrom (?:{_BAD}|{_GOOD}) to (?:{_GOOD}|{_BAD})\b", re.I)
NEGATOR = re.compile(
    r"\b(?:not|never|no|none|nothing|nobody|neither|nor|without|cannot|hardly|barely|rarely)\b|n['’]t\b|\b(?:didnt|doesnt|dont|cant|couldnt|wasnt)\b",
    re.I,
)
#: What turns a bad word into a good one, and the other way round.
_TURNING = re.compile(r"\b(?:reverse of|instead of|no longer|ceased|stop(?:s|ped))\b", re.I)
_EASING = re.compile(r"\b(?:less|fewer|prevent\w*|avoid\w*|against|resistan\w*|reduc\w*)\b", re.I)
_WELL = re.compile(r"\s+(?:\w+\s+)?(?:well|better|best|great|fine)\b", re.I)
#: How a text denies: by a negator, a verdict, or a word that is negative in itself.
DENIAL = re.compile(
    rf"{NEGATOR.pattern}|\b(?:{_BAD})\b|\b(?:only|lack\w*|absent|unable|unseen|unlabel\w*|unknown|unavailable|unused|held-?out|hold-?out|instead of|rather than)\b"
    r"|\bnon-\w+|no-?call|threw out|gave up",
    re.I,
)
#: The same with words that take away.
REMOVAL = re.compile(
    rf"{DENIAL.pattern}|\b(?:remov\w*|dropp?\w*|discard\w*|exclud\w*|ignor\w*|avoid\w*|skip\w*|stop\w*|less|fewer|disabl\w*)\b",
    re.I,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\s*[;:]\s+|\n\s*(?=[-*•|#])")
_CLAUSE = re.compile(
    r"(?<=[.!?;])\s+|:\s+(?=\D)|\s*\((?=\D)|,?\s+(?:but|while|whereas|though|although|yet|unless|because|since|hence|so that)\s+"
    r"|\s+and\s+(?=(?:hurt|helped|lost|gained|fell|rose|improved|lowered|raised|failed|worked)\b)"
    r"|,\s+(?=(?:and |or )?(?:one|another|others|the|a (?:second|third|fourth|fifth|sixth)|its|it|they|which|with|without)\b)"
)
#: Reports that nothing was reported: about the sources, not about the matter.
UNREPORTED = re.compile(
    r"\b(?:not|never|rarely|hardly|un)\s?-?(?:\w+\s){0,2}?(?:ablat|report|isolat|given|described|measur|separat|test|quantif|stated|spelled|said|compared)\w*"
    r"|\bno\s+(?:\w+[\s-]){0,4}?(?:ablation|outcome|measurement|comparison|effect size|numbers?|figures?|gain|result|sure gain|law)\b"
    r"|\b(?:nobody|none|no one|no source|neither source)\b[^.;]{0,30}\b(?:report|isolat|giv|measur|ablat|spell|say|compar)\w*"
    r"|\b(?:not a (?:sure|law|reported|rule|replacement|proof)|without saying|effect is unknown|reported without)\b",
    re.I,
)


@dataclass(frozen=True)
class Verdict:
    """A word that says how something turned out: `sign` is 1 for better, -1 for worse, negation counted in."""

    word: str
    start: int
    end: int
    sign: int


def verdicts(text: str) -> list[Verdict]:
    """Verdict words of a text, in order."""
    spoiled = [m.span() for pattern in (_NO_VERDICT, _FROM_TO) for m in pattern.finditer(text)]
    found = []
    for match in _VERDICT.finditer(text):
        if any(s <= match.start() < e for s, e in spoiled):
            continue
        sign = 1 if match["good"] else -1
        turned = _negated(text, match.start(), bad=sign < 0)
        if match.group().lower() not in ("work", "working") or turned or _WELL.match(text, match.end()):
            found.append(Verdict(match.group(), match.start(), match.end(), -sign if turned else sign))
    return found


def _negated(text: str, start: int, *, bad: bool) -> bool:
    """Whether a negator stands within the five words before, in the same clause; two of them cancel.

    `Less` and `prevented` turn bad words only: less overfitting is good, but `less would be best` still praises.
    """
    before = re.split(r"[.;:,(\n]\s|\bbut\b", text[max(0, start - 60) : start])[-1]
    near = re.sub(r"\bnot only\b|\bno doubt\b", "", " ".join(before.split()[-5:]), flags=re.I)
    turns = len(NEGATOR.findall(near)) + len(_TURNING.findall(near)) + (len(_EASING.findall(near)) if bad else 0)
    far = re.search(r"(?:n['’]t|not) (?:manage|able|succeed)\b", before, re.I) is not None and not NEGATOR.search(near)
    return (turns + far) % 2 == 1


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


#: Words that do not tell what a clause is about.
_EMPTY = words_of(
    "not no never none nothing neither nor without do does did was were has have had can could will would must should may might only one two three"
    " team teams winner another same other own our very much more most less also just so such which who whose use used using make made get got find"
    " found both well too yet still even about around where how them they last first extra round new later early public private score result model year"
    " edition gold"
) | {"didn", "doesn", "don", "isn", "wasn", "what", "though"}
#: Words for one thing that the trade uses in turn.
_SAME_AS = {
    "soundscape": "target-domain", "lb": "score", "leaderboard": "score", "auc": "score", "validation": "cv", "local": "cv", "cross-validation": "cv",
    "dataset": "data", "sample": "clip", "recording": "clip", "segment": "window", "chunk": "window", "specie": "class", "species": "class",
    "=holdout": "unseen", "=out-of-fold predictions": "unseen", "saw": "unseen", "see": "unseen", "seen": "unseen", "hold-out": "unseen", "held-out": "unseen", "prob": "probability", "probabilit": "probability",
    "enough": "sufficient", "metadata": "metadata", "img": "image", "extra": "external", "additional": "external",
}  # fmt: skip


@lru_cache(maxsize=8192)
def content(text: str) -> frozenset[str]:
    """What a clause is about: the techniques that it names, and its other content words (stemmed, synonyms joined)."""
    found = mentions(text)
    names = {f"={name}" for name in implied(n for mention in found for n in mention.names)}
    ends = [0, *(m.end for m in found)]
    starts = [*(m.start for m in found), len(text)]
    rest = " ".join(text[a:b] for a, b in zip(ends, starts, strict=True))
    words = (w for w in words_of(_VERDICT.sub(" ", rest)) if w not in _EMPTY and (len(w) > 2 or w.isdigit()))
    unseen = {"unseen"} & {_SAME_AS.get(n, "") for n in names}
    return frozenset({_SAME_AS.get(w, w) for w in words} | names | unseen)
