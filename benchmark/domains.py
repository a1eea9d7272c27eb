"""Competitions into domains (§3): descriptions embedded, clustered, named; the rest placed by rule, and it is said."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmark.texts import TaskText, task_text
from insightforge.artifacts import write_json_atomic
from insightforge.domains import RESIDUAL, RESIDUAL_LABEL, complete, domains_by_hand, domains_of_few, read_domains
from insightforge.records import Competition, Domain, Domains
from insightforge.workspace import ClusterSettings, Workspace

if TYPE_CHECKING:
    from insightforge.clustering import Clustering, ClusterStore
    from insightforge.corpus import Corpus
    from insightforge.embedding import EmbeddingResult

Note = Callable[[str], None]

#: Terms in a label.
LABEL_TERMS = 3
#: A competition without a description is placed when its leading domain has this share of its neighbours' votes.
MAJORITY = 0.5


@dataclass(frozen=True)
class ClusterOptions:
    """What the command line may set; null takes insightforge.toml's. `seeds`: how many for the stability figure."""

    embedder: str | None = None
    seed: int | None = None
    seeds: int = 10


@dataclass(frozen=True)
class Clustered:
    """Domains found by clustering, with the store in which later competitions can be placed."""

    domains: Domains
    store: ClusterStore


def cluster_competitions(workspace: Workspace, options: ClusterOptions, note: Note) -> Domains:
    """Group the workspace's competitions and write data/domains.json (and data/domain-clusters.* for later ones).

    Domains set by hand (`[domains]`) stand; all other competitions are clustered by their descriptions. Below
    2 × min_cluster_size of them nothing is clustered.

    Raises:
        UsageError, MissingExtra: the embedder is not available. LockHeld: another process writes here.
    """
    from insightforge.corpus import load_corpus

    with workspace.lock():
        note("reading the competitions")
        domains, store = group(workspace, load_corpus(workspace), options, note)
        if store:
            store.save(store_path(workspace))
        else:
            for suffix in (".npz", ".json"):
                store_path(workspace).with_suffix(suffix).unlink(missing_ok=True)
        write_json_atomic(workspace.domains_file, domains.to_data())
    return domains


def store_path(workspace: Workspace) -> Path:
    """Where the clustering of competitions is stored (without the suffix)."""
    return workspace.root / "data" / "domain-clusters"


def group(
    workspace: Workspace, corpus: Corpus, options: ClusterOptions, note: Note
) -> tuple[Domains, ClusterStore | None]:
    """The domains of a corpus, and the store where something was clustered. Writes nothing."""
    slugs = [c.slug for c in corpus.competitions]
    by_hand = domains_by_hand(workspace.settings, slugs)
    free = [c for c in corpus.competitions if not by_hand.of(c.slug)]
    texts = [task_text(corpus, c) for c in free]
    if not free or _scarce(texts, workspace.settings.domain_clustering):
        return _unclustered(workspace, by_hand, corpus.competitions, len(free)), None
    previous = read_domains(workspace).domains if workspace.domains_file.exists() else ()
    found = _Grouping(workspace, options, note, {d.id for d in by_hand.domains}).run(texts, previous)
    whole = Domains(
        schema="domains/1",
        domains=_merged(by_hand.domains, found.domains.domains),
        method=found.domains.method,
        notes=(*by_hand.notes, *found.domains.notes),
    )
    return _in_order(complete(whole, slugs)), found.store


def _merged(by_hand: Sequence[Domain], found: Sequence[Domain]) -> tuple[Domain, ...]:
    """All domains; what nobody placed joins a residual domain that was set by hand."""
    hand = next((d for d in by_hand if d.residual), None)
    rest = next((d for d in found if d.residual), None)
    if hand is None or rest is None:
        return (*by_hand, *found)
    both = hand.model_copy(update={"competitions": tuple(sorted((*hand.competitions, *rest.competitions)))})
    return (*(d for d in by_hand if d is not hand), *(d for d in found if d is not rest), both)


