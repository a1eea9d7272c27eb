"""Symptoms that practitioners report, and how to say each as a trigger. The most specific that matches is taken."""

from __future__ import annotations

import re
from dataclasses import dataclass

from insightforge.drivers.guided.frames import SolutionStage
from insightforge.records import Aspect


@dataclass(frozen=True)
class Symptom:
    """`trigger` is a state of affairs that can be checked; `aspect` and `stage` are where its remedies usually belong."""

    id: str
    pattern: re.Pattern[str]
    trigger: str
    aspect: Aspect
    stage: SolutionStage


def _symptom(id: str, pattern: str, trigger: str, aspect: Aspect, stage: SolutionStage) -> Symptom:
    return Symptom(id, re.compile(pattern, re.IGNORECASE), trigger, aspect, stage)


SYMPTOMS: tuple[Symptom, ...] = (
    _symptom("public-overfit", r"overfit\w* (?:to |on )?(?:the )?(?:public|lb|leaderboard)|shake-?(?:up|down)", "Public feedback covers few rows or is noisy, so tuning on it may not carry over.", "other", "validation"),
    _symptom("validation-mismatch", r"(?:cv|validation|local score)\b.{0,60}\b(?:(?:n['’]t|not|poor(?:ly)?|weak(?:ly)?|no) (?:\w+ ){0,2}correlat|unreliable|unstable|optimistic|too (?:good|high)|gap|mismatch|far (?:above|from)|noisy|disagree)|(?:n['’]t|not) (?:\w+ )?correlat\w* .{0,30}\b(?:lb|leaderboard|public|private|test)\b", "The local validation score does not move with the score on the hidden test.", "other", "validation"),
    _symptom("leakage", r"\bleak(?:s|ed|age|ing|y)?\b", "Information about the target reaches the features or the validation rows.", "data", "validation"),
    _symptom("label-noise", r"\b(?:noisy|wrong|incorrect|inconsistent|bad|corrupt\w*|ambiguous) (?:labels?|annotations?|targets?|masks?|ground truths?)|\bmis-?label\w*|\blabel(?:l?ing)? (?:noise|errors?)|\bannotation (?:errors?|noise|mistakes?)", "Part of the labels is wrong or inconsistent.", "data", "data"),
    _symptom("missing-labels", r"\b(?:missing|incomplete|partial|absent) (?:labels?|annotations?)|\bunlabell?ed (?:objects?|instances?|events?)\b", "Part of what should be labelled is left unlabelled.", "data", "data"),
    _symptom("imbalance", r"\b(?:im|un)-?balanc\w*|\brare (?:class|categor|label|species|event)\w*|\bminority class|\blong[- ]tail\w*|\bfew(?:er)? (?:samples|examples|images|positives?)\b.{0,20}\bclass", "Some classes have far fewer samples than others.", "training", "training"),
    _symptom("domain-shift", r"\bdomain (?:gap|shift|difference|mismatch)|\b(?:distribution|covariate|concept|dataset|data) (?:shift|drift)|\bdrift(?:s|ed|ing)?\b|\bdifferent distributions?|\b(?:train\w*|test) (?:and|vs\.?) (?:train\w*|test)\b.{0,30}\b(?:differ|mismatch)", "Training data and the data to be predicted come from different distributions.", "data", "data"),
    _symptom("duplicates", r"\b(?:near-?)?duplicat\w+", "The data hold duplicates or near-duplicates.", "data", "data"),
    _symptom("memory", r"\bout[- ]of[- ]memory|\boom\b|\bmemory (?:limit|issue|problem|error|usage|constraint|consumption|footprint)\w*|\bfit (?:in|into) (?:the )?(?:gpu |ram|memory)", "The data or the model do not fit into memory.", "other", "inference"),
    _symptom("runtime", r"\btime[- ]?outs?\b|\btimed out|\b(?:time|runtime|run-time) (?:limit|constraint|budget)|\btoo slow|\bexceed\w* .{0,20}\b(?:time|hours?|minutes?|limit)|\bslow (?:inference|training|i/o|loading)|\binference (?:time|speed)|\bbottleneck", "The pipeline is too slow for its time limit or for iterating.", "other", "inference"),
    _symptom("instability", r"\bunstable|\binstabilit\w+|\bdiverg\w+|\bnans?\b|\bexplod\w+ (?:gradient|loss)|\bgradient explo\w+|\bcollaps\w+|\bhigh variance|\bvar(?:y|ied|ies) (?:a lot|strongly|widely)", "Training or scores swing strongly from run to run, or training diverges.", "training", "training"),
    _symptom("overfitting", r"\bover-?fit\w*|\bmemori[sz]\w+|\bpoor(?:ly)? generali[sz]\w+|\bgenerali[sz]\w+ (?:poorly|badly)", "The training score keeps rising while the validation score stalls or falls.", "training", "training"),
    _symptom("underfitting", r"\bunder-?fit\w*", "The model fits even the training data poorly.", "training", "training"),
    _symptom("false-positives", r"\bfalse[- ]positives?|\bfps?\b(?= )|\bspurious (?:detections?|predictions?)", "Predictions contain many false positives.", "other", "post-processing"),
    _symptom("false-negatives", r"\bfalse[- ]negatives?|\bmissed (?:detections?|objects?|events?)", "Predictions miss many true cases.", "other", "post-processing"),
    _symptom("borders", r"\b(?:border|edge|boundary|boundaries|seam)s? (?:effects?|artifacts?|artefacts?|errors?|issues?|problems?)|\bartifacts? (?:at|near|along|around) the (?:border|edge|boundar)", "Errors gather at the borders of tiles or windows.", "other", "inference"),
    _symptom("long-inputs", r"\b(?:inputs?|texts?|documents?|essays?|sequences?|sentences?|conversations?)\b.{0,40}\b(?:longer than|too long|exceed\w*)|\btruncat\w+|\bmax(?:imum)? (?:sequence |token )?length\b|\btoken limit", "Inputs are longer than the model can take at once.", "data-modality", "data"),
    _symptom("large-inputs", r"\b(?:images?|slides?|volumes?|scans?)\b.{0,30}\btoo (?:large|big)|\b(?:very |extremely )?(?:large|huge|high[- ]resolution) (?:images?|slides?|volumes?|scans?)", "Inputs are too large to be processed whole.", "data-modality", "data"),
    _symptom("small-objects", r"\b(?:small|tiny) (?:objects?|targets?|lesions?|instances?|structures?)", "The objects that matter cover few pixels.", "data-modality", "model"),
    _symptom("missing-values", r"\bmissing (?:values?|data|entries|features?|timestamps?|readings?)|\bnan values|\bnulls?\b|\bgaps? in the (?:data|series|signal)", "Values are missing in a notable share of rows.", "data", "features"),
    _symptom("heavy-tail", r"\boutliers?\b|\bheavy[- ]tail\w*|\bskew(?:ed|ness)\b|\bextreme values?", "The target or a feature has outliers or a heavy tail.", "data", "features"),
    _symptom("miscalibration", r"\b(?:mis|poorly |badly |un)-?calibrat\w+|\bover-?confiden\w+|\bunder-?confiden\w+|\bnot calibrated|\bcalibration (?:problem|issue|error)", "Predicted probabilities are over-confident or not comparable.", "other", "post-processing"),
    _symptom("few-data", r"\b(?:small|tiny|limited|little|few) (?:amount of )?(?:train\w* |labell?ed )?(?:data(?:set)?|samples|examples|images|labels)|\black of (?:\w+ )?(?:data|samples|labels)|\b(?:not|n['’]t) (?:have )?enough (?:\w+ )?(?:data|samples|examples)|\bdata scarc\w+", "Labelled training data are few.", "data", "data"),
    _symptom("reproducibility", r"\b(?:not|non|ir)-?reproduc\w+|\bnon-?determinis\w+|\bcould(?:n['’]t| not) reproduce", "Results cannot be reproduced from run to run.", "other", "process"),
    _symptom("noise", r"\bnois(?:e|y)\b", "Inputs or targets are noisy.", "data", "data"),
)  # fmt: skip


def symptom_in(*texts: str) -> Symptom | None:
    """The first symptom (the list's order) in the first of the texts that shows one."""
    for text in texts:
        for symptom in SYMPTOMS:
            if symptom.pattern.search(text):
                return symptom
    return None
