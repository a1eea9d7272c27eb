"""The stored clusters of raw improvements, `data/assembly/improvement-clusters.json`.

Clusters are made once, from all raw improvements; later ones are assigned to what is stored, so that only the clusters
they touch change. They are made anew on `--recluster` alone.

The rule for how: with at least 2 × min_cluster_size raw improvements, by embedding trigger, action and rationale (UMAP,
HDBSCAN); with fewer, or where that finds no group, one cluster per topic, since so few are read one by one anyway. What
is in no cluster (or names no topic) forms one more, the residual.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import ConfigDict, Field, ValidationError

from insightforge.artifacts import sha256_file, write_json_atomic
from insightforge.errors import RecordInvalid, UsageError
from insightforge.names import kebab
from insightforge.records import Record
from insightforge.stages.world import Cluster, RawItem, World
from insightforge.workspace import Workspace

if TYPE_CHECKING:
    from insightforge.clustering import ClusterStore
    from insightforge.embedding import EmbeddingResult

RESIDUAL = "residual"

Note = Callable[[str], None]


class StoredCluster(Record):
    """A cluster as it stands in the file; see `insightforge.stages.world.Cluster`."""

    id: str
    label: str
    terms: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    residual: bool = False


class DriverClusters(Record):
    """The clusters of one driver's raw improvements.

    `vectors` is the hash of the stored vectors (null for topics): members and vectors are of one clustering or of none.
    """

    method: Literal["topics", "embedding"]
    made_from: int
    vectors: str | None = None
    notes: tuple[str, ...] = ()
    clusters: tuple[StoredCluster, ...]

    def members(self) -> dict[str, str]:
        """Item id → cluster id."""
        return {member: cluster.id for cluster in self.clusters for member in cluster.members}


class ClustersFile(Record):
    """The whole file: clusters by driver, since each driver finds raw improvements of its own."""

    schema_: Literal["improvement-clusters/1"] = Field("improvement-clusters/1", alias="schema")
    drivers: dict[str, DriverClusters] = Field(default_factory=dict)

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def load_clusters(workspace: Workspace, driver: str) -> tuple[Cluster, ...] | None:
    """The stored clusters of a driver; null where none were made yet.

    Raises:
        RecordInvalid: the file is damaged; its ids were minted once, so it is not made anew in silence.
    """
    stored = _read(workspace.improvement_clusters_file).drivers.get(driver)
    return _clusters(stored) if stored else None


def refresh_clusters(workspace: Workspace, world: World, recluster: bool, note: Note) -> tuple[Cluster, ...] | None:
    """Make the clusters where there are none (or with `recluster`), else give new raw improvements their place.

    Call it once every write-up's raw improvements are there.

    Raises:
        UsageError: another embedder is set than the clusters were made with.
        RecordInvalid: a stored file is damaged.
    """
    items = world.raw_items()
    file = _read(workspace.improvement_clusters_file)
    stored = file.drivers.get(world.identity.name)
    if stored is None and not items:
        return None
    vectors = _vectors_path(workspace, world.identity.name)
    if stored is None or recluster or not _is_whole(stored, vectors):
        now = _make(workspace, items, stored, vectors)
        groups = sum(not cluster.residual for cluster in now.clusters)
        note(f"improvement clusters made from {len(items)} raw improvements: {groups}, by {now.method}")
        for line in now.notes:
            note(f"improvement clusters: {line}")
    elif stored.method == "topics":
        now = _by_topic(items, stored.made_from, stored.notes)
    else:
        now = _extended(workspace, items, stored, vectors, note)
    if now != stored:
        whole = file.model_copy(update={"drivers": {**file.drivers, world.identity.name: now}})
        write_json_atomic(workspace.improvement_clusters_file, whole.model_dump(mode="json", by_alias=True))
    return _clusters(now)


def text_of(item: RawItem) -> str:
    """What of a raw improvement is embedded."""
    return "\n".join((item.raw.item.trigger, item.raw.item.action, item.raw.item.rationale))


# ---- making ----------------------------------------------------------------------------------------------------------


def _make(
    workspace: Workspace, items: Sequence[RawItem], stored: DriverClusters | None, vectors: Path
) -> DriverClusters:
    settings = workspace.settings.improvement_clustering
    if len(items) < 2 * settings.min_cluster_size:
        few = f"fewer than 2 × min_cluster_size ({2 * settings.min_cluster_size}) raw improvements: grouped by topic"
        return _by_topic(items, len(items), (few,))
    from insightforge.clustering import ClusterStore, class_terms, cluster, mint_ids

    embedding = embed(workspace, items)
    found = cluster(embedding.vectors, settings, [i.id for i in items], cache=workspace.cache)
    if not found.size:
        return _by_topic(items, len(items), (*found.notes, "no group found: grouped by topic instead"))
    members = {label: found.members(label) for label in range(found.size)}
    terms = class_terms([text_of(i) for i in items], [int(label) for label in found.labels])
    previous = {c.id: c.members for c in stored.clusters if not c.residual} if stored else {}
    ids = mint_ids(members, previous, terms, reserved=(RESIDUAL,))
    store = ClusterStore.build(
        found,
        embedding,
        [ids[label] for label in members],
        [terms[label] for label in members],
        instruction=workspace.settings.embedding.improvement_instruction,
    )
    store.save(vectors)
    clusters = [_cluster(ids[label], members[label], terms[label]) for label in members]
    return DriverClusters(
        method="embedding",
        made_from=len(items),
        vectors=sha256_file(_npz(vectors)),
        notes=found.notes,
        clusters=(*sorted(clusters, key=lambda c: c.id), _residual(store.outliers)),
    )


def _by_topic(items: Sequence[RawItem], made_from: int, notes: tuple[str, ...]) -> DriverClusters:
    """One cluster per topic. Its id is the topic's name, so it needs no minting."""
    topics: dict[str, list[RawItem]] = {}
    for item in items:
        topics.setdefault(kebab(item.raw.item.topic or ""), []).append(item)
    named = {topic: members for topic, members in sorted(topics.items()) if topic not in ("", RESIDUAL)}
    held = {item.id for members in named.values() for item in members}
    clusters = (_cluster(topic, [i.id for i in members], topic.split("-")) for topic, members in named.items())
    rest = _residual([i.id for i in items if i.id not in held])
    return DriverClusters(method="topics", made_from=made_from, notes=notes, clusters=(*clusters, rest))


