"""The experiments behind runs.jsonl."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd
from scipy.stats import rankdata
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from sklearn.model_selection import GroupKFold, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SENSORS = ["vibration", "flow", "pressure", "current", "turbidity"]
PLAIN = ["depth_m", "pump_age", "maker_code", "months_since_service", *SENSORS]
TARGET = "failed_next_month"
Trial = tuple[str, str, float | None, np.ndarray]


def robust(values: pd.Series) -> pd.Series:
    """Distance from the group's median in units of its median absolute deviation."""
    middle = values.median()
    return (values - middle) / ((values - middle).abs().median() + 0.05)


def features(table: pd.DataFrame) -> pd.DataFrame:
    """All features; statistics of a village use that village's rows alone, so train and test are treated alike."""
    out = table.copy()
    out["maker_code"] = out["maker"].map({"Orla": 0, "Tenk": 1, "Vass": 2})
    village = out.groupby("village_id")
    for name in SENSORS:
        out[f"{name}_centred"] = out[name] - village[name].transform("mean")
        out[f"{name}_z"] = out[f"{name}_centred"] / (village[name].transform("std") + 0.05)
        out[f"{name}_robust"] = village[name].transform(robust)
    pump = out.sort_values("month").groupby("pump_id")
    for name in SENSORS:
        z = f"{name}_robust"
        out[f"{name}_own"] = out[z] - out.groupby("pump_id")[z].transform("median")
        out[f"{name}_prev"] = pump[z].shift(1)
        out[f"{name}_mean3"] = pump[z].transform(lambda s: s.clip(-6, 6).rolling(3, min_periods=1).mean())
        out[f"{name}_clip"] = out[z].clip(-6, 6)
    out["wear"] = out["vibration_clip"] - out["flow_clip"] - 0.5 * out["pressure_clip"] + 0.5 * out["current_clip"]
    return out


def named(*endings: str) -> list[str]:
    return [f"{s}{e}" for e in endings for s in SENSORS]


def booster(**more: object) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=150, learning_rate=0.04, max_leaf_nodes=8, min_samples_leaf=30, random_state=0, **more
    )


def logistic(**more: object) -> object:
    return make_pipeline(
        SimpleImputer(strategy="median"), StandardScaler(), LogisticRegression(C=0.1, max_iter=500, **more)
    )


def forest() -> object:
    return make_pipeline(
        SimpleImputer(strategy="median"), ExtraTreesClassifier(300, min_samples_leaf=10, random_state=0)
    )


class Lab:
    """Five folds; grouped by village unless said otherwise."""

    def __init__(self, tables: dict[str, pd.DataFrame]) -> None:
        self.train, self.test = features(tables["train"]), features(tables["test"])
        self.y = self.train[TARGET].to_numpy()
        self.grouped = list(GroupKFold(5).split(self.train, groups=self.train["village_id"]))
        self.by_pump = list(GroupKFold(5).split(self.train, groups=self.train["pump_id"]))
        self.shuffled = list(StratifiedKFold(5, shuffle=True, random_state=0).split(self.train, self.y))

    def model(
        self,
        make: Callable[[], object],
        columns: list[str],
        folds: list[tuple[np.ndarray, np.ndarray]] | None = None,
        sample: Callable[[np.ndarray], np.ndarray] | None = None,
    ) -> list[np.ndarray]:
        """Out-of-fold and test predictions; `sample` picks training rows."""
        out = np.zeros(len(self.train))
        for fit, held in folds or self.grouped:
            out[held] = self._fit(make(), columns, fit, self.train.iloc[held], sample)
        return [out, self._fit(make(), columns, np.arange(len(self.train)), self.test, sample)]

    def _fit(
        self,
        model: object,
        columns: list[str],
        fit: np.ndarray,
        rows: pd.DataFrame,
        sample: Callable[[np.ndarray], np.ndarray] | None,
    ) -> np.ndarray:
        fit = fit if sample is None else fit[sample(self.y[fit])]
        return model.fit(self.train.iloc[fit][columns], self.y[fit]).predict_proba(rows[columns])[:, 1]

    def trial(self, name: str, what: str, made: list[np.ndarray]) -> Trial:
        return name, what, average_precision_score(self.y, made[0]), made[1]

    def encoded(
        self, make: Callable[[], object], columns: list[str], folds: list[tuple[np.ndarray, np.ndarray]]
    ) -> list[np.ndarray]:
        """Adds the village's smoothed failure rate, computed on the fitting rows only."""

        def with_rate(fit: np.ndarray, rows: pd.DataFrame) -> pd.DataFrame:
            known = self.train.iloc[fit].groupby("village_id")[TARGET].agg(["sum", "size"])
            rate = (known["sum"] + 20 * self.y[fit].mean()) / (known["size"] + 20)
            return rows[columns].assign(rate=rows["village_id"].map(rate).fillna(self.y[fit].mean()))

        out = np.zeros(len(self.train))
        for fit, held in folds:
            out[held] = (
                make()
                .fit(with_rate(fit, self.train.iloc[fit]), self.y[fit])
                .predict_proba(with_rate(fit, self.train.iloc[held]))[:, 1]
            )
        whole = np.arange(len(self.train))
        return [out, make().fit(with_rate(whole, self.train), self.y).predict_proba(with_rate(whole, self.test))[:, 1]]