def _scarce(texts: Sequence[TaskText], settings: ClusterSettings) -> bool:
    from insightforge.clustering.scale import too_few

    return too_few(sum(bool(t.text) for t in texts), settings)


def _unclustered(workspace: Workspace, by_hand: Domains, competitions: Sequence[Competition], free: int) -> Domains:
    """Too few to cluster: the domains set by hand, or folders of documents each alone and all else in one."""
    if by_hand.domains:
        found = complete(by_hand, [c.slug for c in competitions])
    else:
        found = domains_of_few(workspace.settings, competitions)
    least = 2 * workspace.settings.domain_clustering.min_cluster_size
    if not free:
        return _in_order(found)
    why = f"{free} source folders outside [domains] are fewer than {least} with a text: nothing is clustered"
    return _in_order(found.model_copy(update={"notes": (why, *found.notes)}))


def _in_order(domains: Domains) -> Domains:
    """By id, the residual domain last."""
    ordered = sorted(domains.domains, key=lambda d: (d.residual, d.id))
    return domains.model_copy(update={"domains": tuple(ordered)})


@dataclass(frozen=True)
class _Grouping:
    """One clustering of competitions: what it works with."""

    workspace: Workspace
    options: ClusterOptions
    note: Note
    reserved: Collection[str]

    def run(self, texts: Sequence[TaskText], previous: Sequence[Domain]) -> Clustered:
        """Cluster by description; where too few have one, by whatever text there is."""
        from insightforge.clustering import cluster

        settings = self._settings()
        basis, later = _parts(texts, settings)
        self.note(f"embedding {len(basis)} texts with {self._spec}")
        embedding = self._embed([t.text for t in basis])
        self.note("clustering")
        slugs = [t.slug for t in basis]
        clustering = cluster(embedding.vectors, settings, slugs, cache=self.workspace.cache)
        store = self._store(clustering, embedding, basis, previous)
        placed = self._place(later, store)
        return Clustered(
            Domains(
                schema="domains/1",
                domains=(*_domains(store, placed, previous), _residual(store, later, placed)),
                method={
                    **_method(clustering, embedding, self._instruction),
                    **self._stability(embedding, settings, slugs),
                },
                notes=(*clustering.notes, *_basis_notes(basis, later, placed)),
            ),
            store,
        )

    @property
    def _spec(self) -> str:
        return self.options.embedder or self.workspace.settings.embedding.embedder

    @property
    def _instruction(self) -> str:
        return self.workspace.settings.embedding.domain_instruction

    def _settings(self) -> ClusterSettings:
        settings = self.workspace.settings.domain_clustering
        return settings if self.options.seed is None else settings.model_copy(update={"seed": self.options.seed})

    def _embed(self, texts: Sequence[str], store: ClusterStore | None = None) -> EmbeddingResult:
        from insightforge.embedding import get_embedder

        embedder = get_embedder(self._spec, state=store.state if store else None)
        return embedder.embed(texts, instruction=self._instruction)

    def _store(
        self,
        clustering: Clustering,
        embedding: EmbeddingResult,
        basis: Sequence[TaskText],
        previous: Sequence[Domain],
    ) -> ClusterStore:
        from insightforge.clustering import ClusterStore, class_terms, mint_ids

        terms = class_terms([t.text for t in basis], [int(label) for label in clustering.labels])
        members = {label: clustering.members(label) for label in range(clustering.size)}
        old = {d.id: d.competitions for d in previous if not d.residual and d.id not in self.reserved}
        ids = mint_ids(members, old, terms, reserved=(*self.reserved, RESIDUAL))
        return ClusterStore.build(
            clustering,
            embedding,
            [ids[label] for label in members],
            [terms[label] for label in members],
            instruction=self._instruction,
        )

    def _place(self, later: Sequence[TaskText], store: ClusterStore) -> dict[str, str]:
        """The clusters of competitions without a description, by title, slug and metric; the undecided are left out.

        Write-ups would be the longer text, but they speak of tools and tricks rather than of the task: with lsa they
        led more competitions of a known cluster astray than the few words of title, slug and metric.
        """
        if not later or not store.cluster_ids:
            return {}
        places = store.assign(self._embed([t.card for t in later], store).vectors)
        return {
            t.slug: place.label
            for t, place in zip(later, places, strict=True)
            if place.label and place.probability >= MAJORITY
        }

    def _stability(self, embedding: EmbeddingResult, settings: ClusterSettings, slugs: Sequence[str]) -> dict[str, Any]:
        from insightforge.clustering import seed_stability

        if self.options.seeds < 2:
            return {}
        self.note(f"stability over {self.options.seeds} seeds")
        seeds = [settings.seed + i for i in range(self.options.seeds)]
        ari = seed_stability(embedding.vectors, settings, slugs, seeds=seeds, cache=self.workspace.cache)
        return {"stability": {"seeds": seeds, "ari_mean": None if ari is None else round(ari, 4)}}


