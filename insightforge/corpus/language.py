"""Which languages a text is written in: by script first, then English by its function words, the rest by py3langid."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from insightforge.corpus.prose import letters, paragraphs

#: Fewer letters of prose say nothing; such a text counts as readable.
ENOUGH = 200
#: A text is read when at least this share of its prose is in a language that can be read.
READABLE_SHARE = 0.4
#: A block with fewer letters of prose is not given to py3langid.
_BLOCK_ENOUGH = 100
#: Beyond these letters a text's languages are settled.
_SAMPLE = 40_000
_CONFIDENCE = 0.9
_ENGLISH_SHARE = 0.08

_KANA = re.compile(r"[\u3040-\u30ff\uff66-\uff9f]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_HANGUL = re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
#: Scripts that several languages share are settled by py3langid among these; the first is the default.
_SCRIPTS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile(r"[\u0400-\u052f]"), ("ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "mn")),
    (re.compile(r"[\u0600-\u06ff\u0750-\u077f]"), ("ar", "fa", "ur", "ps", "ug")),
    (re.compile(r"[\u0900-\u097f]"), ("hi", "mr", "ne")),
    (re.compile(r"[\u0980-\u09ff]"), ("bn", "as")),
    (re.compile(r"[\u0590-\u05ff]"), ("he",)),
    (re.compile(r"[\u0370-\u03ff]"), ("el",)),
    (re.compile(r"[\u0e00-\u0e7f]"), ("th",)),
    (re.compile(r"[\u0b80-\u0bff]"), ("ta",)),
    (re.compile(r"[\u0c00-\u0c7f]"), ("te",)),
    (re.compile(r"[\u10a0-\u10ff]"), ("ka",)),
    (re.compile(r"[\u0530-\u058f]"), ("hy",)),
)
#: Function words that are common in English and rare in the languages that resemble it.
_ENGLISH = frozenset(
    re.findall(
        r"\w+",
        "the of and to that for with are as this be by it from our not which have used but or were can all they "
        "their than my when each only if then these use using very where into you your i we",
    )
)
_NAMES: dict[str, str] = dict(
    re.findall(
        r"(\w+):(\w+)",
        "ar:Arabic bg:Bulgarian bn:Bengali ca:Catalan cs:Czech da:Danish de:German el:Greek en:English es:Spanish "
        "et:Estonian fa:Persian fi:Finnish fr:French he:Hebrew hi:Hindi hr:Croatian hu:Hungarian id:Indonesian "
        "it:Italian ja:Japanese ko:Korean lt:Lithuanian lv:Latvian nb:Norwegian nl:Dutch nn:Norwegian no:Norwegian "
        "pl:Polish pt:Portuguese ro:Romanian ru:Russian sk:Slovak sl:Slovene sr:Serbian sv:Swedish ta:Tamil te:Telugu "
        "th:Thai tr:Turkish uk:Ukrainian ur:Urdu vi:Vietnamese zh:Chinese",
    )
)


def language_shares(text: str) -> dict[str, float]:
    """Share of each language (ISO 639-1) in the letters of a text's prose, largest first, two digits.

    Empty where there is too little prose, or none whose language could be told; the shares of what could not be told
    are missing, so they may add up to less than 1.
    """
    counts: Counter[str] = Counter()
    for block in _blocks(paragraphs(text)):
        counts[_language_of(block) or "?"] += letters(block)
        if counts.total() > _SAMPLE:
            break
    if counts.total() < ENOUGH:
        return {}
    shares = {code: round(n / counts.total(), 2) for code, n in counts.items() if code != "?"}
    return dict(sorted(((c, s) for c, s in shares.items() if s > 0), key=lambda pair: (-pair[1], pair[0])))


def language_name(code: str) -> str:
    """`Japanese (ja)`."""
    return f"{_NAMES[code]} ({code})" if code in _NAMES else code


def main_language(shares: Mapping[str, float], readable: Iterable[str]) -> str | None:
    """The language to work in: the strongest readable one where the text is read for it, else the strongest of all."""
    wanted = {code: shares[code] for code in readable if code in shares}
    if wanted and sum(wanted.values()) >= READABLE_SHARE:
        return max(wanted, key=lambda code: wanted[code])
    return next(iter(shares), None)


def why_unread(shares: Mapping[str, float], readable: Iterable[str]) -> str | None:
    """Why a text of these languages is passed over, or null where it is read.

    A text is passed over only where another language is positively known to prevail.
    """
    wanted = tuple(readable)
    known = sum(shares.values())
    read = sum(shares.get(code, 0.0) for code in wanted)
    foreign = next((code for code in shares if code not in wanted), None)
    if foreign is None or read >= READABLE_SHARE * known or known - read < 0.5:
        return None
    return f"written in {language_name(foreign)}; only {', '.join(wanted) or 'nothing'} is read"


def _blocks(parts: list[str]) -> Iterable[str]:
    """Paragraphs of the same script joined until they are long enough to be judged."""
    held, held_kind = "", ""
    for part in parts:
        kind = _script_language(part) or "latin"
        if held and (kind != held_kind or letters(held) >= _BLOCK_ENOUGH):
            yield held
            held = ""
        held, held_kind = f"{held}\n{part}", kind
    if held:
        yield held


def _script_language(block: str) -> str | None:
    """The language that a block's script gives away. Foreign terms in Latin letters do not make a text English."""
    total = max(letters(block), 1)
    kana, han, hangul = (len(p.findall(block)) for p in (_KANA, _HAN, _HANGUL))
    if kana + han + hangul > 0.15 * total:
        return "ko" if hangul > kana + han else "ja" if kana > 0.1 * (kana + han) else "zh"
    for pattern, languages in _SCRIPTS:
        if len(pattern.findall(block)) > 0.3 * total:
            return languages[0]
    return None


def _language_of(block: str) -> str | None:
    """The language of a block, or null where it cannot be told."""
    by_script = _script_language(block)
    if by_script:
        options = next((o for _, o in _SCRIPTS if o[0] == by_script), (by_script,))
        guess = _identify(block)[0] if len(options) > 1 and letters(block) >= _BLOCK_ENOUGH else by_script
        return guess if guess in options else by_script
    words = re.findall(r"[^\W\d_]+", block.lower())
    if sum(word in _ENGLISH for word in words) >= _ENGLISH_SHARE * max(len(words), 1):
        return "en"
    code, confidence = _identify(block) if letters(block) >= _BLOCK_ENOUGH else ("", 0.0)
    return code if confidence >= _CONFIDENCE else None


def _identify(block: str) -> tuple[str, float]:
    code, confidence = _identifier().classify(" ".join(block.split()))
    return str(code), float(confidence)


@lru_cache(maxsize=1)
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
