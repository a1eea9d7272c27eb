"""Seeded mutants of drafts: one false word or number each, quotes untouched.

Written without looking at what the gate sees: it knows English and a list of technique names of its own, nothing else.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from insightforge.workbench.drafts import InsightDraft, ItemDraft

FIELDS = ("trigger", "action", "rationale")
EXTRA = ("outcome", "limitations", "cost", "check")


@dataclass(frozen=True)
class Mutant:
    """A draft with one change. `before` and `after` show the changed field."""

    kind: str
    item: int
    field: str
    before: str
    after: str
    draft: InsightDraft


Change = Callable[[str, str, random.Random], Iterator[str]]

_NUMBER = re.compile(r"(?<![\w.])(\d+(?:[.,]\d+)*)(?!\d|[.,]\d|\w*_)")
_SIGNED = re.compile(r"(?<![\w.\d])([+\-−])(?=\d)")
_UNITS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"]
_FRACTIONS = ["half", "third", "quarter", "twice", "three-quarters"]

TECHNIQUES = (
    (
        "mixup",
        "CutMix",
        "SpecAugment",
        "RandAugment",
        "time stretching",
        "random erasing",
        "mosaic augmentation",
        "horizontal flips",
        "cutout",
    ),
    (
        "focal loss",
        "cross-entropy",
        "BCE",
        "Dice loss",
        "triplet loss",
        "ArcFace",
        "hinge loss",
        "MSE",
        "soft AUC",
        "AUC loss",
        "KL divergence",
        "Huber loss",
    ),
    (
        "EfficientNet",
        "ResNet",
        "ConvNeXt",
        "Swin Transformer",
        "NFNet",
        "ViT",
        "DenseNet",
        "U-Net",
        "YOLO",
        "2-D image CNN",
        "MobileNet",
    ),
    ("LoRA", "full fine-tuning", "prompt tuning", "prefix tuning", "adapters", "QLoRA"),
    (
        "LightGBM",
        "XGBoost",
        "CatBoost",
        "random forest",
        "ridge regression",
        "k-nearest neighbours",
        "logistic regression",
        "SVM",
    ),
    ("BERT", "DeBERTa", "RoBERTa", "GPT-2", "Llama", "Gemma", "Mistral", "T5", "Longformer"),
    ("GRU", "LSTM", "Transformer encoder", "TCN", "sequence model", "1-D CNN"),
    (
        "pseudo-labels",
        "contrastive pretraining",
        "masked language modelling",
        "distillation",
        "SimCLR",
        "DINO",
    ),
    ("Adam", "SGD", "AdamW", "RAdam", "Lookahead", "Adafactor", "LAMB"),
    ("cosine annealing", "step decay", "one-cycle schedule", "linear warm-up", "warm restarts"),
    (
        "stratified k-fold",
        "group k-fold",
        "GroupKFold",
        "leave-one-out",
        "adversarial validation",
        "nested cross-validation",
        "time-based split",
    ),
    (
        "stacking",
        "rank averaging",
        "geometric mean",
        "weighted blending",
        "majority voting",
        "hill climbing",
        "snapshot ensembling",
    ),
    (
        "dropout",
        "multi-sample dropout",
        "label smoothing",
        "stochastic depth",
        "weight decay",
        "batch normalisation",
        "layer normalisation",
        "gradient clipping",
    ),
    ("generalised mean", "max pooling", "attention pooling", "average pooling", "learned attention"),
    ("test-time augmentation", "weight averaging", "SWA", "EMA", "Monte Carlo dropout", "model soup"),
    ("OpenVINO", "ONNX", "TensorRT", "TorchScript", "quantisation", "pruning", "GPTQ", "AWQ"),
    (
        "histogram matching",
        "Platt scaling",
        "isotonic regression",
        "temperature scaling",
        "power transform",
        "min-max scaling",
    ),
    ("log-mel spectrograms", "MFCC", "wavelets", "constant-Q transform", "raw waveforms", "gammatone filters"),
    ("hash", "perceptual hash", "PCA", "t-SNE", "UMAP", "k-means", "target encoding", "one-hot encoding"),
)


# ---- numbers ----


def _perturb(text: str, field: str, rng: random.Random) -> Iterator[str]:
    for match in _NUMBER.finditer(text):
        old = match.group(1)
        yield text[: match.start()] + _other_number(old, rng) + text[match.end() :]


def _other_number(old: str, rng: random.Random) -> str:
    ways = [lambda: _bump(old, rng), lambda: _shift(old), lambda: _bump_first(old, rng)]
    for _ in range(20):
        new = rng.choice(ways)()
        if new != old and _value(new) != _value(old):
            return new
    return old + "1"


def _value(text: str) -> float:
    return float(text.replace(",", ""))


def _bump(old: str, rng: random.Random) -> str:
    """Another last digit."""
    return old[:-1] + str((int(old[-1]) + rng.randint(1, 9)) % 10)


def _bump_first(old: str, rng: random.Random) -> str:
    """Another first digit that is not zero."""
    at = next((i for i, c in enumerate(old) if c in "123456789"), 0)
    return old[:at] + str(rng.choice([d for d in range(1, 10) if str(d) != old[at]])) + old[at + 1 :]


def _shift(old: str) -> str:
    """Ten times as much."""
    if "." in old:
        whole, _, part = old.partition(".")
        moved = f"{whole}{part[0]}".lstrip("0") or "0"
        return f"{moved}.{part[1:]}" if part[1:] else moved
    return old + "0"


def _swap_numbers(text: str, field: str, rng: random.Random) -> Iterator[str]:
    """Two numbers of one field change places."""
    found = list(_NUMBER.finditer(text))
    for left, right in itertools.pairwise(found):
        if _value(left.group(1)) != _value(right.group(1)):
            yield (
                text[: left.start()]
                + right.group(1)
                + text[left.end() : right.start()]
                + left.group(1)
                + text[right.end() :]
            )


def _percent(text: str, field: str, rng: random.Random) -> Iterator[str]:
    for match in re.finditer(r"(\d) ?%", text):
        yield text[: match.start() + 1] + text[match.end() :]
    for match in re.finditer(r"(?<![\w.])0\.\d+(?![\w%])", text):
        yield text[: match.end()] + "%" + text[match.end() :]


def _number_words(text: str, field: str, rng: random.Random) -> Iterator[str]:
    for words in (_UNITS, _ORDINALS, _FRACTIONS):
        for match in re.finditer(rf"\b({'|'.join(words)})\b", text, re.I):
            new = rng.choice([w for w in words if w != match.group().lower()])
            yield text[: match.start()] + _cased(match.group(), new) + text[match.end() :]


def _sign(text: str, field: str, rng: random.Random) -> Iterator[str]:
    for match in _SIGNED.finditer(text):
        yield text[: match.start()] + ("-" if match.group(1) == "+" else "+") + text[match.end() :]


# ---- techniques ----


#: Writings of one thing: to put one for the other makes nothing false.
EQUAL = (
    {"attention pooling", "learned attention"}, {"soft auc", "auc loss"}, {"bce", "cross-entropy"},
    {"lora", "adapters", "qlora"},
)  # fmt: skip


def _differs(name: str, said: str) -> bool:
    one, other = name.lower(), said.lower()
    same = any(one in group and other.rstrip("s") in {g.rstrip("s") for g in group} for group in EQUAL)
    return not same and one not in other and other not in one


def _technique(text: str, field: str, rng: random.Random) -> Iterator[str]:
    taken: list[tuple[int, int]] = []
    for group in TECHNIQUES:
        for name in sorted(group, key=len, reverse=True):
            for match in re.finditer(rf"(?<![\w-]){re.escape(name)}(?:s|es)?(?![\w-])", text, re.I):
                if any(s < match.end() and match.start() < e for s, e in taken):
                    continue
                taken.append(match.span())
                other = rng.choice([n for n in group if _differs(n, match.group())])
                yield text[: match.start()] + _cased(match.group(), other) + text[match.end() :]


# ---- negation ----

_AUXILIARY = re.compile(
    r"\b(is|are|was|were|has been|have been|can|could|will|would|must|should|may|might|did|does|do)\b(?! not)(?=\s+\w)",
    re.I,
)
_FINITE = {
    "helped": "help", "found": "find", "gained": "gain", "gave": "give", "raised": "raise", "improved": "improve",
    "used": "use",
    "worked": "work", "took": "take", "saved": "save", "beat": "beat", "fell": "fall", "rose": "rise", "lost": "lose",
    "brought": "bring",
    "moved": "move", "kept": "keep", "overfitted": "overfit", "added": "add", "scored": "score", "called": "call",
    "made": "make",
}  # fmt: skip
_PRESENT = {
    "keeps": "keep", "removes": "remove", "gives": "give", "carries": "carry", "needs": "need", "covers": "cover",
    "fits": "fit", "helps": "help",
    "exists": "exist", "holds": "hold", "differs": "differ", "makes": "make", "lets": "let", "leaks": "leak",
    "uses": "use", "comes": "come",
}  # fmt: skip
_REMOVALS = (
    (r"\b(is|are|was|were|has|have|can|could|will|would|must|should|may|might) not\b", r"\1"),
    (r"\b(do|does|did) not (\w)", r"\2"),
    (r"\bcannot\b", "can"),
    (r"\bnot (a|an|the|by|on|in|to|yet|sure|more)\b", r"\1"),
    (r"\bno (?=[a-z])", ""),
    (r"\bnever ", ""),
    (r"\bwithout\b", "with"),
    (r"\bnothing\b", "something"),
    (r"\b(?:nobody|none)\b", "everybody"),
    (r"\bneither\b", "both"),
    (r"\bhardly\b", "clearly"),
)


def _negate(text: str, field: str, rng: random.Random) -> Iterator[str]:
    if field == "action" and not re.match(r"(?:do not|never|avoid)\b", text, re.I):
        yield rng.choice(("Do not ", "Never ", "Do not ")) + text[0].lower() + text[1:]
        return
    for match in _AUXILIARY.finditer(text):
        yield text[: match.end()] + " not" + text[match.end() :]
    for table, form in ((_FINITE, "did not"), (_PRESENT, "does not")):
        for verb, base in table.items():
            for match in re.finditer(rf"\b{verb}\b", text):
                yield text[: match.start()] + f"{form} {base}" + text[match.end() :]
    for match in re.finditer(r"\bwith\b", text):
        yield text[: match.start()] + "without" + text[match.end() :]


def _unnegate(text: str, field: str, rng: random.Random) -> Iterator[str]:
    for pattern, new in _REMOVALS:
        for match in re.finditer(pattern, text, re.I):
            made = text[: match.start()] + match.expand(new) + text[match.end() :]
            yield made[0].upper() + made[1:]


# ---- direction ----

_OPPOSITES = (
    ("improved", "worsened"), ("improves", "worsens"), ("helped", "hurt"), ("helps", "hurts"), ("useful", "useless"),
    ("useful", "harmful"),
    ("better", "worse"), ("best", "worst"), ("higher", "lower"), ("raised", "lowered"), ("raise", "lower"), ("raises",
    "lowers"), ("rose", "fell"),
    ("gained", "lost"), ("increase", "decrease"), ("increases", "decreases"), ("more", "less"),
    ("most", "least"), ("stronger", "weaker"), ("strong", "weak"), ("larger", "smaller"), ("large", "small"),
    ("longer", "shorter"), ("long", "short"),
    ("above", "below"), ("over", "under"), ("before", "after"), ("always", "never"), ("add", "remove"), ("keep",
    "drop"), ("rare", "common"),
    ("beat", "trailed"), ("faster", "slower"), ("essential", "irrelevant"), ("important", "unimportant"), ("first",
    "last"), ("many", "few"),
    ("high", "low"), ("early", "late"), ("same", "different"), ("success", "failure"), ("worked", "failed"),
    ("stable", "unstable"),
)  # fmt: skip


def _opposite(text: str, field: str, rng: random.Random) -> Iterator[str]:
    table = {a: b for pair in _OPPOSITES for a, b in (pair, pair[::-1])}
    for match in re.finditer(r"[A-Za-z]+", text):
        if other := table.get(match.group().lower()):
            yield text[: match.start()] + _cased(match.group(), other) + text[match.end() :]


_VERDICTS = frozenset(
    [
        "improved",
        "worsened",
        "improves",
        "worsens",
        "helped",
        "hurt",
        "helps",
        "hurts",
        "useful",
        "useless",
        "harmful",
        "better",
        "worse",
        "raised",
        "lowered",
        "rose",
        "fell",
        "gained",
        "lost",
        "beat",
        "worked",
        "failed",
        "essential",
        "important",
    ]
)


def _verdict(text: str, field: str, rng: random.Random) -> Iterator[str]:
    """Only the words that say whether something helped."""
    table = {a: b for pair in _OPPOSITES for a, b in (pair, pair[::-1])}
    for match in re.finditer(r"[A-Za-z]+", text):
        word = match.group().lower()
        if word in _VERDICTS and word in table:
            yield text[: match.start()] + _cased(match.group(), table[word]) + text[match.end() :]


def _order(text: str, field: str, rng: random.Random) -> Iterator[str]:
    """`A to B` becomes `B to A`."""
    for match in re.finditer(r"(?<![\w.])(\d[\d.,]*\d|\d)( to | → |->)(\d[\d.,]*\d|\d)", text):
        a, mid, b = match.groups()
        if a != b:
            yield text[: match.start()] + b + mid + a + text[match.end() :]


def _board(text: str, field: str, rng: random.Random) -> Iterator[str]:
    for match in re.finditer(r"\b(public|private)(ly)?\b", text, re.I):
        new = "private" if match.group(1).lower() == "public" else "public"
        yield text[: match.start()] + _cased(match.group(1), new) + (match.group(2) or "") + text[match.end() :]


def _cased(old: str, new: str) -> str:
    return new[0].upper() + new[1:] if old[:1].isupper() and not old.isupper() else new


KINDS: dict[str, tuple[Change, tuple[str, ...]]] = {
    "number": (_perturb, FIELDS + EXTRA),
    "number-word": (_number_words, FIELDS + EXTRA),
    "numbers-swapped": (_swap_numbers, FIELDS + EXTRA),
    "percent": (_percent, FIELDS + EXTRA),
    "sign": (_sign, FIELDS + EXTRA),
    "technique": (_technique, FIELDS),
    "negation-added-trigger": (_negate, ("trigger",)),
    "negation-added-action": (_negate, ("action",)),
    "negation-added-rationale": (_negate, ("rationale",)),
    "negation-removed": (_unnegate, FIELDS),
    "verdict": (_verdict, FIELDS + EXTRA),
    "opposite": (_opposite, FIELDS),
    "order": (_order, FIELDS + EXTRA),
    "board": (_board, FIELDS + EXTRA),
}
#: What the promise speaks of: a number, sign, technique or negation changed (verdicts and order with them).
CORE = (
    "number", "number-word", "sign", "technique", "negation-added-trigger", "negation-added-action",
    "negation-added-rationale",
    "negation-removed", "verdict", "order",
)  # fmt: skip


def all_mutants(draft: InsightDraft, kind: str, rng: random.Random) -> list[Mutant]:
    """Every mutant of one kind."""
    change, fields = KINDS[kind]
    found = []
    for index, item in enumerate(draft.items):
        for field in fields:
            inside = field in FIELDS
            before = getattr(item if inside else draft, field) or ""
            if not inside and index:
                continue
            for after in change(before, field, rng):
                if after.strip() != before.strip():
                    found.append(
                        Mutant(kind, index, field, before, after, _replaced(draft, index, field, after, inside))
                    )
    return found


def _replaced(draft: InsightDraft, index: int, field: str, after: str, inside: bool) -> InsightDraft:
    if not inside:
        return draft.model_copy(update={field: after})
    items: list[ItemDraft] = list(draft.items)
    items[index] = items[index].model_copy(update={field: after})
    return draft.model_copy(update={"items": tuple(items)})


def sample_mutants(
    drafts: list[InsightDraft], count: int, seed: int, kinds: tuple[str, ...] = CORE
) -> list[tuple[int, Mutant]]:
    """`count` mutants, as even over kinds as they allow, as (position of the draft, mutant)."""
    rng = random.Random(seed)
    pools = {kind: [(i, m) for i, d in enumerate(drafts) for m in all_mutants(d, kind, rng)] for kind in kinds}
    for pool in pools.values():
        rng.shuffle(pool)
    chosen: list[tuple[int, Mutant]] = []
    while len(chosen) < count and any(pools.values()):
        for kind in kinds:
            if pools[kind] and len(chosen) < count:
                chosen.append(pools[kind].pop())
    return chosen