def _parts(texts: Sequence[TaskText], settings: ClusterSettings) -> tuple[list[TaskText], list[TaskText]]:
    """What is clustered, and what is placed afterwards: all that have a description, unless those are a minority."""
    from insightforge.clustering.scale import too_few

    described = [t for t in texts if t.described]
    spoken = [t for t in texts if t.text]
    basis = spoken if too_few(len(described), settings) or 2 * len(described) < len(spoken) else described
    return basis, [t for t in texts if t not in basis]


def _domains(store: ClusterStore, placed: Mapping[str, str], previous: Sequence[Domain]) -> tuple[Domain, ...]:
    old = {d.id: d for d in previous}
    return tuple(
        Domain(
            id=name,
            label=_label(terms, name, old.get(name)),
            competitions=tuple(sorted((*store.members(name), *(slug for slug, at in placed.items() if at == name)))),
            terms=terms,
        )
        for name, terms in zip(store.cluster_ids, store.terms, strict=True)
    )


def _residual(store: ClusterStore, later: Sequence[TaskText], placed: Mapping[str, str]) -> Domain:
    """What is in no cluster."""
    loose = (*store.outliers, *(t.slug for t in later if t.slug not in placed))
    return Domain(id=RESIDUAL, label=RESIDUAL_LABEL, competitions=tuple(sorted(loose)), residual=True)


def _label(terms: Sequence[str], name: str, old: Domain | None) -> str:
    """Readable from the terms; a label that someone wrote into the file by hand is kept."""
    if old and old.label != label_from_terms(old.terms, old.id):
        return old.label
    return label_from_terms(terms, name)


def label_from_terms(terms: Sequence[str], name: str) -> str:
    """ "Bird, audio, species" from the first terms; from the id where there are none."""
    text = ", ".join(terms[:LABEL_TERMS]) or name.replace("-", " ")
    return text[:1].upper() + text[1:]


def _method(clustering: Clustering, embedding: EmbeddingResult, instruction: str) -> dict[str, Any]:
    counts = embedding.counts
    return {
        "kind": "clustering",
        "embedder": embedding.embedder,
        "instruction": instruction,
        "instruction_used": embedding.instruction,
        "texts": {
            "number": len(counts),
            "characters": sum(c.chars for c in counts),
            "tokens": sum(c.tokens for c in counts),
            "tokens_used": sum(c.used for c in counts),
            "in_pieces": sum(c.chunks > 1 for c in counts),
        },
        "parameters": clustering.parameters.to_data() if clustering.parameters else None,
        "clusters": clustering.size,
        "outlier_share": round(clustering.outlier_share, 4),
        "separation": clustering.separation,
    }


def _basis_notes(basis: Sequence[TaskText], later: Sequence[TaskText], placed: Mapping[str, str]) -> tuple[str, ...]:
    notes = []
    if stand_ins := [t.slug for t in basis if not t.described]:
        notes.append(f"no description, clustered by their write-ups: {', '.join(stand_ins)}")
    if placed:
        notes.append(f"no description, placed by title and metric: {', '.join(sorted(placed))}")
    if lost := [t.slug for t in later if t.slug not in placed]:
        notes.append(f"no description, and no domain is near their title and metric: {', '.join(lost)}")
    return tuple(notes)
