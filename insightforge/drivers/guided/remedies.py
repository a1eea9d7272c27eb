"""Problems and their fixes in a team's own words, where no frame of the catalogue knows the decision.

    "… was overfitting. I fixed it by normalising the label sum"       symptom before, remedy after "by"
    "To deal with class imbalance, we upsampled rare classes"          symptom in the purpose
    "Problem: …  Fix: …  Result: …"                                    labelled, as post-mortems do

The symptom gives the trigger (`symptoms`), the remedy becomes the action (`imperative`); what cannot be said without
the write-up is left alone. A remedy is returned as a finding with a frame made for it, so that the rest of the reader
need not know.
"""

from __future__ import annotations

import re

from insightforge.artifacts import sha256_text
from insightforge.drivers.guided import cues
from insightforge.drivers.guided.circumstances import labelled_outcome
from insightforge.drivers.guided.effects import Effect, effect_in
from insightforge.drivers.guided.findings import Finding
from insightforge.drivers.guided.frames import Frame
from insightforge.drivers.guided.imperative import imperative, imperative_sentence
from insightforge.drivers.guided.passages import Passage
from insightforge.drivers.guided.quoting import Quote, quote_of
from insightforge.drivers.guided.stances import is_practice
from insightforge.drivers.guided.symptoms import Symptom, symptom_in

