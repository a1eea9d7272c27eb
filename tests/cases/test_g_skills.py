"""Reports of skills that were not found or not triggered (section G), each as the whole kind of fault that it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from skills_ref import validate
from skills_ref.parser import parse_frontmatter

from insightforge.bundles import lint
from insightforge.bundles.clients import CLIENTS, views
from insightforge.bundles.frontmatter import description_text, front_matter
from insightforge.bundles.layouts import render
from insightforge.bundles.library import join
from insightforge.bundles.options import BundleOptions
from insightforge.bundles.writer import write_bundle
from tests.bundles.factory import domain, domains, insight, keyed, record, settings

AWKWARD = [
    *(
        "Use when: tabular",
        "[x] y",
        "@foo",
        "a # b",
        "yes",
        "True",
        "2022",
        "on",
        "null",
        "1e5",
        "- a",
        "? b",
        "! c",
        "& d",
    ),
    *(
        "* e",
        "% f",
        "| g",
        "> h",
        "{i: j}",
        "'k'",
        '"l"',
        "m: 'n' # o",
        "~",
        "\\p",
        "q\tr",
        "s\u2028t",
        "\ufeffu",
        "v: w: x",
    ),
]


def skill_with(description: str) -> str:
    made = insight("a", description=description, name="a-skill")
    library = join(settings(), keyed([record("competition", "a", made)]), domains(domain("d", "a")), {})
    return render(library, BundleOptions(layout="flat")).files["a-skill/SKILL.md"]


@pytest.mark.parametrize("description", AWKWARD)
def test_58_a_description_is_quoted_whatever_it_looks_like(description: str, tmp_path: Path) -> None:
    text = skill_with(description)
    line = text.split("\n")[2]
    assert line.startswith('description: "') and line.endswith('"')
    assert yaml.safe_load(line)["description"] == description_text(description, 300)
    folder = tmp_path / "a-skill"
    folder.mkdir()
    (folder / "SKILL.md").write_text(text, encoding="utf-8")
    assert validate(folder) == []


@pytest.mark.parametrize("description", ["a --- b", "---", "x\n---\ny", "a ---- b ----- c", "—-–---"])
def test_59_no_description_holds_the_fence_at_which_a_reader_splits(description: str) -> None:
    text = skill_with(f"Use when {description}")
    assert parse_frontmatter(text)[0]["description"] == description_text(f"Use when {description}")
    assert [n for n, line in enumerate(text.split("\n")) if line.startswith("---")] == [0, 3]
    assert "---" not in text.split("\n")[2]


def test_61_many_skills_keep_whole_descriptions_in_every_listing_with_a_budget() -> None:
    """119 competitions make a dozen skills, not 119; what a listing shows first is what the sources say first."""
    slugs = [f"contest-{n:03}" for n in range(119)]
    records = [record("competition", s, insight(s, description="Use when counting birds. " * 30)) for s in slugs]
    shelves = [domain(f"domain-{n:02}", *slugs[n * 10 : n * 10 + 10]) for n in range(12)]
    heads = render(join(settings(), keyed(records), domains(*shelves), {}), BundleOptions()).skills
    assert len(heads) == 12
    for client in CLIENTS:
        if client.room is not None:
            assert set(views(client, heads)) == {"whole"}, client.name
    flat = insight("a", description="Use when birds overlap in recordings and labels are weak, then more words.")
    assert skill_with(flat.description).split("\n")[2][14:74] == flat.description[:60]


@pytest.mark.parametrize("length", [1000, 1024])
def test_62_lengths_are_counted_in_characters_after_folding(length: int, tmp_path: Path) -> None:
    """Letters of two bytes and line breaks: the limit is on characters of the text that YAML gives back."""
    text = description_text(("é" * 9 + "\n") * 200, length)
    assert length - 12 <= len(text) <= length
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "SKILL.md").write_text(front_matter("a", text) + "\nBody.\n", encoding="utf-8")
    assert validate(tmp_path / "a") == []


def test_62_names_leave_room_for_a_plugin_prefix() -> None:
    long = "-".join(["word"] * 8)
    records = [record("improvement", f"im-{n}", insight("a", kind="improvement", name=long)) for n in range(3)]
    heads = render(join(settings(), keyed(records), domains(), {}), BundleOptions(layout="flat")).skills
    assert len(heads) == 3 and all(len(h.name) <= 40 for h in heads)


def test_64_few_skills_and_all_of_them_can_be_called() -> None:
    slugs = [f"contest-{n:03}" for n in range(148)]
    records = [record("competition", s, insight(s, description="Use when " + "w " * 300)) for s in slugs]
    records += [record("improvement", f"im-{n}", insight("a", kind="improvement")) for n in range(16)]
    shelves = [domain(f"domain-{n:02}", *slugs[n * 13 : n * 13 + 13]) for n in range(12)]
    rendered = render(join(settings(), keyed(records), domains(*shelves), {}), BundleOptions())
    assert len(rendered.skills) == 13
    assert all("hidden" not in views(client, rendered.skills) for client in CLIENTS)


def test_65_real_files_only(tmp_path: Path) -> None:
    made = insight("a", name="a-skill")
    library = join(settings(), keyed([record("competition", "a", made)]), domains(domain("d", "a")), {})
    target = tmp_path / "store"
    link = tmp_path / "skills"
    target.mkdir()
    link.symlink_to(target)
    write_bundle(link, render(library, BundleOptions()).files, {})
    assert not any(p.is_symlink() for p in target.rglob("*")) and (target / "d" / "SKILL.md").is_file()
    (target / "linked").symlink_to(target / "d")
    assert [f.rule for f in lint(target).findings if f.rule == "symlink"] == ["symlink"]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_67_output_never_raises(encoding: str, stream: str) -> None:
    code = (
        "from insightforge.console import make_console\n"
        f"make_console(stderr={stream == 'stderr'}).print('0.7 \\u00d7 2 \\u2192 \\U0001f426 \\ud800')\n"
    )
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert b"0.7" in (done.stdout if stream == "stdout" else done.stderr)
