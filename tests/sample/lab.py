"""`data/lab/rebuild.py` as a module: it is a script of the sample and belongs to no package."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from types import ModuleType

from tests.sample.check_materials import LAB


@cache
def lab_module() -> ModuleType:
    """The rebuilding tool, imported once."""
    spec = importlib.util.spec_from_file_location("sample_rebuild", LAB / "rebuild.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
