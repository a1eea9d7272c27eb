"""The state of a workspace in numbers, and output that never raises."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from insightforge.bundles import render_bundle, render_findings, render_lint, render_status, status
from insightforge.bundles.build import BundleReport, SkillFacts
from insightforge.bundles.clients import Head
from insightforge.bundles.lint import ClientView, Finding, LintReport
from insightforge.console import make_console
from insightforge.records import RawImprovement, Support
from tests.bundles.factory import evidence, insight, item, record, workspace


def some(root: Path):  # type: ignore[no-untyped-def]
    strong = item(
        evidence("bean-counts"), support=Support(teams=3, competitions=1, first_year=2024, last_year=2024, dissent=0)
    )
    weak = item(evidence("leaf-spots"), strength="stated")
    both = item(evidence("bean-counts"), evidence("leaf-spots"), support=Support(teams=2, competitions=2, dissent=0))
    better = insight("bean-counts", kind="improvement", name="average")
    raw = RawImprovement(insight=better, modality="image", solution_stage="training")
    records = [
        record("competition", "bean-counts", insight("bean-counts", items=(strong,))),
        record("competition", "leaf-spots", insight("leaf-spots", items=(weak,))),
        record("competition", "bird-calls", None, reason="two short write-ups, no decision in them"),
        record(
            "domain",
            "garden",
            insight("x", kind="domain", items=(both,), evidence=(evidence("bean-counts"), evidence("leaf-spots"))),
        ),
        record("improvement-raw", "a--b", None, outcome="filtered", reason="no problem"),
        record("improvement-raw", "a--c", None, outcome="submitted", raw=(raw,), reason=None),
        record("improvement", "im-1", better),
    ]
    return workspace(root, records)


def test_status(tmp_path: Path) -> None:
    space = some(tmp_path)
    (space.assembly / "domain" / "bad.guided.json").write_text("{")
    (space.competitions / "empty-one").mkdir()
    (space.competitions / "empty-one" / "description.md").write_text("A description and nothing else.\n")
    report = status(space)
    assert report.competitions == 3 and report.idle == ("empty-one",)
    assert report.outcomes == {
        "competition": {"gave-up": 1, "submitted": 2},
        "domain": {"submitted": 1},
        "improvement-raw": {"filtered": 1, "submitted": 1},
        "improvement": {"submitted": 1},
    }
    assert report.items == {"competition": 2, "domain": 1, "improvement": 1}
    assert report.strength["competition"] == {"private": 1, "public": 0, "cv": 0, "stated": 1, "code-only": 0}
    assert report.teams == {1: 2, 3: 1}
    assert report.spread == {1: 1, 2: 1}
    assert [(g.key, g.reason) for g in report.give_ups] == [("bird-calls", "two short write-ups, no decision in them")]
    assert len(report.problems) == 1 and "bad.guided.json" in report.problems[0]


def shown(*parts: object, encoding: str) -> str:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    console = make_console(stream)
    for part in parts:
        console.print(part)
    stream.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_every_report_prints_under_every_encoding(encoding: str, tmp_path: Path) -> None:
    """`×`, arrows, emoji and lone surrogates: escaped where the terminal cannot show them, never an exception."""
    odd = "0.7 × 2 → ≤ 日本 🐦 \ud800 [red]x[/red] [/]"
    facts = SkillFacts("a", odd, 3, 4, 5)
    bundle = BundleReport(tmp_path, (facts,), 1, 2, True, odd, (odd,))
    linted = LintReport(
        tmp_path, (Head("a", odd),), (Finding(odd, "rule", odd),), (ClientView(odd, 1, 0, 0, 0, 5, None),)
    )
    parts = [*render_bundle(bundle), *render_findings([Finding(odd, "r", odd, "warning")]), *render_lint(linted)]
    text = shown(*parts, *render_status(status(some(tmp_path))), encoding=encoding)
    assert "[red]x[/red] [/]" in text
    assert "1 skills" in text and "private" in text and "gave up: competition/bird-calls" in text


def test_long_lines_are_not_broken_where_there_is_no_terminal() -> None:
    line = "word " * 100
    assert shown(line.strip(), encoding="utf-8") == line.strip() + "\n"
