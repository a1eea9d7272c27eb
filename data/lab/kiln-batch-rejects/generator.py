"""Invented data: kiln carts of tiles; the whole firing batch is accepted or rejected.

Every batch has several rows with one and the same label. Pyrometers are replaced in the course of time, kiln by kiln, most of them in the scored
months. One column is filled in after the inspection, so it gives labels away in training and is a constant in test.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

SEED = 20250210
BATCHES, TRAIN_BATCHES, KILNS = 2300, 1500, 4
START = pd.Timestamp("2024-01-08 06:00")
REPLACED = {0: 1620, 1: 900, 2: 10_000, 3: 1540}
SHIFT = {0: (24.0, -0.20), 1: (-16.0, 0.25), 2: (0.0, 0.0), 3: (30.0, 0.35)}


def generate(seed: int) -> dict[str, pd.DataFrame]:
    """The tables of the competition drawn with `seed`."""
    rng = np.random.default_rng(seed)
    kiln = rng.integers(0, KILNS, BATCHES)
    glaze = rng.choice(["matt", "gloss", "salt", "celadon"], BATCHES, p=[0.35, 0.35, 0.15, 0.15])
    carts = rng.integers(5, 9, BATCHES)
    peak, soak, draft, damp = (
        rng.normal(0, 1, BATCHES),
        rng.normal(0, 1, BATCHES),
        rng.normal(0, 1, BATCHES),
        rng.gamma(2.0, 1.0, BATCHES),
    )
    ripple = rng.gamma(2.5, 0.4, BATCHES)
    logit = (
        -8.4
        + 1.5 * np.abs(peak) * (1 + 0.4 * (glaze == "celadon"))
        - 1.0 * soak
        + 0.8 * damp
        + 1.6 * ripple * (1 + 0.3 * (glaze == "salt"))
        + 0.4 * (glaze == "salt")
        + 0.5 * np.maximum(draft, 0)
    )
    rejected = rng.random(BATCHES) < 1 / (1 + np.exp(-logit))

    batch = np.repeat(np.arange(BATCHES), carts)
    size = len(batch)
    position = np.concatenate([np.arange(c) for c in carts])
    new = np.array([b >= REPLACED[k] for b, k in zip(batch, kiln[batch], strict=True)])
    offset = np.array([SHIFT[k][0] for k in kiln[batch]]) * new
    gain = 1 + np.array([SHIFT[k][1] for k in kiln[batch]]) * new
    base = np.array([1180.0, 1205.0, 1192.0, 1168.0])[kiln[batch]]
    spread = rng.normal(0, 1, size) * (3 + 6 * ripple[batch])
    drift = 6 * np.sin(2 * np.pi * batch / 900)
    table = pd.DataFrame(
        {
            "batch_id": [f"F{b:04d}" for b in batch],
            "cart": position + 1,
            "fired_at": (START + pd.to_timedelta(batch * 4, unit="h")).strftime("%Y-%m-%d %H:%M"),
            "kiln": [f"kiln_{k + 1}" for k in kiln[batch]],
            "glaze": glaze[batch],
            "zone3_temp": (base + offset + gain * (drift + 9 * peak[batch] + spread)).round(1),
            "zone5_temp": (
                base - 40 + offset + gain * (drift + 8 * peak[batch] + 0.7 * spread + rng.normal(0, 6, size))
            ).round(1),
            "soak_minutes": (52 + 5 * soak[batch] + rng.normal(0, 4, size)).round(1),
            "draft_pa": (14 + 2.5 * draft[batch] + rng.normal(0, 2.5, size)).round(2),
            "tile_moisture": (1.2 + 0.5 * damp[batch] * rng.gamma(4, 1 / 4, size)).round(2),
            "tile_weight_kg": (310 + 12 * rng.normal(0, 1, size) + 3 * position).round(1),
            "shift_lead": rng.choice([f"lead_{i}" for i in range(9)], BATCHES)[batch],
        }
    )
    minutes = (
        18
        + 30 * rejected[batch] * (rng.random(BATCHES) < 0.8)[batch]
        + rng.gamma(3, 3, BATCHES)[batch]
        + rng.normal(0, 1.0, size)
    )
    table["sorting_minutes"] = np.where(batch < TRAIN_BATCHES, minutes.round(1), 25.0)
    table["rejected"] = rejected[batch].astype(int)
    table.loc[rng.random(size) < 0.04, "tile_moisture"] = np.nan

    train = table[batch < TRAIN_BATCHES].reset_index(drop=True)
    scored = table[batch >= TRAIN_BATCHES].reset_index(drop=True)
    scored.insert(0, "id", np.arange(len(scored)))
    number = scored["batch_id"].str[1:].astype(int).to_numpy()
    usage = np.where(number < TRAIN_BATCHES + 260, "Public", "Private")
    return {
        "train": train,
        "test": scored.drop(columns="rejected"),
        "sample_submission": pd.DataFrame({"id": scored["id"], "rejected": 0.5}),
        "solution": pd.DataFrame({"id": scored["id"], "rejected": scored["rejected"], "Usage": usage}),
    }


def score(truth: pd.DataFrame, predictions: np.ndarray) -> float:
    """Balanced log loss: the mean of the two classes' own log losses, probabilities clipped to [0.001, 0.999]; lower is better."""
    actual, p = truth["rejected"].to_numpy(), np.clip(predictions, 0.001, 0.999)
    return float(-(np.log(p[actual == 1]).mean() + np.log(1 - p[actual == 0]).mean()) / 2)
