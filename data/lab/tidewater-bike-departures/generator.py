"""Invented data: daily departures of a bike-share network whose counts arrive late.

Levels wander station by station and the whole network rises through spring into scored weeks that are warmer and busier than
any day before, so what is known last matters more than what is known at length. Between the last known day and the first scored one lie seven days.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

SEED = 20230306
STATIONS, LAST_KNOWN, FIRST_SCORED, DAYS = 70, 204, 212, 240
START = pd.Timestamp("2021-10-04")
WEEKDAY = {
    "quay": [0.9, 0.9, 0.95, 1.0, 1.1, 1.5, 1.45],
    "campus": [1.25, 1.3, 1.3, 1.25, 1.1, 0.5, 0.4],
    "residential": [1.1, 1.1, 1.1, 1.1, 1.05, 0.85, 0.75],
    "park": [0.7, 0.7, 0.75, 0.8, 1.0, 1.8, 1.9],
}


def _weather(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Daily temperature (°C) and rain (mm) of the network's town."""
    days = np.arange(DAYS)
    swing = np.zeros(DAYS)
    for d in range(1, DAYS):
        swing[d] = 0.7 * swing[d - 1] + rng.normal(0, 1.8)
    temperature = 11 - 7 * np.cos(2 * np.pi * (days - 100) / 365) + swing
    rain = np.where(rng.random(DAYS) < 0.32, rng.gamma(1.2, 5.0, DAYS), 0.0)
    return temperature.round(1), rain.round(1)


def _levels(rng: np.random.Generator, docks: np.ndarray) -> np.ndarray:
    """Log level of every station and day: a random walk, steps for road works and campaigns, a common rise."""
    walk = np.cumsum(rng.normal(0, 0.014, (STATIONS, DAYS)), axis=1)
    for station in range(STATIONS):
        if rng.random() < 0.3:
            walk[station, rng.integers(30, 190) :] += rng.choice([-0.7, 0.6])
    growth = 0.5 / (1 + np.exp(-(np.arange(DAYS) - 205) / 25))
    start = np.log(docks * 0.9) + rng.normal(0, 0.6, STATIONS)
    return start[:, None] + walk + growth[None, :]


def generate(seed: int) -> dict[str, pd.DataFrame]:
    """The tables of the competition drawn with `seed`."""
    rng = np.random.default_rng(seed)
    zone = rng.choice(list(WEEKDAY), STATIONS, p=[0.2, 0.2, 0.4, 0.2])
    docks = rng.integers(8, 41, STATIONS)
    opened = np.where(rng.random(STATIONS) < 0.15, rng.integers(40, 150, STATIONS), 0)
    temperature, rain = _weather(rng)
    wet = np.array([{"quay": 0.045, "campus": 0.015, "residential": 0.02, "park": 0.06}[z] for z in zone])
    warm = np.array([{"quay": 0.06, "campus": 0.025, "residential": 0.035, "park": 0.08}[z] for z in zone])
    weekday = np.array([[WEEKDAY[z][(START.day_of_week + d) % 7] for d in range(DAYS)] for z in zone])
    log_mean = _levels(rng, docks) + np.log(weekday) - wet[:, None] * rain + warm[:, None] * (temperature - 11)
    counts = rng.poisson(np.exp(log_mean) * rng.gamma(35, 1 / 35, log_mean.shape))

    station, day = np.meshgrid(np.arange(STATIONS), np.arange(DAYS), indexing="ij")
    table = pd.DataFrame(
        {
            "station_id": [f"S{s:03d}" for s in station.ravel()],
            "date": (START + pd.to_timedelta(day.ravel(), unit="D")).strftime("%Y-%m-%d"),
            "zone": zone[station.ravel()],
            "docks": docks[station.ravel()],
            "temp_forecast": temperature[day.ravel()],
            "rain_forecast": rain[day.ravel()],
            "departures": counts.ravel(),
            "day": day.ravel(),
        }
    )
    table = table[table["day"].to_numpy() >= opened[station.ravel()]].sort_values(["day", "station_id"])
    train = table[table["day"] <= LAST_KNOWN].drop(columns="day").reset_index(drop=True)
    scored = table[table["day"] >= FIRST_SCORED].reset_index(drop=True)
    scored.insert(0, "id", np.arange(len(scored)))
    usage = np.where(scored["day"] < FIRST_SCORED + 10, "Public", "Private")
    return {
        "train": train,
        "test": scored.drop(columns=["departures", "day"]),
        "sample_submission": pd.DataFrame({"id": scored["id"], "departures": 20}),
        "solution": pd.DataFrame({"id": scored["id"], "departures": scored["departures"], "Usage": usage}),
    }


def score(truth: pd.DataFrame, predictions: np.ndarray) -> float:
    """Weighted absolute percentage error: sum of absolute errors over sum of departures; lower is better."""
    actual = truth["departures"].to_numpy(dtype=float)
    return float(np.abs(actual - predictions).sum() / actual.sum())
