"""The command line in this process: help, usage errors, init, what is printed of a run."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from insightforge.cli import app, main, workspace_first
from insightforge.scaffold import FOLDERS, TEMPLATE, init_workspace
from insightforge.workspace import Settings, find_workspace
from tests.small import SLUGS, make_workspace


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a call."""
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    said = capsys.readouterr()
    assert isinstance(end.value.code, int)
    return end.value.code, said.out, said.err


VERBS = sorted(c.name or str(getattr(c.callback, "__name__", "")).replace("_", "-") for c in app.registered_commands)


def test_the_verbs() -> None:
    expected = "assemble bundle ingest init lint playbook show status study-clusters verify"
    assert expected.split() == VERBS


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, verb, "--help")
    assert code == 0
    assert f"Example:  insightforge {verb}" in out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    from insightforge import __version__

    assert call(capsys, "--version") == (0, f"insightforge {__version__}\n", "")


@pytest.mark.parametrize(
    ("given", "moved"),
    [
        (["assemble", "--workspace", "w", "--redo"], ["--workspace", "w", "assemble", "--redo"]),
        (["status", "-w", "w"], ["-w", "w", "status"]),
        (["status", "--workspace=w"], ["--workspace=w", "status"]),
        (["--workspace", "w", "status"], ["--workspace", "w", "status"]),
        (["show", "--", "--workspace"], ["show", "--", "--workspace"]),
        (["status", "--workspace"], ["--workspace", "status"]),
    ],
)
def test_workspace_may_stand_after_the_verb(given: list[str], moved: list[str]) -> None:
    assert workspace_first(given) == moved


# ---- init ------------------------------------------------------------------------------------------------------------


def test_the_template_has_every_key_with_its_default() -> None:
    data = tomllib.loads(TEMPLATE.format(name='"workspace"'))
    assert Settings.model_validate(data) == Settings.model_validate({})
    for table, field in Settings.model_fields.items():
        if table in ("domains", "benchmark"):
            assert f"[{table}." in TEMPLATE
        elif hasattr(field.default, "model_fields_set"):
            assert set(data[table]) == set(type(field.default).model_fields), table
        else:
            assert table in data


def test_init_makes_a_workspace_and_never_overwrites_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / 'my "ws" äö'
    code, out, _ = call(capsys, "init", str(folder))
    assert code == 0
    assert "ingest DIR" in out
    assert find_workspace(folder, exact=True).settings.name == 'my "ws" äö'
    assert all((folder / name).is_dir() for name in FOLDERS)
    before = (folder / "insightforge.toml").read_bytes()
    code, _, err = call(capsys, "init", str(folder))
    assert code == 2
    assert "exists already" in err
    assert (folder / "insightforge.toml").read_bytes() == before


def test_init_on_a_file_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, _, err = call(capsys, "init", str(tmp_path / "file"))
    assert code == 2
    assert "no workspace can be made here" in err


def test_no_workspace_says_how_to_make_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, "--workspace", str(tmp_path), "assemble")
    assert code == 2
    assert "python -m insightforge init DIR" in err


# ---- ingest, assemble, show ------------------------------------------------------------------------------------------


