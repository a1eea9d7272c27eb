"""Which competitions exist for assembly: with a split only its sources, without one all of them.

`data/split.json` has `"schema": "split/1"` and `"sources": [slugs]`; what else it holds is the benchmark's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from insightforge.artifacts import fingerprint, read_json, sha256_file
from insightforge.errors import LeakBlocked, RecordInvalid
from insightforge.guard import LeakTerms
from insightforge.records import Competition
from insightforge.workspace import Workspace


@dataclass(frozen=True)
class Visible:
    """The competitions that are sources, by slug, and what must be kept out of their insights.

    `state` names the split and the blacklist by their content: records made under another state are checked anew.
    """

    competitions: Mapping[str, Competition]
    leaks: LeakTerms
    state: str


def read_visible(workspace: Workspace, competitions: Iterable[Competition]) -> Visible:
    """Apply the workspace's split and blacklist to its competitions.

    Raises:
        LeakBlocked: a split without a blacklist made for it, or a split that cannot be read (fails closed).
    """
    leaks = LeakTerms.load(workspace)
    sources = _sources(workspace.split_file)
    ordered = sorted(competitions, key=lambda c: c.slug)
    kept = {c.slug: c for c in ordered if sources is None or c.slug in sources}
    return Visible(kept, leaks, _state(workspace))


def _sources(split_file: Path) -> frozenset[str] | None:
    if not split_file.exists():
        return None
    remedy = "make it anew with: python -m benchmark split"
    try:
        data: Any = read_json(split_file)
    except (OSError, RecordInvalid) as error:
        raise LeakBlocked(f"the split cannot be read ({error}); {remedy}") from None
    sources = data.get("sources") if isinstance(data, dict) and data.get("schema") == "split/1" else None
    if not isinstance(sources, list) or not all(isinstance(s, str) for s in sources):
        raise LeakBlocked(f'{split_file}: not a split ("schema": "split/1" with a list of "sources"); {remedy}')
    return frozenset(sources)


def _state(workspace: Workspace) -> str:
    blacklist = [f for f in sorted(workspace.blacklist.glob("*")) if f.is_file() and not f.name.startswith(".")]
    files = [workspace.split_file, *blacklist]
    return fingerprint({f.relative_to(workspace.root).as_posix(): sha256_file(f) for f in files if f.is_file()})
