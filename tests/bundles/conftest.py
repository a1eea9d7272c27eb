"""Fixtures for the tests of bundles."""

from __future__ import annotations

import importlib.util
import sys
import types

import pytest

from insightforge.records import Domain, Domains
from insightforge.workspace import Workspace


@pytest.fixture(autouse=True)
def _domains_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """Domains set by hand, while `insightforge.domains` is not there."""
    if importlib.util.find_spec("insightforge.domains"):
        return
    module = types.ModuleType("insightforge.domains")

    def load_domains(workspace: Workspace, slugs: tuple[str, ...]) -> Domains:
        given = workspace.settings.domains.items()
        made = [Domain(id=k, label=d.label or k, competitions=d.competitions) for k, d in given]
        return Domains(domains=tuple(made or [Domain(id=workspace.settings.name, label="All", competitions=slugs)]))

    module.load_domains = load_domains  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "insightforge.domains", module)
