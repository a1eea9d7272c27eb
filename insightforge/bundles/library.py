"""Everything a bundle may draw on, read from a workspace once and joined: domains, insights, sources.

Records of several drivers can stand side by side; per task the first driver of `settings.assembly.prefer` that has
submitted something is taken. A record that cannot be read costs that record, by name, never the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from insightforge.artifacts import read_json
from insightforge.bundles.options import BundleOptions
from insightforge.bundles.scan import presentable, without_secrets
from insightforge.bundles.subjects import Document, subjects
from insightforge.errors import RecordInvalid
from insightforge.records import STAGES, Competition, Domain, Domains, Insight, Item, Source, Stage, TaskRecord
from insightforge.workspace import Settings, Workspace

if TYPE_CHECKING:
    from insightforge.corpus import Corpus

Records = dict[tuple[Stage, str], TaskRecord]


@dataclass(frozen=True)
class Shelf:
    """A domain with its insights: its own (null where it has none) and those of its competitions, by slug."""

    domain: Domain
    insight: Insight | None
    competitions: Mapping[str, Insight]

    @property
    def insights(self) -> tuple[Insight, ...]:
        own = (self.insight,) if self.insight else ()
        return (*own, *self.competitions.values())


@dataclass(frozen=True)
class Library:
    """Shelves in the order of their ids, improvements by cluster id, and what is known of the competitions.

    `subjects`: by slug, phrases that say what the documents of a project are about.
    """

    vocabulary: str
    shelves: tuple[Shelf, ...]
    improvements: Mapping[str, Insight]
    competitions: Mapping[str, Competition] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    subjects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def sources(self) -> dict[str, Source]:
        """All sources by path."""
        return {s.path: s for c in self.competitions.values() for s in c.sources}

    @property
    def insights(self) -> tuple[Insight, ...]:
        return (*(i for shelf in self.shelves for i in shelf.insights), *self.improvements.values())

    def title(self, slug: str) -> str:
        """A competition's title, else its slug; keys and personal data in it are blotted out."""
        known = self.competitions.get(slug)
        return without_secrets(known.title if known else slug)


@dataclass(frozen=True)
class RecordFile:
    """A record's file with what it holds, or with why it cannot be read."""

    path: Path
    stage: Stage
    key: str
    driver: str
    record: TaskRecord | None
    problem: str | None = None


def record_files(workspace: Workspace) -> list[RecordFile]:
    """Every record file of the workspace, by stage, then by file name."""
    return [_read(path, stage) for stage in STAGES for path in sorted((workspace.assembly / stage).glob("*.json"))]


def preferred(files: Iterable[RecordFile], prefer: tuple[str, ...]) -> Records:
    """Per task the record to take: of what was submitted if anything was, and of the most preferred driver."""

    def rank(file: RecordFile) -> tuple[bool, int, str]:
        place = prefer.index(file.driver) if file.driver in prefer else len(prefer)
        return (file.record is not None and file.record.outcome != "submitted", place, file.driver)

    chosen: Records = {}
    for file in sorted((f for f in files if f.record), key=rank):
        if file.record:
            chosen.setdefault((file.stage, file.key), file.record)
    return dict(sorted(chosen.items()))


def read_library(workspace: Workspace) -> Library:
    """Read records, domains and corpus of a workspace."""
    from insightforge.corpus import load_corpus
    from insightforge.domains import load_domains
    from insightforge.stages.visible import read_visible

    files = record_files(workspace)
    corpus = load_corpus(workspace)
    seen = read_visible(workspace, corpus.competitions)
    visible = {slug: presentable(c, seen.leaks) for slug, c in seen.competitions.items()}
    records = preferred(files, workspace.settings.assembly.prefer)
    sources_only, hidden = _of_sources(records, visible)
    library = join(workspace.settings, sources_only, load_domains(workspace, tuple(visible.values())), visible)
    problems = [f.problem for f in files if f.problem]
    about = {slug: _subjects(corpus, c) for slug, c in visible.items() if c.noun == "project"}
    return replace(library, notes=(*library.notes, *hidden, *problems), subjects=about)


def _subjects(corpus: Corpus, project: Competition) -> tuple[str, ...]:
    """What a project's documents are about; keys and personal data in them never count."""
    read = ((s, corpus.text(s.path).text) for s in project.of_kind("document"))
    return subjects([Document(s.path, s.title, without_secrets(text)) for s, text in read])


