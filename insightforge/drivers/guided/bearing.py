"""Does a quote bear the decision that a frame words? A pattern may match where a quote names only a corner of it.

It does where it names the very technique, or where it shares enough words with the action. Words are compared by the
first letters of their lemmas.
"""

from __future__ import annotations

import re
from functools import lru_cache

from insightforge.drivers.guided.frames import Frame
from insightforge.techniques import find, lexicon

#: Share of the action's words that a quote has to hold; found on judged items, see docs/LOG.md.
_ACTION_SHARE = 0.13
#: Share of the noun's words that name the decision.
_NOUN_SHARE = 0.65
_STEM = 5
_WORDS_WITHOUT_CONTENT = (
    "the and for with from that this these those are its it their them they than then all any each every one two per"
    " when where which who into over under between before after only also more most other same own not use train add"
    " make take keep give let part set data model training sample input value different several instead"
)
_EMPTY = frozenset(_WORDS_WITHOUT_CONTENT.split())


def closeness(frame: Frame, quote: str) -> float:
    """Share of the frame's words that the quote holds, for choosing among quotes."""
    return _share(stems(frame.noun) | stems(frame.action), stems(quote))


def bears(frame: Frame, quote: str, words: str = "") -> bool:
    """Whether `quote` bears the frame's decision; `words` (the mention) does alone if it is a technique's name."""
    if (words and _names(words)) or _names_technique(frame, quote):
        return True
    return _share(stems(frame.action), stems(quote)) >= _ACTION_SHARE


def names_decision(frame: Frame, quote: str) -> bool:
    """Whether the quote calls the decision by its name: the technique's, or most words of the frame's noun."""
    return _names_technique(frame, quote) or _share(stems(frame.noun), stems(quote)) >= _NOUN_SHARE


def _names_technique(frame: Frame, quote: str) -> bool:
    return bool(_names(f"{frame.noun} {frame.action}") & _names(quote))


def _share(words: frozenset[str], held: frozenset[str]) -> float:
    return len(words & held) / len(words) if words else 0.0


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """The first letters of the lemmas of a text's content words."""
    from simplemma import lemmatize

    words = {part for word in re.findall(r"[a-z][a-z-]+", text.lower()) for part in (word, *word.split("-"))}
    lemmas = {lemmatize(word, lang="en") for word in words if len(word) > 2}
    return frozenset(lemma[:_STEM] for lemma in lemmas if len(lemma) > 2 and lemma not in _EMPTY)


@lru_cache(maxsize=8192)
def _names(text: str) -> frozenset[str]:
    """Techniques that the text names; general words of the trade do not count."""
    known = lexicon()
    return frozenset(name for name, _, _ in find(text) if not known[name].general)
