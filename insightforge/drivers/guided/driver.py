"""The driver's door: one task in, one outcome on the workbench."""

from __future__ import annotations

from functools import cached_property
from importlib import resources

from insightforge.artifacts import canonical_json, sha256_text
from insightforge.workbench import Workbench


class GuidedDriver:
    """Reads by rule. `version` is a hash of its rules (code and data): an edited rule is a new driver."""

    name = "guided"

    @cached_property
    def version(self) -> str:
        here = resources.files(__package__)
        files = [f for folder in (here, here / "catalogue") for f in folder.iterdir()]
        rules = sorted((f.name, f.read_text(encoding="utf-8")) for f in files if f.name.endswith((".py", ".toml")))
        return sha256_text(canonical_json(rules))[:10]

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
