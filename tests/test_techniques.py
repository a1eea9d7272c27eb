"""The lexicon of techniques: writings of one name, names that are not there, what implies what, speed."""

from __future__ import annotations

import pytest

from insightforge.techniques import find, implied, kind_of, lexicon, mentions


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("pseudo-labels", "pseudo-labelling"),
        ("pseudolabeling", "pseudo-labelling"),
        ("pseudo\nlabelled", "pseudo-labelling"),
        ("self training", "pseudo-labelling"),
        ("mix-up", "mixup"),
        ("MixUp", "mixup"),
        ("tf_efficientnet_b5_ns", "EfficientNet"),
        ("EfficientNetB6", "EfficientNet"),
        ("LGBM", "LightGBM"),
        ("lightgbm", "LightGBM"),
        ("MultilabelStratifiedKFold", "stratified k-fold"),
        ("out-\nof-fold", "out-of-fold predictions"),
        ("SWA", "SWA"),
        ("label-smoothing", "label smoothing"),
        ("ArcFace", "ArcFace"),
        ("TTA", "test-time augmentation"),
        ("LoRA adapters", "LoRA"),
        ("BCEWithLogitsLoss", "binary cross-entropy"),
    ],
)
def test_one_name_many_writings(text: str, name: str) -> None:
    ((found, start, end),) = find(f"we used {text} here")
    assert (found, start, end) == (name, 8, 8 + len(text))


@pytest.mark.parametrize(
    "text", ["a ridge of hills is no place", "sweater", "the bertha", "clips of audio", "smooth sailing"]
)
def test_part_of_a_word_is_no_name(text: str) -> None:
    assert "BERT" not in {n for m in mentions(text) for n in m.names}
    assert "SWA" not in {n for m in mentions(text) for n in m.names}
    assert "CLIP" not in {n for m in mentions(text) for n in m.names}


def test_abbreviations_are_matched_as_they_stand() -> None:
    assert not find("we must pl and ce and ema")
    assert [n for n, *_ in find("PL and EMA")] == ["pseudo-labelling", "EMA"]


def test_the_longest_writing_wins() -> None:
    assert [n for n, *_ in find("soft AUC loss")] == ["soft AUC loss"]


def test_a_case_implies_the_general() -> None:
    assert {"EfficientNet", "CNN"} <= implied(["EfficientNetV2"])
    assert "gradient boosting" in implied(["XGBoost"])
    assert implied(["CNN"]) == {"CNN"}
    assert kind_of("Adam") == "optimizer"


def test_the_lexicon_is_sound() -> None:
    known = lexicon()
    assert len(known) > 400
    assert all(general in known for technique in known.values() for general in technique.implies)
    assert {t.general for t in known.values()} == {"", "yes", "but in actions"}
    for name in known:
        assert any(name in mention.names for mention in mentions(f"({name})")), name
