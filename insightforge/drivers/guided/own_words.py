"""Items in a team's own words, from the parts of a text that say what they are: changes made, lessons, things in vain.

The section gives the role of a sentence, so that no cue is needed in it; the action is the sentence turned into an
imperative (`imperative`). The trigger is a symptom that the sentence or a cause section tells, the sentence's own
reason or condition, or the situation in which such a thing is changed (`situations.toml`). What cannot be said without
the document is left alone. Each is returned as a finding with a frame made for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from insightforge.artifacts import sha256_text
from insightforge.drivers.guided import cues
from insightforge.drivers.guided.bearing import stems
from insightforge.drivers.guided.effects import Effect, effect_in, reported_change
from insightforge.drivers.guided.findings import Finding
from insightforge.drivers.guided.frames import Frame
from insightforge.drivers.guided.imperative import imperative_sentence, self_contained, told_as_change
from insightforge.drivers.guided.passages import Passage
from insightforge.drivers.guided.quoting import UNQUOTABLE, Quote, quote_of
from insightforge.drivers.guided.sections import role_of
from insightforge.drivers.guided.symptoms import Symptom, situation_of, symptom_in

_BECAUSE = re.compile(
    r"\b(?:because|since) (?P<why>(?:the|a|an|our|its|these|most|many|some|all) [^.;]{15,120})", re.IGNORECASE
)
_CONDITION = re.compile(
    r"^(?:(?P<word>If|When(?:ever)?|Where|As soon as) (?P<when>[^,;]{8,110}), (?:then )?(?P<do>[a-z][^.]{8,160})"
    r"|(?P<do_first>[A-Z][^,;]{8,140}?),? (?:if|when(?:ever)?|as soon as) (?P<when_last>[^.;]{8,110}))",
)
_NEVER = re.compile(r"^(?:Never|Do not|Don['’]t|Avoid) (?P<rest>[^.;]{8,160})", re.IGNORECASE)
_FRAGMENT = re.compile(
    r"^(?P<what>[A-Z][^.:;]{8,110}?)(?:[.:;]| (?:gave|brought|made|did|was|were|had|does|is|are|lowered"
    r"|reduced|added|looked|seemed|worked|helped|turned|cost) )"
)
_SENTENCE = re.compile(r"\b(?:was|were|had|went|is|are|learned|turned|found|remained|became)\b")
_LONGEST = 150
#: So many content words in common tie a cause to the change that answers it.
_SHARED_WORDS = 2


def own_words_in(source: str, passages: tuple[Passage, ...], text: str) -> tuple[Finding, ...]:
    """Every change, lesson and vain attempt of one source that can be said in general words, in reading order."""
    if not _is_post_mortem(passages):
        return ()
    reader = _OwnWords(source, passages, text)
    found = [f for index, passage in enumerate(passages) if not passage.discussion for f in reader.at(index)]
    unique = {f.frame.id: f for f in reversed(found)}
    return tuple(sorted(unique.values(), key=lambda f: f.position))


def _is_post_mortem(passages: tuple[Passage, ...]) -> bool:
    """Whether the text has the parts of a post-mortem: at least two of changes, lessons and causes.

    Elsewhere a heading such as "Solution" covers descriptions of all kinds, and only cues tell what was decided.
    """
    return len({role_of(p.headings) for p in passages} & {"change", "lesson", "cause"}) >= 2


class _OwnWords:
    """One source, with its cause sections at hand."""

    def __init__(self, source: str, passages: tuple[Passage, ...], text: str) -> None:
        self._source, self._passages, self._text = source, passages, text
        self._roles = [role_of(p.headings) or ("vain" if p.in_vain else None) for p in passages]
        self._causes = [p for p, role in zip(passages, self._roles, strict=True) if role == "cause"]

    def at(self, index: int) -> Iterator[Finding]:
        """The finding of one passage, if it has one."""
        role, passage = self._roles[index], self._passages[index]
        words = passage.text.strip("*_ ")
        if role == "change" and not cues.NEGATIVE.search(words) and (action := told_as_change(words)):
            yield from self._change(index, action)
        elif role == "lesson":
            yield from self._lesson(index, words)
        elif role == "vain":
            yield from self._vain(index, words)

    def _change(self, index: int, action: str) -> Iterator[Finding]:
        passage = self._passages[index]
        quotes = [quote_of(self._text, passage, "action")]
        symptom, trigger = symptom_in(passage.text), _reason_as_trigger(passage.text)
        if symptom is None and trigger is None and (cause := self._cause_of(passage)):
            symptom = symptom_in(cause.text)
            quotes.append(quote_of(self._text, cause, "condition"))
        effect, told, outcome = self._outcome(index)
        quotes.append(outcome)
        if symptom is None and told:
            # "False alarms fell from 37 to 8 per day": what fell was the problem.
            symptom = symptom_in(told)
        situation = symptom or situation_of(action)
        if situation is None:
            return
        yield from self._finding(passage, situation, trigger if symptom is None else None, action, quotes, effect, told)

    def _lesson(self, index: int, words: str) -> Iterator[Finding]:
        passage = self._passages[index]
        trigger, do = None, words
        if conditional := _CONDITION.match(words):
            trigger = conditional.group("when") or conditional.group("when_last")
            do = conditional.group("do") or conditional.group("do_first")
        if never := _NEVER.match(do):
            action = self_contained(f"Do not {never.group('rest')}")
        else:
            action = imperative_sentence(do[0].upper() + do[1:]) or told_as_change(do)
        said = _as_trigger(trigger) if trigger else None
        situation = symptom_in(words) or (situation_of(action) if action else None)
        if action and situation and (said or not trigger):
            yield from self._finding(passage, situation, said, action, [quote_of(self._text, passage, "action")])

    def _vain(self, index: int, words: str) -> Iterator[Finding]:
        passage = self._passages[index]
        fragment = _FRAGMENT.match(words)
        first = index == 0 or self._passages[index - 1].block != passage.block
        if fragment is None or not first or _SENTENCE.search(fragment.group("what")):
            return
        what = re.sub(r"^(?:We|I) (?:also )?(?:tried|tested|added) ", "", fragment.group("what"))
        if len(what.split()) < 2:
            return
        action = self_contained(f"Do not count on {what[0].lower()}{what[1:]}")
        situation = situation_of(what)
        start = passage.in_vain[0] if passage.in_vain else None
        quote = quote_of(self._text, passage, "outcome")
        if quote and start is not None and not cues.NEGATIVE.search(passage.text):
            quote = Quote(start, passage.end, "outcome") if passage.end - start < 450 else None
        if action and situation and quote:
            yield from self._finding(passage, situation, None, action, [quote], Effect(-1), stance="rejected")

    def _cause_of(self, passage: Passage) -> Passage | None:
        """The cause that shares most words with a change."""
        held = stems(passage.text)
        ranked = [(len(held & stems(cause.text)), cause) for cause in self._causes if symptom_in(cause.text)]
        shared, cause = max(ranked, key=lambda pair: pair[0], default=(0, None))
        return cause if shared >= _SHARED_WORDS else None

    def _outcome(self, index: int) -> tuple[Effect | None, str | None, Quote | None]:
        """What the change brought: numbers in its own sentence, or in the next one of the paragraph."""
        passage = self._passages[index]
        nearby = [passage, *(p for p in self._passages[index + 1 : index + 3] if p.block == passage.block)]
        for place in nearby:
            told = reported_change(place.text)
            if told and not UNQUOTABLE.search(told) and not cues.NEGATIVE.search(told):
                quote = quote_of(self._text, place, "outcome")
                return (effect_in(place.text) or Effect(0), told, quote) if quote else (None, None, None)
        return None, None, None

    def _finding(
        self,
        passage: Passage,
        situation: Symptom,
        trigger: str | None,
        action: str,
        quotes: list[Quote | None],
        effect: Effect | None = None,
        told: str | None = None,
        stance: str = "adopted",
    ) -> Iterator[Finding]:
        cited = [q for q in quotes if q]
        if not cited or len(action) > _LONGEST + 40:
            return
        rejected = stance == "rejected"
        frame = Frame(
            id=f"{situation.id}-{sha256_text(action)[:8]}"[:40],
            aspect=situation.aspect,
            cost="medium",
            stage=situation.stage,
            noun="this change",
            any=(re.escape(action[:60]),),
            trigger=trigger or situation.trigger,
            action=action,
            avoid=action if rejected else None,
            problem=None if rejected or situation.id.endswith("-situation") else situation.trigger,
        )
        # One role per passage: where the change's own sentence tells the outcome, it is cited once, as the outcome.
        places: dict[tuple[int, int], Quote] = {}
        for quote in cited:
            places[quote.start, quote.end] = (
                quote if quote.role == "outcome" else places.get((quote.start, quote.end), quote)
            )
        yield Finding(
            frame,
            "rejected" if rejected else "adopted",
            self._source,
            tuple(places.values()),
            passage.text,
            effect,
            told=told,
            problem=passage.text if frame.problem else None,
            position=passage.start,
        )


def _reason_as_trigger(text: str) -> str | None:
    found = _BECAUSE.search(text)
    return _as_trigger(found.group("why")) if found else None


def _as_trigger(words: str) -> str | None:
    """A clause as a trigger: a capital, a full stop, nothing that only the document explains."""
    words = re.sub(r"\byou\b", "one", words.strip(" ,"))
    sentence = self_contained(words[0].upper() + words[1:]) if words else None
    return sentence if sentence and not cues.NEGATIVE.search(sentence) else None
