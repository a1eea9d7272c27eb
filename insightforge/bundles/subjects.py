"""What a folder of documents is about, in words of the documents themselves: what their titles name, then the things
that they speak of most. Deterministic, and from the documents alone. Pure functions.

Names of people and firms are kept out: a word counts only where some document has it in small letters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import PurePosixPath

#: Phrases in all, and characters of all together.
MOST, ROOM = 8, 150
#: Words of a phrase, and how often a thing must be spoken of to count.
_WORDS, _OFTEN = 3, 3
_TITLE_LENGTH = 120
_OPENING = "Use for "
_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d[\w.,]*|[^\w\s]|\n\s*\n")
_ARTICLES = "the a an our their this each every per any these those no"
_DETERMINERS = frozenset(_ARTICLES.split())
#: Words that every such document has: they tell nothing apart.
_GENERAL_WORDS = """
    model data dataset training train test testing validation set split feature target label score metric result value
    number rate share percent point baseline version release run experiment approach method idea step change thing
    problem issue cause reason effect outcome finding lesson learning improvement fix measure action work job task
    team project group company customer user people person colleague engineer analyst manager owner contact author
    post-mortem postmortem post mortem retro retrospective review report summary incident note notes log closing final
    draft overview background status timeline impact severity recommendation conclusion appendix document write-up case
    day week month quarter year hour minute second time date night morning today spring summer autumn winter january
    february march april june july august september october november december monday tuesday wednesday thursday friday
    saturday sunday part half third lot rest end start beginning way kind sort place side order line list table figure
    question answer example difference comparison average mean total minimum maximum old new next last first main right
    wrong good bad big small low high large long short real true false whole single other same different production
    pilot offline online live error network threshold loss parameter prediction input output system pipeline process
    code script file folder page mess story success failure plan
"""
_GENERAL = frozenset(_GENERAL_WORDS.split())
_VERB_WORDS = """
    went go goes fell fall falls broke break breaks lost lose loses got get gets made make makes took take takes came
    come comes saw see seen knew know known gave give gives ran run runs left leave leaves kept keep keeps drop drops
    fail fails miss misses learn learns learnt work works help helps use uses using used did do does done was is are
    were been say says said tell tells told look looks need needs try tries want wants lessons
"""
_VERBS = frozenset(_VERB_WORDS.split())


@dataclass(frozen=True)
class Document:
    """A document as far as its subject goes: its file's name, its title (null where it has none), its text."""

    name: str
    title: str | None
    text: str

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        from insightforge.corpus.prose import paragraphs

        return tuple(_TOKEN.findall("\n\n".join(paragraphs(self.text))))

    @property
    def headings(self) -> tuple[str, ...]:
        """What may name the subject, best first: title, first line, name of the file."""
        first = next((line.strip() for line in self.text.splitlines() if line.strip()), "")
        short = first if len(first) <= _TITLE_LENGTH and not first.endswith(".") else ""
        stem = re.sub(r"[-_.]+", " ", PurePosixPath(self.name).stem)
        return tuple(h for h in (self.title or "", short, stem) if h)


def subjects(documents: Sequence[Document]) -> tuple[str, ...]:
    """Up to eight short phrases, of 150 characters together."""
    read = _Words.of(documents)
    named = [phrase for document in documents if (phrase := read.named(document))]
    named.sort(key=lambda phrase: (-read.weight(phrase.split()), phrase))
    chosen: list[str] = []
    for phrase in (*named[:MOST], *read.things()):
        if len(chosen) == MOST or sum(map(len, chosen)) + len(phrase) > ROOM:
            break
        if not {_lemma(w) for w in phrase.split()} & {_lemma(w) for other in chosen for w in other.split()}:
            chosen.append(phrase)
    return tuple(chosen)


