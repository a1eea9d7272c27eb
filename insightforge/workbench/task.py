"""One assembly task: what is to be made, and what must and may be read for it."""

from __future__ import annotations

from dataclasses import dataclass, field

from insightforge.records import Competition, InsightKind, Stage


@dataclass(frozen=True)
class AssemblyTask:
    """A unit of work of one stage.

    Attributes:
        stage: the stage it belongs to.
        key: its name within the stage; with the driver's name it is the record's file name. A slug (competition), a
            domain id, `<slug>--<write-up stem>` (improvement-raw) or a cluster id (improvement).
        competitions: the competitions whose sources exist for this task, sources included.
        required: paths that must be read in full before anything is submitted (source paths; for domain and
            improvement tasks also paths of the records that are reconciled).
        members: ids of the raw items of an improvement cluster; empty otherwise.
        label: a domain's label or a cluster's terms, for names and descriptions.
        code_only: the competition has a notebook but no write-up.
    """

    stage: Stage
    key: str
    competitions: tuple[Competition, ...]
    required: tuple[str, ...]
    members: tuple[str, ...] = ()
    label: str = ""
    code_only: bool = False
    terms: tuple[str, ...] = field(default=())

    @property
    def kind(self) -> InsightKind:
        """The kind of insight that the task ends in."""
        return "improvement" if self.stage.startswith("improvement") else self.stage  # type: ignore[return-value]

    @property
    def noun(self) -> str:
        """What to call the task's sources before people: "competition", or "project" where all are bare documents."""
        return "project" if {c.noun for c in self.competitions} == {"project"} else "competition"

    def slug_of(self, path: str) -> str:
        """The competition that a source of the task belongs to.

        Raises:
            KeyError: no source of the task has this path.
        """
        for competition in self.competitions:
            if any(source.path == path for source in competition.sources):
                return competition.slug
        raise KeyError(path)
