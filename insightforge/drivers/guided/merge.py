"""Findings of several teams of one competition → decisions: one per frame, with who did it and who found otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from insightforge.drivers.guided.effects import Effect
from insightforge.drivers.guided.findings import Finding
from insightforge.drivers.guided.frames import Frame
from insightforge.drivers.guided.stances import Stance
from insightforge.records import Source

_MAX_TEAMS = 8


@dataclass(frozen=True)
class Voice:
    """A finding with the team that speaks; `team` is a key that two texts of one team share."""

    finding: Finding
    team: str
    rank: int | None
    first_party: bool

    @property
    def effect(self) -> Effect | None:
        return self.finding.effect


@dataclass(frozen=True)
class Decision:
    """One frame's decision in one competition: voices for the stance that the item takes, and voices against it."""

    frame: Frame
    stance: Stance
    voices: tuple[Voice, ...]
    dissent: tuple[Voice, ...] = ()

    @property
    def teams(self) -> int:
        return len({voice.team for voice in self.voices if voice.first_party})

    @property
    def best_rank(self) -> int:
        return min((voice.rank for voice in self.voices if voice.rank), default=999)

    @property
    def score(self) -> tuple[float, ...]:
        """What makes an item worth reading first: strength of outcome, teams, the best team's rank, a reason."""
        effects = [voice.effect.rank for voice in self.voices if voice.effect]
        strength = max(effects, default=(-2, 0, 0))
        reasoned = any(v.finding.reason or v.finding.problem for v in self.voices)
        weight = (
            2.0 * strength[0]
            + strength[2]
            + 1.5 * min(self.teams, 6)
            + (1.0 if reasoned else 0.0)
            + 3.0 / (1 + self.best_rank)
        )
        return (weight, -self.best_rank)


def merge(findings: Iterable[tuple[Finding, Source]]) -> tuple[Decision, ...]:
    """Group findings by frame; best decision first. Retellings speak only where a first-party voice speaks too."""
    by_frame: dict[str, list[Voice]] = {}
    for finding, source in findings:
        voice = Voice(finding, source.voice, source.rank, source.first_party)
        by_frame.setdefault(finding.frame.id, []).append(voice)
    decisions = [d for voices in by_frame.values() if (d := _decide(voices))]
    return tuple(sorted(decisions, key=lambda d: (*(-s for s in d.score), d.frame.id)))


def _decide(voices: list[Voice]) -> Decision | None:
    ordered = sorted(voices, key=lambda v: (*(-w for w in v.finding.weight[:6]), v.rank or 999, v.finding.source))
    adopted = _one_per_team(v for v in ordered if v.finding.stance == "adopted")
    rejected = _one_per_team(v for v in ordered if v.finding.stance == "rejected")
    adopted = [v for v in adopted if v.first_party]
    rejected = [v for v in rejected if v.first_party]
    # A team that both uses a thing and reports a variant of it in vain speaks for its use.
    users = {v.team for v in adopted}
    rejected = [v for v in rejected if v.team not in users]
    if not adopted and not rejected:
        return None
    measured_gain = any(v.effect and v.effect.direction > 0 for v in adopted)
    if adopted and (len(adopted) >= len(rejected) or measured_gain):
        return Decision(adopted[0].finding.frame, "adopted", tuple(adopted[:_MAX_TEAMS]), tuple(rejected[:2]))
    return Decision(rejected[0].finding.frame, "rejected", tuple(rejected[:_MAX_TEAMS]), tuple(adopted[:2]))


def _one_per_team(voices: Iterable[Voice]) -> list[Voice]:
    """The first voice of each team. The very same words in two files are one team's, whatever the files say."""
    seen: set[str] = set()
    kept = []
    for voice in voices:
        marks = {voice.team, voice.finding.text}
        if not marks & seen:
            kept.append(voice)
        seen |= marks
    return kept
