"""What stands around a decision: its effect, the reason, the setting, the symptom before it, the outcome after it."""

from __future__ import annotations

import re

from insightforge.drivers.guided import cues
from insightforge.drivers.guided.effects import Effect, effect_in
from insightforge.drivers.guided.frames import Frame
from insightforge.drivers.guided.passages import Passage
from insightforge.drivers.guided.quoting import UNQUOTABLE
from insightforge.drivers.guided.stances import Stance, clause_around, is_practice
from insightforge.drivers.guided.symptoms import symptom_in

_FOLLOWS_ON = re.compile(
    r"^(?:it|this|that|these|those|which|doing (?:so|this)|as a result|result(?:s|ing)?\b|with (?:this|that"
    r"|these|it)|by doing|thanks to this|after (?:this|that|doing)"
    r"|(?:the|our|my|both)? ?(?:single model |local |public |private )?(?:cv|lb|score|scores|oof|performance"
    r"|gain|improvement|boost)\b|score[sd]?\b|improv|boost|gain|\+ ?\d?\.|~? ?\+?0\.\d)",
    re.IGNORECASE,
)
_ANSWERS = re.compile(
    r"^(?:so|therefore|hence|thus|that['’]?s why|for this reason|because of this|as a (?:remedy|fix|result)"
    r"|to (?:fix|solve|address|avoid|prevent|handle|mitigate|counter|overcome|deal)"
    r"|(?:i|we) (?:fixed|solved|addressed|handled))\b",
    re.IGNORECASE,
)
#: Numbers of an ablation that takes things away: "from" is with it, "to" without.
_REMOVAL = re.compile(
    r"\b(?:without|remov\w+|dropp\w+|w/o|leav\w+ (?:it |this )?out|taking (?:it )?(?:out|away)|minus)\b", re.IGNORECASE
)
#: Longest outcome repeated word for word, and longest setting, in characters.
_LONGEST_TOLD, _LONGEST_DETAIL = 160, 90
#: A reason stands at most this far behind what it is a reason for.
_REASON_REACH = 80
_SENTENCE_OPENING = 12


def own_effect(
    passage: Passage, mention: tuple[int, int], stance: Stance, higher_is_better: bool | None
) -> Effect | None:
    """The effect that the mention's clause, or a later one that looks back on it, reports."""
    start, end = clause_around(passage.text, *mention)
    clause, after = passage.text[start:end], passage.text[end:]
    effect = effect_in(clause, (mention[0] - start, mention[1] - start), higher_is_better)
    if effect is None and after and cues.BACKWARD.match(after):
        effect = effect_in(after, None, higher_is_better)
    if effect and effect.measured and _REMOVAL.search(f"{passage.heading} {clause}"):
        effect = None
    if effect and _agrees(effect, stance):
        return effect
    return Effect(-1) if stance == "rejected" else None


def later_effect(
    first: Passage, second: Passage, stance: Stance, higher_is_better: bool | None, *, undisputed: bool
) -> Effect | None:
    """The effect that the next passage reports of the first one's decision.

    It must look back ("This improved …"); with `undisputed` (it mentions no decision of its own) numbers are enough.
    """
    if not is_practice(second) or not _same_thought(first, second) or _REMOVAL.search(second.text):
        return None
    effect = effect_in(second.text, None, higher_is_better)
    if effect is None or not _agrees(effect, stance):
        return None
    told_by_numbers = undisputed and effect.measured and first.block == second.block
    return effect if effect.direction and (_FOLLOWS_ON.match(second.text) or told_by_numbers) else None


def labelled_outcome(passage: Passage) -> str | None:
    """The words of a passage that is labelled as a result, where they can be repeated."""
    label = cues.OUTCOME_LABEL.match(passage.text)
    if label is None and not cues.OUTCOME_LABEL.match(passage.heading):
        return None
    told = (passage.text[label.end() :] if label else passage.text).strip("* ")
    return told if _SENTENCE_OPENING <= len(told) <= _LONGEST_TOLD and not UNQUOTABLE.search(told) else None


def reports_problem(before: Passage, passage: Passage) -> bool:
    """Whether the passage before, in the same paragraph, tells the symptom that this one answers."""
    answers = _ANSWERS.match(passage.text) or symptom_in(before.text)
    return bool(
        before.block == passage.block
        and before.kind != "row"
        and answers
        and cues.PROBLEM.search(before.text)
        and is_practice(before)
    )


def reason_for(passage: Passage, mention: tuple[int, int]) -> str | None:
    """The reason clause that belongs to the mention: close after it, or in front ("To avoid Y, we did X")."""
    for found in cues.REASON.finditer(passage.text):
        clause = _clause_of_reason(passage.text, found, mention)
        if clause and len(clause) > 20 and not UNQUOTABLE.search(clause) and clause.count("(") == clause.count(")"):
            return clause
    return None


def _clause_of_reason(text: str, found: re.Match[str], mention: tuple[int, int]) -> str | None:
    start, end = found.span()
    in_front = start < _SENTENCE_OPENING
    if 0 <= start - mention[1] <= _REASON_REACH or (in_front and end <= mention[0]):
        clause = found.group(0)
    elif in_front and start < mention[0] < end and "," in text[start : mention[0]]:
        clause = text[start : mention[0]].rsplit(",", 1)[0]
    else:
        return None
    return clause.strip().rstrip(",:(").strip()


def setting_in(frame: Frame, text: str) -> str | None:
    """The setting that the frame holds worth repeating, as the text writes it."""
    found = frame.setting.search(text) if frame.setting else None
    return found.group(0).strip(" ,;:.(") if found and 2 < len(found.group(0)) <= _LONGEST_DETAIL else None


def _agrees(effect: Effect, stance: Stance) -> bool:
    return effect.direction > 0 if stance == "adopted" else effect.direction < 0


def _same_thought(first: Passage, second: Passage) -> bool:
    paragraph_after = (
        second.block == first.block + 1
        and first.headings == second.headings
        and first.kind == second.kind == "sentence"
    )
    return first.block == second.block or paragraph_after
