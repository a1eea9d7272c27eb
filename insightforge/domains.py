"""Which domain a competition is in, wherever that was decided: data/domains.json, `[domains]`, or nowhere yet."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from pydantic import ValidationError

from insightforge.artifacts import read_json, sha256_text
from insightforge.errors import ConfigError, RecordInvalid
from insightforge.names import kebab, unique
from insightforge.records import NAME_LIMIT, NAME_PATTERN, Competition, Domain, Domains
from insightforge.workspace import Settings, Workspace

#: Id of the residual domain: what is in no other.
RESIDUAL = "other"
RESIDUAL_LABEL = "Other"

#: How domains were found where nobody grouped anything.
_ONE = {"kind": "one domain"}
_FOLDERS = {"kind": "folders"}


def load_domains(workspace: Workspace, competitions: Collection[Competition]) -> Domains:
    """The domains of the given competitions, each competition in exactly one.

    data/domains.json where it is there; else `[domains]` of insightforge.toml; else `domains_of_few`. Competitions
    that are in none go to the residual domain "other", which is noted. Members that are not among those given are left
    out, and so are domains without members.

    Raises:
        RecordInvalid: data/domains.json does not fit its schema.
        ConfigError: `[domains]` has an id that is no folder name, or a competition twice.
    """
    slugs = [competition.slug for competition in competitions]
    by_hand = domains_by_hand(workspace.settings, slugs)
    if workspace.domains_file.exists():
        stored = read_domains(workspace)
        found = stored.model_copy(update={"notes": (*stored.notes, *_stale(by_hand, stored))})
    elif by_hand.domains:
        found = by_hand
    else:
        return domains_of_few(workspace.settings, competitions)
    return complete(found, slugs)


def read_domains(workspace: Workspace) -> Domains:
    """data/domains.json as it stands.

    Raises:
        RecordInvalid: it cannot be read or does not fit its schema, or holds a competition twice.
    """
    path = workspace.domains_file
    try:
        domains = Domains.model_validate(read_json(path))
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise RecordInvalid(f"{path}: {faults}; make it again with: python -m benchmark cluster") from None
    if twice := _twice(domains.domains):
        raise RecordInvalid(f"{path}: in more than one domain: {', '.join(twice)}; keep each in one")
    return domains


def domains_by_hand(settings: Settings, slugs: Collection[str]) -> Domains:
    """The `[domains]` of insightforge.toml, without what is not among `slugs` (noted); no domains where there are none.

    Raises:
        ConfigError: an id that is no folder name, or a competition in two domains.
    """
    known = set(slugs)
    domains, notes = [], []
    for name, given in sorted(settings.domains.items()):
        if not re.fullmatch(NAME_PATTERN, name) or len(name) > NAME_LIMIT:
            raise ConfigError(
                f"[domains.{name}]: {name!r} cannot name a folder; use lower-case words joined by hyphens, "
                f"at most {NAME_LIMIT} characters"
            )
        if unknown := sorted(set(given.competitions) - known):
            notes.append(f"[domains.{name}] names competitions that are not here: {', '.join(unknown)}")
        members = tuple(sorted(set(given.competitions) & known))
        label = given.label or name.replace("-", " ").capitalize()
        domains.append(Domain(id=name, label=label, competitions=members, residual=name == RESIDUAL))
    if twice := _twice(domains):
        raise ConfigError(f"[domains]: in more than one domain: {', '.join(twice)}; keep each in one")
    method = {"kind": "by hand"} if domains else {}
    return Domains(schema="domains/1", domains=tuple(domains), method=method, notes=tuple(notes))


def domains_of_few(settings: Settings, competitions: Iterable[Competition]) -> Domains:
    """Domains where there are too few competitions to group, and nobody grouped them.

    A project (a bare folder of documents) is a domain of its own, with its slug as id and its title as label; all that
    are no projects are together in one domain named after the workspace. The notes say so.
    """
    every = sorted(competitions, key=lambda c: c.slug)
    projects = [c for c in every if c.noun == "project"]
    others = tuple(c.slug for c in every if c.noun != "project")
    folders = tuple(Domain(id=_folder_id(c.slug), label=c.title, competitions=(c.slug,)) for c in projects)
    if not folders:
        notes: tuple[str, ...] = ("everything is in one domain",)
        return Domains(schema="domains/1", domains=(_shared(settings, others),), method=_ONE, notes=notes)
    notes = (f"each folder of documents is a domain of its own: {', '.join(c.slug for c in projects)}",)
    if not others:
        return Domains(schema="domains/1", domains=folders, method=_FOLDERS, notes=notes)
    shared = _shared(settings, others, {d.id for d in folders})
    notes += (f"everything else is in one domain, {shared.id!r}",)
    return Domains(schema="domains/1", domains=(*folders, shared), method=_FOLDERS, notes=notes)


def _shared(settings: Settings, slugs: tuple[str, ...], taken: Collection[str] = ()) -> Domain:
    """The domain that is named after the workspace."""
    name = kebab(settings.name) or "workspace"
    if name in taken:
        name = unique(f"{kebab(name, NAME_LIMIT - 13)}-competitions", taken)
    return Domain(id=name, label=settings.name.strip() or "Workspace", competitions=slugs)


def _folder_id(slug: str) -> str:
    """The slug; one that is too long for a name, or that of the residual domain, with a hash that tells it apart."""
    if len(slug) <= NAME_LIMIT and slug != RESIDUAL:
        return slug
    return f"{kebab(slug, NAME_LIMIT - 7)}-{sha256_text(slug)[:6]}"


def complete(domains: Domains, slugs: Collection[str]) -> Domains:
    """The same domains restricted to `slugs`, with what is in none of them in the residual domain; that is noted."""
    wanted = set(slugs)
    kept = [d.model_copy(update={"competitions": tuple(sorted(wanted & set(d.competitions)))}) for d in domains.domains]
    loose = sorted(wanted - {slug for d in kept for slug in d.competitions})
    residual = next((d for d in kept if d.residual or d.id == RESIDUAL), None)
    if loose and residual is None:
        residual = Domain(id=RESIDUAL, label=RESIDUAL_LABEL, competitions=(), residual=True)
        kept.append(residual)
    if loose and residual is not None:
        held = tuple(sorted((*residual.competitions, *loose)))
        kept[kept.index(residual)] = residual.model_copy(update={"competitions": held, "residual": True})
    notes = (f"in no domain, put under {RESIDUAL!r}: {', '.join(loose)}",) if loose else ()
    with_members = tuple(d for d in kept if d.competitions)
    return domains.model_copy(update={"domains": with_members, "notes": (*domains.notes, *notes)})


def _stale(by_hand: Domains, stored: Domains) -> tuple[str, ...]:
    """Says where insightforge.toml was changed after the clustering."""
    moved = [
        slug
        for domain in by_hand.domains
        for slug in domain.competitions
        if (now := stored.of(slug)) is None or now.id != domain.id
    ]
    if not moved:
        return ()
    return (f"[domains] places {', '.join(sorted(moved))} otherwise than data/domains.json; cluster again to apply it",)


def _twice(domains: Iterable[Domain]) -> list[str]:
    seen: set[str] = set()
    twice: set[str] = set()
    for domain in domains:
        for slug in domain.competitions:
            (twice if slug in seen else seen).add(slug)
    return sorted(twice)