def _vocabulary(settings: Settings, competitions: Mapping[str, Competition]) -> str:
    if settings.vocabulary != "auto":
        return settings.vocabulary
    nouns = {competition.noun for competition in competitions.values()}
    return "project" if nouns == {"project"} else "competition"


def join(settings: Settings, records: Records, domains: Domains, competitions: Mapping[str, Competition]) -> Library:
    """Put every insight on its shelf; a domain's record without its domain is noted."""
    by_stage = {s: {k: r.insight for (stage, k), r in records.items() if stage == s and r.insight} for s in STAGES}
    known = {d.id for d in domains.domains}
    notes = [f"domain record {k!r} belongs to no domain and is left out" for k in by_stage["domain"] if k not in known]
    shelves = (
        Shelf(
            domain.model_copy(update={"label": without_secrets(domain.label)}),
            by_stage["domain"].get(domain.id),
            {s: by_stage["competition"][s] for s in sorted(domain.competitions) if s in by_stage["competition"]},
        )
        for domain in sorted(domains.domains, key=lambda d: d.id)
    )
    return Library(
        vocabulary=_vocabulary(settings, competitions),
        shelves=tuple(s for s in shelves if s.insights),
        improvements=by_stage["improvement"],
        competitions=competitions,
        notes=(*domains.notes, *notes),
    )


def filtered(library: Library, options: BundleOptions) -> tuple[Library, list[str]]:
    """The library with only the items that the options keep, and what was left out for it."""
    if options.since is None and options.min_strength is None:
        return library, []
    dropped = [i for i in library.insights if not any(options.keeps(item) for item in i.items)]
    items = sum(not options.keeps(item) for i in library.insights for item in i.items)
    said = [f"{items} items left out by --since or --min-strength"] if items else []
    said += [f"{i.kind} insight {i.name!r} left out: none of its {len(i.items)} items remains" for i in dropped]
    shelves = (_kept_shelf(shelf, options) for shelf in library.shelves)
    kept = replace(
        library,
        shelves=tuple(s for s in shelves if s.insights),
        improvements=_kept(library.improvements, options),
    )
    return kept, said


def chosen_shelf(library: Library, domain: str) -> Library:
    """The library with one domain's shelf only; the improvements stay."""
    return replace(library, shelves=tuple(s for s in library.shelves if s.domain.id == domain))


def _of_sources(records: Records, visible: Mapping[str, Competition]) -> tuple[Records, list[str]]:
    """The records made of visible competitions alone, and a note on those left out: a target's must not be shipped."""
    kept = {at: r for at, r in records.items() if all(set(i.competitions) <= set(visible) for i in r.insights())}
    hidden = [f"{stage}/{key}" for stage, key in records if (stage, key) not in kept]
    return kept, [f"of competitions that are no sources (any more), left out: {', '.join(hidden)}"] if hidden else []


def _only(insight: Insight, options: BundleOptions) -> Insight | None:
    kept = tuple(item for item in insight.items if options.keeps(item))
    if not kept:
        return None
    ids = {item.id for item in kept}
    items = tuple(_without_links(item, ids) for item in kept)
    cited = {e for item in items for e in item.evidence}
    evidence = tuple(e for e in insight.evidence if e.id in cited)
    return insight.model_copy(update={"items": items, "evidence": evidence})


def _without_links(item: Item, ids: set[str]) -> Item:
    return item.model_copy(update={"excludes": tuple(e for e in item.excludes if e in ids)})


def _kept(insights: Mapping[str, Insight], options: BundleOptions) -> dict[str, Insight]:
    return {key: kept for key, insight in insights.items() if (kept := _only(insight, options))}


def _kept_shelf(shelf: Shelf, options: BundleOptions) -> Shelf:
    own = _only(shelf.insight, options) if shelf.insight else None
    return replace(shelf, insight=own, competitions=_kept(shelf.competitions, options))


def _read(path: Path, stage: Stage) -> RecordFile:
    key, _, driver = path.name.removesuffix(".json").rpartition(".")
    try:
        record = TaskRecord.model_validate(read_json(path))
    except (RecordInvalid, OSError) as error:
        return RecordFile(path, stage, key, driver, None, str(error))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return RecordFile(path, stage, key, driver, None, f"{path}: not a task record: {where}: {first['msg']}")
    return RecordFile(path, stage, key, driver, record)
