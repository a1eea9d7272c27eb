"""Scans that keep things out of what is written: `leak` (anything of a target), `secrets` (keys and personal data)."""

from insightforge.guard.findings import Finding
from insightforge.guard.leak import LeakTerms
from insightforge.guard.secrets import scan_secrets

__all__ = ["Finding", "LeakTerms", "scan_secrets"]
