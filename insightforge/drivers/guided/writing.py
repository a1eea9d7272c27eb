"""Decisions → item drafts. Trigger and action are the frame's words; the rationale says only what the quotes say.

Numbers are repeated as written, counts of teams are declared as derived, and where nothing was reported that is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from insightforge.drivers.guided.bearing import stems
from insightforge.drivers.guided.effects import Effect
from insightforge.drivers.guided.frames import Frame
from insightforge.drivers.guided.merge import Decision, Voice
from insightforge.drivers.guided.stances import Stance
from insightforge.records import Derived, Strength
from insightforge.workbench.drafts import EvidenceDraft, ItemDraft

NO_OUTCOME = "No measured outcome is quoted."
#: For quotes with figures that are not tied to the decision for certain.
SEE_QUOTES = "See the quotes for the figures."
_FIGURE = re.compile(r"\d\.\d|\d ?%")
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_BOARD = {
    "private": " on the private leaderboard",
    "public": " on the public leaderboard",
    "cv": " in validation",
    None: "",
}


@dataclass(frozen=True)
class Wording:
    """Trigger and action of a frame for one stance."""

    trigger: str
    action: str


def wording(frame: Frame, stance: Stance) -> Wording:
    """The frame's words where teams did it; where it was useless, its `avoid` words or ones made from its noun."""
    if stance == "adopted":
        return Wording(frame.trigger, frame.action)
    action = frame.avoid or f"Do not add {frame.noun} unless your own validation shows a gain."
    return Wording(frame.avoid_trigger or frame.trigger, action)


def count_word(n: int) -> str:
    """A small number in words, a larger one in digits."""
    return _WORDS[n] if n < len(_WORDS) else str(n)


def item_draft(decision: Decision, texts: dict[str, str], code: tuple[EvidenceDraft, ...] = ()) -> ItemDraft:
    """The item for a decision; `texts` maps source paths to derived texts."""
    words = wording(decision.frame, decision.stance)
    rationale, derived = _rationale(decision, with_code=bool(code))
    evidence = _evidence((*decision.voices, *decision.dissent), texts)
    known = {(e.source, e.start) for e in evidence}
    evidence += tuple(e for e in code if (e.source, e.start) not in known)
    return ItemDraft(
        aspect=decision.frame.aspect,
        trigger=words.trigger,
        action=words.action,
        rationale=rationale,
        cost=decision.frame.cost if decision.stance == "adopted" else "low",
        evidence=evidence,
        derived=derived,
        dissent=tuple(sorted({v.finding.source for v in decision.dissent})),
        strength=strength_of(decision),
        topic=decision.frame.id,
    )


def strength_of(decision: Decision) -> Strength | None:
    """The best board on which a measured effect is quoted; null leaves it to the gate."""
    boards = {v.effect.board for v in decision.voices if v.effect and v.effect.measured}
    for board in ("private", "public", "cv"):
        if board in boards:
            return board
    return None


def effect_phrase(effect: Effect) -> str:
    """ "an improvement from 0.935 to 0.946 on the public leaderboard", "+0.007", or a plain word."""
    if effect.before is not None:
        better = "an improvement from " if effect.direction > 0 else ""
        return f"{better}{effect.before} to {effect.after}{_BOARD[effect.board]}"
    if effect.delta is not None:
        amount = effect.delta if effect.delta[0] in "+-" else f"a gain of {effect.delta}"
        return f"{amount}{_BOARD[effect.board]}"
    if effect.direction < 0:
        return "that it did not help"
    return "that it mattered much" if effect.key else "that it helped"


def _rationale(decision: Decision, *, with_code: bool) -> tuple[str, tuple[Derived, ...]]:
    parts = [
        p for p in (_who(decision), *_effects(decision), _why(decision), _setting(decision), _against(decision)) if p
    ]
    if not any(v.effect for v in decision.voices):
        figures = any(_FIGURE.search(v.finding.text) for v in decision.voices)
        parts.append(SEE_QUOTES if figures else NO_OUTCOME)
    if with_code:
        parts.append("The code of a solution shows it.")
    counts = {len(decision.voices), len(decision.dissent)} - {0, 1}
    derived = tuple(Derived(value=count_word(n), how="count") for n in sorted(counts))
    return " ".join(parts), derived


def _who(decision: Decision) -> str:
    teams = len(decision.voices)
    if teams < 2:
        return ""
    verb = "did this" if decision.stance == "adopted" else "tried this in vain"
    return f"{count_word(teams).capitalize()} teams {verb}."


def _effects(decision: Decision) -> list[str]:
    """Up to two measured effects, else one stated one."""
    speaking = [v for v in decision.voices if v.effect]
    measured = [v for v in speaking if v.effect and v.effect.measured][:2]
    sentences = []
    for position, voice in enumerate(measured or speaking[:1]):
        assert voice.effect is not None
        if told := voice.finding.told:
            sentences.append(f'The team\'s figures: "{told}"')
            continue
        subject = "Another" if position else ("One team" if len(decision.voices) > 1 else "The team")
        sentences.append(f"{subject} reports {effect_phrase(voice.effect)}.")
    return sentences


def _why(decision: Decision) -> str:
    reason = next((v.finding.reason for v in decision.voices if v.finding.reason), None)
    return f'Reason given: "{reason}".' if reason and decision.stance == "adopted" else ""


def _setting(decision: Decision) -> str:
    said = stems(decision.frame.action) | stems(decision.frame.noun)
    details = (v.finding.detail for v in decision.voices if v.finding.detail)
    # A number is worth repeating only with a word that tells what it is a number of.
    detail = next((d for d in details if stems(d) & said), None)
    return f'Setting reported: "{detail}".' if detail and decision.stance == "adopted" else ""


def _against(decision: Decision) -> str:
    others = len(decision.dissent)
    if not others:
        return ""
    who = "One team" if others == 1 else f"{count_word(others).capitalize()} teams"
    return f"{who} found otherwise."


def _evidence(voices: tuple[Voice, ...], texts: dict[str, str]) -> tuple[EvidenceDraft, ...]:
    drafts: list[EvidenceDraft] = []
    for voice in voices:
        text = texts[voice.finding.source]
        for quote in voice.finding.quotes:
            drafts.append(
                EvidenceDraft(
                    source=voice.finding.source, quote=text[quote.start : quote.end], role=quote.role, start=quote.start
                )
            )
    return tuple(dict.fromkeys(drafts))