# ---- new raw improvements --------------------------------------------------------------------------------------------


def _extended(
    workspace: Workspace, items: Sequence[RawItem], stored: DriverClusters, vectors: Path, note: Note
) -> DriverClusters:
    """The same clusters without what is gone, and with what is new where it belongs."""
    place = stored.members()
    if new := [i for i in items if i.id not in place]:
        place |= _assigned(workspace, new, vectors)
        note(f"improvement clusters: {len(new)} new raw improvements assigned")
    members: dict[str, list[str]] = {}
    for item in items:
        members.setdefault(place[item.id], []).append(item.id)
    clusters = (c.model_copy(update={"members": tuple(sorted(members.get(c.id, ())))}) for c in stored.clusters)
    return stored.model_copy(update={"clusters": tuple(clusters)})


def _assigned(workspace: Workspace, items: Sequence[RawItem], vectors: Path) -> dict[str, str]:
    from insightforge.clustering import ClusterStore

    store = ClusterStore.load(vectors)
    places = store.assign(embed(workspace, items, store).vectors)
    return {item.id: place.label or RESIDUAL for item, place in zip(items, places, strict=True)}


def embed(workspace: Workspace, items: Sequence[RawItem], store: ClusterStore | None = None) -> EmbeddingResult:
    """Vectors of raw improvements, in the space of `store` where it is given."""
    from insightforge.embedding import get_embedder

    settings = workspace.settings.embedding
    embedder = get_embedder(settings.embedder, state=store.state if store else None)
    if store and embedder.name != store.embedder:
        raise UsageError(
            f"the improvement clusters were made with embedder {store.embedder!r}, and {embedder.name!r} is set now; "
            "set it back, or make them anew with --recluster"
        )
    return embedder.embed([text_of(i) for i in items], instruction=settings.improvement_instruction)


# ---- files -----------------------------------------------------------------------------------------------------------


def _vectors_path(workspace: Workspace, driver: str) -> Path:
    """Where the vectors stand; `.npz` and `.json` are added to it."""
    return workspace.assembly / f"improvement-vectors.{driver}"


def _npz(vectors: Path) -> Path:
    return vectors.with_name(vectors.name + ".npz")


def _is_whole(stored: DriverClusters, vectors: Path) -> bool:
    """Whether the vectors on disk are those of the stored clusters (a crash can leave newer ones)."""
    if stored.vectors is None:
        return True
    return _npz(vectors).is_file() and sha256_file(_npz(vectors)) == stored.vectors


def _read(file: Path) -> ClustersFile:
    if not file.exists():
        return ClustersFile(schema="improvement-clusters/1")
    try:
        return ClustersFile.model_validate_json(file.read_bytes())
    except ValidationError as error:
        raise RecordInvalid(
            f"{file}: not valid ({error.errors()[0]['msg']}); restore it, or delete it to have the clusters made anew"
        ) from None


def _cluster(name: str, members: Sequence[str], terms: Sequence[str]) -> StoredCluster:
    return StoredCluster(
        id=name, label=", ".join(terms[:3]) or name, terms=tuple(terms), members=tuple(sorted(members))
    )


def _residual(members: Sequence[str]) -> StoredCluster:
    return StoredCluster(id=RESIDUAL, label="other", members=tuple(sorted(members)), residual=True)


def _clusters(stored: DriverClusters) -> tuple[Cluster, ...]:
    return tuple(Cluster(**dict(c)) for c in stored.clusters)
