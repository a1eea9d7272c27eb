"""A team's own words turned into a recommendation: "we upsampled rare classes" → "Upsample rare classes."

Only clean cases are turned; whatever still points at the team, at the contest or at a word that only the write-up
explains gives null.
"""

from __future__ import annotations

import re

from insightforge.techniques import find as find_techniques

_VERBS = """
    add adjust aggregate agree alert align append apply archive ask assign augment average balance batch bin blend
    bound build cache calibrate cap check choose clean clip cluster collect combine compare compress compute
    concatenate convert correct count crop cross-validate cut decay decode decompose decrease deduplicate define
    delay denoise derive deskew detect detrend discard distil distill divide document double downsample downscale
    downweight drop embed encode ensemble evaluate exclude expand export expose extract feed fill filter fine-tune
    finetune fit flag flatten flip fold freeze gate generate give group halve hash hold identify ignore impute
    include increase initialise initialize insert interpolate join keep label leave limit load log lower map mark
    mask match measure merge mine mirror mix model monitor move multiply normalise normalize optimise optimize order
    overlap oversample pad parallelise parallelize parse penalise penalize perturb pick pin plot pool pre-train
    predict prefer preprocess pretrain process prune pseudo-label put quantise quantize raise randomise randomize
    rank read rebuild recompute reconstruct record reduce refit regularise regularize relabel remove rename reorder
    repeat replace replicate report require resample rescale reset reshape resize restrict retrain reuse reverse
    review reweight roll rotate round route run sample save scale score search segment select separate set shift
    shorten show shrink shuffle skip smooth sort split stack standardise standardize start stop store stratify
    stretch subsample subtract sum swap switch synthesise synthesize take test threshold throw tile track train
    transform translate treat trim truncate tune undersample unfreeze unify upsample upscale upweight use validate
    vary verify warm watch weight widen wrap write
"""
#: Verbs of practice, as lemmas: what a recommendation may begin with.
ACTION_VERBS = frozenset(_VERBS.split())
_IRREGULAR = {
    "chose": "choose",
    "took": "take",
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
    "threw": "throw",
    "left": "leave",
    "gave": "give",
    "shown": "show",
    "given": "give",
    "taken": "take",
    "chosen": "choose",
    "kept": "keep",
    "written": "write",
    "drawn": "draw",
}
_DEICTIC = re.compile(
    r"^(?:this|that|these|those|it|them|him|her|such|same|so|the same|both|some of (?:these|those|them))\b",
    re.IGNORECASE,
)
_PERSONAL = re.compile(
    r"\b(?:we|i|us|me|he|she|you|your|his|team ?mates?|kaggle\w*|notebooks?|discussions?|competition"
    r"|above|below|following|previous(?:ly)?|mentioned|earlier|last year|hosts?|organi[sz]ers?|someone"
    r"|somebody)\b|[@{}\[\]`|<>\\_]|https?:",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:, (?:which|where)\b.*|; .*|: (?=ours|half|with|in|a ).*|,? (?:but|however|although|though|so (?:i|we"
    r"|that|the|it)|because|since|and (?:i|we|it|this|that"
    r"|then)|in order to|resulting|leading|giving|making|as (?:i|we)|hoping|instead|too|as well|again"
    r"|and the \w+(?: \w+)? (?:went|fell|rose|dropped))\b.*|\s+\($)$",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r" (?:gave|gives|made|makes|was|were|is|are|brought|brings|helped|helps|did|does|led|improved|had|took)\b"
)
_NAME_LIKE = re.compile(r"(?<![\w.-])(?:[A-Z]{2,}\w*|[A-Za-z]+[a-z][A-Z]\w*|[A-Za-z]+\d+[A-Za-z]\w*)(?![\w-])")
_HOUSEHOLD_NAMES = """
    OCR SQL API CPU GPU RAM PDF CSV JSON HTML XML URL ID IDs IBAN VAT RGB HSV IR UV MRI CT ECG EEG EMG IMU GPS KPI SLA
    ETL CI QA USD EUR UTC RMS FFT SNR PSI AUC ROC F1 MAE RMSE WAPE MAPE NLP ML TTA CV DB OK TV US UK EU AI IoT PCA NaN
    NaNs HTTP HTTPS SSD LLM LLMs GBDT CNN CNNs RNN RNNs LSTM LSTMs BERT 2D 3D AM PM H1 H2 Q1 Q2 Q3 Q4
"""
#: Abbreviations that an engineer of the field knows without being told.
_HOUSEHOLD = frozenset(_HOUSEHOLD_NAMES.split())
_MIN_WORDS, _MAX_WORDS = 3, 32


def imperative(verb: str, rest: str) -> str | None:
    """One imperative sentence from a verb in any form and what follows it, or null."""
    lemma = _lemma(verb)
    if lemma not in ACTION_VERBS or _DEICTIC.match(rest) or re.search(r"\w_\w", rest):
        return None
    rest = _plain(rest)
    if verb.lower().endswith("ing"):
        # "Oversampling X gave Y": what it gave is no part of the recommendation.
        rest = _FINITE.split(rest)[0].rstrip(" ,")
    if _PERSONAL.search(rest):
        return None
    sentence = f"{lemma.capitalize()} {_second_verb(rest)}"
    if not _MIN_WORDS <= len(sentence.split()) <= _MAX_WORDS or _unexplained(sentence) or _unbalanced(sentence):
        return None
    return sentence.rstrip(" ,;:-?") + "."


_PASSIVE = re.compile(
    r"^(?P<subject>(?:The |All |Each |Every |Only )?[A-Za-z][^.;:]{2,70}?) (?:is|are|was|were) (?:now |then "
    r"|only |first |also |always )*(?P<verb>\w+)"
    r" (?P<rest>(?:by|with|on|to|at|as|in|into|from|for|per|before|after|only|separately|once|if"
    r"|when)\b[^.;]{4,160})",
)
_OPENING = re.compile(
    r"^(?P<opening>(?:For|Instead of|Before|After|To|In|On|At) [^,;:]{3,70}), (?:(?:we|i) )?(?:now |also "
    r"|then )?(?P<verb>\w[\w-]*) (?P<rest>.+)$",
    re.IGNORECASE,
)


def self_contained(sentence: str) -> str | None:
    """The sentence with a full stop, or null where it speaks of the team or needs the document to be understood."""
    words = _plain(sentence)
    if re.search(r"\w_\w", words) or _PERSONAL.search(words) or _unexplained(words) or _unbalanced(words):
        return None
    if not _MIN_WORDS <= len(words.split()) <= _MAX_WORDS or re.search(r"\b(?:this|these|those|such|it)\b", words):
        return None
    return words.rstrip(" ,;:-") + "."


def told_as_change(text: str) -> str | None:
    """A change as post-mortems tell it ("We …", "X is now …ed by Y", "Before Z, we …") as an imperative, or null."""
    words = re.sub(r"^(?:and|so|then|now|finally),? ", "", text.strip("*_ "), flags=re.IGNORECASE)
    if opened := _OPENING.match(words):
        sentence = imperative(opened.group("verb"), opened.group("rest"))
        opening = opened.group("opening")
        if sentence and not _PERSONAL.search(opening) and not _unexplained(opening):
            return f"{sentence.rstrip('.')} {opening[0].lower()}{opening[1:]}." if len(opening) < 60 else sentence
    direct = imperative_sentence(words)
    if direct:
        return direct
    if passive := _PASSIVE.match(words):
        subject = re.sub(r"^(The|All|Each|Every|Only) ", lambda m: m.group(0).lower(), passive.group("subject"))
        subject = subject if subject[:2].isupper() else subject[0].lower() + subject[1:]
        if re.search(r"\b(?:which|that|who|where)\b", subject):
            return None
        return imperative(passive.group("verb"), f"{subject} {passive.group('rest')}")
    return None


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
    if not word:
        return ""
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
        m.group(0) not in _HOUSEHOLD and not any(start <= m.start() and m.end() <= end for start, end in known)
        for m in _NAME_LIKE.finditer(sentence)
    )


def _unbalanced(sentence: str) -> bool:
    return sentence.count("(") != sentence.count(")") or sentence.count('"') % 2 == 1
