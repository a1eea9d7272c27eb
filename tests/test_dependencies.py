"""Imports are declared in the core (or are optional ones), and what is declared is locked; imports go one way only."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
#: Modules of optional packages: imported inside functions only, with `MissingExtra` where they are absent.
OPTIONAL = {"sentence_transformers", "transformers", "torch", "openai"}


def imported(package: str) -> dict[str, str]:
    """Top-level module → one file that imports it."""
    found: dict[str, str] = {}
    for file in sorted((REPOSITORY / package).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.append(node.module)
            found |= {name.partition(".")[0]: file.relative_to(REPOSITORY).as_posix() for name in names}
    return found


def declared() -> set[str]:
    """Names of the core's distributions, normalised."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {_normal(re.split(r"[<>=!~\[; ]", requirement)[0]) for requirement in project["dependencies"]}


@pytest.mark.parametrize("package", ["insightforge", "benchmark"])
def test_every_third_party_import_is_declared(package: str) -> None:
    core, owners = declared(), packages_distributions()
    missing = {
        module: file
        for module, file in imported(package).items()
        if module not in sys.stdlib_module_names | {"insightforge", "benchmark"} | OPTIONAL
        and not {_normal(name) for name in owners.get(module, [module])} & core
    }
    assert missing == {}


def test_insightforge_never_imports_the_benchmark() -> None:
    assert "benchmark" not in imported("insightforge")


@pytest.mark.parametrize("lock", ["core.lock", "dev.lock"])
def test_every_declared_package_is_locked(lock: str) -> None:
    text = (REPOSITORY / "requirements" / lock).read_text(encoding="utf-8")
    assert declared() <= {_normal(name) for name in re.findall(r"^([\w.-]+)==", text, re.M)}
    assert not re.search(r"https?://|^--(?:index|extra|find|trusted)", text, re.M)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
