"""Every rule refuses what breaks it and lets what keeps it; the same verdict as the reference validators."""

from __future__ import annotations

from pathlib import Path

import pytest
from skills_ref import validate

from insightforge.bundles import lint
from insightforge.bundles.clients import client_named
from insightforge.bundles.layouts import render
from insightforge.bundles.lint import check_skill
from insightforge.bundles.options import BundleOptions
from insightforge.bundles.writer import write_bundle
from insightforge.errors import UsageError
from tests.bundles.factory import tiny_library

GOOD = '---\nname: "a-good"\ndescription: "Use when testing the good path of a reader."\n---\n\nBody.\n'


def skill(root: Path, text: str | bytes = GOOD, folder: str = "a-good", file: str = "SKILL.md") -> Path:
    path = root / folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path.parent


def front(name: str = '"a-good"', description: str = '"Use when testing."', more: str = "") -> str:
    return f"---\nname: {name}\ndescription: {description}\n{more}---\n\nBody.\n"


def rules(folder: Path) -> set[str]:
    return {f.rule for f in check_skill(folder)}


def test_a_good_skill_has_no_findings(tmp_path: Path) -> None:
    assert list(check_skill(skill(tmp_path))) == []
    assert lint(tmp_path).ok and lint(tmp_path / "a-good").ok


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (front(description="Use when: tabular"), "front-matter"),
        (front(description='"never closed'), "front-matter"),
        ("# no front matter\n", "front-matter"),
        ('---\nname: "a-good"\n---\n\nBody.\n', "description"),
        (front(description='""'), "description"),
        (front(name='"other"'), "name"),
        (front(name='"A_Good"'), "name"),
        (front(name='"-a"'), "name"),
        (front(name='"' + "a" * 65 + '"'), "name"),
        (front(description='"' + "d" * 1025 + '"'), "description"),
        (front(more="whatever: 3\n"), "unknown-key"),
        (front(more='compatibility: "' + "c" * 501 + '"\n'), "compatibility"),
    ],
)
def test_both_we_and_the_reference_refuse(text: str, rule: str, tmp_path: Path) -> None:
    folder = skill(tmp_path, text)
    assert rule in rules(folder)
    assert validate(folder) != []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (front(name='"a-good"', description="2022"), "description"),
        (front(description="yes"), "description"),
        (front(description='"a <b> c"'), "description"),
        (front(description='"a --- b"'), "description"),
        (b"\xef\xbb\xbf" + GOOD.encode(), "byte-order-mark"),
        (GOOD.encode() + b"\xff", "encoding"),
        (GOOD + "line\n" * 500, "body"),
        (GOOD + "word " * 4000, "body"),
    ],
)
def test_what_only_some_clients_trip_over(text: str | bytes, rule: str, tmp_path: Path) -> None:
    assert rule in rules(skill(tmp_path, text))


def test_line_ends_are_a_warning(tmp_path: Path) -> None:
    report = lint(skill(tmp_path, GOOD.replace("\n", "\r\n")))
    assert [(f.rule, f.severity) for f in report.findings] == [("line-ends", "warning")] and report.ok


def test_forbidden_words_and_long_names(tmp_path: Path) -> None:
    assert "name" in rules(skill(tmp_path, front(name='"my-claude-tips"'), "my-claude-tips"))
    long = "a" * 41
    found = list(check_skill(skill(tmp_path, front(name=f'"{long}"'), long)))
    assert [f.severity for f in found] == ["warning"]


def test_nested_lower_case_missing_and_linked_skills(tmp_path: Path) -> None:
    outer = skill(tmp_path, GOOD)
    skill(outer / "references", GOOD, "inner")
    assert rules(outer) == {"nested-skill"}
    lower = skill(tmp_path, GOOD.replace("a-good", "b"), "b", "skill.md")
    assert [f.message for f in check_skill(lower)] == ["skill.md must be named SKILL.md"]
    (tmp_path / "c").mkdir()
    assert rules(tmp_path / "c") == {"skill-file"}
    (tmp_path / "d").symlink_to(outer)
    assert "symlink" in {f.rule for f in lint(tmp_path).findings}


def test_two_skills_of_one_name(tmp_path: Path) -> None:
    skill(tmp_path, GOOD, "one")
    skill(tmp_path, GOOD, "two")
    assert "duplicate" in {f.rule for f in lint(tmp_path).findings}


def test_nothing_to_lint(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no skill in it"):
        lint(tmp_path)
    with pytest.raises(UsageError, match="no such folder"):
        lint(tmp_path / "missing")


def test_what_each_client_shows(tmp_path: Path) -> None:
    write_bundle(tmp_path / "out", render(tiny_library(), BundleOptions()).files, {})
    report = lint(tmp_path / "out", [client_named(c) for c in ("claude", "hermes", "cline")])
    shown = [(v.client, v.whole, v.cut, v.bare, v.hidden) for v in report.clients]
    assert shown == [("claude", 2, 0, 0, 0), ("hermes", 0, 2, 0, 0), ("cline", 0, 0, 2, 0)]
    # 2 · 5 for the frames, names of 12 and 6 characters, descriptions of 137 and 67.
    assert report.clients[0].listing == 10 + 18 + sum(len(h.description) for h in report.skills)


@pytest.mark.parametrize("layout", ["domains", "flat"])
def test_rendered_bundles_pass_both_reference_validators(layout: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_bundle(out, render(tiny_library(), BundleOptions(layout=layout)).files, {})  # type: ignore[arg-type]
    folders = [p for p in out.iterdir() if p.is_dir()]
    assert folders and all(validate(folder) == [] for folder in folders)
    assert lint(out).findings == ()
    doctor = pytest.importorskip("skilldoctor.checks")
    from skilldoctor.parse import load_skill

    skills = [load_skill(folder / "SKILL.md", "user") for folder in folders]
    report = doctor.check_all(skills, [], 8000)
    assert [f for f in report.findings if f.severity == "error"] == []
