"""Who does the reading: a driver takes one task's workbench, reads through it, and ends in one of its outcomes.

`guided` is the default: offline, deterministic, no model. A driver of one's own is named `module:Class`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from insightforge.errors import UsageError

if TYPE_CHECKING:
    from insightforge.workbench import Workbench


class Driver(Protocol):
    """Reads through the bench and ends in `submit`, `submit_raw`, `give_up` or `filtered`.

    `name` is part of the record's file name (kebab-case). `version` changes whenever the same sources could give
    another record: it enters every task's fingerprint. A driver with a model also has `model` (its name) and
    `prompts` (file name → version), which enter the fingerprint in the same way.
    """

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    def assemble(self, bench: Workbench) -> None: ...


@dataclass(frozen=True)
class DriverIdentity:
    """What of a driver decides its records, as it enters fingerprints and manifests."""

    name: str
    version: str
    model: str | None = None
    prompts: Mapping[str, str] = field(default_factory=dict)


def identify(driver: Driver) -> DriverIdentity:
    """The identity of a driver; `model` and `prompts` are optional there."""
    return DriverIdentity(
        driver.name, driver.version, getattr(driver, "model", None), dict(getattr(driver, "prompts", {}))
    )


def get_driver(name: str) -> Driver:
    """The driver called `name`: `guided`, or `module:Class` (imported, and made without arguments).

    Raises:
        UsageError: there is no such driver, or its module cannot be imported.
    """
    if name == "guided":
        from insightforge.drivers.guided import GuidedDriver

        return GuidedDriver()
    module_name, _, attribute = name.partition(":")
    if not attribute:
        raise UsageError(f"unknown driver {name!r}; there is: guided (or one of your own, as module:Class)")
    try:
        made: Any = getattr(importlib.import_module(module_name), attribute)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"driver {name!r} cannot be loaded: {error}") from None
    driver: Driver = made()
    return driver
