"""The experiments behind runs.jsonl."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.model_selection import GroupKFold, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

ITEMS, CHANNELS = ["ceramics", "clothing", "laptop", "phone", "tools"], ["app", "phone_line", "web"]
PLAIN = ["log_amount", "photos", "hours_to_report", "kilometres", "account_age_days", "item_code", "channel_code"]
Trial = tuple[str, str, float | None, np.ndarray]


def loss(y: np.ndarray, p: np.ndarray, weight: np.ndarray | None = None) -> float:
    return float(log_loss(y, np.clip(p, 1e-6, 1 - 1e-6), sample_weight=weight, labels=[0, 1]))


def prepare(tables: dict[str, pd.DataFrame]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Features that need no labels; counts run over train and test together."""
    train, test = tables["train"].copy(), tables["test"].copy()
    both = pd.concat([train, test], ignore_index=True)
    both["log_amount"] = np.log(both["amount"])
    both["relative_amount"] = both["log_amount"] - both.groupby("item")["log_amount"].transform("median")
    both["item_code"], both["channel_code"] = both["item"].map(ITEMS.index), both["channel"].map(CHANNELS.index)
    both["account_claims"] = both.groupby("account_id")["amount"].transform("size")
    both["token_accounts"] = both.groupby("payout_token")["account_id"].transform("nunique")
    both["token_claims"] = both.groupby("payout_token")["amount"].transform("size")
    both["short_trip_ceramics"] = ((both["item"] == "ceramics") & (both["kilometres"] < 120)).astype(int)
    for item in ITEMS:
        both[f"item_{item}"] = (both["item"] == item).astype(int)
    for channel in CHANNELS:
        both[f"channel_{channel}"] = (both["channel"] == channel).astype(int)
    both["token_accounts_audited"] = (
        both["payout_token"].map(train[train["audited"] == 1].groupby("payout_token")["account_id"].nunique()).fillna(1)
    )
    return both.iloc[: len(train)].reset_index(drop=True), both.iloc[len(train) :].reset_index(drop=True)


def booster(**more: object) -> HistGradientBoostingClassifier:
    return HistGradientBoostingClassifier(
        max_iter=120,
        learning_rate=0.05,
        max_leaf_nodes=8,
        min_samples_leaf=30,
        l2_regularization=2.0,
        random_state=0,
        **more,
    )


def logistic(**more: object) -> object:
    return make_pipeline(StandardScaler(), LogisticRegression(C=0.3, max_iter=500, **more))


def shop_rate(part: pd.DataFrame, rows: pd.DataFrame, strength: float = 25) -> pd.Series:
    """Smoothed fraud rate of the shop among the rows of `part`."""
    overall = part["fraud"].mean()
    known = part.groupby("shop_id")["fraud"].agg(["sum", "size"])
    return rows["shop_id"].map((known["sum"] + strength * overall) / (known["size"] + strength)).fillna(overall)


