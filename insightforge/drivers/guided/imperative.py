"""A team's own words turned into a recommendation: "we upsampled rare classes" → "Upsample rare classes."

Only clean cases are turned; whatever still points at the team, at the contest or at a word that only the write-up
explains gives null.
"""

from __future__ import annotations

import re

from insightforge.techniques import find as find_techniques

_VERBS = """
    add adjust aggregate align append apply assign augment average balance batch bin blend bound build cache
    calibrate cap check choose clean clip cluster collect combine compare compress compute concatenate convert
    correct crop cross-validate cut decay decode decompose decrease deduplicate denoise derive detect detrend
    discard distil distill divide double downsample downscale downweight drop embed encode ensemble exclude expand
    export extract feed fill filter fine-tune finetune fit flag flatten flip fold freeze generate group halve hash
    hold identify ignore impute include increase initialise initialize insert interpolate join keep label limit load
    log lower map mark mask match measure merge mine mirror mix model move multiply normalise normalize optimise
    optimize order overlap oversample pad parallelise parallelize parse penalise penalize perturb pick plot pool
    pre-train predict prefer preprocess pretrain process prune pseudo-label put quantise quantize randomise
    randomize rank read rebuild recompute reconstruct reduce refit regularise regularize relabel remove rename
    reorder repeat replace replicate resample rescale reset reshape resize restrict retrain reuse reverse reweight
    rotate round run sample save scale score search segment select separate set shift shorten shrink shuffle skip
    smooth sort split stack standardise standardize start store stratify stretch subsample subtract sum swap switch
    synthesise synthesize take test threshold tile train transform translate trim truncate tune undersample unfreeze
    unify upsample upscale upweight use validate vary verify warm weight widen wrap write
"""
#: Verbs of practice, as lemmas: what a recommendation may begin with.
ACTION_VERBS = frozenset(_VERBS.split())
_IRREGULAR = {
    "chose": "choose",
    "took": "take",
    "kept": "keep",
    "built": "build",
    "wrote": "write",
    "ran": "run",
    "fed": "feed",
    "held": "hold",
    "froze": "freeze",
    "made": "make",
    "cut": "cut",
    "put": "put",
    "set": "set",
    "split": "split",
    "fit": "fit",
    "reran": "rerun",
    "rebuilt": "rebuild",
    "rewrote": "rewrite",
}
_DEICTIC = re.compile(
    r"^(?:this|that|these|those|it|them|him|her|such|same|so|the same|both|some of (?:these|those|them))\b",
    re.IGNORECASE,
)
_PERSONAL = re.compile(
    r"\b(?:we|i|us|me|they|he|she|you|your|their|his|team ?mates?|kaggle\w*|notebooks?|discussions?|competition"
    r"|above|below|following|previous(?:ly)?|mentioned|earlier|last year|hosts?|organi[sz]ers?|someone"
    r"|somebody)\b|[@{}\[\]`|<>\\_]|https?:",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:,? (?:which|but|however|although|though|so (?:i|we|that|the|it)|because|since|and (?:i|we|it|this|that"
    r"|then|the)|in order to|resulting|leading|giving|making|as (?:i|we)|hoping|instead|too|as well|again"
    r"|where)\b.*|\s+\($)$",
    re.IGNORECASE,
)
_NAME_LIKE = re.compile(r"(?<![\w.-])(?:[A-Z]{2,}\w*|[A-Za-z]+[a-z][A-Z]\w*|[A-Za-z]+\d+[A-Za-z]\w*)(?![\w-])")
_MIN_WORDS, _MAX_WORDS = 3, 32


def imperative(verb: str, rest: str) -> str | None:
    """One imperative sentence from a verb in any form and what follows it, or null."""
    lemma = _lemma(verb)
    if lemma not in ACTION_VERBS or _DEICTIC.match(rest) or re.search(r"\w_\w", rest):
        return None
    rest = _plain(rest)
    if _PERSONAL.search(rest):
        return None
    sentence = f"{lemma.capitalize()} {_second_verb(rest)}"
    if not _MIN_WORDS <= len(sentence.split()) <= _MAX_WORDS or _unexplained(sentence) or _unbalanced(sentence):
        return None
    return sentence.rstrip(" ,;:-") + "."


def imperative_sentence(text: str) -> str | None:
    """A sentence in the team's words ("We grouped …", "Group …", "Grouping …") as an imperative, or null."""
    words = re.sub(
        r"^(?:so |then |finally |instead |therefore |thus |next )?,? ?(?:we|i)(?: (?:then|also|now|finally|simply"
        r"|just|have|had|decided to|started to|ended up|began to|switched to))* ",
        "",
        text.strip(),
        flags=re.IGNORECASE,
    )
    head, _, rest = words.partition(" ")
    return imperative(head, rest) if rest else None


def _lemma(verb: str) -> str:
    from simplemma import lemmatize

    word = verb.lower().strip("-")
    if word in ACTION_VERBS:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    lemma = lemmatize(word, lang="en")
    return lemma if lemma in ACTION_VERBS else _by_suffix(word)


def _by_suffix(word: str) -> str:
    """Technical verbs that the lemmatiser does not know: "upsampled", "deduplicating", "finetuned"."""
    for suffix in ("ing", "ed", "es", "s"):
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            doubled = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else stem
            for candidate in (stem, stem + "e", doubled):
                if candidate in ACTION_VERBS:
                    return candidate
    return word


def _second_verb(rest: str) -> str:
    """ "… and mixed them in" → "… and mix them in": a verb of practice joined by "and" follows the first one's form."""

    def base(match: re.Match[str]) -> str:
        lemma = _lemma(match.group(2))
        return f"{match.group(1)}{lemma}" if lemma in ACTION_VERBS else match.group(0)

    irregular = "|".join(_IRREGULAR)
    return re.sub(rf"(\b(?:and|then) (?:then )?)(\w[\w-]*(?:ed|ing)|{irregular})(?= )", base, rest)


def _plain(rest: str) -> str:
    rest = re.sub(r"[*_`]{1,3}(?=\S)|(?<=\S)[*`]{1,3}", "", rest).strip()
    rest = re.sub(r"\b(?:our|my)\b", "the", rest)
    rest = re.sub(r"\s*[\(\[][^)\]]*$", "", rest)
    return _TAIL.sub("", rest).strip(" .,;:")


def _unexplained(sentence: str) -> bool:
    """Whether a name or abbreviation is left that no lexicon knows."""
    known = [(start, end) for _, start, end in find_techniques(sentence)]
    return any(
        not any(start <= m.start() and m.end() <= end for start, end in known) for m in _NAME_LIKE.finditer(sentence)
    )


def _unbalanced(sentence: str) -> bool:
    return sentence.count("(") != sentence.count(")") or sentence.count('"') % 2 == 1
