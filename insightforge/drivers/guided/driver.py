"""The driver's door: one task in, one outcome on the workbench."""

from __future__ import annotations

from functools import cached_property
from importlib import resources

from insightforge.artifacts import sha256_text
from insightforge.workbench import Workbench

#: Raised by hand when the same sources could give another record.
_CODE_VERSION = "1"


class GuidedDriver:
    """Reads by rule. `version` holds the code's version and a hash of the catalogue: a new frame is a new driver."""

    name = "guided"

    @cached_property
    def version(self) -> str:
        folder = resources.files(__package__) / "catalogue"
        files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
        return f"{_CODE_VERSION}-{sha256_text(''.join(f.read_text(encoding='utf-8') for f in files))[:8]}"

    def assemble(self, bench: Workbench) -> None:
        """Carry out the bench's task."""
        from insightforge.drivers.guided.competition import assemble_competition
        from insightforge.drivers.guided.domain import assemble_domain
        from insightforge.drivers.guided.improvement import assemble_improvement, assemble_raw

        stages = {
            "competition": assemble_competition,
            "domain": assemble_domain,
            "improvement-raw": assemble_raw,
            "improvement": assemble_improvement,
        }
        stages[bench.task.stage](bench)
