"""A new workspace: a commented insightforge.toml and the folders that people put things into."""

from __future__ import annotations

import json
from pathlib import Path

from insightforge.artifacts import write_text_atomic
from insightforge.errors import WorkspaceError
from insightforge.workspace import CONFIG_NAME

FOLDERS = ("data/competitions", "data/assembly", "blacklist", "insights")

TEMPLATE = '''\
# Settings of an insightforge workspace. Every key stands here with its default; unknown keys are refused.

name = {name}                # shown to people, and the one domain's name where there are no others
sample = false               # true: an invented sample that refuses `ingest`
vocabulary = "auto"          # the word shown for a source folder: "competition", or "project" for bare documents

[embedding]
embedder = "lsa"             # or "sentence-transformers:<model or path>", "openai:<model>"
domain_instruction = "Cluster competitions by machine-learning task formulation and application domain"
improvement_instruction = """\
Identify the prediction task type, data modality and application domain that the insight targets"""

[domain_clustering]          # UMAP and HDBSCAN over the competitions' descriptions
dimensions = 11
neighbors = 20
min_cluster_size = 5
min_samples = 3
seed = 0

[improvement_clustering]     # the same over raw improvements; `insightforge study-clusters` compares settings
dimensions = 15
neighbors = 20
min_cluster_size = 20
min_samples = 5
seed = 0

[assembly]
driver = "guided"            # who reads: offline, by rule
prefer = ["mcp", "react", "guided"]   # whose record a bundle takes where several drivers made one, best first
languages = ["en"]           # texts in other languages are reported as unread

[bundle]
layout = "domains"           # or "flat": one skill per insight
evidence = "auto"            # or "quotes", "by-reference"; auto quotes where a source's licence allows it

# Domains set by hand take the place of clustering. `id` is a folder name:
# [domains.id]
# label = "What people call it"
# competitions = ["slug-a", "slug-b"]

# [benchmark.*] tables belong to the benchmark package.
'''


def init_workspace(folder: Path) -> Path:
    """Make `folder` a workspace, and return its insightforge.toml. Nothing that is there is overwritten.

    Raises:
        WorkspaceError: it is a workspace already, it is a file, or it cannot be written to.
    """
    config = folder / CONFIG_NAME
    if config.exists():
        raise WorkspaceError(f"{config} exists already; edit it, or choose another folder")
    try:
        for name in FOLDERS:
            (folder / name).mkdir(parents=True, exist_ok=True)
        name = json.dumps(folder.resolve().name or "workspace", ensure_ascii=False)
        write_text_atomic(config, TEMPLATE.format(name=name))
    except OSError as error:
        raise WorkspaceError(f"{folder}: no workspace can be made here: {error.strerror}") from None
    return config
