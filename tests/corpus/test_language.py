from __future__ import annotations

import pytest

from insightforge.corpus.language import language_shares, main_language, why_unread
from insightforge.corpus.prose import paragraphs
from tests.corpus.helpers import ENGLISH

TEXTS = {
    "en": ENGLISH,
    "de": (
        "Wir haben drei Modelle auf fünf Teilen der Daten trainiert und ihre Vorhersagen nach Rang "
        "gemittelt. Die Aufteilung folgt den Patienten, weil sich Schichten eines Patienten ähneln. Das war "
        "in der Praxis so wichtig wie das Modell an sich."
    ),
    "fr": (
        "Nous avons entraîné trois modèles sur cinq parties des données et mélangé leurs prédictions par "
        "rang. La validation suit les patients, car les coupes d'un même patient se ressemblent. "
        "L'augmentation a le plus aidé dans cette étude."
    ),
    "es": (
        "Entrenamos tres modelos con cinco particiones de los datos y mezclamos sus predicciones por rango. "
        "La validación sigue a los pacientes, porque los cortes de un mismo paciente se parecen. La "
        "aumentación fue lo que más ayudó."
    ),
    "nl": (
        "We hebben drie modellen getraind op vijf delen van de data en de voorspellingen gemiddeld. De "
        "validatie volgt de patiënt, omdat plakjes van een patiënt op elkaar lijken. Dat was in de praktijk "
        "van groot belang voor ons allemaal."
    ),
    "it": (
        "Abbiamo addestrato tre modelli su cinque parti dei dati e unito le loro previsioni per rango. La "
        "validazione segue i pazienti, perché le sezioni di uno stesso paziente si somigliano. Aumentare i "
        "dati è stata la scelta migliore."
    ),
    "pt": (
        "Treinamos três modelos em cinco partes dos dados e combinamos as previsões por posição. A validação "
        "segue os pacientes, porque os cortes de um mesmo paciente são parecidos. A ampliação dos dados foi "
        "o que mais ajudou a equipe."
    ),
    "ru": (
        "Мы обучили три модели на пяти частях данных и усреднили их предсказания по рангам. Проверка идёт по "
        "пациентам, потому что срезы одного пациента похожи. Сильнее всего помогло расширение данных, а "
        "большая модель не помогла совсем."
    ),
    "ja": (
        "三つのモデルを五つの分割で学習し、EfficientNetとTransformerの予測を順位で平均しました。検証は患者ご"
        "とに分けています。同じ患者の断面はよく似ているからです。時間方向のaugmentationが最も効き、大きなback"
        "boneは効果がなかったので外しました。"
    )
    * 2,
    "zh": ("我们在五个折上训练了三个模型，并按名次平均它们的预测。验证集按病人划分，因为同一病人的切片十分相似。") * 5,
    "ko": (
        "우리는 다섯 개의 분할에서 세 모델을 학습하고 예측을 순위로 평균했습니다. 같은 환자의 단면은 서로 "
        "비슷하므로 환자별로 나눕니다. "
    )
    * 4,
}


@pytest.mark.parametrize("code", TEXTS)
def test_the_language_of_plain_prose(code: str) -> None:
    shares = language_shares(f"{TEXTS[code]}\n\n{TEXTS[code]}")
    assert next(iter(shares)) == code
    assert shares[code] >= 0.9


def test_only_a_language_that_is_not_read_makes_a_text_unread() -> None:
    assert why_unread(language_shares(TEXTS["en"]), ("en",)) is None
    assert why_unread(language_shares(TEXTS["ja"]), ("en",)) == "written in Japanese (ja); only en is read"
    assert why_unread(language_shares(TEXTS["ja"]), ("en", "ja")) is None
    assert why_unread(language_shares(TEXTS["en"]), ("ja",)) == "written in English (en); only ja is read"


def test_a_text_that_is_half_english_is_read_in_english() -> None:
    shares = language_shares(f"{TEXTS['fr']}\n\n{ENGLISH}")
    assert set(shares) == {"en", "fr"}
    assert why_unread(shares, ("en",)) is None
    assert main_language(shares, ("en",)) == "en"


def test_an_english_abstract_does_not_make_a_long_foreign_text_readable() -> None:
    shares = language_shares(f"{ENGLISH}\n\n" + "\n\n".join([TEXTS["de"]] * 8))
    assert why_unread(shares, ("en",)) == "written in German (de); only en is read"
    assert main_language(shares, ("en",)) == "de"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Kurz und gut.",
        "Мы обучили.",
        "EfficientNet-B0 ResNet50 SeResNeXt101 NFNet-L0 RegNetY DenseNet201 ConvNeXt\n" * 8,
        f"```python\n# {TEXTS['ru']}\nx = 1\n```\n",
        "| фолд | метрика |\n|---|---|\n" + "| 1 | 0.91234 |\n" * 60,
        "+----+====+----+\n|    |    |    |\n" * 60,
    ],
)
def test_too_little_prose_says_nothing_and_counts_as_readable(text: str) -> None:
    assert why_unread(language_shares(text), ("en",)) is None


def test_prose_is_without_code_links_and_drawings() -> None:
    text = "See [the post](https://x.org/long) and `model.fit`.\n\n```\ncode here\n```\n-----+-----\nEnd <b>here</b>.\n"
    assert [" ".join(p.split()) for p in paragraphs(text)] == ["See [the post] and .", "End here ."]
