"""Where the shared test data are, for tests that read real competitions."""

from __future__ import annotations

from pathlib import Path

import pytest


def shared_dir() -> Path:
    """The folder `shared` beside the checkout; skips the test where it is missing."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not (folder / "corpus").is_dir():
        pytest.skip("the shared corpus is not at hand (expected beside the checkout)")
    return folder
