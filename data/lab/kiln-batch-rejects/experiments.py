"""The experiments behind runs.jsonl."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd
from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

TEMPS = ["zone3_temp", "zone5_temp"]
ROW = [
    *TEMPS,
    "soak_minutes",
    "draft_pa",
    "tile_moisture",
    "tile_weight_kg",
    "cart",
    "kiln_code",
    "glaze_code",
    "lead_code",
]
Trial = tuple[str, str, float | None, np.ndarray]


def balanced_loss(y: np.ndarray, p: np.ndarray) -> float:
    p = np.clip(p, 0.001, 0.999)
    return float(-(np.log(p[y == 1]).mean() + np.log(1 - p[y == 0]).mean()) / 2)


def prepare(tables: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """Train and test under each other, with codes and temperatures relative to the kiln's recent batches."""
    both = pd.concat([tables["train"], tables["test"]], ignore_index=True)
    both["is_test"] = both["rejected"].isna()
    both["number"] = both["batch_id"].str[1:].astype(int)
    for name, column in (("kiln_code", "kiln"), ("glaze_code", "glaze"), ("lead_code", "shift_lead")):
        both[name] = both[column].astype("category").cat.codes
    for name in TEMPS:
        batch = both.groupby(["kiln", "number"])[name].mean().reset_index()
        by_kiln = batch.groupby("kiln")[name]
        batch["level"] = by_kiln.transform(lambda s: s.rolling(41, center=True, min_periods=10).median())
        batch["width"] = (
            (batch[name] - batch["level"])
            .abs()
            .groupby(batch["kiln"])
            .transform(lambda s: s.rolling(81, center=True, min_periods=20).median())
        )
        batch["past"] = by_kiln.transform(lambda s: s.shift(1).rolling(40, min_periods=5).median())
        both = both.merge(batch[["kiln", "number", "level", "width", "past"]], on=["kiln", "number"], how="left")
        both[f"{name}_local"] = both[name] - both.pop("level")
        both[f"{name}_scaled"] = both[f"{name}_local"] / both.pop("width")
        both[f"{name}_past"] = both[name] - both.pop("past")
        both[f"{name}_abs"] = both[f"{name}_scaled"].abs()
    return both


def per_batch(both: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    """One row per batch: mean, spread and maximum over its carts, and the codes."""
    grouped = both.groupby("number")
    made = grouped[["kiln_code", "glaze_code", "lead_code", "is_test", "rejected"]].first()
    made["carts"] = grouped.size()
    for name in columns:
        made[f"{name}_mean"], made[f"{name}_std"], made[f"{name}_max"] = (
            grouped[name].mean(),
            grouped[name].std(),
            grouped[name].max(),
        )
    for name in [c for c in columns if c.endswith("_scaled")]:
        made[f"{name}_off"] = made[f"{name}_mean"].abs()
    return made.reset_index()


def booster(**more: object) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        **{
            "max_iter": 120,
            "learning_rate": 0.04,
            "max_leaf_nodes": 8,
            "min_samples_leaf": 25,
            "l2_regularization": 3.0,
            "random_state": 0,
            **more,
        }
    )


def balanced(**more: object) -> HistGradientBoostingClassifier:
    return booster(class_weight="balanced", **more)


def logistic(weight: str | None = "balanced") -> object:
    return make_pipeline(
        SimpleImputer(strategy="median"),
        StandardScaler(),
        LogisticRegression(C=0.05, max_iter=500, class_weight=weight),
    )


def forest() -> object:
    return make_pipeline(
        SimpleImputer(strategy="median"),
        ExtraTreesClassifier(300, min_samples_leaf=6, class_weight="balanced", random_state=0),
    )


def to_balanced(p: np.ndarray, rate: float) -> np.ndarray:
    """Probabilities under a base rate of one half instead of `rate`."""
    odds = p / (1 - p) * (1 - rate) / rate
    return odds / (1 + odds)


class Lab:
    """Five folds over train; grouped by batch unless said otherwise. Rows are carts or, in `table`, batches."""

    def __init__(self, table: pd.DataFrame, seed: int = 0) -> None:
        self.train, self.test = (
            table[~table["is_test"]].reset_index(drop=True),
            table[table["is_test"]].reset_index(drop=True),
        )
        self.y = self.train["rejected"].to_numpy().astype(int)
        self.grouped = list(
            GroupKFold(5, shuffle=True, random_state=seed).split(self.train, groups=self.train["number"])
        )
        self.shuffled = list(StratifiedKFold(5, shuffle=True, random_state=0).split(self.train, self.y))

    def model(
        self, make: Callable[[], object], columns: list[str], folds: list[tuple[np.ndarray, np.ndarray]] | None = None
    ) -> list[np.ndarray]:
        """Out-of-fold and test predictions."""
        out = np.zeros(len(self.train))
        for fit, held in folds or self.grouped:
            out[held] = (
                make().fit(self.train.loc[fit, columns], self.y[fit]).predict_proba(self.train.loc[held, columns])[:, 1]
            )
        return [out, make().fit(self.train[columns], self.y).predict_proba(self.test[columns])[:, 1]]


