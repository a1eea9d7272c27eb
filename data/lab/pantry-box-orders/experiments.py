"""The experiments behind runs.jsonl. History is known up to three weeks before the first predicted week."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.linear_model import Ridge

warnings.filterwarnings("ignore", "Mean of empty slice", RuntimeWarning)

HOLE, SCORED, LAST = 3, 6, 50
CELL = ["depot_id", "box_id"]
Trial = tuple[str, str, float | None, np.ndarray]


def rmsle(actual: np.ndarray, predicted: np.ndarray) -> float:
    return float(np.sqrt(np.mean((np.log1p(actual) - np.log1p(np.maximum(predicted, 0))) ** 2)))


def history(train: pd.DataFrame, origin: int, *, zeros: bool, log: bool) -> pd.DataFrame:
    """Per cell, what the weeks up to `origin` say; zeros count as orders only where `zeros`."""
    past = train[train["week"] <= origin]
    past = past if zeros else past[past["orders"] > 0]
    value = np.log1p(past["orders"]) if log else past["orders"]
    past = past.assign(value=value)
    recent, older = past[past["week"] > origin - 4], past[past["week"] > origin - 12]
    cell = past.groupby(CELL)["value"]
    made = pd.DataFrame({"all": cell.mean(), "known_weeks": cell.size()})
    made["mean_12"] = older.groupby(CELL)["value"].mean()
    made["mean_4"] = recent.groupby(CELL)["value"].mean()
    made["last"] = past.sort_values("week").groupby(CELL)["value"].last()
    plain = past[past["promo"] == 0]
    made["plain_12"] = plain[plain["week"] > origin - 12].groupby(CELL)["value"].mean()
    made = made.reset_index()
    depot = older.groupby("depot_id")["value"].mean().rename("depot_12")
    box = older.groupby(["box_id", "region"])["value"].mean().rename("box_region_12").reset_index()
    region = train.drop_duplicates("depot_id")[["depot_id", "region"]]
    return (
        made.merge(region, on="depot_id")
        .merge(depot, on="depot_id", how="left")
        .merge(box, on=["box_id", "region"], how="left")
        .drop(columns="region")
    )


def rows_at(train: pd.DataFrame, weeks: pd.DataFrame, origin: int, *, zeros: bool, log: bool) -> pd.DataFrame:
    """`weeks` (rows to predict) with features as of `origin`."""
    rows = weeks.merge(history(train, origin, zeros=zeros, log=log), on=CELL, how="left")
    before = train[(train["week"] <= origin) & (train["week"] > origin - 12)].groupby("box_id")["list_price"].mean()
    rows["price_change"] = np.log(rows["list_price"] / rows["box_id"].map(before))
    rows["horizon"] = rows["week"] - origin
    rows["family_code"] = rows["family"].map({"family": 0, "quick": 1, "treat": 2, "veg": 3})
    rows["region_code"] = rows["region"].map({"coast": 0, "north": 1, "valley": 2})
    return rows


FEATURES = [
    "all",
    "known_weeks",
    "mean_12",
    "mean_4",
    "last",
    "plain_12",
    "depot_12",
    "box_region_12",
    "price_change",
    "horizon",
    "family_code",
    "region_code",
    "promo",
    "list_price",
]


def training(
    train: pd.DataFrame, last: int, *, first: int = 8, zeros_in_history: bool, zero_rows: bool, log: bool
) -> pd.DataFrame:
    """Rows of many origins; none sees a week after `last`."""
    made = []
    for origin in range(last - HOLE - 1, first, -2):
        weeks = train[(train["week"] > origin + HOLE) & (train["week"] <= min(origin + HOLE + SCORED, last))]
        made.append(
            rows_at(train, weeks if zero_rows else weeks[weeks["orders"] > 0], origin, zeros=zeros_in_history, log=log)
        )
    return pd.concat(made, ignore_index=True)


def booster(loss: str = "squared_error") -> HistGradientBoostingRegressor:
    return HistGradientBoostingRegressor(
        loss=loss, max_iter=200, learning_rate=0.05, max_leaf_nodes=15, min_samples_leaf=30, random_state=0
    )


class Lab:
    """Validation: history ends with week 41, scored are weeks 45 to 50. Test: history ends with week 50, scored are 54 to 59."""

    def __init__(self, train: pd.DataFrame, test: pd.DataFrame) -> None:
        self.train, self.test = train, test
        self.held = train[train["week"] > LAST - SCORED]
        self.shipped = (self.held["orders"] > 0).to_numpy()

    def windows(self) -> Iterator[tuple[int, pd.DataFrame]]:
        yield LAST - SCORED - HOLE, self.held
        yield LAST, self.test

    def model(
        self,
        make: Callable[[], object],
        *,
        first: int = 8,
        zeros_in_history: bool = False,
        zero_rows: bool = False,
        log_target: bool = True,
        log_history: bool = True,
        drop: tuple[str, ...] = (),
        relative: bool = False,
    ) -> list[np.ndarray]:
        made = []
        used = [f for f in FEATURES if f not in drop]
        for origin, weeks in self.windows():
            known = self.train[self.train["week"] <= origin]
            table = training(
                known, origin, first=first, zeros_in_history=zeros_in_history, zero_rows=zero_rows, log=log_history
            )
            rows = rows_at(known, weeks, origin, zeros=zeros_in_history, log=log_history)
            made.append(self._fit_predict(make(), table, rows, used, log_target, relative))
        return made

    @staticmethod
    def _fit_predict(
        model: object, table: pd.DataFrame, rows: pd.DataFrame, used: list[str], log_target: bool, relative: bool
    ) -> np.ndarray:
        base, base_rows = (
            t["mean_4"].fillna(t["all"]).fillna(t["box_region_12"]).fillna(3.0) if relative else 0.0
            for t in (table, rows)
        )
        target = (np.log1p(table["orders"]) if log_target else table["orders"]) - base
        predicted = model.fit(table[used], target).predict(rows[used]) + base_rows
        return np.maximum(np.expm1(predicted) if log_target else predicted, 0)

    def trial(self, name: str, what: str, made: list[np.ndarray], *, all_cells: bool = False) -> Trial:
        rows = np.ones(len(self.held), dtype=bool) if all_cells else self.shipped
        return name, what, rmsle(self.held["orders"].to_numpy()[rows], made[0][rows]), made[1]


def without_implausible_zeros(train: pd.DataFrame, usual_at_most: float = 3) -> pd.DataFrame:
    """Drop the zeros of cells that usually order more than a few boxes."""
    usual = train[train["orders"] > 0].groupby(CELL)["orders"].median().rename("usual")
    joined = train.merge(usual, on=CELL, how="left")
    keep = (joined["orders"] > 0) | (joined["usual"].fillna(0) <= usual_at_most)
    return train[keep.to_numpy()].reset_index(drop=True)


class Line:
    """Ridge on log history with promotion crossed with family and region."""

    def fit(self, rows: pd.DataFrame, y: pd.Series) -> Line:
        self.fill = rows.mean()
        self.ridge = Ridge(alpha=3.0).fit(self._design(rows), y)
        return self

    def predict(self, rows: pd.DataFrame) -> np.ndarray:
        return self.ridge.predict(self._design(rows))

    def _design(self, rows: pd.DataFrame) -> np.ndarray:
        rows = rows.fillna(self.fill)
        family = (rows["family_code"].to_numpy()[:, None] == np.arange(4)).astype(float)
        region = (rows["region_code"].to_numpy()[:, None] == np.arange(3)).astype(float)
        promo = rows[["promo"]].to_numpy()
        plain = rows[
            ["all", "mean_12", "mean_4", "last", "plain_12", "depot_12", "box_region_12", "price_change"]
        ].to_numpy()
        return np.hstack([plain, family, region, promo * family, promo * region])


def trials(tables: dict[str, pd.DataFrame]) -> Iterator[Trial]:
    lab = Lab(tables["train"], tables["test"])
    means = []
    for origin, weeks in lab.windows():
        rows = rows_at(lab.train[lab.train["week"] <= origin], weeks, origin, zeros=True, log=False)
        means.append(rows["mean_4"].fillna(rows["box_region_12"]).fillna(20).to_numpy())
    yield lab.trial("mean-4-weeks", "host baseline: mean of the last four known weeks, zeros included", means)

    everything = {"zeros_in_history": True, "zero_rows": True}
    naive = lab.model(booster, log_target=False, log_history=False, **everything)
    yield lab.trial("raw-target", "boosting on orders, zeros kept everywhere, squared loss", naive)
    logged = lab.model(booster, **everything)
    yield lab.trial("log-target", "raw-target with log1p of target and history", logged)
    yield lab.trial(
        "log-target-all-cells", "log-target; validation on all cells, empty shelves included", logged, all_cells=True
    )
    yield lab.trial(
        "poisson",
        "Poisson loss on orders, zeros kept",
        lab.model(lambda: booster("poisson"), log_target=False, **everything),
    )
    kept_history = lab.model(booster, zeros_in_history=True)
    yield lab.trial(
        "drop-zero-rows",
        "log-target trained on rows with orders > 0, zeros still in the history features",
        kept_history,
    )
    clean = lab.model(booster)
    yield lab.trial("clean", "zeros out of the training rows and of the history features", clean)
    yield lab.trial("clean-all-cells", "clean; validation on all cells, empty shelves included", clean, all_cells=True)
    only_history = lab.model(booster, zero_rows=True)
    yield lab.trial("clean-history-only", "zeros out of the history features, still in the training rows", only_history)
    yield lab.trial("clean-raw-target", "clean with orders as target", lab.model(booster, log_target=False))
    yield lab.trial(
        "clean-mae", "clean with absolute-error loss on the log", lab.model(lambda: booster("absolute_error"))
    )
    raw_history = lab.model(booster, log_history=False)
    yield lab.trial("clean-raw-history", "clean with arithmetic means in the history features", raw_history)
    relative = lab.model(booster, relative=True)
    yield lab.trial("clean-relative", "clean with the log ratio to the four-week mean as target", relative)
    yield lab.trial("clean-recent", "clean trained on origins after week 25", lab.model(booster, first=25))
    yield lab.trial(
        "clean-no-pooling",
        "clean without depot and box-region means",
        lab.model(booster, drop=("depot_12", "box_region_12")),
    )
    yield lab.trial(
        "clean-no-price",
        "clean without price and price change",
        lab.model(booster, drop=("list_price", "price_change")),
    )
    yield lab.trial("clean-no-promo", "clean without the promotion flag", lab.model(booster, drop=("promo",)))
    yield lab.trial(
        "clean-no-plain", "clean without the mean of promotion-free weeks", lab.model(booster, drop=("plain_12",))
    )
    lean = lab.model(booster, drop=("last", "mean_4"))
    yield lab.trial("clean-no-short", "clean without last week and four-week mean", lean)
    line = lab.model(Line)
    yield lab.trial("ridge", "ridge on log history, promotion crossed with family and region", line)
    yield lab.trial(
        "blend",
        "0.5 clean + 0.5 ridge, averaged in log space",
        [np.expm1((np.log1p(a) + np.log1p(b)) / 2) for a, b in zip(clean, line, strict=True)],
    )
    yield lab.trial(
        "blend-relative",
        "0.5 clean + 0.5 clean-relative, averaged in log space",
        [np.expm1((np.log1p(a) + np.log1p(b)) / 2) for a, b in zip(clean, relative, strict=True)],
    )

    def mean_of(*parts: list[np.ndarray]) -> list[np.ndarray]:
        return [np.expm1(np.mean([np.log1p(p) for p in windows], axis=0)) for windows in zip(*parts, strict=True)]

    steady = lab.model(lambda: booster("absolute_error"), relative=True)
    yield lab.trial("relative-mae", "clean-relative with absolute-error loss", steady)
    recent = lab.model(booster, relative=True, first=25)
    yield lab.trial("relative-recent", "clean-relative trained on origins after week 25", recent)
    yield lab.trial(
        "blend-four",
        "log-space mean of clean, clean-relative, relative-mae and relative-recent",
        mean_of(clean, relative, steady, recent),
    )
    pruned = Lab(without_implausible_zeros(lab.train), lab.test)
    pruned.held, pruned.shipped = lab.held, lab.shipped
    yield lab.trial(
        "plausible-zeros",
        "clean, but zeros of cells whose usual week is 3 orders or fewer are kept as true zeros",
        (true_zeros := pruned.model(booster, **everything)),
    )
    ratio_zeros = pruned.model(booster, relative=True, **everything)
    yield lab.trial(
        "plausible-relative", "plausible-zeros with the log ratio to the four-week mean as target", ratio_zeros
    )
    yield lab.trial(
        "blend-final",
        "0.5 plausible-zeros + 0.5 plausible-relative, averaged in log space",
        mean_of(true_zeros, ratio_zeros),
    )
    yield lab.trial("log-times-1.15", "log-target times 1.15", [a * 1.15 for a in logged])


def facts(tables: dict[str, pd.DataFrame]) -> dict[str, float]:
    train, test = tables["train"], tables["test"]
    zero = train["orders"] == 0
    usual = train[~zero].groupby(CELL)["orders"].median().rename("usual")
    with_usual = train.merge(usual, on=CELL)
    late = train.groupby("box_id")["week"].min()
    return {
        "train rows": len(train),
        "test rows": len(test),
        "zero share": zero.mean(),
        "share of zeros in cells that usually order more than ten": (
            with_usual.loc[with_usual["orders"] == 0, "usual"] > 10
        ).mean(),
        "largest zero share of a depot": zero.groupby(train["depot_id"]).mean().max(),
        "median orders": train.loc[~zero, "orders"].median(),
        "largest orders": train["orders"].max(),
        "late boxes": (late > 1).sum(),
        "promo share": train["promo"].mean(),
    }
