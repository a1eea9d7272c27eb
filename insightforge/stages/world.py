"""Everything that a plan looks at, as one value. Planning is a pure function of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from insightforge.drivers import DriverIdentity
from insightforge.records import Competition, Domain, RawImprovement, Stage
from insightforge.stages.store import Stored


@dataclass(frozen=True)
class Cluster:
    """A stored cluster of raw improvements. `id` is minted once; `members` are item ids, sorted."""

    id: str
    label: str
    terms: tuple[str, ...]
    members: tuple[str, ...]
    residual: bool = False


@dataclass(frozen=True)
class RawItem:
    """A raw improvement with the key of the task that found it."""

    key: str
    raw: RawImprovement

    @property
    def id(self) -> str:
        return self.raw.item.id


@dataclass(frozen=True)
class World:
    """The inputs of a plan.

    Attributes:
        competitions: those that exist for assembly (the split's sources; all of them without a split), by slug.
        domains: the domains, members that do not exist here included.
        records: this driver's records, by (stage, key).
        identity: the driver, as it enters fingerprints.
        parameters: what else decides the records (the writer).
        clusters: the stored clusters of raw improvements; null until they are made.
    """

    competitions: Mapping[str, Competition]
    domains: tuple[Domain, ...]
    records: Mapping[tuple[Stage, str], Stored]
    identity: DriverIdentity
    parameters: Mapping[str, str] = field(default_factory=dict)
    clusters: tuple[Cluster, ...] | None = None

    def raw_items(self) -> tuple[RawItem, ...]:
        """Every raw improvement found so far."""
        return raw_items_of(self.records.values())


def raw_items_of(records: Iterable[Stored]) -> tuple[RawItem, ...]:
    """The raw improvements in some records, by item id; the same item found twice counts once."""
    found: dict[str, RawItem] = {}
    for stored in sorted(records, key=lambda s: s.path):
        for raw in stored.record.raw:
            found.setdefault(raw.item.id, RawItem(stored.record.key, raw))
    return tuple(found[i] for i in sorted(found))