def fewer_negatives(y: np.ndarray) -> np.ndarray:
    """Positions of all positives and five negatives for each."""
    rng = np.random.default_rng(0)
    negatives = np.flatnonzero(y == 0)
    return np.sort(np.concatenate([np.flatnonzero(y), rng.choice(negatives, 5 * int(y.sum()), replace=False)]))


def repeated_positives(y: np.ndarray) -> np.ndarray:
    """All rows, positives ten times."""
    return np.concatenate([np.flatnonzero(y == 0), np.tile(np.flatnonzero(y), 10)])


def ranks(*parts: list[np.ndarray]) -> list[np.ndarray]:
    return [np.mean([rankdata(p) / len(p) for p in column], axis=0) for column in zip(*parts, strict=True)]


def trials(tables: dict[str, pd.DataFrame]) -> Iterator[Trial]:
    lab = Lab(tables)
    yield lab.trial(
        "raw-shuffled",
        "boosting on the columns as given; validation by shuffled stratified 5-fold",
        lab.model(booster, PLAIN, lab.shuffled),
    )
    raw = lab.model(booster, PLAIN)
    yield lab.trial("raw", "boosting on the columns as given; validation grouped by village", raw)
    yield lab.trial(
        "raw-by-pump",
        "boosting on the columns as given; validation grouped by pump",
        lab.model(booster, PLAIN, lab.by_pump),
    )
    yield lab.trial(
        "village-rate-shuffled",
        "raw plus the village's failure rate; validation by shuffled stratified 5-fold",
        lab.encoded(booster, PLAIN, lab.shuffled),
    )
    yield lab.trial(
        "village-rate",
        "raw plus the village's failure rate; validation grouped by village",
        lab.encoded(booster, PLAIN, lab.grouped),
    )
    yield lab.trial(
        "centred", "raw plus each sensor minus its village mean", lab.model(booster, PLAIN + named("_centred"))
    )
    yield lab.trial("z", "raw plus each sensor's z-score within the village", lab.model(booster, PLAIN + named("_z")))
    yield lab.trial(
        "robust",
        "raw plus each sensor's distance from the village median over its median absolute deviation",
        lab.model(booster, PLAIN + named("_robust")),
    )
    lean = ["pump_age", "maker_code", "months_since_service", "depth_m"]
    only = lab.model(booster, lean + named("_robust"))
    yield lab.trial("robust-only", "robust without the raw sensor columns", only)
    yield lab.trial(
        "robust-shuffled",
        "robust-only; validation by shuffled stratified 5-fold",
        lab.model(booster, lean + named("_robust"), lab.shuffled),
    )
    yield lab.trial(
        "own",
        "robust-only plus distance from the pump's own median",
        lab.model(booster, lean + named("_robust", "_own")),
    )
    yield lab.trial(
        "previous", "robust-only plus the previous month", lab.model(booster, lean + named("_robust", "_prev"))
    )
    mean3 = lab.model(booster, lean + named("_robust", "_mean3"))
    yield lab.trial("mean3", "robust-only plus the pump's three-month mean", mean3)
    full = [*lean, *named("_clip", "_mean3"), "wear"]
    wear = lab.model(booster, full)
    yield lab.trial("wear", "clipped robust distances, three-month means and a sum of the four signs of wear", wear)
    yield lab.trial(
        "wear-balanced", "wear with balanced class weights", lab.model(lambda: booster(class_weight="balanced"), full)
    )
    yield lab.trial(
        "wear-undersampled",
        "wear trained on all failures and five others for each",
        lab.model(booster, full, sample=fewer_negatives),
    )
    yield lab.trial(
        "wear-oversampled",
        "wear with every failure ten times in training",
        lab.model(booster, full, sample=repeated_positives),
    )
    line = lab.model(logistic, full)
    yield lab.trial("logistic", "logistic regression on the features of wear", line)
    yield lab.trial("logistic-raw", "logistic regression on the columns as given", lab.model(logistic, PLAIN))
    yield lab.trial(
        "logistic-unclipped",
        "logistic regression on robust distances that are not clipped",
        lab.model(logistic, [*lean, *named("_robust", "_mean3")]),
    )
    trees = lab.model(forest, full)
    yield lab.trial("extra-trees", "extra trees on the features of wear", trees)
    yield lab.trial("blend", "mean of the ranks of wear and logistic", ranks(wear, line))
    yield lab.trial("blend-three", "mean of the ranks of wear, logistic and extra-trees", ranks(wear, line, trees))
    yield lab.trial(
        "no-turbidity", "wear without turbidity", lab.model(booster, [f for f in full if "turbidity" not in f])
    )


def facts(tables: dict[str, pd.DataFrame]) -> dict[str, float]:
    train, test = tables["train"], tables["test"]
    between = train.groupby("village_id")["vibration"].mean().var()
    return {
        "train rows": len(train),
        "test rows": len(test),
        "failure share": train[TARGET].mean(),
        "failures": train[TARGET].sum(),
        "villages in train": train["village_id"].nunique(),
        "villages in both": len(set(train["village_id"]) & set(test["village_id"])),
        "share of vibration's variance between villages": between / train["vibration"].var(),
        "missing share of a sensor": train["vibration"].isna().mean(),
    }