def late(lab: Lab) -> list[tuple[np.ndarray, np.ndarray]]:
    """One split in time: the last fifth of the training batches is held out."""
    cut = lab.train["number"].quantile(0.8)
    return [(np.flatnonzero(lab.train["number"] <= cut), np.flatnonzero(lab.train["number"] > cut))]


def over_batches(rows: pd.DataFrame, p: np.ndarray) -> np.ndarray:
    """Every cart gets the mean log odds of its batch."""
    p = np.clip(p, 1e-4, 1 - 1e-4)
    odds = pd.Series(np.log(p / (1 - p))).groupby(rows["number"].to_numpy()).transform("mean")
    return (1 / (1 + np.exp(-odds))).to_numpy()


def trials(tables: dict[str, pd.DataFrame]) -> Iterator[Trial]:
    both = prepare(tables)
    carts = Lab(both)

    def trial(name: str, what: str, made: list[np.ndarray], rows: np.ndarray | None = None) -> Trial:
        rows = np.arange(len(carts.y)) if rows is None else rows
        return name, what, balanced_loss(carts.y[rows], made[0][rows]), made[1]

    yield trial("constant", "one half for everything", [np.full(len(carts.train), 0.5), np.full(len(carts.test), 0.5)])
    leaky = [*ROW, "sorting_minutes"]
    yield trial(
        "leak-shuffled",
        "boosting on all columns as given, balanced weights, sorting_minutes included; validation by shuffled folds over carts",
        carts.model(balanced, leaky, carts.shuffled),
    )
    yield trial("leak", "the same model; validation by folds over batches", carts.model(balanced, leaky))
    yield trial(
        "carts-shuffled",
        "without sorting_minutes; validation by shuffled folds over carts",
        carts.model(balanced, ROW, carts.shuffled),
    )
    rows = carts.model(balanced, ROW)
    yield trial("carts", "without sorting_minutes; validation by folds over batches, as in all rows below", rows)
    split = late(carts)
    yield trial(
        "carts-late",
        "carts; validation on the last fifth of the training batches",
        carts.model(balanced, ROW, split),
        split[0][1],
    )
    plain = carts.model(booster, ROW)
    yield trial("carts-unweighted", "carts without class weights", plain)
    rate = carts.y.mean()
    yield trial(
        "carts-prior",
        "carts-unweighted with probabilities moved to a base rate of one half afterwards",
        [to_balanced(p, rate) for p in plain],
    )
    averaged = [over_batches(t, p) for t, p in zip((carts.train, carts.test), rows, strict=True)]
    yield trial("carts-averaged", "carts with log odds averaged over the batch", averaged)
    local = [c for c in ROW if c not in TEMPS] + [f"{t}_local" for t in TEMPS]
    moved = carts.model(balanced, local)
    yield trial("carts-local", "temperatures minus the rolling median of 41 batches of the kiln", moved)
    yield trial(
        "carts-local-averaged",
        "carts-local with log odds averaged over the batch",
        [over_batches(t, p) for t, p in zip((carts.train, carts.test), moved, strict=True)],
    )

    others = ["soak_minutes", "draft_pa", "tile_moisture", "tile_weight_kg"]

    def batches(
        columns: list[str], make: Callable[[], object], drop: tuple[str, ...] = ("lead_code",), seed: int = 0
    ) -> list[np.ndarray]:
        """Predictions of a model on batch rows, handed to the carts."""
        lab = Lab(per_batch(both, columns), seed)
        used = [c for c in lab.train.columns if c not in ("number", "is_test", "rejected", *drop)]
        made = lab.model(make, used)
        return [
            rows["number"].map(dict(zip(t["number"], p, strict=True))).to_numpy()
            for rows, t, p in zip((carts.train, carts.test), (lab.train, lab.test), made, strict=True)
        ]

    yield trial(
        "batches-raw",
        "one row per batch: mean, spread, maximum of the columns as given; balanced weights",
        batches([*TEMPS, *others], balanced),
    )
    yield trial("batches-no-temps", "batches without any temperature", batches(others, balanced))
    yield trial(
        "batches-past",
        "batches, temperatures minus the median of the 40 batches before",
        batches([f"{t}_past" for t in TEMPS] + others, balanced),
    )
    yield trial(
        "batches-local",
        "batches, temperatures minus the centred rolling median",
        batches([f"{t}_local" for t in TEMPS] + others, balanced),
    )
    scaled = [f"{t}_scaled" for t in TEMPS] + others
    trees = batches(scaled, balanced)
    yield trial("batches-scaled", "batches-local with temperatures divided by the kiln's rolling spread too", trees)
    yield trial("batches-scaled-lead", "batches-scaled with the shift lead", batches(scaled, balanced, drop=()))
    yield trial("batches-scaled-unweighted", "batches-scaled without class weights", batches(scaled, booster))
    batch_rate = Lab(per_batch(both, others)).y.mean()
    shifted = [to_balanced(p, batch_rate) for p in batches(scaled, booster)]
    yield trial(
        "batches-scaled-prior", "batches-scaled-unweighted with probabilities moved to a base rate of one half", shifted
    )
    small = batches(scaled, lambda: balanced(max_iter=60, max_leaf_nodes=4))
    yield trial("batches-small", "batches-scaled with 60 trees of 4 leaves", small)
    yield trial(
        "batches-large",
        "batches-scaled with 500 trees of 31 leaves",
        batches(scaled, lambda: balanced(max_iter=500, max_leaf_nodes=31)),
    )
    line = batches(scaled, logistic)
    yield trial("logistic", "logistic regression on the batches, balanced weights", line)
    yield trial(
        "logistic-raw",
        "logistic regression on the batches with temperatures as given",
        batches([*TEMPS, *others], logistic),
    )
    bare = [to_balanced(p, batch_rate) for p in batches(scaled, lambda: logistic(None))]
    yield trial(
        "logistic-prior", "logistic without class weights, probabilities moved to a base rate of one half", bare
    )
    yield trial(
        "blend-prior",
        "mean of the log odds of batches-scaled-prior and logistic-prior",
        [
            1 / (1 + np.exp(-(np.log(a / (1 - a)) + np.log(b / (1 - b))) / 2))
            for a, b in zip(shifted, bare, strict=True)
        ],
    )
    yield trial(
        "blend-mixed",
        "mean of the log odds of batches-scaled-prior and logistic",
        [
            1 / (1 + np.exp(-(np.log(a / (1 - a)) + np.log(b / (1 - b))) / 2))
            for a, b in zip(shifted, line, strict=True)
        ],
    )
    wood = batches(scaled, forest)
    yield trial("extra-trees", "extra trees on the batches, balanced weights", wood)
    yield trial("blend", "mean of batches-small and logistic", [(a + b) / 2 for a, b in zip(small, line, strict=True)])
    yield trial(
        "blend-three",
        "mean of batches-scaled, logistic and extra-trees",
        [(a + b + c) / 3 for a, b, c in zip(trees, line, wood, strict=True)],
    )


