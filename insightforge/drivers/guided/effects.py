"""What a passage says a decision changed: numbers before and after, a difference, or a plain word of praise or blame.

Only patterns whose two ends are unmistakable are read; a lone score ("CV 0.875") is no effect. A word of praise belongs
to a mention only when it stands close by in the same clause. Numbers are kept as written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from insightforge.drivers.guided import cues

Board = Literal["private", "public", "cv"]

_SCORE = r"\d*\.\d{2,}|\d{1,3}\.\d%?|\d{1,3}(?:\.\d+)?%"
_ABOUT = r"(?:about |around |approximately |roughly |almost |nearly |over |above |just |~ ?|≈ ?)?"
_CHANGE = re.compile(
    rf"(?P<from>\bfrom\b )?(?:(?:cv|lb|auc|score|public|private)\W{{0,3}})?{_ABOUT}(?<![\w.])(?P<before>{_SCORE})"
    rf"(?P<mid>[^.;\d]{{0,25}}?)\s*(?P<arrow>->|→|=>|⇒|-->|\bto\b)\s*(?:(?:cv|lb|auc|score|public"
    rf"|private)\W{{0,3}})?{_ABOUT}(?P<after>{_SCORE})(?!\w|\.\d|%)",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    rf"(?<![\w.])(?P<after>{_SCORE})(?: \w+)?,? (?:against|versus|vs\.?|instead of|rather than|compared (?:to|with)"
    rf"|up from|down from) {_ABOUT}(?P<before>{_SCORE})(?!\w|\.\d|%)",
    re.IGNORECASE,
)
#: A numbered item begins: what follows is told of something else.
_NEXT_ITEM = re.compile(r"\b\d{1,2}[.)] [A-Z]")
#: A difference with its sign; the weight of a term in a sum ("0.7 * a + 0.3 * b", "BCE + 0.5 Dice") is none.
_SIGNED = re.compile(
    r"(?<![\w.])(?P<delta>[+−-] ?\d*\.\d+%?|[+−-] ?\d+(?:\.\d+)?%)(?!\w|\.\d|\s*[*·×]|\s(?:[A-Z]{2,}"
    r"|[a-z]+ ?loss|dice|focal)\b(?<!CV)(?<!LB)(?<!AUC))"
)
_AMOUNT = re.compile(
    rf"\b(?:by|of|another|gained|gains?|gave(?: (?:us|me))?|gives|brought|adds?|added) {_ABOUT}(?:an? )?(?:extra "
    rf"|additional )?(?P<after_verb>0?\.\d{{2,4}}|\d+(?:\.\d+)?%)(?!\w|\.\d)"
    rf"|\b(?:improvement|boost|gain|increase|jump|lift)s?,? ?\(?(?:of )?{_ABOUT}\+?(?P<after_noun>0?\.\d{{2,4}}"
    rf"|\d+(?:\.\d+)?%)(?!\w|\.\d)"
    rf"|\bimproved (?:\w+ ){{0,4}}(?:by |nearly |about |around |roughly "
    rf"|~ ?){{1,2}}(?P<after_improved>0?\.\d{{2,4}}|\d+(?:\.\d+)?%)(?!\w|\.\d)"
    r"|(?<![\w.])(?P<before_noun>0?\.\d{2,4}|\d+(?:\.\d+)?%) (?:\w+ ){0,2}(?:improvement|gain|boost|increase"
    r"|jump|lift)\b",
    re.IGNORECASE,
)
_PRIVATE = re.compile(r"\bprivate\b|\bpb\b|\bpriv\b", re.IGNORECASE)
_PUBLIC = re.compile(
    r"\bpublic\b(?! (?:holiday|data|notebook|kernel|code|transport|model|checkpoint|discussion|baseline"
    r"|opinion|sector))|\bpub\b",
    re.IGNORECASE,
)
_LB = re.compile(r"\blb\b|\bleader-?board\b", re.IGNORECASE)
_CV = re.compile(
    r"\b(?:local )?cv\b|\bcross[- ]validat\w*|\boof\b|\bout[- ]of[- ]fold\b|\bvalidation\b|\bhold-?out\b"
    r"|\blocal(?:ly)?\b",
    re.IGNORECASE,
)
_METRIC = re.compile(
    r"\b(?:scores?|auc|acc|accuracy|f1|map|rmse|rmsle|mae|log ?loss|kappa|qwk|dice|iou|metric|lb|cv|oof)\b",
    re.IGNORECASE,
)
_SETTING = re.compile(
    r"\b(?:learning rate|lr|dropout|weight decay|thresholds?|alpha|beta|gamma|lambda|p ?=|momentum|ratio"
    r"|resolution|epochs?|size|weights?|range|clip\w*|quantile\w*|scal\w+)\b[^.;]{0,30}$",
    re.IGNORECASE,
)
_KEY = re.compile(
    r"(?:\b(?:was|were|is|are|be|proved|turned out|became|been)\b (?:\w+ ){0,3}(?:crucial|essential|critical"
    r"|vital|decisive|key)\b(?! (?:for correct|that|to (?:note|remember|understand))))"
    r"|\b(?:game[- ]?changer|most important|(?:the|a|our|my) (?:real |main |other )?key\b(?! (?:idea|point"
    r"|insight|question))|key (?:to|factor|ingredient|component|part)"
    r"|(?:big|bigg?est|largest|huge|greatest|main) (?:\w+ )?(?:gain|boost|improvement|jump|lever|contribution)s?)\b",
    re.IGNORECASE,
)
_GAIN = re.compile(
    r"(?<!\bto )(?<!\band )\b(?:improve[sd]?(?! (?:version|variant|model|baseline|loss|architecture"
    r"|implementation))|improving|improvements?|boost(?:s|ed)?|gain(?:s|ed)|(?:score|lb|cv"
    r"|performance|significant|big|clear|consistent|small|further|extra|good|nice|large) gain|help(?:s|ed)"
    r"|benefi(?:ted|ts)|outperform(?:s|ed)?|works? (?:really |very |quite |so )?well|worked (?:really |very "
    r"|quite |surprisingly |so )?(?:well|best|better|great)"
    r"|(?:increas|rais|lift|bump)\w* (?:\w+ ){0,3}(?:scores?|lb|cv|auc|performance|accuracy|f1|dice|map)"
    r"|(?:was|were|is|are|be) (?:very |quite |really |also )?(?:useful|helpful|beneficial|effective)"
    r"|better (?:\w+ ){0,2}(?:scores?|lb|cv|results?|performance|generali[sz]ation|accuracy)"
    r"|stabili[sz]ed (?:\w+ )?training)\b",
    re.IGNORECASE,
)
_UNCERTAIN = re.compile(
    r"\bunclear\b|\bnot sure\b|\bhard to (?:say|tell)\b|\bmaybe\b|\bperhaps\b|\bmight\b|\bcould(?:n['’]t"
    r"| not) (?:be )?(?:sure|confident|tell)\b|\bnot (?:be )?confident\b|\bto help\b|\bhoping\b|\bbefore i\b"
    r"|\bwhether\b",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"\b(?:with|by|using|from|through|after|via|of|in|adding|was|were|is|are|when|for)\b[^,;]{0,40}$", re.IGNORECASE
)


@dataclass(frozen=True)
class Effect:
    """An effect as reported. `before` and `after`, or `delta`, or neither (a word of judgement only).

    `direction` is +1 where the passage speaks of a gain, -1 of a loss, 0 where it leaves it open.
    """

    direction: int
    board: Board | None = None
    before: str | None = None
    after: str | None = None
    delta: str | None = None
    key: bool = False

    @property
    def measured(self) -> bool:
        return self.delta is not None or self.before is not None

    @property
    def rank(self) -> tuple[int, int, int]:
        """Higher is stronger: the board, then numbers, then emphasis."""
        boards: dict[Board | None, int] = {"private": 3, "public": 2, "cv": 1, None: 0}
        return (boards[self.board] if self.measured else -1, int(self.measured), int(self.key))


def effect_in(text: str, mention: tuple[int, int] | None = None, higher_is_better: bool | None = None) -> Effect | None:
    """The effect that a clause reports; with `mention` (a span of the clause) only what clearly belongs to it.

    Numbers are weighed by the metric's direction where it is known; where words and numbers disagree there is none.
    """
    if _UNCERTAIN.search(text):
        return None
    direction, key = _judgement(text, mention)
    # Numbers in a clause are its outcome wherever they stand in it; mere praise must stand by the mention.
    said = direction or _judgement(text, None)[0]
    board = board_in(text)
    if change := _change(text, said):
        moved = _sign(float(change[1].rstrip("%")) - float(change[0].rstrip("%")), higher_is_better)
        return Effect(said or moved, board, *change, key=key) if _consistent(said, moved) else None
    if delta := _delta(text, said):
        moved = _sign(float(delta.rstrip("%")), higher_is_better) if delta[0] in "+-" else 0
        gained = said or moved or int(delta.startswith("+") and higher_is_better is None)
        return Effect(gained, board, delta=delta, key=key) if _consistent(said, moved) else None
    return Effect(direction, board, key=key) if direction else None


def _sign(step: float, higher_is_better: bool | None) -> int:
    """+1 for a gain, -1 for a loss, 0 where the metric's direction is not known."""
    if higher_is_better is None or step == 0:
        return 0
    return 1 if (step > 0) == higher_is_better else -1


