"""The experiments behind runs.jsonl. Everything is as of an origin: the last day whose counts are known."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold

warnings.filterwarnings("ignore", "Mean of empty slice", RuntimeWarning)  # stations that were not open yet

HOLE, SCORED = 7, 28
Trial = tuple[str, str, float | None, np.ndarray]


class Panel:
    """Counts and known covariates as (station, day) arrays; days after the last known one are NaN in `counts`."""

    def __init__(self, train: pd.DataFrame, test: pd.DataFrame) -> None:
        both = pd.concat([train, test], ignore_index=True)
        both["day"] = (pd.to_datetime(both["date"]) - pd.to_datetime(train["date"]).min()).dt.days
        self.stations = sorted(both["station_id"].unique())
        self.days = int(both["day"].max()) + 1
        self.last = int(both["day"][: len(train)].max())
        place = both["station_id"].map({s: i for i, s in enumerate(self.stations)}).to_numpy()
        self.counts = self._grid(place, both["day"], both["departures"])
        first = both.drop_duplicates("station_id").set_index("station_id").loc[self.stations]
        self.zone = pd.Categorical(first["zone"]).codes
        self.docks = first["docks"].to_numpy(dtype=float)
        weather = (
            both.drop_duplicates("day")
            .set_index("day")[["temp_forecast", "rain_forecast"]]
            .reindex(range(self.days))
            .interpolate()
        )
        self.temp, self.rain = weather["temp_forecast"].to_numpy(), weather["rain_forecast"].to_numpy()
        self.weekday = (pd.to_datetime(train["date"]).min().day_of_week + np.arange(self.days)) % 7
        self.test_place, self.test_day = place[len(train) :], both["day"].to_numpy()[len(train) :]

    def _grid(self, place: np.ndarray, day: pd.Series, value: pd.Series) -> np.ndarray:
        grid = np.full((len(self.stations), self.days), np.nan)
        grid[place, day] = value
        return grid


def wmape(actual: np.ndarray, predicted: np.ndarray) -> float:
    return float(np.abs(actual - predicted).sum() / actual.sum())


def known_at(panel: Panel, origin: int, weeks: int = 4) -> dict[str, np.ndarray]:
    """What is known of every station when the counts end at `origin`."""
    with np.errstate(invalid="ignore"):
        past = panel.counts[:, max(0, origin - 7 * weeks + 1) : origin + 1]
        recent = panel.counts[:, origin - 6 : origin + 1]
        level, last = np.nanmean(past, axis=1), np.nanmean(recent, axis=1)
        network = np.nanmean(panel.counts[:, origin - 6 : origin + 1]) / np.nanmean(
            panel.counts[:, origin - 13 : origin - 6]
        )
    return {"level": level, "last": last, "ratio": (last + 1) / (level + 1), "network": np.full(len(level), network)}


def rows_at(
    panel: Panel, origin: int, days: range, *, weather: bool = True, docks: bool = True, same: bool = True
) -> pd.DataFrame:
    """One row per station and day of `days`, with features as of `origin`."""
    known = known_at(panel, origin)
    frames = []
    for day in days:
        frame = pd.DataFrame({"station": np.arange(len(panel.stations)), "day": day, "horizon": day - origin, **known})
        frame["weekday"], frame["zone"] = panel.weekday[day], panel.zone
        if same:
            back = [day - 7 * k for k in range(1, 10) if day - 7 * k <= origin][:4]
            frame["same_weekday"] = np.nanmean(panel.counts[:, back], axis=1)
        if weather:
            frame["temp"], frame["rain"] = panel.temp[day], panel.rain[day]
            frame["temp_change"] = panel.temp[day] - panel.temp[origin - 6 : origin + 1].mean()
        if docks:
            frame["docks"] = panel.docks
        frame["y"] = panel.counts[:, day]
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def multi_origin(panel: Panel, last: int, first: int = 40, step: int = 7, **kinds: bool) -> pd.DataFrame:
    """Training rows from many origins, none of which sees beyond `last`."""
    origins = range(last - HOLE - 1, first, -step)
    made = [rows_at(panel, o, range(o + HOLE + 1, min(o + HOLE + SCORED, last) + 1), **kinds) for o in origins]
    table = pd.concat(made, ignore_index=True)
    return table[table["y"].notna() & table["level"].notna()]


def booster(loss: str = "squared_error", **more: object) -> HistGradientBoostingRegressor:
    return HistGradientBoostingRegressor(
        loss=loss, max_iter=250, learning_rate=0.05, max_leaf_nodes=15, min_samples_leaf=40, random_state=0, **more
    )


Transform = tuple[Callable[[np.ndarray, pd.DataFrame], np.ndarray], Callable[[np.ndarray, pd.DataFrame], np.ndarray]]
RAW: Transform = (lambda y, f: y, lambda p, f: p)
LOG: Transform = (lambda y, f: np.log1p(y), lambda p, f: np.expm1(p))
RATIO: Transform = (lambda y, f: np.log((y + 1) / (f["level"] + 1)), lambda p, f: np.exp(p) * (f["level"] + 1) - 1)
DOCKS: Transform = (lambda y, f: y / f["docks"], lambda p, f: p * f["docks"])


def fit_predict(
    model: object, transform: Transform, train: pd.DataFrame, test: pd.DataFrame, drop: tuple[str, ...] = ()
) -> np.ndarray:
    """Fit on transformed counts, predict counts."""
    unused = ["station", "day", "y", *drop]
    model.fit(train.drop(columns=unused), transform[0](train["y"].to_numpy(), train))
    return np.maximum(np.asarray(transform[1](model.predict(test.drop(columns=unused)), test)), 0)


class Interactions:
    """Ridge on log ratios: weekday, temperature and rain with a slope of their own in every zone."""

    def __init__(self, by_zone: bool = True) -> None:
        self.by_zone = by_zone
        self.ridge = Ridge(alpha=5.0)

    def _design(self, rows: pd.DataFrame) -> np.ndarray:
        zones = (np.arange(4)[None, :] == rows["zone"].to_numpy()[:, None]).astype(float)
        week = (np.arange(7)[None, :] == rows["weekday"].to_numpy()[:, None]).astype(float)
        plain = np.column_stack([rows["temp_change"], rows["rain"], np.log(rows["ratio"]), np.log(rows["network"])])
        if not self.by_zone:
            return np.hstack([plain, week, zones])
        crossed = [zones * plain[:, [k]] for k in range(2)] + [zones * week[:, [k]] for k in range(7)]
        return np.hstack([plain[:, 2:], *crossed])

    def fit(self, rows: pd.DataFrame, y: np.ndarray) -> Interactions:
        self.ridge.fit(self._design(rows), y)
        return self

    def predict(self, rows: pd.DataFrame) -> np.ndarray:
        return self.ridge.predict(self._design(rows))


def align(panel: Panel, rows: pd.DataFrame, predicted: np.ndarray) -> np.ndarray:
    """Predictions in the order of test.csv."""
    values = pd.Series(predicted, index=pd.MultiIndex.from_frame(rows[["station", "day"]]))
    return values.loc[list(zip(panel.test_place, panel.test_day, strict=True))].to_numpy()


class Lab:
    """Validation on the last 28 known days (counts ending 8 days before them), then the same for the test weeks."""

    def __init__(self, panel: Panel) -> None:
        self.panel = panel

    def windows(self) -> Iterator[tuple[int, range]]:
        last = self.panel.last
        for origin in (last - HOLE - SCORED, last):
            yield origin, range(origin + HOLE + 1, origin + HOLE + SCORED + 1)

    def direct(
        self,
        make: Callable[[], object],
        transform: Transform,
        *,
        first: int = 40,
        step: int = 7,
        drop: tuple[str, ...] = (),
        **kinds: bool,
    ) -> list[np.ndarray]:
        """Predictions of the direct multi-origin model for the validation and the test window."""
        made = []
        for origin, days in self.windows():
            train = multi_origin(self.panel, origin, first, step, **kinds)
            rows = rows_at(self.panel, origin, days, **kinds)
            predicted = fit_predict(make(), transform, train, rows, drop)
            made.append(self._finish(rows, predicted, origin))
        return made

    def _finish(self, rows: pd.DataFrame, predicted: np.ndarray, origin: int) -> np.ndarray:
        if origin == self.panel.last:
            return align(self.panel, rows, predicted)
        return predicted

    def truth(self) -> np.ndarray:
        origin, days = next(self.windows())
        return rows_at(self.panel, origin, days)["y"].to_numpy()

    def trial(self, name: str, what: str, made: list[np.ndarray]) -> Trial:
        return name, what, wmape(self.truth(), made[0]), made[1]


def weekday_means(panel: Panel, origin: int, days: range) -> tuple[pd.DataFrame, np.ndarray]:
    rows = rows_at(panel, origin, days)
    return rows, rows["same_weekday"].to_numpy()


# ---- the row-wise way, with lags counted back from the row's own day ---------------------------------------------------

LAGS = (1, 2, 7)


def lag_rows(panel: Panel, counts: np.ndarray, days: range, lags: tuple[int, ...]) -> pd.DataFrame:
    """Rows whose lags are taken from `counts` (NaN where it holds nothing)."""
    frames = []
    for day in days:
        frame = pd.DataFrame(
            {
                "station": np.arange(len(panel.stations)),
                "day": day,
                "weekday": panel.weekday[day],
                "zone": panel.zone,
                "docks": panel.docks,
            }
        )
        frame["temp"], frame["rain"] = panel.temp[day], panel.rain[day]
        for lag in lags:
            frame[f"lag_{lag}"] = counts[:, day - lag]
        window = counts[:, day - max(7, min(lags)) - 6 : day - min(lags) + 1]
        with np.errstate(all="ignore"):
            frame["rolling"] = pd.DataFrame(window).mean(axis=1)
        frame["y"] = panel.counts[:, day]
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def random_folds(panel: Panel, lags: tuple[int, ...], loss: str) -> float:
    """Shuffled five-fold score of the row-wise model."""
    rows = lag_rows(panel, panel.counts, range(42, panel.last + 1), lags).dropna(subset=["y"])
    out = np.zeros(len(rows))
    for fit, held in KFold(5, shuffle=True, random_state=0).split(rows):
        out[held] = fit_predict(booster(loss), RAW, rows.iloc[fit], rows.iloc[held])
    return wmape(rows["y"].to_numpy(), out)


def rowwise(
    panel: Panel, origin: int, days: range, lags: tuple[int, ...], *, recursive: bool, loss: str
) -> tuple[pd.DataFrame, np.ndarray]:
    """Fit up to `origin`; predict `days`, either with missing lags or feeding predictions back in day by day."""
    counts = panel.counts.copy()
    counts[:, origin + 1 :] = np.nan
    train = lag_rows(panel, counts, range(42, origin + 1), lags).dropna(subset=["y"])
    model = booster(loss).fit(train.drop(columns=["station", "day", "y"]), train["y"])
    made = []
    for day in range(origin + 1, days.stop):
        rows = lag_rows(panel, counts, range(day, day + 1), lags)
        predicted = np.maximum(model.predict(rows.drop(columns=["station", "day", "y"])), 0)
        if recursive:
            counts[:, day] = predicted
        made.append((rows, predicted))
    made = made[days.start - origin - 1 :]
    return pd.concat([r for r, _ in made], ignore_index=True), np.concatenate([p for _, p in made])


def rowwise_both(lab: Lab, lags: tuple[int, ...], *, recursive: bool, loss: str = "squared_error") -> list[np.ndarray]:
    made = []
    for origin, days in lab.windows():
        rows, predicted = rowwise(lab.panel, origin, days, lags, recursive=recursive, loss=loss)
        made.append(lab._finish(rows, predicted, origin))
    return made


def trials(tables: dict[str, pd.DataFrame]) -> Iterator[Trial]:
    panel = Panel(tables["train"], tables["test"])
    lab = Lab(panel)

    means = [lab._finish(*weekday_means(panel, o, d), o) for o, d in lab.windows()]
    yield lab.trial("weekday-mean", "host baseline: mean of the last four known same weekdays", means)

    short = rowwise_both(lab, LAGS, recursive=False)
    yield (
        "short-lags-kfold",
        "lags 1, 2, 7 and a 7-day mean of the row's own past, squared loss; validation by shuffled 5-fold",
        random_folds(panel, LAGS, "squared_error"),
        short[1],
    )
    yield lab.trial(
        "short-lags",
        "the same model; validation on the last 28 known days with the 7-day hole, lags missing as in test",
        short,
    )
    recursive = rowwise_both(lab, LAGS, recursive=True)
    yield lab.trial(
        "short-lags-recursive", "the same lags, predictions fed back day by day through the hole", recursive
    )
    yield lab.trial(
        "long-lags",
        "row-wise model with lags 35, 42 and 49 only, which every scored row has",
        rowwise_both(lab, (35, 42, 49), recursive=False),
    )

    raw = lab.direct(booster, RAW)
    yield lab.trial(
        "direct-raw",
        "direct multi-origin rows (features as of the origin, horizon as a feature), counts as target, squared loss",
        raw,
    )
    yield lab.trial(
        "direct-mae", "direct-raw with absolute-error loss", lab.direct(lambda: booster("absolute_error"), RAW)
    )
    yield lab.trial("direct-poisson", "direct-raw with Poisson loss", lab.direct(lambda: booster("poisson"), RAW))
    yield lab.trial("direct-log", "direct-raw with log1p target, squared loss", lab.direct(booster, LOG))
    yield lab.trial(
        "direct-docks",
        "departures per dock as target, absolute-error loss",
        lab.direct(lambda: booster("absolute_error"), DOCKS),
    )
    ratio_sq = lab.direct(booster, RATIO)
    yield lab.trial("ratio-squared", "log ratio to the last four weeks' mean as target, squared loss", ratio_sq)
    ratio = lab.direct(lambda: booster("absolute_error"), RATIO)
    yield lab.trial("ratio-mae", "log ratio target, absolute-error loss", ratio)
    yield lab.trial(
        "ratio-no-weather",
        "ratio-mae without weather",
        lab.direct(lambda: booster("absolute_error"), RATIO, weather=False),
    )
    yield lab.trial(
        "ratio-no-horizon",
        "ratio-mae without the horizon feature",
        lab.direct(lambda: booster("absolute_error"), RATIO, drop=("horizon",)),
    )
    yield lab.trial(
        "ratio-no-same-weekday",
        "ratio-mae without the same-weekday mean",
        lab.direct(lambda: booster("absolute_error"), RATIO, same=False),
    )
    recent = lab.direct(lambda: booster("absolute_error"), RATIO, first=110)
    yield lab.trial("ratio-recent", "ratio-mae trained on origins from day 110 on", recent)
    bare = lab.direct(lambda: booster("absolute_error"), RATIO, drop=("network", "docks"))
    yield lab.trial("ratio-bare", "ratio-mae without docks and network trend", bare)
    lean = lab.direct(booster, RATIO, same=False)
    yield lab.trial("lean-squared", "ratio-squared without the same-weekday mean", lean)
    dense = lab.direct(booster, RATIO, same=False, step=2)
    yield lab.trial("lean-dense", "lean-squared with an origin every second day instead of every seventh", dense)
    yield lab.trial(
        "ridge-plain",
        "ridge on the log ratio: weekday, zone, temperature change, rain, recent trend",
        lab.direct(lambda: Interactions(False), RATIO),
    )
    ridge = lab.direct(Interactions, RATIO)
    yield lab.trial("ridge-zones", "ridge-plain with weekday, temperature and rain crossed with zone", ridge)
    yield lab.trial(
        "blend-final", "0.5 ridge-zones + 0.5 lean-dense", [(a + b) / 2 for a, b in zip(ridge, dense, strict=True)]
    )
    yield lab.trial(
        "blend-ratio-log",
        "equal blend of ratio-mae and ratio-squared",
        [(a + b) / 2 for a, b in zip(ratio, ratio_sq, strict=True)],
    )
    yield lab.trial(
        "blend-ratio-recent",
        "equal blend of ratio-mae and ratio-recent",
        [(a + b) / 2 for a, b in zip(ratio, recent, strict=True)],
    )
    yield lab.trial(
        "blend-ratio-recursive",
        "0.7 ratio-mae + 0.3 short-lags-recursive",
        [0.7 * a + 0.3 * b for a, b in zip(ratio, recursive, strict=True)],
    )
    for factor in (1.03, 1.06, 1.10):
        yield lab.trial(f"ratio-times-{factor:.2f}", f"ratio-mae times {factor:.2f}", [a * factor for a in ratio])


def facts(tables: dict[str, pd.DataFrame]) -> dict[str, float]:
    train, test = tables["train"], tables["test"]
    days = (pd.to_datetime(train["date"]) - pd.to_datetime(train["date"]).min()).dt.days
    last, before = train.loc[days > 204 - 28, "departures"].mean(), train.loc[days <= 204 - 28, "departures"].mean()
    return {
        "train rows": len(train),
        "test rows": len(test),
        "stations": train["station_id"].nunique(),
        "mean last 28 days": last,
        "mean before": before,
        "zero share": (train["departures"] == 0).mean(),
    }
