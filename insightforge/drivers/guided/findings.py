"""Passages × frames → findings: which decision a team took or tried in vain, where it says so, and what it reports.

Precision over recall: a mention counts only where the passage shows practice (see `stances`), in the clause that holds
the mention, outside noise sections, and not taken back. One source gives at most one finding per frame and stance:
the best.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from insightforge.drivers.guided import cues
from insightforge.drivers.guided.bearing import bears, closeness, names_decision
from insightforge.drivers.guided.circumstances import (
    labelled_outcome,
    later_effect,
    own_effect,
    reason_for,
    reports_problem,
    setting_in,
)
from insightforge.drivers.guided.effects import Effect, effect_in
from insightforge.drivers.guided.frames import Frame
from insightforge.drivers.guided.ladders import Rung, rungs_of
from insightforge.drivers.guided.passages import Passage
from insightforge.drivers.guided.quoting import Quote, citable, quote_around, quote_of
from insightforge.drivers.guided.stances import Stance, is_practice, stance_of

#: A verdict in a heading reaches no further: below, another list may have begun that lost its own heading.
_MAX_WITH_HEADING = 450
#: A name alone in a list of failures does not tell which use of it failed.
_FEWEST_WORDS = 3
#: Quotes below this many characters need more than a matching word.
_SHORT = 80


@dataclass(frozen=True)
class Finding:
    """A team's decision as one source shows it. `source` is a path; `text` the main passage, white space collapsed.

    `told` is the outcome in the source's own words, where numbers alone would not say what they are numbers of.
    """

    frame: Frame
    stance: Stance
    source: str
    quotes: tuple[Quote, ...]
    text: str
    effect: Effect | None = None
    reason: str | None = None
    detail: str | None = None
    problem: str | None = None
    told: str | None = None
    position: int = 0

    @property
    def weight(self) -> tuple[int, ...]:
        """Higher is better evidence: a measured effect, a stated one, a reason, practice rather than a bare name."""
        effect = self.effect.rank if self.effect else (-2, 0, 0)
        spoken = int(bool(cues.DECISION.search(self.text)))
        return (*effect, int(self.reason is not None), spoken, int(self.problem is not None), -self.position)


def findings_in(
    source: str,
    text: str,
    passages: tuple[Passage, ...],
    frames: tuple[Frame, ...],
    higher_is_better: bool | None = None,
) -> tuple[Finding, ...]:
    """All findings of one source, the best per frame and stance, in reading order.

    `higher_is_better`: the direction of the metric that the source's numbers are scores of, where it is known.
    """
    reading = _Reading(source, text, passages, frames, higher_is_better)
    found: dict[tuple[str, Stance], Finding] = {}
    for finding in (*reading.in_prose(), *reading.in_ladders()):
        key = (finding.frame.id, finding.stance)
        if key not in found or finding.weight > found[key].weight:
            found[key] = finding
    return tuple(sorted(found.values(), key=lambda f: (f.position, f.frame.id)))


@dataclass(frozen=True)
class _Mention:
    """A frame's words in the passage at `index`, and their span in its text."""

    frame: Frame
    index: int
    words: str
    span: tuple[int, int]


