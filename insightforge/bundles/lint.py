"""Whether skills keep to the format's rules, and what each client would show of them. Nothing is written.

The rules are those of the Agent Skills format, and those by which real clients drop a skill without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from insightforge.bundles.clients import CLIENTS, Client, Head, views
from insightforge.bundles.frontmatter import read_front_matter
from insightforge.bundles.naming import FORBIDDEN_WORDS
from insightforge.bundles.paging import BODY_LINES, BODY_TOKENS, tokens
from insightforge.errors import RecordInvalid, UsageError
from insightforge.records import NAME_PATTERN
from insightforge.workspace import Workspace

SKILL_FILE = "SKILL.md"
NAME_MAX = 64
#: One client puts `plugin:` names before a skill's and refuses more than 64 characters together.
NAME_COMFORTABLE = 40
DESCRIPTION_MAX = 1024
COMPATIBILITY_MAX = 500
ALLOWED_KEYS = frozenset({"name", "description", "license", "compatibility", "metadata", "allowed-tools"})

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Finding:
    """A rule that does not hold. `where` is a path; errors make a skill invalid or invisible to some client."""

    where: str
    rule: str
    message: str
    severity: Severity = "error"


@dataclass(frozen=True)
class ClientView:
    """How many of the skills a client shows whole, with a cut description, as a bare name, and not at all."""

    client: str
    whole: int
    cut: int
    bare: int
    hidden: int
    listing: int
    room: int | None


@dataclass(frozen=True)
class LintReport:
    """What was looked at, what does not hold, and what each client would show."""

    folder: Path
    skills: tuple[Head, ...]
    findings: tuple[Finding, ...]
    clients: tuple[ClientView, ...]

    @property
    def ok(self) -> bool:
        """No errors; warnings may stand."""
        return not any(f.severity == "error" for f in self.findings)


def lint(target: Path | Workspace, clients: Iterable[Client] = CLIENTS) -> LintReport:
    """Check every skill of a workspace's bundle, of a folder of skills, or one skill folder.

    Raises:
        UsageError: there is no such folder, or no skill in it.
    """
    folder = target.insights if isinstance(target, Workspace) else target
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; make a bundle with: python -m insightforge bundle")
    skills = skill_folders(folder)
    if not skills:
        raise UsageError(f"{folder}: no skill in it (a folder with a {SKILL_FILE})")
    findings = [f for skill in skills for f in check_skill(skill)] + list(_links(folder))
    heads = tuple(head for skill in skills if (head := _head(skill)))
    findings += _duplicates(heads)
    return LintReport(folder, heads, tuple(findings), tuple(client_view(c, heads) for c in clients))


def skill_folders(folder: Path) -> list[Path]:
    """The folder itself if it is a skill, else those of its children that are (or try to be) one."""
    if (folder / SKILL_FILE).is_file():
        return [folder]
    return [p for p in sorted(folder.iterdir()) if p.is_dir() and not p.name.startswith(".")]


def check_skill(folder: Path) -> Iterator[Finding]:
    """Every rule that does not hold for one skill folder."""
    names = {p.name for p in folder.iterdir()}
    if SKILL_FILE not in names:
        near = [n for n in names if n.lower() == SKILL_FILE.lower()]
        hint = f"{near[0]} must be named {SKILL_FILE}" if near else f"no {SKILL_FILE}"
        yield Finding(str(folder), "skill-file", hint)
        return
    for nested in sorted(p for p in folder.rglob("*") if p.name.lower() == "skill.md" and p.parent != folder):
        yield Finding(
            str(nested), "nested-skill", f"a second {SKILL_FILE} below a skill; some clients list it as another"
        )
    path = folder / SKILL_FILE
    data = path.read_bytes()
    yield from check_bytes(str(path), data)
    try:
        front, body = read_front_matter(data.decode("utf-8", errors="replace").replace("\r\n", "\n").lstrip("\ufeff"))
    except RecordInvalid as error:
        yield Finding(str(path), "front-matter", str(error))
        return
    yield from check_front_matter(str(path), folder.name, front)
    yield from check_body(str(path), body)


def check_bytes(where: str, data: bytes) -> Iterator[Finding]:
    """UTF-8 without a byte-order mark, LF line ends."""
    if data.startswith(b"\xef\xbb\xbf"):
        yield Finding(
            where, "byte-order-mark", "starts with a byte-order mark; several clients then see no front matter"
        )
    if b"\r" in data:
        yield Finding(where, "line-ends", "has CR line ends; write LF", "warning")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        yield Finding(where, "encoding", f"not UTF-8 at byte {error.start}")


def check_front_matter(where: str, folder: str, front: dict[str, Any]) -> Iterator[Finding]:
    """Keys, name and description."""
    if extra := sorted(str(k) for k in front if k not in ALLOWED_KEYS):
        yield Finding(where, "unknown-key", f"unknown keys {', '.join(extra)}; the format's validator refuses them")
    yield from _check_name(where, folder, front.get("name"))
    yield from _check_description(where, front.get("description"))
    compatibility = front.get("compatibility")
    if compatibility is not None and (not isinstance(compatibility, str) or len(compatibility) > COMPATIBILITY_MAX):
        yield Finding(where, "compatibility", f"must be text of at most {COMPATIBILITY_MAX} characters")


def check_body(where: str, body: str) -> Iterator[Finding]:
    """Not empty, under 500 lines and under 5,000 tokens (a token counted as four characters)."""
    if not body.strip():
        yield Finding(where, "body", "the body is empty", "warning")
    if (lines := body.count("\n") + 1) >= BODY_LINES:
        yield Finding(where, "body", f"{lines} lines; keep it under {BODY_LINES} and move the rest to references/")
    if (estimate := tokens(body)) >= BODY_TOKENS:
        yield Finding(where, "body", f"about {estimate} tokens; keep it under {BODY_TOKENS}, the rest in references/")


def client_view(client: Client, heads: Sequence[Head]) -> ClientView:
    """What a client shows of these skills alone, at its default window."""
    shown = views(client, heads)
    listing = sum(client.frame + client.per_name * len(h.name) + len(h.description) for h in heads)
    counts = {view: shown.count(view) for view in ("whole", "cut", "bare", "hidden")}
    return ClientView(client.name, **counts, listing=listing, room=client.room)


def _check_name(where: str, folder: str, name: object) -> Iterator[Finding]:
    if not isinstance(name, str) or not name.strip():
        yield Finding(where, "name", f"name is {name!r}; it must be text (quote it)")
        return
    if name != folder:
        yield Finding(where, "name", f"name {name!r} differs from its folder {folder!r}")
    if not re.fullmatch(NAME_PATTERN, name):
        yield Finding(where, "name", f"name {name!r}: only a-z, 0-9 and single hyphens between them")
    if len(name) > NAME_MAX:
        yield Finding(where, "name", f"name has {len(name)} characters, at most {NAME_MAX} are allowed")
    elif len(name) > NAME_COMFORTABLE:
        yield Finding(
            where, "name", f"name has {len(name)} characters; over {NAME_COMFORTABLE} a prefix may not fit", "warning"
        )
    if any(word in name for word in FORBIDDEN_WORDS):
        yield Finding(
            where, "name", f"name {name!r} holds a word that one vendor refuses: {', '.join(FORBIDDEN_WORDS)}"
        )


def _check_description(where: str, description: object) -> Iterator[Finding]:
    if not isinstance(description, str) or not description.strip():
        yield Finding(where, "description", f"description is {description!r}; it must be text (quote it)")
        return
    if len(description) > DESCRIPTION_MAX:
        yield Finding(where, "description", f"{len(description)} characters, at most {DESCRIPTION_MAX} are allowed")
    if "<" in description or ">" in description:
        yield Finding(where, "description", "holds < or >, which one client refuses")
    if "---" in description:
        yield Finding(where, "description", "holds ---, at which one reader ends the front matter")
    if "\n" in description.strip():
        yield Finding(where, "description", "spans several lines; some readers take only the first", "warning")


def _links(folder: Path) -> Iterator[Finding]:
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            yield Finding(str(path), "symlink", "a symbolic link; several clients pass it over without a word")


def _duplicates(heads: Sequence[Head]) -> list[Finding]:
    names = [h.name for h in heads]
    return [
        Finding(name, "duplicate", f"{names.count(name)} skills share this name")
        for name in sorted(set(names))
        if names.count(name) > 1
    ]


def _head(folder: Path) -> Head | None:
    """What listings show of a skill; null where its front matter cannot be read."""
    try:
        front, _ = read_front_matter((folder / SKILL_FILE).read_text(encoding="utf-8-sig", errors="replace"))
    except (OSError, RecordInvalid):
        return None
    name, description = front.get("name"), front.get("description")
    return Head(name, description) if isinstance(name, str) and isinstance(description, str) else None