def _consistent(said: int, moved: int) -> bool:
    """Whether words and numbers do not contradict each other."""
    return not said or not moved or said == moved


_VERB_OF_CHANGE = (
    r"(?:fell|falls?|rose|rises?|dropped|drops?|went|goes|grew|shrank|improved|increased|decreased|reduced|cut"
    r"|raised|lowered"
    r"|moved|climbed|sank|jumped|down|up)"
)
_TOLD_CHANGE = re.compile(
    rf"[^.;]*\b{_VERB_OF_CHANGE}\b[^.;]{{0,60}}?\bfrom (?:about |around |over "
    rf"|under )?[\d.,]+[^.;]{{0,25}}? to (?:about |around |over |under )?[\d.,]*\d[^;]*",
    re.IGNORECASE,
)


def reported_change(sentence: str) -> str | None:
    """A sentence (or its clause) that tells a change "from A to B" of anything, in its own words, or null."""
    found = _TOLD_CHANGE.search(sentence)
    if found is None:
        return None
    told = found.group(0).strip(" ,*_")
    return told if 15 <= len(told) <= 160 else None


def board_in(text: str) -> Board | None:
    """Which score the text speaks of, where it speaks of one only."""
    private, public = bool(_PRIVATE.search(text)), bool(_PUBLIC.search(text))
    if private and public:
        return None
    if private:
        return None if _CV.search(text) else "private"
    if public or _LB.search(text):
        return None if _CV.search(text) else "public"
    return "cv" if _CV.search(text) else None