@dataclass(frozen=True)
class _Reading:
    """One source being read."""

    source: str
    text: str
    passages: tuple[Passage, ...]
    frames: tuple[Frame, ...]
    higher_is_better: bool | None

    def in_prose(self) -> Iterator[Finding]:
        """Findings in sentences, list items and rows."""
        for mentions in self._mentions:
            first = True
            for mention in mentions:
                stance = self._stance(mention)
                # A passage that shows several decisions is cited whole for the first, and around the mention for the
                # others, so that no two items rest on the very same words.
                if stance and (finding := self._finding(mention, stance, whole=first)):
                    yield finding
                    first = False

    def _stance(self, mention: _Mention) -> Stance | None:
        passage = self.passages[mention.index]
        gain = own_effect(passage, mention.span, "adopted", self.higher_is_better)
        following = self._following(mention.index)
        stance = stance_of(passage, *mention.span, following, bare=mention.frame.bare, gained=gain is not None)
        if stance == "rejected" and mention.frame.stage == "validation" and not cues.USELESS.search(passage.text):
            # An honest validation lowers the score: that is what it is for.
            return None
        return stance

    def _following(self, index: int) -> str:
        """The next sentence of the same paragraph, or nothing."""
        after = self.passages[index + 1 : index + 2]
        return after[0].text if after and after[0].block == self.passages[index].block else ""

    def in_ladders(self) -> Iterator[Finding]:
        """Rows of score ladders that name exactly one decision: only then does the difference belong to it."""
        for rung in rungs_of(self.text, self.higher_is_better):
            named = self._named_by(rung)
            if len(named) == 1 and citable(self.text[rung.start : rung.end]):
                stance: Stance = "adopted" if rung.effect.direction > 0 else "rejected"
                quotes = (Quote(rung.start, rung.end, "outcome"),)
                detail = setting_in(named[0], rung.label)
                yield Finding(
                    named[0], stance, self.source, quotes, rung.label, rung.effect, detail=detail, position=rung.start
                )

    def _named_by(self, rung: Rung) -> list[Frame]:
        named = [f for f in self.frames if not f.near and _names(f, rung.label)]
        general = {over for frame in named for over in frame.over}
        return [frame for frame in named if frame.id not in general]

    @cached_property
    def _mentions(self) -> tuple[tuple[_Mention, ...], ...]:
        return tuple(self._mentions_in(i) if is_practice(p) else () for i, p in enumerate(self.passages))

    def _mentions_in(self, index: int) -> tuple[_Mention, ...]:
        passage = self.passages[index]
        found = []
        for frame in self.frames:
            match = _names(frame, passage.text)
            if match and not (frame.vicinity and not frame.vicinity.search(self._vicinity(index))):
                found.append(_Mention(frame, index, match.group(0), match.span()))
        general = {over for mention in found for over in mention.frame.over}
        return tuple(mention for mention in found if mention.frame.id not in general)

    def _vicinity(self, index: int) -> str:
        """Headings and paragraph of a passage."""
        passage = self.passages[index]
        around = [p.text for p in self.passages[max(0, index - 3) : index + 4] if p.block == passage.block]
        return " ".join((*passage.headings, *around))

    def _finding(self, mention: _Mention, stance: Stance, *, whole: bool) -> Finding | None:
        passage = self.passages[mention.index]
        effect = own_effect(passage, mention.span, stance, self.higher_is_better)
        if stance == "adopted" and effect is None and self._lost(passage, mention):
            # The numbers say that it did harm and no word does: neither advice for it nor against it can be quoted.
            return None
        main = quote_around(self.text, passage, mention.words, "outcome" if effect else "action", whole=whole)
        if stance == "rejected" and not (effect and effect.measured):
            main = self._with_verdict(mention.index, main)
        measured = effect is not None and effect.measured
        if main is None or (stance == "adopted" and not measured and _thin(self.text[main.start : main.end])):
            return None
        cited = " ".join(self.text[main.start : main.end].split())
        support = self._support(mention, cited, told=effect is not None or stance == "rejected")
        if support is None:
            return None
        reason = reason_for(passage, mention.span) if stance == "adopted" else None
        finding = Finding(
            mention.frame,
            stance,
            self.source,
            (main, *support),
            passage.text,
            effect,
            reason=reason if reason and reason in cited else None,
            detail=setting_in(mention.frame, cited),
            position=passage.start,
        )
        return self._with_problem(self._with_outcome(finding, mention.index), mention.index)

    def _support(self, mention: _Mention, cited: str, told: bool) -> tuple[Quote, ...] | None:
        """Further quotes that the decision needs to be borne: none, or a neighbour in the paragraph; else null.

        A short quote bears it only if it names the decision or tells (`told`) what became of it: most items that judges
        refused rested on a few words.
        """
        if bears(mention.frame, cited, mention.words) and (
            told or len(cited) >= _SHORT or names_decision(mention.frame, cited)
        ):
            return ()
        block = self.passages[mention.index].block
        near = [p for p in self.passages[max(0, mention.index - 2) : mention.index + 3] if p.block == block]
        near = [p for p in near if is_practice(p) and p.text not in cited and closeness(mention.frame, p.text) > 0]
        near = [p for p in near if bears(mention.frame, f"{cited} {p.text}")]
        quotes = [(closeness(mention.frame, p.text), quote_of(self.text, p, "action")) for p in near]
        found = [(score, quote) for score, quote in quotes if quote]
        return (max(found, key=lambda pair: pair[0])[1],) if found else None

    def _with_verdict(self, index: int, main: Quote | None) -> Quote | None:
        """The quote with the words that say it was in vain: its own, those of the next sentence, or of the heading."""
        passage = self.passages[index]
        if main is not None and cues.NEGATIVE.search(self.text[main.start : main.end]):
            return main
        if passage.in_vain is not None:
            if len(passage.text.split()) < _FEWEST_WORDS:
                return None
            return _with_heading(main or Quote(passage.start, passage.end, "outcome"), passage)
        if main is None:
            return None
        ends = [passage.end, *(p.end for p in self.passages[index + 1 : index + 2] if p.block == passage.block)]
        wider = (Quote(main.start, end, "outcome") for end in ends if citable(self.text[main.start : end]))
        return next((q for q in wider if cues.NEGATIVE.search(self.text[q.start : q.end])), None)

    def _lost(self, passage: Passage, mention: _Mention) -> bool:
        """Whether the numbers of the mention's clause say that the score got worse, where no word says so."""
        effect = own_effect(passage, mention.span, "rejected", self.higher_is_better)
        return effect is not None and effect.measured

    def _with_outcome(self, finding: Finding, index: int) -> Finding:
        """Add what the next passage reports, where the passage itself reports no numbers."""
        if (finding.effect and finding.effect.measured) or index + 1 >= len(self.passages):
            return finding
        passage, following = self.passages[index], self.passages[index + 1]
        told = None
        effect = effect_in(following.text, None, self.higher_is_better) if is_practice(following) else None
        if finding.stance == "adopted" and effect is not None and effect.direction >= 0:
            told = labelled_outcome(following)
        if told is None:
            others = {m.frame.id for m in self._mentions[index + 1]} - {finding.frame.id}
            effect = later_effect(passage, following, finding.stance, self.higher_is_better, undisputed=not others)
        quote = quote_of(self.text, following, "outcome")
        weaker = effect is None or (not told and finding.effect is not None and finding.effect.rank >= effect.rank)
        if weaker or quote is None:
            return finding
        return replace(finding, effect=effect, told=told, quotes=(*finding.quotes, quote))

    def _with_problem(self, finding: Finding, index: int) -> Finding:
        """Add the symptom that the passage, or the one before it, reports."""
        passage = self.passages[index]
        if finding.stance == "adopted" and cues.PROBLEM.search(passage.text):
            return replace(finding, problem=passage.text)
        if index == 0 or not reports_problem(self.passages[index - 1], passage):
            return finding
        before = self.passages[index - 1]
        quote = quote_of(self.text, before, "condition")
        return replace(finding, problem=before.text, quotes=(*finding.quotes, quote)) if quote else finding


def _names(frame: Frame, text: str) -> re.Match[str] | None:
    """The frame's mention in a text that meets its other conditions."""
    match = frame.mention.search(text)
    if match is None or (frame.veto and frame.veto.search(text)):
        return None
    return match if all(required.search(text) for required in frame.required) else None


def _with_heading(main: Quote, passage: Passage) -> Quote | None:
    """The verdict stands in the heading only ("What did not work"): quote up to it; null where it is too far."""
    if passage.in_vain is None or main.end - passage.in_vain[0] > _MAX_WITH_HEADING:
        return None
    return Quote(passage.in_vain[0], main.end, "outcome")


def _thin(quote: str) -> bool:
    """A mere name in a list shows no decision; a short sentence of someone who acted does."""
    words, characters = (4, 20) if cues.DECISION.search(quote) else (5, 35)
    return len(quote.split()) < words or len(quote) < characters
