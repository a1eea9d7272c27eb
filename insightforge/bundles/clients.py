"""Coding agents that load skills, and how much of a listing each lets its model see. Data, and one pure simulation.

Every number was measured on the client named, offline, with skills of known length; where a client was found to have
no budget, `budget` is null. They change between releases: `insightforge lint` says what they are taken to be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from insightforge.bundles.frontmatter import DESCRIPTION_BEST
from insightforge.errors import UsageError

#: The part of a description that every client with descriptions shows. Where a listing has no room for even this much
#: of each, no description is cut for its sake, and a bundle for one task folds into fewer skills.
DESCRIPTION_LEAST = 60

View = Literal["whole", "cut", "bare", "hidden"]


@dataclass(frozen=True)
class Client:
    """A client's listing of skills at its default context window.

    Attributes:
        budget: characters for the whole listing; null where none was found.
        reserved: of these, what the client's own skills take.
        frame, per_name: an entry costs `frame + per_name · len(name) + len(description)` characters.
        cap: longest description; a longer one is cut, or with `cap_hides` its skill is left out.
        over: what happens over the budget. `bare`: all names are listed, and descriptions in order until it is spent;
            `stop`: whole entries in order until it is spent, then names on one line that does not count; `shorten`: all
            descriptions are shortened evenly, then go, then skills go from the end.
        names_only: descriptions never reach the model.
    """

    name: str
    folder: str
    budget: int | None = None
    reserved: int = 0
    frame: int = 4
    per_name: int = 1
    cap: int | None = None
    cap_hides: bool = False
    over: Literal["bare", "stop", "shorten"] = "bare"
    names_only: bool = False

    @property
    def room(self) -> int | None:
        """Characters that a bundle alone can use."""
        return None if self.budget is None else self.budget - self.reserved


@dataclass(frozen=True)
class Head:
    """What a listing shows of a skill."""

    name: str
    description: str


CLIENTS: tuple[Client, ...] = (
    # 1 % of a 200k-token window; bundled skills take about 6,200 characters first (release 2.1.332).
    Client("claude", ".claude/skills", budget=8_000, reserved=6_200, frame=5, cap=1_536),
    # 2 % of a 272k-token window, four characters a token; an entry repeats the name in its path.
    Client("codex", ".agents/skills", budget=21_760, frame=27, per_name=2, cap=1_024, over="shorten"),
    Client("copilot", ".github/skills", budget=15_000, frame=97, cap=1_024, cap_hides=True, over="stop"),
    Client("droid", ".factory/skills", budget=15_000, reserved=5_000, frame=3, cap=1_024),
    Client("hermes", "~/.hermes/skills", frame=8, cap=60),
    Client("cline", ".cline/skills", names_only=True),
    Client("vibe", ".vibe/skills", cap=1_024, cap_hides=True),
    Client("cursor", ".cursor/skills"),
    Client("gemini", ".gemini/skills"),
    Client("opencode", ".opencode/skills"),
    Client("kilo", ".agents/skills"),
    Client("qwen", ".qwen/skills"),
    Client("pi", ".agents/skills"),
    Client("continue", ".continue/skills"),
    Client("qoder", ".qoder/skills"),
    Client("amp", ".agents/skills"),
)


def client_named(name: str) -> Client:
    """The client of that name.

    Raises:
        UsageError: no such client; the message lists those known.
    """
    for client in CLIENTS:
        if client.name == name.strip().lower():
            return client
    raise UsageError(f"unknown client {name!r}; known are: {', '.join(c.name for c in CLIENTS)}")


def views(client: Client, heads: Sequence[Head]) -> list[View]:
    """How much of each skill's description the client shows, for these skills alone, in the order given."""
    if client.names_only:
        return ["bare"] * len(heads)
    capped = [_capped(client, head) for head in heads]
    if client.room is None or _cost(client, heads, client.cap) <= client.room:
        return capped
    return _shortened(client, heads, capped) if client.over == "shorten" else _in_order(client, heads, capped)


def description_limit(heads: Sequence[Head], clients: Iterable[Client], least: int = DESCRIPTION_LEAST) -> int:
    """The longest description, at most 300 characters, with which every client shows all of them whole.

    A client that could not show even `least` characters of each is passed over.
    """
    limit = DESCRIPTION_BEST
    for client in clients:
        if fits(heads, client, least):
            limit = next(n for n in range(limit, 0, -1) if fits(heads, client, n))
    return limit


def fits(heads: Sequence[Head], client: Client, limit: int) -> bool:
    """Whether the client's listing has room for all of these skills, their descriptions cut to `limit` characters."""
    return client.room is None or _cost(client, heads, limit) <= client.room


def _frame(client: Client, head: Head) -> int:
    return client.frame + client.per_name * len(head.name)


def _cost(client: Client, heads: Sequence[Head], limit: int | None) -> int:
    """Characters of the whole listing, descriptions cut to `limit`."""
    return sum(_frame(client, h) + len(h.description[:limit]) for h in heads)


def _capped(client: Client, head: Head) -> View:
    if client.cap is None or len(head.description) <= client.cap:
        return "whole"
    return "hidden" if client.cap_hides else "cut"


def _in_order(client: Client, heads: Sequence[Head], capped: Sequence[View]) -> list[View]:
    """In order, until the room is spent; the names of all others are still listed."""
    names_first = client.over == "bare"
    left = (client.room or 0) - (sum(_frame(client, h) for h in heads) if names_first else 0)
    shown: list[View] = []
    for head, view in zip(heads, capped, strict=True):
        left -= len(head.description[: client.cap]) + (0 if names_first else _frame(client, head))
        shown.append(view if view == "hidden" or left >= 0 else "bare")
    return shown


def _shortened(client: Client, heads: Sequence[Head], capped: Sequence[View]) -> list[View]:
    """All descriptions shortened evenly; without room for any, bare names as far as they go."""
    left = client.room or 0
    if (spare := left - sum(_frame(client, h) for h in heads)) > 0:
        even = spare // len(heads)
        return [v if len(h.description) <= even else "cut" for h, v in zip(heads, capped, strict=True)]
    shown: list[View] = []
    for head in heads:
        left -= _frame(client, head)
        shown.append("bare" if left >= 0 else "hidden")
    return shown