class Lab:
    """Five folds by payout token over the audited claims, weighted to look like all claims; see `trial` for other ways."""

    def __init__(self, tables: dict[str, pd.DataFrame]) -> None:
        self.train, self.test = prepare(tables)
        self.audited = (self.train["audited"] == 1).to_numpy()
        self.folds = list(GroupKFold(5).split(self.train, groups=self.train["payout_token"]))
        self.weight = 1 / self.audit_probability()

    def audit_probability(self) -> np.ndarray:
        """How likely a claim was to be audited, from its features; at least 0.03."""
        columns = ["log_amount", "photos", *(f"channel_{c}" for c in CHANNELS), *(f"item_{i}" for i in ITEMS)]
        return np.clip(
            logistic().fit(self.train[columns], self.audited).predict_proba(self.train[columns])[:, 1], 0.03, 1
        )

    def model(
        self,
        make: Callable[[], object],
        columns: list[str],
        *,
        audited_only: bool = True,
        weighted: bool = False,
        rate: bool = False,
        rate_leaky: bool = False,
        folds: list[tuple[np.ndarray, np.ndarray]] | None = None,
    ) -> list[np.ndarray]:
        """Out-of-fold and test predictions."""
        out = np.zeros(len(self.train))
        how = (audited_only, weighted, rate, rate_leaky)
        for fit, held in folds or self.folds:
            out[held] = self._fit(make(), columns, fit, self.train.iloc[held], *how)
        return [out, self._fit(make(), columns, np.arange(len(self.train)), self.test, *how)]

    def _fit(
        self,
        model: object,
        columns: list[str],
        fit: np.ndarray,
        rows: pd.DataFrame,
        audited_only: bool,
        weighted: bool,
        rate: bool,
        leaky: bool,
    ) -> np.ndarray:
        fit = fit[self.audited[fit]] if audited_only else fit
        part = self.train.iloc[fit]
        x, x_rows = part[columns], rows[columns]
        if leaky:  # every row's own label is in its rate
            x, x_rows = x.assign(rate=shop_rate(part, part, 2)), x_rows.assign(rate=shop_rate(part, rows, 2))
        elif rate:
            x, x_rows = x.assign(rate=self._inner_rate(part)), x_rows.assign(rate=shop_rate(part, rows))
        extra = {"sample_weight": self.weight[fit]} if weighted else {}
        return model.fit(x, part["fraud"], **extra).predict_proba(x_rows)[:, 1]

    @staticmethod
    def _inner_rate(part: pd.DataFrame) -> np.ndarray:
        """The rate of each fitting row from the other folds."""
        rate = np.zeros(len(part))
        for known, rows in StratifiedKFold(5, shuffle=True, random_state=1).split(part, part["fraud"]):
            rate[rows] = shop_rate(part.iloc[known], part.iloc[rows])
        return rate

    def trial(self, name: str, what: str, made: list[np.ndarray], *, how: str = "weighted") -> Trial:
        """`how`: `weighted` audited claims, plain `audited` claims, or `all` claims with labels as recorded."""
        rows = np.ones(len(self.train), dtype=bool) if how == "all" else self.audited
        weight = self.weight[rows] if how == "weighted" else None
        return name, what, loss(self.train["fraud"].to_numpy()[rows], made[0][rows], weight), made[1]


