"""Invented data: weekly orders of grocery boxes per depot, with zeros that are empty shelves and not missing demand.

A depot that could not ship a box records 0 orders for that week. The scored cells are only those that could be shipped. Demand has
heavy tails (offices that order in bulk), promotions that work differently by family, and boxes that were launched late.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

SEED = 20240115
DEPOTS, BOXES, LAST_WEEK, FIRST_SCORED, WEEKS = 30, 10, 50, 54, 59
REGIONS = ("north", "valley", "coast")
FAMILY = ("veg", "veg", "veg", "family", "family", "family", "quick", "quick", "treat", "treat")
PROMO_EFFECT = {"veg": 0.25, "family": 0.55, "quick": 0.45, "treat": 1.0}


def _stockouts(rng: np.random.Generator) -> np.ndarray:
    """Spells of one to three weeks in which a depot cannot ship a box, more of them at badly supplied depots."""
    out = np.zeros((DEPOTS, BOXES, WEEKS + 1), dtype=bool)
    rate = rng.beta(1.2, 14, DEPOTS)
    for depot in range(DEPOTS):
        for box in range(BOXES):
            for week in range(1, WEEKS + 1):
                if rng.random() < rate[depot]:
                    out[depot, box, week : week + rng.integers(1, 4)] = True
    return out


def _demand(rng: np.random.Generator, promo: np.ndarray, price: np.ndarray, region: np.ndarray) -> np.ndarray:
    """Expected orders, [depot, box, week]."""
    size = rng.normal(3.4, 0.8, DEPOTS)
    taste = rng.normal(0, 0.5, (len(REGIONS), 4))[region][:, [sorted(set(FAMILY)).index(f) for f in FAMILY]]
    own = rng.normal(0, 0.35, (DEPOTS, BOXES))
    box = rng.normal(0, 0.6, BOXES)
    weeks = np.arange(WEEKS + 1)
    season = (
        0.22
        * np.sin(2 * np.pi * weeks / 52)[None, :]
        * np.array([1.6, 0.6, -0.6, -1.2])[[sorted(set(FAMILY)).index(f) for f in FAMILY]][:, None]
    )
    drift = np.cumsum(rng.normal(0, 0.03, (DEPOTS, BOXES, WEEKS + 1)), axis=2)
    lift = np.array([PROMO_EFFECT[f] for f in FAMILY])[None, :, None] * promo * (1 + 0.3 * (region == 2))[:, None, None]
    elasticity = -1.6 * np.log(price / price[:, :1])
    return np.exp(
        size[:, None, None] + (taste + own + box[None, :])[:, :, None] + drift + season[None] + lift + elasticity[None]
    )


def generate(seed: int) -> dict[str, pd.DataFrame]:
    """The tables of the competition drawn with `seed`."""
    rng = np.random.default_rng(seed)
    region = rng.integers(0, 3, DEPOTS)
    launch = np.where(np.arange(BOXES) % 5 == 2, rng.integers(28, 44, BOXES), 1)
    promo = (rng.random((DEPOTS, BOXES, WEEKS + 1)) < 0.12).astype(float)
    step = np.where(rng.random((BOXES, WEEKS + 1)) < 0.08, rng.normal(0, 0.12, (BOXES, WEEKS + 1)), 0.0)
    price = (rng.uniform(12, 30, BOXES)[:, None] * np.exp(np.cumsum(step, axis=1).clip(-0.3, 0.3))).round(2)
    mean = _demand(rng, promo, price, region)
    noise = rng.gamma(7, 1 / 7, mean.shape)
    bulk = np.where(rng.random(mean.shape) < 0.02, rng.pareto(1.6, mean.shape) * 2 + 2, 1.0)
    orders = rng.poisson(mean * noise * bulk)
    empty = _stockouts(rng)

    depot, box, week = (
        a.ravel() for a in np.meshgrid(np.arange(DEPOTS), np.arange(BOXES), np.arange(WEEKS + 1), indexing="ij")
    )
    table = pd.DataFrame(
        {
            "week": week,
            "depot_id": [f"D{d:02d}" for d in depot],
            "box_id": [f"B{b:02d}" for b in box],
            "region": [REGIONS[region[d]] for d in depot],
            "family": [FAMILY[b] for b in box],
            "list_price": price[box, week],
            "promo": promo.ravel().astype(int),
            "orders": np.where(empty, 0, orders).ravel(),
        }
    )
    sold = (week >= np.maximum(launch[box], 1)) & (week <= WEEKS)
    train = table[sold & (week <= LAST_WEEK)].sort_values(["week", "depot_id", "box_id"]).reset_index(drop=True)
    scored = (
        table[sold & (week >= FIRST_SCORED) & ~empty.ravel()]
        .sort_values(["week", "depot_id", "box_id"])
        .reset_index(drop=True)
    )
    scored.insert(0, "id", np.arange(len(scored)))
    usage = np.where(rng.random(len(scored)) < 0.35, "Public", "Private")
    return {
        "train": train,
        "test": scored.drop(columns="orders"),
        "sample_submission": pd.DataFrame({"id": scored["id"], "orders": 30}),
        "solution": pd.DataFrame({"id": scored["id"], "orders": scored["orders"], "Usage": usage}),
    }


def score(truth: pd.DataFrame, predictions: np.ndarray) -> float:
    """Root mean squared logarithmic error; lower is better. Negative predictions count as zero."""
    actual = np.log1p(truth["orders"].to_numpy(dtype=float))
    return float(np.sqrt(np.mean((actual - np.log1p(np.maximum(predictions, 0))) ** 2)))