def with_subjects(description: str, about: Sequence[str]) -> str:
    """A description that first says what the documents are about, as far as it does not say so anyway."""
    said = {_lemma(word) for word in _TOKEN.findall(description)}
    new = [phrase for phrase in about if not {_lemma(word) for word in phrase.split()} <= said]
    if not new:
        return description
    listed = ", ".join(new[:-1]) + " and " + new[-1] if len(new) > 1 else new[0]
    if description.startswith(_OPENING):
        return f"{_OPENING}work on {listed}, and for {description.removeprefix(_OPENING)}"
    return f"{_OPENING}work on {listed}. {description}"


@dataclass(frozen=True)
class _Words:
    """How often each lemma stands in the documents in small letters, and each thing after an article."""

    counts: Counter[str]
    spoken: Counter[str]
    documents: Counter[str]

    @classmethod
    def of(cls, documents: Iterable[Document]) -> _Words:
        counts: Counter[str] = Counter()
        spoken: Counter[str] = Counter()
        held: Counter[str] = Counter()
        for document in documents:
            counts.update(_lemma(t) for t in document.tokens if t.islower())
            things = Counter(_things(document.tokens))
            spoken += things
            held.update(things.keys())
        return cls(counts, spoken, held)

    def weight(self, words: Iterable[str]) -> int:
        return sum(self.counts[_lemma(word)] for word in words)

    def named(self, document: Document) -> str | None:
        """What a document's title names, as far as its text speaks of it too."""
        for heading in document.headings:
            known = (token if self.counts[_lemma(token)] else "," for token in _TOKEN.findall(heading))
            runs = [run[-_WORDS:] for run in _runs(known) if self.weight(run) >= _OFTEN]
            if runs:
                return " ".join(max(runs, key=self.weight))
        return None

    def things(self) -> Iterator[str]:
        """What is spoken of often: in more documents first, then the more often."""
        often = [thing for thing, n in self.spoken.items() if n >= _OFTEN]
        yield from sorted(often, key=lambda t: (-self.documents[t], -self.spoken[t], t))


def _runs(tokens: Iterable[str]) -> Iterator[list[str]]:
    """The stretches of telling words in a heading."""
    run: list[str] = []
    for token in (*tokens, "."):
        if _tells(token.lower()):
            run.append(token.lower())
        elif run:
            yield run
            run = []


def _things(tokens: Sequence[str]) -> Iterator[str]:
    """Runs of one to three telling words between an article and a word or sign that ends them."""
    for at, token in enumerate(tokens):
        if token.lower() not in _DETERMINERS:
            continue
        run = []
        for word in tokens[at + 1 : at + 2 + _WORDS]:
            if not (word.islower() and _tells(word)):
                break
            run.append(word)
        if 0 < len(run) <= _WORDS and not _goes_on(tokens, at + 1 + len(run)):
            yield " ".join(run)


def _goes_on(tokens: Sequence[str], at: int) -> bool:
    """Whether the word at a place may belong to the phrase before it, although it tells nothing."""
    return at < len(tokens) and _lemma(tokens[at].lower()) in _GENERAL


def _tells(word: str) -> bool:
    """Whether a word names something: no stop word, no participle, nothing that all such documents speak of."""
    if len(word) < 3 or not word[0].isalpha() or word in _VERBS or word in _stop_words():
        return False
    return not ({word, _lemma(word)} & _GENERAL or _is_participle(word) or _is_adverb(word))


def _is_participle(word: str) -> bool:
    return word.endswith("ed") and (_lemma(word) != word or len(word) > 6)


def _is_adverb(word: str) -> bool:
    from simplemma import is_known

    return word.endswith("ly") and (is_known(word[:-2], lang="en") or is_known(f"{word[:-3]}y", lang="en"))


@lru_cache(maxsize=50_000)
def _lemma(word: str) -> str:
    import simplemma

    return simplemma.lemmatize(word.lower(), lang="en").lower()


@lru_cache(maxsize=1)
def _stop_words() -> frozenset[str]:
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return frozenset(ENGLISH_STOP_WORDS)
