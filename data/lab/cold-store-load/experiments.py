"""The experiments behind runs.jsonl. What a scored row knows: forecast, capacity, and the reading of five days before."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd
from sklearn.ensemble import ExtraTreesRegressor, HistGradientBoostingRegressor
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold

DELAY = 5
Trial = tuple[str, str, float | None, np.ndarray]
BASE = ["weekday", "goods_code", "climate_code", "temp", "month"]


def nrmse(rows: pd.DataFrame, predicted: np.ndarray) -> float:
    return float(np.sqrt(np.mean(((rows["load"].to_numpy() - predicted) / rows["capacity"].to_numpy()) ** 2)))


def frozen(train: pd.DataFrame) -> np.ndarray:
    """Rows whose reading equals the one before or after it at the same store: a frozen meter."""
    load = train.sort_values(["store_id", "day"]).groupby("store_id")["load"]
    same = load.diff().eq(0) | load.diff(-1).eq(0)
    return same.reindex(train.index).to_numpy()


def prepare(tables: dict[str, pd.DataFrame]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Both tables with calendar, codes and, for train, the lagged reading that test rows are given."""
    train, test = tables["train"].copy(), tables["test"].copy()
    start = pd.to_datetime(train["date"]).min()
    for table in (train, test):
        date = pd.to_datetime(table["date"])
        table["day"], table["weekday"], table["month"] = (date - start).dt.days, date.dt.day_of_week, date.dt.month
        table["goods_code"] = table["goods"].map({"dairy": 0, "fish": 1, "fruit": 2, "pharma": 3})
        table["climate_code"] = table["climate"].map({"coast": 0, "hills": 1, "inland": 2})
        table["store_code"] = table["store_id"].str[1:].astype(int)
    train["frozen"] = frozen(train)
    keys = train[["store_id", "day", "load", "capacity", "temp_forecast", "frozen"]].assign(day=train["day"] + DELAY)
    keys.columns = ["store_id", "day", "reading_5d", "capacity_5d", "temp_5d", "frozen_5d"]
    train = train.merge(keys, on=["store_id", "day"], how="left")
    test["frozen_5d"] = False
    for table in (train, test):
        table["share_5d"] = table["reading_5d"] / table["capacity_5d"]
        table["weekend_5d"] = ((table["weekday"] - DELAY) % 7 >= 5).astype(float)
    return train, test


