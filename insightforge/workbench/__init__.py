"""What an assembler may do for one task (`bench`), and the gate that everything it submits passes (`gate`)."""

from insightforge.workbench.bench import Listed, Page, Workbench
from insightforge.workbench.drafts import EvidenceDraft, InsightDraft, ItemDraft, RawDraft
from insightforge.workbench.gate import GateContext, GateResult, check, recheck
from insightforge.workbench.task import AssemblyTask

__all__ = [
    "AssemblyTask",
    "EvidenceDraft",
    "GateContext",
    "GateResult",
    "InsightDraft",
    "ItemDraft",
    "Listed",
    "Page",
    "RawDraft",
    "Workbench",
    "check",
    "recheck",
]
