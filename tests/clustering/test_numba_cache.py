"""UMAP's compiled code finds a place to go, or one is made for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from insightforge.clustering import numba_cache
from insightforge.clustering.numba_cache import ensure_numba_cache


@pytest.fixture(autouse=True)
def _unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")


def test_nothing_is_set_where_numba_finds_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba_cache, "_default_places", lambda: [(Path("/proc/none"), tmp_path / "user")])
    ensure_numba_cache(tmp_path / "cache")
    assert os.environ["NUMBA_CACHE_DIR"] == ""


def test_on_a_read_only_root_the_given_folder_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba_cache, "_default_places", lambda: [(Path("/proc/none"), Path("/proc/nobody"))])
    ensure_numba_cache(tmp_path / "cache")
    assert os.environ["NUMBA_CACHE_DIR"] == str(tmp_path / "cache" / "numba")
    assert (tmp_path / "cache" / "numba").is_dir()


def test_a_place_set_by_the_user_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/somewhere")
    monkeypatch.setattr(numba_cache, "_default_places", lambda: [(Path("/proc/none"),) * 2])
    ensure_numba_cache(tmp_path)
    assert os.environ["NUMBA_CACHE_DIR"] == "/somewhere"
