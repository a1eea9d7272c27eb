"""A workspace: any folder with an `insightforge.toml`. Finds it, reads its settings, names its paths.

Settings are typed, and unknown keys refused.

`[benchmark.*]` tables are kept as they are: the benchmark package checks them. Nothing here creates files.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from insightforge.artifacts import WorkspaceLock
from insightforge.errors import ConfigError, WorkspaceError
from insightforge.records import Stage

CONFIG_NAME = "insightforge.toml"


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ClusterSettings(_Settings):
    """UMAP and HDBSCAN parameters; the defaults are the paper's for domains (§3)."""

    dimensions: int = Field(default=11, ge=2)
    neighbors: int = Field(default=20, ge=2)
    min_cluster_size: int = Field(default=5, ge=2)
    min_samples: int = Field(default=3, ge=1)
    seed: int = 0


class ImprovementClusterSettings(ClusterSettings):
    """The paper's parameters for improvement insights (§4.1.2)."""

    dimensions: int = Field(default=15, ge=2)
    min_cluster_size: int = Field(default=20, ge=2)
    min_samples: int = Field(default=5, ge=1)


class EmbeddingSettings(_Settings):
    """`embedder` is `lsa`, `sentence-transformers:<model or path>` or `openai:<model>`."""

    embedder: str = "lsa"
    domain_instruction: str = "Cluster competitions by machine-learning task formulation and application domain"
    improvement_instruction: str = (
        "Identify the prediction task type, data modality and application domain that the insight targets"
    )


class AssemblySettings(_Settings):
    """`driver` makes records; `prefer` lists drivers, best first, when a bundle finds records of several."""

    driver: str = "guided"
    prefer: tuple[str, ...] = ("mcp", "react", "guided")
    languages: tuple[str, ...] = ("en",)


class BundleSettings(_Settings):
    """`evidence`: `auto` quotes where a source's licence allows it (or the workspace is one's own), else refers."""

    layout: str = Field(default="domains", pattern="^(domains|flat)$")
    evidence: str = Field(default="auto", pattern="^(auto|quotes|by-reference)$")


class DomainSettings(_Settings):
    """A domain set by hand: `[domains.<id>]` with `label` and `competitions`."""

    label: str | None = None
    competitions: tuple[str, ...] = ()


class Settings(_Settings):
    """insightforge.toml as a whole."""

    name: str = "workspace"
    sample: bool = False
    #: Which word users are shown for a source folder; `auto`: project where all sources are bare documents.
    vocabulary: str = Field(default="auto", pattern="^(auto|competition|project)$")
    embedding: EmbeddingSettings = EmbeddingSettings()
    domain_clustering: ClusterSettings = ClusterSettings()
    improvement_clustering: ImprovementClusterSettings = ImprovementClusterSettings()
    assembly: AssemblySettings = AssemblySettings()
    bundle: BundleSettings = BundleSettings()
    domains: dict[str, DomainSettings] = {}
    benchmark: dict[str, Any] = {}


@dataclass(frozen=True)
class Workspace:
    """A workspace's root folder and settings, with the path of everything in it."""

    root: Path
    settings: Settings

    # ---- where things are ----
    @property
    def competitions(self) -> Path:
        return self.root / "data" / "competitions"

    @property
    def assembly(self) -> Path:
        return self.root / "data" / "assembly"

    @property
    def domains_file(self) -> Path:
        return self.root / "data" / "domains.json"

    @property
    def split_file(self) -> Path:
        return self.root / "data" / "split.json"

    @property
    def improvement_clusters_file(self) -> Path:
        return self.assembly / "improvement-clusters.json"

    @property
    def journal(self) -> Path:
        return self.assembly / "journal.jsonl"

    @property
    def transcripts(self) -> Path:
        return self.assembly / "transcripts"

    @property
    def blacklist(self) -> Path:
        return self.root / "blacklist"

    @property
    def insights(self) -> Path:
        return self.root / "insights"

    @property
    def cache(self) -> Path:
        return self.root / ".cache"

    def record_file(self, stage: Stage, key: str, driver: str) -> Path:
        """Where the record of one task stands."""
        return self.assembly / stage / f"{key}.{driver}.json"

    def relative(self, path: Path) -> str:
        """A path as it stands in files: relative to the workspace, with forward slashes."""
        return path.resolve().relative_to(self.root).as_posix()

    def lock(self) -> WorkspaceLock:
        """The writers' lock."""
        return WorkspaceLock(self.root / ".insightforge.lock")


def read_settings(path: Path) -> Settings:
    """Read an `insightforge.toml`.

    Raises:
        ConfigError: not TOML, an unknown key, or a value of the wrong kind; all faults in one message.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read as TOML: {error}") from None
    try:
        return Settings.model_validate(data)
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise ConfigError(f"{path}: {faults}") from None


def find_workspace(start: Path | None = None, *, exact: bool = False) -> Workspace:
    """The workspace at `start` (default: the current folder) or, unless `exact`, the nearest parent that is one.

    Raises:
        WorkspaceError: no `insightforge.toml` there; the message says how to make one.
        ConfigError: see `read_settings`.
    """
    folder = (start or Path.cwd()).resolve()
    candidates = [folder] if exact else [folder, *folder.parents]
    for candidate in candidates:
        if (candidate / CONFIG_NAME).is_file():
            return Workspace(candidate, read_settings(candidate / CONFIG_NAME))
    raise WorkspaceError(
        f"no {CONFIG_NAME} in {folder}"
        + ("" if exact else " or a parent")
        + "; make a workspace with: python -m insightforge init DIR"
    )
