"""What kind of task a competition sets, read off its pages: data modality, prediction task, metric. For names and descriptions."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from insightforge.drivers.guided.metrics import Metric, metric_of

_MODALITIES: tuple[tuple[str, str], ...] = (
    (
        "audio",
        r"\b(?:audio|sounds?|soundscapes?|acoustic\w*|spectrograms?|speech|recordings?|birdcalls?|microphones?)\b",
    ),
    (
        "3d",
        (
            r"\b(?:voxels?|volum(?:es?|etric)|ct scans?|mri|tomograph\w*|point clouds?|lidar|3d (?:scans?|images?"
            r"|volumes?))\b"
        ),
    ),
    ("image", r"\b(?:images?|photos?|photographs?|pixels?|pictures?|x-?rays?|slides?|satellite|dicom|radiograph\w*)\b"),
    ("video", r"\b(?:videos?|frames per second|footage|clips? of video)\b"),
    (
        "text",
        (
            r"\b(?:texts?|essays?|sentences?|words?|documents?|comments?|questions?|tweets?|prompts?|tokens?|passages?"
            r"|language)\b"
        ),
    ),
    (
        "time-series",
        (
            r"\b(?:time[- ]series|sensors?|accelerometer|forecast\w*|hourly|daily|timestamps?|signals?|waveforms?|ecg"
            r"|eeg|lag(?:s|ged)?)\b"
        ),
    ),
    ("graph", r"\b(?:molecul\w+|graphs?|nodes?|edges?|proteins?|rna|sequences?)\b"),
    ("tabular", r"\b(?:tabular|columns?|rows?|features?|categorical|customers?|transactions?|csv)\b"),
)

_TASKS: tuple[tuple[str, str], ...] = (
    ("segmentation", r"\b(?:segment(?:ation|ing)?|masks?|run-length)\b"),
    ("object detection", r"\b(?:object detection|bounding box(?:es)?|detect objects|localiz\w+)\b"),
    ("forecasting", r"\b(?:forecast\w*|future (?:values|sales|demand)|next (?:days|weeks|months))\b"),
    ("ranking and recommendation", r"\b(?:recommend\w*|ranking|retriev\w+|search relevance)\b"),
    ("matching", r"\b(?:image matching|camera pose|keypoints?|correspondences?)\b"),
    ("simulation", r"\b(?:simulation|agents?|opponents?|moves?|game)\b"),
    (
        "regression",
        (
            r"\b(?:regression|predict (?:the )?(?:price|value|amount|number|score|time)|continuous|rmse|mae"
            r"|squared error)\b"
        ),
    ),
    (
        "classification",
        (
            r"\b(?:classif\w+|class(?:es)?|label(?:s|ling|ing)?|categories|probabilit\w+|auc|f1|detect\w*"
            r"|identif\w+)\b"
        ),
    ),
)


@dataclass(frozen=True)
class TaskProfile:
    """Modality ("audio", …), prediction task ("classification", …) and metric; null where the pages do not tell."""

    modality: str | None
    task: str | None
    metric: Metric | None

    @property
    def phrase(self) -> str:
        """ "audio classification scored by ROC AUC"; plain words where parts are missing."""
        task = (
            " ".join(w for w in (self.modality, self.task or "data") if w)
            if self.modality or self.task
            else "a similar task"
        )
        return f"{task} scored by {self.metric.name}" if self.metric else task


def profile_of(description: str, writeups: str, metric: str | None = None) -> TaskProfile:
    """Read the profile off the description, with the write-ups to decide where it says little."""
    text = f"{description}\n{description}\n{writeups[:20_000]}"
    return TaskProfile(_best(_MODALITIES, text), _best(_TASKS, text), metric_of(description, metric))


def _best(kinds: tuple[tuple[str, str], ...], text: str) -> str | None:
    counts = Counter({name: len(re.findall(pattern, text, re.IGNORECASE)) for name, pattern in kinds})
    name, count = max(counts.items(), key=lambda pair: pair[1])
    return name if count >= 3 else None
