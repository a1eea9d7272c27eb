"""Invented data: monthly readings of water pumps, some of which fail in the following month.

Every village's gauges are mounted in their own way, so raw readings carry a large offset and scale per village; what matters is how far a pump
is from its village's usual. Scored villages occur in no training row. Failures are rare, readings have heavy tails.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

SEED = 20220404
VILLAGES, TRAIN_VILLAGES = 190, 105
SENSORS = ("vibration", "flow", "pressure", "current", "turbidity")


def _village(rng: np.random.Generator, number: int) -> pd.DataFrame:
    """All pump-months of one village, with the logit of failure."""
    pumps, months = int(rng.integers(5, 15)), 10
    pump, month = (a.ravel() for a in np.meshgrid(np.arange(pumps), np.arange(months), indexing="ij"))
    wear = np.cumsum(np.where(rng.random((pumps, months)) < 0.25, rng.gamma(1.5, 0.45, (pumps, months)), 0.0), axis=1)
    service = rng.random((pumps, months)) < 0.10
    since = np.zeros((pumps, months))
    for m in range(months):
        since[:, m] = np.where(service[:, m], 0, (since[:, m - 1] if m else rng.integers(0, 9, pumps)) + 1)
        wear[:, m:] -= np.where(service[:, m], 0.8 * wear[:, m], 0.0)[:, None]
    wear = wear.ravel()
    frailty = rng.normal(0, 0.8)
    hidden = {name: weight * wear for name, weight in zip(SENSORS, (1.0, -0.7, -0.35, 0.3, 0.0), strict=True)}
    table = pd.DataFrame(
        {"village_id": f"V{number:03d}", "pump_id": [f"V{number:03d}-{p:02d}" for p in pump], "month": month + 1}
    )
    table["depth_m"] = np.repeat(rng.uniform(8, 60, pumps).round(0), months)
    table["pump_age"] = (np.repeat(rng.gamma(2.0, 4.0, pumps), months) + month / 12).round(1)
    table["maker"] = np.repeat(rng.choice(["Orla", "Tenk", "Vass"], pumps, p=[0.5, 0.3, 0.2]), months)
    table["months_since_service"] = since.ravel().astype(int)
    for name in SENSORS:
        scale, offset = np.exp(rng.normal(0, 0.7)), rng.normal(0, 6)
        noise = rng.standard_t(3, len(table)) * 0.45
        own = np.repeat(rng.normal(0, 0.35, pumps), months)
        table[name] = (20 + offset + scale * (hidden[name] + own + noise)).round(2)
        table.loc[rng.random(len(table)) < 0.05, name] = np.nan
    maker = table["maker"].map({"Orla": 0.0, "Tenk": 0.25, "Vass": 0.7}).to_numpy()
    table["logit"] = (
        -5.6 + frailty + 1.5 * np.minimum(wear, 3.5) + 0.03 * table["pump_age"] + 0.05 * since.ravel() + maker
    )
    return table


def generate(seed: int) -> dict[str, pd.DataFrame]:
    """The tables of the competition drawn with `seed`."""
    rng = np.random.default_rng(seed)
    table = pd.concat([_village(rng, n) for n in range(VILLAGES)], ignore_index=True)
    table["failed_next_month"] = (rng.random(len(table)) < 1 / (1 + np.exp(-table.pop("logit")))).astype(int)
    number = table["village_id"].str[1:].astype(int)
    train = table[number < TRAIN_VILLAGES].sample(frac=1.0, random_state=seed % 1000).reset_index(drop=True)
    scored = table[number >= TRAIN_VILLAGES].sample(frac=1.0, random_state=seed % 1000).reset_index(drop=True)
    scored.insert(0, "id", np.arange(len(scored)))
    public = set(rng.choice(np.arange(TRAIN_VILLAGES, VILLAGES), 30, replace=False).tolist())
    usage = np.where(scored["village_id"].str[1:].astype(int).isin(public), "Public", "Private")
    return {
        "train": train,
        "test": scored.drop(columns="failed_next_month"),
        "sample_submission": pd.DataFrame({"id": scored["id"], "failed_next_month": 0.05}),
        "solution": pd.DataFrame(
            {"id": scored["id"], "failed_next_month": scored["failed_next_month"], "Usage": usage}
        ),
    }


def score(truth: pd.DataFrame, predictions: np.ndarray) -> float:
    """Average precision; higher is better."""
    from sklearn.metrics import average_precision_score

    return float(average_precision_score(truth["failed_next_month"], predictions))
