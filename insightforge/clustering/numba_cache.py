"""Where compiled code of UMAP goes when neither its own folder nor the user's cache can be written."""

from __future__ import annotations

import os
import tempfile
from importlib.util import find_spec
from pathlib import Path


def ensure_numba_cache(folder: Path | None) -> None:
    """Make `import umap` work on a read-only root: numba refuses to import cached functions it has nowhere to cache.

    Sets NUMBA_CACHE_DIR for this process, to `folder` (or a temporary one), only where it is unset and neither umap's
    own `__pycache__` nor the user-wide cache can be written.
    """
    if os.environ.get("NUMBA_CACHE_DIR") or all(any(map(_writable, places)) for places in _default_places()):
        return
    place = folder / "numba" if folder else Path(tempfile.gettempdir()) / f"insightforge-numba-{os.getuid()}"
    place.mkdir(parents=True, exist_ok=True)
    os.environ["NUMBA_CACHE_DIR"] = str(place)


def _default_places() -> list[tuple[Path, Path]]:
    """For each package with cached functions, the two folders that numba tries."""
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numba"
    specs = [find_spec(name) for name in ("umap", "pynndescent")]
    return [(Path(spec.origin).parent / "__pycache__", user) for spec in specs if spec and spec.origin]


def _writable(folder: Path) -> bool:
    """Whether a file can be made in a folder that may have to be made first; leaves nothing behind but that folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True