def test_ingest_names_what_it_cannot_take(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    init_workspace(tmp_path / "ws")
    folder = tmp_path / "team" / "launch"
    folder.mkdir(parents=True)
    (folder / "post-mortem.md").write_text("# Launch\n\nWhen it was slow, we cached it.\n", encoding="utf-8")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    code, out, _ = call(capsys, "ingest", str(tmp_path / "team"), "-w", str(tmp_path / "ws"))
    assert code == 0
    assert "cannot be read: launch/" in out
    assert "1 new" in out
    code, out, _ = call(capsys, "ingest", str(tmp_path / "none"), "-w", str(tmp_path / "ws"), "--json")
    assert code == 1
    assert json.loads(out)["rows"][0]["outcome"] == "refused"


@pytest.fixture(scope="module")
def assembled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workspace = make_workspace(tmp_path_factory.mktemp("assembled"), SLUGS[:4])
    with pytest.raises(SystemExit) as end:
        main(["-w", str(workspace), "assemble", "--driver", "tests.toy:ToyDriver", "--workers", "1"])
    assert end.value.code == 0
    return workspace


def test_the_summary_counts_what_was_done(assembled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(
        capsys, "-w", str(assembled), "assemble", "--driver", "tests.toy:ToyDriver", "--workers", "1", "--redo"
    )
    assert code == 0
    rows = {line.split()[0]: line.split()[1:7] for line in out.splitlines() if line.strip()}
    #                             tasks submitted gave-up faults up-to-date items
    assert rows["competition"] == ["4", "4", "0", "0", "0", "12"]
    assert rows["domain"] == ["2", "2", "0", "0", "0", "2"]
    assert rows["improvement-raw"] == ["4", "4", "0", "0", "0", "12"]
    assert "competition amber-1: submitted, 3 item(s)" in err


def test_show_prints_an_insight_or_an_item_with_its_quotes(assembled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "-w", str(assembled), "show", "competition:amber-1")
    assert code == 0
    assert "  do    Warm up the learning rate" in out
    assert "    | It raised private from 0.812 to 0.845." in out
    item = next(word for word in out.split() if word.startswith("it-"))
    code, out, _ = call(capsys, "-w", str(assembled), "show", item)
    assert code == 0
    assert item in out
    code, _, err = call(capsys, "-w", str(assembled), "show", "nothing")
    assert code == 2
    assert "no task, item or quote is called 'nothing'" in err


def test_bundle_verify_lint_and_status_run_on_it(assembled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ("-w", str(assembled))
    assert call(capsys, *at, "bundle")[0] == 0
    code, out, _ = call(capsys, *at, "verify")
    assert (code, out.splitlines()[-1]) == (0, "0 errors, 0 warnings")
    assert call(capsys, *at, "lint")[0] == 0
    code, out, _ = call(capsys, *at, "status", "--json")
    assert code == 0
    assert json.loads(out)["outcomes"]["competition"] == {"submitted": 4}
    code, out, _ = call(capsys, *at, "playbook", "--domain", "first")
    assert code == 0
    assert "Warm up the learning rate" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bundle", "--layout", "round"], "'round' is none of domains, flat"),
        (["playbook", "--min-strength", "weak"], "'weak' is none of private"),
        (["bundle", "--client", "nobody"], "unknown client 'nobody'"),
        (["lint", "no-such-folder"], "no such folder"),
        (["study-clusters"], "no raw improvements yet"),
    ],
)
def test_usage_errors(assembled: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    code, _, err = call(capsys, "-w", str(assembled), *arguments)
    assert code == 2
    assert message in err


# ---- files that nobody reads -----------------------------------------------------------------------------------------

JAPANESE = "問い合わせの分類モデルを作り直した時の記録です。学習データの分割を間違えていたので、評価が高すぎました。"


def test_files_in_another_language_are_named_with_it_by_ingest_assemble_and_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    init_workspace(tmp_path / "ws")
    folder = tmp_path / "launch"
    folder.mkdir()
    (folder / "notes.md").write_text("# Launch\n\nWhen it was slow, we cached it.\n", encoding="utf-8")
    (folder / "kiroku.md").write_text(JAPANESE * 8, encoding="utf-8")
    why = "written in Japanese (ja); only en is read"
    _, out, _ = call(capsys, "-w", str(tmp_path / "ws"), "ingest", str(folder))
    assert f"not read: launch/kiroku.md: {why}" in out
    _, _, err = call(
        capsys, "-w", str(tmp_path / "ws"), "assemble", "--driver", "tests.toy:ToyDriver", "--workers", "1"
    )
    assert f"1 file(s) in a language that is not read ({why}): launch/kiroku.md\n" in err
    _, out, _ = call(capsys, "-w", str(tmp_path / "ws"), "status")
    assert f"launch/kiroku.md: {why}" in " ".join(out.split())
