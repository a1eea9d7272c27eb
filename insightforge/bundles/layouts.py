"""From a library to the files of a bundle, as texts by relative path. Pure functions.

Descriptions are cut last, when it is known how many skills share a listing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from insightforge.bundles.clients import CLIENTS, DESCRIPTION_LEAST, Client, Head, client_named, description_limit, fits
from insightforge.bundles.domain_skill import domain_skill
from insightforge.bundles.frontmatter import description_text, front_matter, shorten
from insightforge.bundles.improvements_skill import improvements_skill
from insightforge.bundles.insight_skill import insight_skill
from insightforge.bundles.library import Library
from insightforge.bundles.naming import skill_name, title_of
from insightforge.bundles.options import BundleOptions
from insightforge.bundles.pages import Sources
from insightforge.bundles.skill import Skill
from insightforge.bundles.subjects import with_subjects
from insightforge.records import DESCRIPTION_LIMIT, Insight

IMPROVEMENTS = "improvements"


@dataclass(frozen=True)
class Rendered:
    """The files of a bundle, and what a user should be told of it."""

    files: dict[str, str]
    skills: tuple[Head, ...]
    notes: list[str] = field(default_factory=list)


def render(library: Library, options: BundleOptions) -> Rendered:
    """The bundle that the options ask for. With a task, the library holds only the shelf that was chosen for it."""
    clients = (client_named(options.client),) if options.client else CLIENTS
    sources = Sources(library.sources, options.evidence)
    if options.task is None and options.domain is None:
        skills = _flat(library, sources) if options.layout == "flat" else _by_domain(library, sources)
        return _rendered(skills, clients)
    whole = _whole_task(library, sources)
    if all(fits(_heads(whole), client, DESCRIPTION_LEAST) for client in clients):
        return _rendered(whole, clients)
    folded = _rendered(_by_domain(library, sources), clients)
    folded.notes.append(
        f"{len(whole)} skills have no room in the listing of {options.client or 'every client'}: "
        f"folded into {len(folded.skills)}, single insights in their references"
    )
    return folded


def _by_domain(library: Library, sources: Sources) -> list[Skill]:
    """One skill per domain, and one of all improvements."""
    taken = {IMPROVEMENTS}
    skills = []
    for shelf in library.shelves:
        name = skill_name(shelf.domain.id, taken)
        taken.add(name)
        skills.append(domain_skill(shelf, library, sources, name))
    if library.improvements:
        skills.append(improvements_skill(library, sources, IMPROVEMENTS))
    return skills


def _flat(library: Library, sources: Sources) -> list[Skill]:
    """One skill per insight."""
    own = [(shelf.domain.label, shelf.domain.id, shelf.insight) for shelf in library.shelves if shelf.insight]
    singles = _singles(library)
    return _single(own + singles + _improvements(library), library, sources, set())


def _whole_task(library: Library, sources: Sources) -> list[Skill]:
    """One domain as its skill, and every other insight that may serve its task as a skill of its own."""
    skills: list[Skill] = []
    taken: set[str] = set()
    for shelf in library.shelves:
        name = skill_name(shelf.domain.id, taken)
        taken.add(name)
        skills.append(domain_skill(shelf, library, sources, name))
    singles = _singles(library)
    return [*skills, *_single(singles + _improvements(library), library, sources, taken)]


def _singles(library: Library) -> list[tuple[str, str, Insight]]:
    """The insights of single competitions; of a project's, what its documents are about comes first."""
    found = []
    for slug, insight in (pair for shelf in library.shelves for pair in sorted(shelf.competitions.items())):
        description = with_subjects(insight.description, library.subjects.get(slug, ()))
        told = insight.model_copy(update={"description": shorten(description, DESCRIPTION_LIMIT)})
        found.append((library.title(slug), slug, told))
    return found


def _improvements(library: Library) -> list[tuple[str, str, Insight]]:
    return [(title_of(i.name), key, i) for key, i in library.improvements.items()]


def _single(
    insights: Sequence[tuple[str, str, Insight]], library: Library, sources: Sources, taken: set[str]
) -> list[Skill]:
    """Skills of (title, key, insight), named by the insights; `taken` grows by their names."""
    skills = []
    for title, key, insight in insights:
        name = skill_name(insight.name, taken, identity=f"{insight.kind}/{key}")
        taken.add(name)
        skills.append(insight_skill(title, insight, library.vocabulary, sources, name))
    return skills


def _heads(skills: Sequence[Skill], limit: int = DESCRIPTION_LIMIT) -> list[Head]:
    return [Head(s.name, description_text(s.description, limit)) for s in skills]


def _rendered(skills: Sequence[Skill], clients: Sequence[Client]) -> Rendered:
    limit = description_limit(_heads(skills), clients)
    heads = _heads(skills, limit)
    files: dict[str, str] = {}
    for skill, head in zip(skills, heads, strict=True):
        files[f"{skill.name}/SKILL.md"] = f"{front_matter(head.name, head.description)}\n{skill.body}"
        files |= {f"{skill.name}/{path}": text for path, text in skill.files.items()}
    return Rendered(dict(sorted(files.items())), tuple(sorted(heads, key=lambda h: h.name)))