def trials(tables: dict[str, pd.DataFrame]) -> Iterator[Trial]:
    lab = Lab(tables)
    base = [np.full(len(lab.train), lab.train["fraud"].mean()), np.full(len(lab.test), lab.train["fraud"].mean())]
    yield lab.trial(
        "constant-recorded",
        "the recorded fraud rate of train for everybody; validation on all claims as recorded",
        base,
        how="all",
    )
    rate = lab.train.loc[lab.audited, "fraud"].mean()
    yield lab.trial(
        "constant-audited",
        "the fraud rate of the audited claims for everybody",
        [np.full(len(lab.train), rate), np.full(len(lab.test), rate)],
    )

    everything = lab.model(booster, PLAIN, audited_only=False)
    yield lab.trial(
        "all-claims",
        "boosting on all claims with labels as recorded; validation on all claims as recorded",
        everything,
        how="all",
    )
    yield lab.trial(
        "all-claims-honest",
        "the same model; validation on audited claims, weighted by one over the audit probability",
        everything,
    )
    audited = lab.model(booster, PLAIN)
    yield lab.trial(
        "audited-plain-validation",
        "boosting on audited claims only; validation on audited claims, unweighted",
        audited,
        how="audited",
    )
    yield lab.trial(
        "audited",
        "boosting on audited claims only; validation weighted by one over the audit probability, as in all rows below",
        audited,
    )
    yield lab.trial(
        "audited-weighted",
        "audited, with training weights of one over the audit probability",
        lab.model(booster, PLAIN, weighted=True),
    )
    yield lab.trial(
        "audited-balanced",
        "audited with balanced class weights",
        lab.model(lambda: booster(class_weight="balanced"), PLAIN),
    )
    scaled = lab.model(booster, PLAIN, audited_only=False)
    factor = lab.train.loc[lab.audited, "fraud"].mean() / lab.train["fraud"].mean()
    yield lab.trial(
        "all-claims-scaled",
        "all-claims with predictions scaled to the fraud rate of the audited claims",
        [np.clip(p * factor, 0, 0.95) for p in scaled],
    )

    rings = [*PLAIN, "token_accounts", "account_claims", "token_claims"]
    ring = lab.model(booster, rings)
    yield lab.trial(
        "rings",
        "audited plus accounts per payout token, claims per account and per token, counted over train and test",
        ring,
    )
    shuffled = list(StratifiedKFold(5, shuffle=True, random_state=0).split(lab.train, lab.train["fraud"]))
    yield lab.trial(
        "rings-shuffled",
        "rings; validation by shuffled folds instead of folds by payout token",
        lab.model(booster, rings, folds=shuffled),
    )
    only = lab.model(booster, [*PLAIN, "token_accounts"])
    yield lab.trial("ring-accounts-only", "audited plus accounts per payout token alone", only)
    relative = [*rings, "relative_amount", "short_trip_ceramics"]
    rel = lab.model(booster, relative)
    yield lab.trial(
        "relative", "rings plus amount relative to the item's median and a flag for ceramics on short trips", rel
    )
    rated = lab.model(booster, relative, rate=True)
    yield lab.trial(
        "shop-rate", "relative plus the shop's smoothed fraud rate among audited claims, out of fold", rated
    )
    yield lab.trial(
        "shop-rate-in-fold",
        "relative plus the shop's rate with each row's own label inside, hardly smoothed",
        lab.model(booster, relative, rate_leaky=True),
    )
    yield lab.trial(
        "shop-rate-weighted",
        "shop-rate with training weights of one over the audit probability",
        lab.model(booster, relative, rate=True, weighted=True),
    )
    yield lab.trial(
        "shop-rate-balanced",
        "shop-rate with balanced class weights",
        lab.model(lambda: booster(class_weight="balanced"), relative, rate=True),
    )
    forest = lab.model(lambda: RandomForestClassifier(300, min_samples_leaf=8, random_state=0), relative, rate=True)
    yield lab.trial("forest", "random forest on the features of shop-rate", forest)
    dummies = [f"item_{i}" for i in ITEMS] + [f"channel_{c}" for c in CHANNELS]
    linear = [
        "relative_amount",
        "photos",
        "hours_to_report",
        "kilometres",
        "account_age_days",
        "token_accounts",
        "account_claims",
        "short_trip_ceramics",
        *dummies,
    ]
    line = lab.model(logistic, linear, rate=True)
    yield lab.trial(
        "logistic", "logistic regression with item and channel as dummies, ring counts and the shop's rate", line
    )
    yield lab.trial(
        "logistic-balanced",
        "logistic with balanced class weights",
        lab.model(lambda: logistic(class_weight="balanced"), linear, rate=True),
    )
    yield lab.trial(
        "blend",
        "mean of the probabilities of shop-rate and logistic",
        [(a + b) / 2 for a, b in zip(rated, line, strict=True)],
    )
    yield lab.trial(
        "blend-three",
        "0.5 logistic + 0.25 shop-rate + 0.25 forest",
        [0.5 * a + 0.25 * b + 0.25 * c for a, b, c in zip(line, rated, forest, strict=True)],
    )
    yield lab.trial("logistic-no-rate", "logistic without the shop's rate", lab.model(logistic, linear))
    yield lab.trial(
        "logistic-no-rings",
        "logistic without accounts per token and claims per account",
        lab.model(logistic, [c for c in linear if c not in ("token_accounts", "account_claims")], rate=True),
    )
    audited_counts = ["token_accounts_audited" if c == "token_accounts" else c for c in linear]
    yield lab.trial(
        "logistic-audited-counts",
        "logistic with accounts per token counted over audited claims only",
        lab.model(logistic, audited_counts, rate=True),
    )
    yield lab.trial(
        "logistic-all-claims",
        "logistic trained on all claims with labels as recorded",
        lab.model(logistic, linear, rate=True, audited_only=False),
    )
    yield lab.trial(
        "isotonic",
        "shop-rate calibrated by isotonic regression in three inner folds",
        lab.model(lambda: CalibratedClassifierCV(booster(), method="isotonic", cv=3), relative, rate=True),
    )


def facts(tables: dict[str, pd.DataFrame]) -> dict[str, float]:
    lab = Lab(tables)
    train = lab.train
    large = train["amount"] > train["amount"].quantile(0.9)
    small = train["amount"] < train["amount"].quantile(0.5)
    shared = train["token_accounts"] >= 3
    return {
        "train rows": len(train),
        "test rows": len(lab.test),
        "audited share": lab.audited.mean(),
        "audited share of the largest tenth": lab.audited[large].mean(),
        "audited share of the smaller half": lab.audited[small].mean(),
        "recorded fraud rate": train["fraud"].mean(),
        "fraud rate of audited": train.loc[lab.audited, "fraud"].mean(),
        "weighted fraud rate of audited": np.average(train.loc[lab.audited, "fraud"], weights=lab.weight[lab.audited]),
        "fraud rate of audited claims at tokens of three accounts or more": train.loc[
            lab.audited & shared, "fraud"
        ].mean(),
        "fraud rate of other audited claims": train.loc[lab.audited & ~shared, "fraud"].mean(),
        "auc of the audit model": roc_auc_score(lab.audited, 1 / lab.weight),
    }