def facts(tables: dict[str, pd.DataFrame]) -> dict[str, float]:
    both = prepare(tables)
    train = both[~both["is_test"]]

    def adversarial(columns: list[str]) -> float:
        """How well test batches are told from training ones (folds over batches)."""
        out = np.zeros(len(both))
        for fit, held in GroupKFold(5, shuffle=True, random_state=0).split(both, groups=both["number"]):
            out[held] = (
                booster()
                .fit(both.loc[fit, columns], both.loc[fit, "is_test"])
                .predict_proba(both.loc[held, columns])[:, 1]
            )
        return roc_auc_score(both["is_test"], out)

    calm = [c for c in ROW if c not in TEMPS]
    return {
        "train rows": len(train),
        "test rows": int(both["is_test"].sum()),
        "train batches": train["number"].nunique(),
        "rejected share of batches": train.groupby("number")["rejected"].first().mean(),
        "rejected batches": train.groupby("number")["rejected"].first().sum(),
        "auc of sorting_minutes alone": roc_auc_score(train["rejected"], train["sorting_minutes"]),
        "adversarial auc, all columns": adversarial([*ROW, "sorting_minutes"]),
        "adversarial auc, without sorting_minutes": adversarial(ROW),
        "adversarial auc, local temperatures": adversarial([*calm, "zone3_temp_local", "zone5_temp_local"]),
        "adversarial auc, without temperatures": adversarial(calm),
    }