def add_temperature(train: pd.DataFrame, test: pd.DataFrame, kind: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """`temp`: `measured` trains on what was measured, `forecast` uses the forecast on both sides, `debiased` corrects its bias per climate."""
    train, test = train.copy(), test.copy()
    bias = (train["temp_forecast"] - train["temp_measured"]).groupby(train["climate"]).mean()
    for table in (train, test):
        fixed = table["temp_forecast"] - table["climate"].map(bias)
        table["temp"] = fixed if kind == "debiased" else table["temp_forecast"]
    if kind in ("measured", "measured+debiased"):
        train["temp"] = train["temp_measured"]
        test["temp"] = test["temp_forecast"] - (test["climate"].map(bias) if "debiased" in kind else 0)
    return train, test


def booster(loss: str = "squared_error", **more: object) -> HistGradientBoostingRegressor:
    return HistGradientBoostingRegressor(
        loss=loss, max_iter=250, learning_rate=0.05, max_leaf_nodes=15, min_samples_leaf=30, random_state=0, **more
    )


Target = tuple[Callable[[pd.DataFrame], np.ndarray], Callable[[np.ndarray, pd.DataFrame], np.ndarray]]
KWH: Target = (lambda t: t["load"].to_numpy(dtype=float), lambda p, t: p)
LOG: Target = (lambda t: np.log(t["load"].to_numpy(dtype=float)), lambda p, t: np.exp(p))
SHARE: Target = (lambda t: (t["load"] / t["capacity"]).to_numpy(), lambda p, t: p * t["capacity"].to_numpy())
CHANGE: Target = (
    lambda t: (t["load"] / t["capacity"] - t["share_5d"]).to_numpy(),
    lambda p, t: (p + t["share_5d"].to_numpy()) * t["capacity"].to_numpy(),
)
LAST_KWH: Target = (lambda t: (t["load"] / t["reading_5d"]).to_numpy(), lambda p, t: p * t["reading_5d"].to_numpy())


class Lab:
    """Validation: every eighth day from day 275 on, trained on days before 265; frozen readings are scored only where said."""

    def __init__(self, tables: dict[str, pd.DataFrame]) -> None:
        self.train, self.test = prepare(tables)

    def split(self, table: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
        held = table[(table["day"] >= 275) & ((table["day"] - 275) % 8 == 0)]
        return table[table["day"] < 265], held

    def model(
        self,
        make: Callable[[], object],
        target: Target,
        features: list[str],
        *,
        temp: str = "forecast",
        clean: bool = True,
        since: int = DELAY,
    ) -> list[np.ndarray]:
        train, test = add_temperature(self.train, self.test, temp)
        fit, held = self.split(train)
        if temp.startswith("measured"):  # the scored rows of the validation know the forecast only
            bias = (train["temp_forecast"] - train["temp_measured"]).groupby(train["climate"]).mean()
            held = held.assign(temp=held["temp_forecast"] - (held["climate"].map(bias) if "debiased" in temp else 0))
        return [
            self._fit(make(), target, features, part[part["day"] >= since], rows, clean)
            for part, rows in ((fit, held), (train, test))
        ]

    @staticmethod
    def _fit(
        model: object, target: Target, features: list[str], part: pd.DataFrame, rows: pd.DataFrame, clean: bool
    ) -> np.ndarray:
        if clean:
            part = part[~part["frozen"] & (part["frozen_5d"] != True)]  # noqa: E712  (missing on the first days)
        part = part.dropna(subset=["reading_5d"])
        model.fit(part[features], target[0](part))
        return np.asarray(target[1](model.predict(rows[features]), rows))

    def trial(self, name: str, what: str, made: list[np.ndarray], *, all_rows: bool = False) -> Trial:
        held = self.split(self.train)[1]
        good = (
            np.ones(len(held), dtype=bool) if all_rows else (~held["frozen"] & (held["frozen_5d"] != True)).to_numpy()
        )  # noqa: E712
        return name, what, nrmse(held[good], made[0][good]), made[1]


class Line:
    """Ridge on the load share. Weekend and lagged share have a slope per kind of goods, temperature too, or one per store."""

    def __init__(self, per_store: bool = False, alpha: float = 1.0) -> None:
        self.per_store, self.alpha = per_store, alpha

    def fit(self, rows: pd.DataFrame, y: np.ndarray) -> Line:
        self.ridge = Ridge(alpha=self.alpha).fit(self._design(rows), y)
        return self

    def predict(self, rows: pd.DataFrame) -> np.ndarray:
        return self.ridge.predict(self._design(rows))

    def _design(self, rows: pd.DataFrame) -> np.ndarray:
        goods = (rows["goods_code"].to_numpy()[:, None] == np.arange(4)).astype(float)
        climate = (rows["climate_code"].to_numpy()[:, None] == np.arange(3)).astype(float)
        now, then = ((rows["weekday"] >= 5).to_numpy(dtype=float), rows["weekend_5d"].to_numpy())
        temp = np.maximum(rows["temp"].to_numpy() - 4, 0)
        plain = np.column_stack([now, then, temp, rows["share_5d"]])
        made = [climate, *(goods * plain[:, [k]] for k in range(4))]
        if self.per_store:
            store = (rows["store_code"].to_numpy()[:, None] == np.arange(48)).astype(float)
            made += [store, store * temp[:, None] / 10]
        return np.hstack(made)


def trials(tables: dict[str, pd.DataFrame]) -> Iterator[Trial]:
    lab = Lab(tables)
    held = lab.split(lab.train)[1]
    yield lab.trial(
        "last-reading",
        "host baseline: the reading of five days before",
        [held["reading_5d"].fillna(0).to_numpy(), lab.test["reading_5d"].to_numpy()],
    )
    yield lab.trial(
        "last-share",
        "the reading of five days before, scaled by the change of capacity",
        [(t["share_5d"] * t["capacity"]).to_numpy() for t in (held, lab.test)],
    )

    lagged = [*BASE, "store_code", "capacity", "reading_5d"]
    yield lab.trial(
        "kwh",
        "boosting on kWh with store, capacity, reading of five days before; forecast temperature; frozen readings kept",
        lab.model(booster, KWH, lagged, clean=False),
    )
    yield lab.trial("log-kwh", "kwh with the log of the load as target", lab.model(booster, LOG, lagged, clean=False))
    ratio = lab.model(booster, LAST_KWH, [*lagged, "share_5d"], clean=False)
    yield lab.trial(
        "over-last-reading", "load over the reading of five days before as target, frozen readings kept", ratio
    )
    shared = [*BASE, "store_code", "share_5d"]
    dirty = lab.model(booster, SHARE, shared, clean=False)
    yield lab.trial("share", "load over capacity as target, lagged share as feature, frozen readings kept", dirty)
    yield lab.trial("share-all-rows", "share; validation with the frozen readings scored as well", dirty, all_rows=True)
    share = lab.model(booster, SHARE, shared)
    yield lab.trial("share-clean", "share without frozen readings", share)
    yield lab.trial(
        "share-clean-all-rows", "share-clean; validation with the frozen readings scored as well", share, all_rows=True
    )
    yield lab.trial(
        "share-measured",
        "share-clean trained on the measured temperature, forecast at prediction",
        lab.model(booster, SHARE, shared, temp="measured"),
    )
    yield lab.trial(
        "share-measured-debiased",
        "share-measured with the forecast's bias per climate removed at prediction",
        lab.model(booster, SHARE, shared, temp="measured+debiased"),
    )
    yield lab.trial(
        "share-debiased",
        "share-clean with the debiased forecast on both sides",
        lab.model(booster, SHARE, shared, temp="debiased"),
    )
    yield lab.trial(
        "share-no-store", "share-clean without the store's code", lab.model(booster, SHARE, [*BASE, "share_5d"])
    )
    yield lab.trial(
        "share-no-month",
        "share-clean without the month",
        lab.model(booster, SHARE, [f for f in shared if f != "month"]),
    )
    yield lab.trial(
        "share-no-lag",
        "share-clean without the reading of five days before",
        lab.model(booster, SHARE, [*BASE, "store_code"]),
    )
    yield lab.trial(
        "share-mae", "share-clean with absolute-error loss", lab.model(lambda: booster("absolute_error"), SHARE, shared)
    )
    yield lab.trial(
        "share-mae-dirty",
        "share with absolute-error loss, frozen readings kept",
        lab.model(lambda: booster("absolute_error"), SHARE, shared, clean=False),
    )
    lean = [f for f in shared if f not in ("month", "store_code")] + ["weekend_5d"]
    change = lab.model(booster, CHANGE, lean)
    yield lab.trial(
        "change",
        "change of the share since the lagged reading as target, no month, no store, weekend flag of the lagged day",
        change,
    )
    yield lab.trial("change-dirty", "change with frozen readings kept", lab.model(booster, CHANGE, lean, clean=False))
    yield lab.trial("share-lean", "share-clean with the features of change", lab.model(booster, SHARE, lean))
    yield lab.trial(
        "share-lean-summer", "share-lean trained on days from 100 on", lab.model(booster, SHARE, lean, since=100)
    )
    trees = lab.model(lambda: ExtraTreesRegressor(200, min_samples_leaf=5, random_state=0), SHARE, lean)
    yield lab.trial("extra-trees", "extra trees on the share, lean features", trees)
    line = lab.model(Line, SHARE, lean)
    yield lab.trial("ridge", "ridge on the share with slopes per kind of goods", line)
    yield lab.trial(
        "ridge-store",
        "ridge with a level and a temperature slope for each store",
        (own := lab.model(lambda: Line(True), SHARE, [*lean, "store_code"])),
    )
    fixed = lab.model(lambda: Line(True), SHARE, [*lean, "store_code"], temp="debiased")
    yield lab.trial("ridge-store-debiased", "ridge-store with the debiased forecast on both sides", fixed)
    yield lab.trial(
        "ridge-store-measured",
        "ridge-store trained on the measured temperature, forecast at prediction",
        lab.model(lambda: Line(True), SHARE, [*lean, "store_code"], temp="measured"),
    )
    yield lab.trial(
        "ridge-store-kwh",
        "ridge-store on kWh instead of the share",
        lab.model(lambda: Line(True), KWH, [*lean, "store_code"]),
    )
    lean_share = lab.model(booster, SHARE, lean)
    steady = lab.model(booster, SHARE, [f for f in shared if f != "month"] + ["weekend_5d"], temp="debiased")
    yield lab.trial(
        "share-steady", "share-clean without month, with weekend flag of the lagged day, debiased forecast", steady
    )
    yield lab.trial("blend", "0.5 share-lean + 0.5 ridge", [(a + b) / 2 for a, b in zip(lean_share, line, strict=True)])
    yield lab.trial(
        "blend-final",
        "0.5 share-steady + 0.5 ridge-store-debiased",
        [(a + b) / 2 for a, b in zip(steady, fixed, strict=True)],
    )
    yield lab.trial(
        "blend-store", "0.5 share-clean + 0.5 ridge-store", [(a + b) / 2 for a, b in zip(share, own, strict=True)]
    )
    yield lab.trial(
        "blend-three",
        "mean of share-lean, change and extra-trees",
        [(a + b + c) / 3 for a, b, c in zip(lean_share, change, trees, strict=True)],
    )

    folds = np.zeros(len(lab.train))
    table = add_temperature(lab.train, lab.test, "measured")[0].dropna(subset=["reading_5d"])
    for fit, out in KFold(5, shuffle=True, random_state=0).split(table):
        model = booster().fit(table.iloc[fit][shared], SHARE[0](table.iloc[fit]))
        folds[table.index[out]] = model.predict(table.iloc[out][shared]) * table.iloc[out]["capacity"]
    name, what, _, predicted = lab.trial(
        "share-measured-kfold",
        "measured temperature in train, frozen readings kept; validation by shuffled 5-fold on measured temperature, frozen rows not scored",
        lab.model(booster, SHARE, shared, temp="measured", clean=False),
    )
    good = table.index[~table["frozen"] & (table["frozen_5d"] != True)]  # noqa: E712
    yield name, what, nrmse(lab.train.loc[good], folds[good]), predicted


def facts(tables: dict[str, pd.DataFrame]) -> dict[str, float]:
    train, test = prepare(tables)
    bias = (train["temp_forecast"] - train["temp_measured"]).groupby(train["climate"]).mean()
    changed = test.groupby("store_id")["capacity"].nunique() > 1
    return {
        "train rows": len(train),
        "test rows": len(test),
        "frozen share": train["frozen"].mean(),
        "largest over smallest capacity": train["capacity"].max() / train["capacity"].min(),
        "stores extended in the test period": changed.sum(),
        "share of test rows with another capacity than at the last reading": (
            test["capacity"] != test["capacity_5d"]
        ).mean(),
        "forecast bias inland": bias["inland"],
        "forecast bias coast": bias["coast"],
        "forecast bias hills": bias["hills"],
    }