_COUNTER = (
    r"(?:avoid|prevent|reduce|mitigate|handle|deal with|address|alleviate|counter(?:act)?|compensate for|combat"
    r"|fight|tackle|overcome|solve|fix|resolve|get rid of|limit|cope with|correct for)"
)
_BY = re.compile(
    r"\b(?:fix|solv|address|mitigat|handl|resolv|alleviat|overc[ao]m|tackl|counter|prevent|avoid|reduc|dealt"
    r"|deal|correct|circumvent|eliminat"
    r"|cur)\w*\b(?P<object>[^.;]{0,70}?)\bby (?P<verb>\w[\w-]*ing) (?P<rest>(?:[^.;]|\.\d){8,200})",
    re.IGNORECASE,
)
_PURPOSE_FIRST = re.compile(
    rf"^(?:so |and |then )?(?:in order )?to {_COUNTER} (?P<object>[^,;]{{4,90}}), (?:we|i) (?:\w+ly |also "
    rf"|then |just |simply |decided to )*(?P<verb>\w[\w-]*) (?P<rest>(?:[^.;]|\.\d){{6,200}})",
    re.IGNORECASE,
)
_PURPOSE_LAST = re.compile(
    rf"(?:^|[,;] )(?:so |then |therefore )?(?:we|i) (?:\w+ly |also |then |just |simply "
    rf"|decided to )*(?P<verb>\w[\w-]*) (?P<rest>(?:[^.;]"
    rf"|\.\d){{6,140}}?) (?:in order )?to {_COUNTER} (?P<object>[^.;]{{4,90}})",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^\W*(?P<label>problem|issue|symptom|cause|root cause|what (?:went wrong|happened)|impact|fix|solution"
    r"|resolution|remedy|mitigation|what we (?:did|changed)|action(?: taken)?|lesson(?:s)?(?: learned)?|result"
    r"|outcome|effect)\W{0,4}[:–—-]\W{0,4}(?P<rest>.+)",
    re.IGNORECASE,
)
_PROBLEM_LABELS = ("problem", "issue", "symptom", "cause", "root cause", "what went wrong", "what happened", "impact")
_FIX_LABELS = (
    "fix",
    "solution",
    "resolution",
    "remedy",
    "mitigation",
    "what we did",
    "what we changed",
    "action",
    "action taken",
)
_OUTCOME_LABELS = ("result", "outcome", "effect")


def remedies_in(source: str, passages: tuple[Passage, ...], text: str) -> tuple[Finding, ...]:
    """Every remedy of one source that can be said in general words, in reading order."""
    found = []
    for index, passage in enumerate(passages):
        if is_practice(passage) and (finding := _remedy(source, passages, index, text)):
            found.append(finding)
    found.extend(_labelled(source, passages, text))
    unique = {f.frame.id: f for f in reversed(found)}
    return tuple(sorted(unique.values(), key=lambda f: f.position))


def _remedy(source: str, passages: tuple[Passage, ...], index: int, text: str) -> Finding | None:
    passage = passages[index]
    if any(cues.NEGATIVE_HEADING.search(title) for title in passage.headings[-2:]) or cues.NEGATIVE.search(
        passage.text
    ):
        return None
    for pattern in (_BY, _PURPOSE_FIRST, _PURPOSE_LAST):
        match = pattern.search(passage.text)
        if match is None:
            continue
        before = _before(passages, index)
        action = imperative(match.group("verb"), match.group("rest"))
        symptom = symptom_in(match.group("object"), before.text if before and pattern is _BY else "")
        if action is None or symptom is None:
            continue
        quotes = [quote_of(text, passage, "action")]
        if not symptom.pattern.search(match.group("object")) and before is not None:
            quotes.append(quote_of(text, before, "condition"))
        outcome, effect = _after(passages, index, text)
        quotes.append(outcome)
        return _finding(source, passage, symptom, action, [q for q in quotes if q], effect)
    return None


def _before(passages: tuple[Passage, ...], index: int) -> Passage | None:
    if index == 0 or passages[index - 1].block < passages[index].block - 1 or not is_practice(passages[index - 1]):
        return None
    return passages[index - 1]


def _after(passages: tuple[Passage, ...], index: int, text: str) -> tuple[Quote | None, Effect | None]:
    """A gain told in the next passage of the same paragraph."""
    if index + 1 >= len(passages) or passages[index + 1].block != passages[index].block:
        return None, None
    effect = effect_in(passages[index + 1].text)
    if effect is None or effect.direction <= 0 or not is_practice(passages[index + 1]):
        return None, None
    quote = quote_of(text, passages[index + 1], "outcome")
    return (quote, effect) if quote else (None, None)


def _labelled(source: str, passages: tuple[Passage, ...], text: str) -> list[Finding]:
    """Problem → fix → result, where the text labels them, in lines or in headings."""
    found: list[Finding] = []
    problem: Passage | None = None
    fix: tuple[Passage, str] | None = None
    for passage in passages:
        label, rest = _label_of(passage)
        if label in _PROBLEM_LABELS and not passage.discussion:
            problem, fix = passage, None
        elif label in _FIX_LABELS and problem is not None and (action := imperative_sentence(rest)):
            fix = (passage, action)
            if finding := _of_label(source, problem, fix, None, text):
                found.append(finding)
        elif label in _OUTCOME_LABELS and problem is not None and fix is not None:
            if finding := _of_label(source, problem, fix, passage, text):
                found[-1:] = [finding]
            problem, fix = None, None
    return found


def _label_of(passage: Passage) -> tuple[str, str]:
    if match := _LABEL.match(passage.text):
        return match.group("label").lower(), match.group("rest").strip("* ")
    heading = passage.heading.lower().strip()
    return heading, passage.text


def _of_label(
    source: str, problem: Passage, fix: tuple[Passage, str], outcome: Passage | None, text: str
) -> Finding | None:
    symptom = symptom_in(problem.text)
    if symptom is None:
        return None
    quotes = [quote_of(text, fix[0], "action"), quote_of(text, problem, "condition")]
    effect = effect_in(outcome.text) if outcome else None
    told = labelled_outcome(outcome) if outcome else None
    if outcome and told and not cues.NEGATIVE.search(told):
        quotes.append(quote_of(text, outcome, "outcome"))
        effect = effect or Effect(0)
    else:
        effect, told = None, None
    return _finding(source, fix[0], symptom, fix[1], [q for q in quotes if q], effect, told)


def _finding(
    source: str,
    passage: Passage,
    symptom: Symptom,
    action: str,
    quotes: list[Quote],
    effect: Effect | None,
    told: str | None = None,
) -> Finding | None:
    if not quotes or quotes[0].role != "action":
        return None
    frame = Frame(
        id=f"{symptom.id}-{sha256_text(action)[:8]}",
        aspect=symptom.aspect,
        cost="medium",
        stage=symptom.stage,
        noun="this remedy",
        any=(re.escape(action),),
        trigger=symptom.trigger,
        action=action,
        problem=symptom.trigger,
    )
    return Finding(
        frame,
        "adopted",
        source,
        tuple(quotes),
        passage.text,
        effect,
        problem=passage.text,
        told=told,
        position=passage.start,
    )
