"""Invented data: damage claims at a courier, of which only some were ever audited.

A claim that nobody audited is recorded as honest. Auditors picked large claims and one channel, and all scored claims are audited, so the training
labels are wrong in a way that depends on the features. Rings of accounts share a payout token; shops come back, some with a high rate.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

SEED = 20230911
CLAIMS, TRAIN = 18000, 13000
ITEMS = {"phone": 5.6, "laptop": 6.4, "clothing": 4.0, "ceramics": 3.8, "tools": 4.8}


def _accounts(rng: np.random.Generator) -> pd.DataFrame:
    """Accounts with their payout token; about a tenth of them belong to rings of three to seven that share one."""
    count = 7000
    token = np.arange(count)
    ring = np.zeros(count, dtype=bool)
    position = 0
    order = rng.permutation(count)
    while position < 650:
        members = order[position : position + rng.integers(3, 8)]
        token[members] = members[0]
        ring[members] = rng.random() < 0.75
        position += len(members)
    families = rng.choice(order[700:], (500, 2), replace=False)
    token[families[:, 1]] = token[families[:, 0]]
    return pd.DataFrame(
        {
            "token": token,
            "ring": ring,
            "age": rng.gamma(1.3, 500, count) * np.where(ring, 0.45, 1.0),
            "activity": rng.gamma(0.8, 1.0, count) * np.where(ring, 2.2, 1.0),
        }
    )


def generate(seed: int) -> dict[str, pd.DataFrame]:
    """The tables of the competition drawn with `seed`."""
    rng = np.random.default_rng(seed)
    accounts = _accounts(rng)
    account = rng.choice(len(accounts), CLAIMS, p=(accounts["activity"] / accounts["activity"].sum()).to_numpy())
    shop = rng.choice(160, CLAIMS, p=rng.dirichlet(np.full(160, 1.2)))
    shop_effect = rng.normal(0, 0.9, 160)[shop]
    item = rng.choice(list(ITEMS), CLAIMS, p=[0.25, 0.1, 0.3, 0.15, 0.2])
    channel = rng.choice(["app", "web", "phone_line"], CLAIMS, p=[0.5, 0.35, 0.15])
    amount = np.exp(np.array([ITEMS[i] for i in item]) + rng.normal(0, 0.6, CLAIMS))
    photos = rng.poisson(2.2, CLAIMS)
    hours = rng.gamma(1.1, 30, CLAIMS)
    kilometres = rng.gamma(2, 180, CLAIMS)
    ring = accounts["ring"].to_numpy()[account]
    relative = np.log(amount) - np.array([ITEMS[i] for i in item])
    logit = (
        -3.75
        + 2.1 * ring
        + shop_effect
        + 0.9 * relative
        - 0.25 * photos
        + 0.012 * np.minimum(hours, 90)
        - 0.0011 * np.minimum(accounts["age"].to_numpy()[account], 900)
    )
    logit += 0.5 * (item == "phone") + 0.35 * (channel == "web") + 0.9 * ((item == "ceramics") & (kilometres < 120))
    fraud = rng.random(CLAIMS) < 1 / (1 + np.exp(-logit))
    audit_logit = -2.6 + 0.9 * (np.log(amount) - 4.6) + 1.5 * (channel == "phone_line") + 0.25 * (photos == 0)
    audited = rng.random(CLAIMS) < 1 / (1 + np.exp(-audit_logit))

    table = pd.DataFrame(
        {
            "account_id": [f"A{a:05d}" for a in account],
            "payout_token": [f"T{t:05d}" for t in accounts["token"].to_numpy()[account]],
            "shop_id": [f"P{s:03d}" for s in shop],
            "item": item,
            "channel": channel,
            "amount": amount.round(2),
            "photos": photos,
            "hours_to_report": hours.round(1),
            "kilometres": kilometres.round(0).astype(int),
            "account_age_days": accounts["age"].to_numpy()[account].round(0).astype(int),
        }
    )
    table["audited"] = audited.astype(int)
    table["fraud"] = (fraud & audited).astype(int)
    truth = fraud.astype(int)
    train = table.iloc[:TRAIN].reset_index(drop=True)
    train.insert(0, "claim_id", np.arange(TRAIN))
    scored = table.iloc[TRAIN:].drop(columns=["audited", "fraud"]).reset_index(drop=True)
    scored.insert(0, "id", np.arange(len(scored)))
    usage = np.where(rng.random(len(scored)) < 0.3, "Public", "Private")
    return {
        "train": train,
        "test": scored,
        "sample_submission": pd.DataFrame({"id": scored["id"], "fraud": 0.05}),
        "solution": pd.DataFrame({"id": scored["id"], "fraud": truth[TRAIN:], "Usage": usage}),
    }


def score(truth: pd.DataFrame, predictions: np.ndarray) -> float:
    """Log loss, probabilities clipped to [1e-6, 1 - 1e-6]; lower is better."""
    from sklearn.metrics import log_loss

    return float(log_loss(truth["fraud"], np.clip(predictions, 1e-6, 1 - 1e-6), labels=[0, 1]))