def _judgement(text: str, mention: tuple[int, int] | None) -> tuple[int, bool]:
    """Direction and emphasis of the words of judgement that belong to the mention."""
    negative = bool(cues.NEGATIVE.search(text))
    # "did not improve" is no word of gain: blank it, so that places stay where they are.
    text = cues.NEGATIVE.sub(lambda found: " " * len(found.group(0)), text)
    gains = [m for m in _GAIN.finditer(text) if _belongs(text, m, mention)]
    keys = [m for m in _KEY.finditer(text) if _belongs(text, m, mention)]
    if negative:
        return (0, False) if gains or keys else (-1, False)
    return (1, bool(keys)) if gains or keys else (0, False)


def _belongs(text: str, cue: re.Match[str], mention: tuple[int, int] | None) -> bool:
    """Close after the mention, or before it with a linking word ("improved by X")."""
    if mention is None:
        return True
    start, end = mention
    if cue.start() >= end:
        between = text[end : cue.start()]
        return len(between) <= 70 and not re.search(r"[;:]|, (?:and|we|i|so|then)\b", between, re.IGNORECASE)
    between = text[cue.end() : start]
    return cue.end() <= start and len(between) <= 60 and bool(_LINK.search(between))


def _change(text: str, direction: int) -> tuple[str, str] | None:
    """Before and after, where one change is told, or the first of several that all go the same way."""
    changes = [
        (m.group("before"), m.group("after")) for m in _CHANGE.finditer(text) if _is_score_change(text, m, direction)
    ]
    changes = changes or [(m.group("before"), m.group("after")) for m in _AGAINST.finditer(text)]
    changes = [(b, a) for b, a in changes if b != a and b.endswith("%") == a.endswith("%")]
    rises = {float(a.rstrip("%")) > float(b.rstrip("%")) for b, a in changes}
    return changes[0] if len(rises) == 1 else None


def _is_score_change(text: str, match: re.Match[str], direction: int) -> bool:
    if not match.group("from") and match.group("arrow") == "to":
        return False
    if _NEXT_ITEM.search(match.group(0)):
        return False
    if _SETTING.search(text[max(0, match.start() - 45) : match.start("before")]):
        return False
    return bool(direction or board_in(text) or _METRIC.search(text) or match.group("arrow") != "to")


def _delta(text: str, direction: int) -> str | None:
    signed = [m for m in _SIGNED.finditer(text) if not _SETTING.search(text[max(0, m.start() - 45) : m.start()])]
    if len(signed) == 1 and (direction or board_in(text) or _METRIC.search(text)):
        delta = signed[0].group("delta").replace(" ", "").replace("−", "-")
        return delta if not (direction > 0 and delta.startswith("-")) and abs(float(delta.rstrip("%"))) < 50 else None
    amounts = list(_AMOUNT.finditer(text))
    if len(amounts) != 1 or signed or direction <= 0:
        return None
    return next(value for value in amounts[0].groups() if value)
