"""Invented data: daily energy use of cold stores whose meters are read with five days' delay.

Stores differ in size by a factor of forty and some are extended; the metric divides by the contracted capacity. Training days have both the
measured and the forecast temperature, scored days only the forecast, which runs warm. Some meters freeze and repeat a reading.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

SEED = 20240902
STORES, KNOWN, SCORED_EVERY, DAYS = 48, 365, 8, 565
START = pd.Timestamp("2023-02-01")
CLIMATE = ("inland", "coast", "hills")


def _weather(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Measured and forecast temperature, [climate, day]; the forecast is biased and noisy in a way of each climate's own."""
    days = np.arange(DAYS)
    measured, forecast = np.zeros((3, DAYS)), np.zeros((3, DAYS))
    for c, (mean, swing) in enumerate([(13, 11), (12, 6), (8, 10)]):
        anomaly = np.zeros(DAYS)
        for d in range(1, DAYS):
            anomaly[d] = 0.75 * anomaly[d - 1] + rng.normal(0, 2.2)
        measured[c] = mean - swing * np.cos(2 * np.pi * (days + 15) / 365) + anomaly
        forecast[c] = measured[c] + (2.5, 0.6, -1.8)[c] + rng.normal(0, 1.8, DAYS)
    return measured.round(1), forecast.round(1)


def _capacity(rng: np.random.Generator) -> np.ndarray:
    """Contracted capacity in kWh per day, [store, day]; a third of the stores are extended once, most of them late."""
    base = np.exp(rng.uniform(np.log(600), np.log(24000), STORES)).round(-2)
    capacity = np.repeat(base[:, None], DAYS, axis=1)
    for store in np.flatnonzero(rng.random(STORES) < 0.4):
        capacity[store, rng.integers(200, 540) :] = (base[store] * rng.choice([1.4, 1.6, 2.0])).round(-2)
    return capacity


def _freeze(rng: np.random.Generator, load: np.ndarray) -> np.ndarray:
    """Meter readings: now and then a meter repeats one value for four to twelve days (known days only)."""
    meter = load.copy()
    for store in range(STORES):
        for day in np.flatnonzero(rng.random(KNOWN) < 0.012):
            meter[store, day : min(day + rng.integers(4, 13), KNOWN)] = load[store, day] * (
                0.35 if rng.random() < 0.7 else 1.0
            )
    return meter


def generate(seed: int) -> dict[str, pd.DataFrame]:
    """The tables of the competition drawn with `seed`."""
    rng = np.random.default_rng(seed)
    climate = rng.integers(0, 3, STORES)
    goods = rng.choice(["fish", "fruit", "dairy", "pharma"], STORES)
    measured, forecast = _weather(rng)
    capacity = _capacity(rng)
    slope = np.array(
        [{"fish": 0.022, "fruit": 0.014, "dairy": 0.016, "pharma": 0.007}[g] for g in goods]
    ) * rng.uniform(0.7, 1.3, STORES)
    weekend = np.array([{"fish": -0.16, "fruit": -0.05, "dairy": -0.10, "pharma": 0.0}[g] for g in goods])
    share = rng.uniform(0.35, 0.6, STORES)
    for_day = np.zeros((STORES, DAYS))
    for store in range(STORES):
        wander = np.zeros(DAYS)
        for d in range(1, DAYS):
            wander[d] = 0.97 * wander[d - 1] + rng.normal(0, 0.012)
        if rng.random() < 0.4:
            wander[rng.integers(150, 520) :] -= rng.uniform(0.06, 0.14)
        for_day[store] = wander
    weekday = (START.day_of_week + np.arange(DAYS)) % 7
    warmth = np.maximum(measured[climate] - 4, 0)
    level = share[:, None] + slope[:, None] * warmth + weekend[:, None] * (weekday >= 5) + for_day
    load = (capacity * np.maximum(level + rng.normal(0, 0.025, level.shape), 0.05)).round(0)
    meter = _freeze(rng, load)

    store, day = (a.ravel() for a in np.meshgrid(np.arange(STORES), np.arange(DAYS), indexing="ij"))
    table = pd.DataFrame(
        {
            "store_id": [f"K{s:02d}" for s in store],
            "date": (START + pd.to_timedelta(day, unit="D")).strftime("%Y-%m-%d"),
            "climate": np.array(CLIMATE)[climate[store]],
            "goods": goods[store],
            "capacity": capacity[store, day].astype(int),
            "temp_measured": measured[climate[store], day],
            "temp_forecast": forecast[climate[store], day],
            "load": meter[store, day].astype(int),
            "day": day,
        }
    )
    train = table[day < KNOWN].sort_values(["day", "store_id"]).drop(columns="day").reset_index(drop=True)
    scored = table[(day >= KNOWN + 10) & ((day - KNOWN) % SCORED_EVERY == 0)].copy()
    back = (scored["store_id"].str[1:].astype(int).to_numpy(), scored["day"].to_numpy() - 5)
    scored["reading_5d"], scored["capacity_5d"] = load[back].astype(int), capacity[back].astype(int)
    scored = scored.sort_values(["day", "store_id"]).reset_index(drop=True)
    scored.insert(0, "id", np.arange(len(scored)))
    usage = np.where(scored["day"] < KNOWN + 75, "Public", "Private")
    return {
        "train": train,
        "test": scored.drop(columns=["temp_measured", "load", "day"]),
        "sample_submission": pd.DataFrame({"id": scored["id"], "load": (scored["capacity"] * 0.5).astype(int)}),
        "solution": pd.DataFrame(
            {"id": scored["id"], "load": scored["load"], "capacity": scored["capacity"], "Usage": usage}
        ),
    }


def score(truth: pd.DataFrame, predictions: np.ndarray) -> float:
    """Root mean square of (load − prediction) / capacity; lower is better."""
    return float(
        np.sqrt(np.mean(((truth["load"].to_numpy(dtype=float) - predictions) / truth["capacity"].to_numpy()) ** 2))
    )
