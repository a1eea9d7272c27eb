"""What a bundle is to hold and how it is laid out."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from insightforge.records import STRENGTHS, Item, Strength
from insightforge.workspace import Settings

Layout = Literal["domains", "flat"]
EvidenceMode = Literal["auto", "quotes", "by-reference"]


@dataclass(frozen=True)
class BundleOptions:
    """Options of a bundle.

    Attributes:
        layout: `domains` (one skill per domain and one of improvements) or `flat` (one skill per insight).
        evidence: `auto` quotes where a source's licence permits it and refers otherwise.
        since: leave out items whose newest support is older than this year, or of unknown year.
        min_strength: leave out items with a weaker kind of outcome than this.
        task: a description of one task; the bundle then holds the nearest domain and the improvements.
        domain: a domain's id, to choose it by name instead.
        client: sizes descriptions to this client's listing; default: to the smallest listing of all known clients.
        out: where to write; default: the workspace's `insights/`.
    """

    layout: Layout = "domains"
    evidence: EvidenceMode = "auto"
    since: int | None = None
    min_strength: Strength | None = None
    task: str | None = None
    domain: str | None = None
    client: str | None = None
    out: Path | None = None

    @classmethod
    def from_settings(cls, settings: Settings, **given: Any) -> BundleOptions:
        """The workspace's `[bundle]` settings, with what is given (and not None) on top."""
        chosen = {"layout": settings.bundle.layout, "evidence": settings.bundle.evidence}
        return cls(**{**chosen, **{k: v for k, v in given.items() if v is not None}})

    def to_data(self) -> dict[str, Any]:
        """As it stands in `bundle.json`: everything that shapes the content, so not where it is written."""
        return {k: v for k, v in asdict(self).items() if k != "out"}

    def keeps(self, item: Item) -> bool:
        """Whether an item passes `since` and `min_strength`."""
        recent = self.since is None or (item.support.last_year is not None and item.support.last_year >= self.since)
        strong = self.min_strength is None or STRENGTHS.index(item.strength) <= STRENGTHS.index(self.min_strength)
        return recent and strong
