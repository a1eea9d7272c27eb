"""Metrics that competitions are scored by: how they are written, and which way is better."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Metric:
    """`name` as it is said in a description; `higher_is_better` tells which way a score should move."""

    name: str
    pattern: str
    higher_is_better: bool

    def place_in(self, text: str) -> int | None:
        """Where the text names the metric first, or null."""
        found = re.search(self.pattern, text, re.IGNORECASE)
        return found.start() if found else None


METRICS = (
    Metric("ROC AUC", r"\barea under (?:the )?(?:roc|receiver)|\broc[- ]?auc\b|\bauc\b|\broc curve\b", True),
    Metric("log loss", r"\blog(?:arithmic)?[- _]?loss\b|\bcross[- ]entropy\b|\bmulticlassloss\b", False),
    Metric("quadratic weighted kappa", r"\bquadratic(?:ally)?[- ]?weighted[- ]?kappa\b|\bqwk\b|\bkappa\b", True),
    Metric("RMSLE", r"\brmsle\b|\broot[- ]mean[- ]squared?[- ]log\w*[- ]error", False),
    Metric("RMSE", r"\bm?c?rmse\b|\broot[- ]mean[- ]squared?[- ]error", False),
    Metric("mean squared error", r"\bmean[- ]squared?[- ]error\b|\bmse\b", False),
    Metric("MAPE", r"\bs?w?mape\b|\bmean absolute percentage error", False),
    Metric("mean absolute error", r"\bmean absolute error\b|\bn?mae\b|\babsolute error\b", False),
    Metric("normalised RMSE", r"\bnrmse\b|\bnormali[sz]ed (?:root|rmse)", False),
    Metric("Dice", r"\bdice\b", True),
    Metric("intersection over union", r"\biou\b|\bintersection over union\b|\bjaccard\b", True),
    Metric("average precision", r"\baverage precision\b|\bmap ?@|\bm?ap\b(?=[^a-z])", True),
    Metric("F-score", r"\bf[- _]?(?:1|0\.5|beta|score|max)\b", True),
    Metric("Matthews correlation", r"\bmatthews\b|\bmcc\b", True),
    Metric("Brier score", r"\bbrier\b", False),
    Metric("accuracy", r"\baccuracy\b", True),
    Metric("Spearman correlation", r"\bspearman", True),
    Metric("Pearson correlation", r"\bpearson", True),
    Metric("R squared", r"\br\^?2\b|\br²|\bcoefficient of determination\b", True),
    Metric("NDCG", r"\bndcg\b", True),
    Metric("recall", r"\brecall\b", True),
    Metric("CRPS", r"\bcrps\b|\bcontinuous ranked probability", False),
    Metric("pinball loss", r"\bpinball\b|\bquantile loss\b", False),
    Metric("edit distance", r"\blevenshtein\b|\bedit distance\b|\bword error rate\b|\bwer\b", False),
    Metric("Laplace log likelihood", r"\blog[- ]likelihood\b", True),
    Metric("Gini", r"\bgini\b", True),
)

_EVALUATION = re.compile(r"\bevaluat\w+|\bmetric\b|\bscored\b|\bsubmissions are\b", re.IGNORECASE)
_WORDS_AFTER = 800
_PLACES = 4


def metric_of(description: str, stated: str | None) -> Metric | None:
    """The metric that is stated, else the first that the description names where it speaks of evaluation."""
    places = [stated or ""]
    places += [description[m.start() : m.start() + _WORDS_AFTER] for m in _EVALUATION.finditer(description)][:_PLACES]
    for place in places:
        named = [(at, metric) for metric in METRICS if (at := metric.place_in(place)) is not None]
        if named:
            return min(named, key=lambda pair: pair[0])[1]
    return None
