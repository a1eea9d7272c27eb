"""The workbench: what it lists, what it notes as read, how a task ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from insightforge.artifacts import read_jsonl
from insightforge.errors import LeakBlocked, UsageError
from insightforge.records import Source
from insightforge.workbench import AssemblyTask, RawDraft, Workbench
from insightforge.workbench.search import search
from insightforge.workspace import Settings, Workspace
from tests.workbench.fakes import HERON, OTTER, PUMPS, TEXTS, VALVE, VALVES, FakeTexts, draft, item
from tests.workbench.test_gate import IMPROVEMENT

TARGET = Source(
    path="data/competitions/target/writeups/a.md",
    kind="writeup",
    text="data/competitions/target/writeups/a.md",
    sha256="0" * 64,
)


def make(tmp_path: Path, *, stage: str = "competition", required: tuple[str, ...] = (HERON,)) -> Workbench:
    workspace = Workspace(tmp_path, Settings())
    task = AssemblyTask(stage, "pump-alarms-2024", (PUMPS,), required)  # type: ignore[arg-type]
    return Workbench(task, FakeTexts({**TEXTS, TARGET.path: "secret"}), workspace)


def test_lists_the_sources_of_the_task_only(tmp_path: Path) -> None:
    listed = make(tmp_path).list_sources()
    assert next(s.path for s in listed) == HERON, "required ones come first"
    assert {s.path for s in listed} == {s.path for s in PUMPS.sources}
    assert next(s for s in listed if s.path == HERON).lines == TEXTS[HERON].count("\n")


@pytest.mark.parametrize("path", [VALVE, TARGET.path, "../secret", "data/assembly/competition/x.guided.json"])
def test_nothing_else_can_be_read(tmp_path: Path, path: str) -> None:
    bench = make(tmp_path)
    with pytest.raises(UsageError, match="no source"):
        bench.read_source(path)
    assert not bench.search_sources("valve")
    assert not bench.search_sources("secret")


def test_a_page_is_the_text_itself(tmp_path: Path) -> None:
    page = make(tmp_path).read_source(HERON, 3, 2)
    assert (page.first, page.last) == (3, 4)
    assert page.text == "Sensors drift between stations, and only 312 alarms are labelled.\n\n"


@pytest.mark.parametrize(("start", "most"), [(0, 5), (99, 5), (1, 0), (1, 99999)])
def test_lines_out_of_range(tmp_path: Path, start: int, most: int) -> None:
    with pytest.raises(UsageError, match="has lines 1 to"):
        make(tmp_path).read_source(HERON, start, most)


def test_a_submission_waits_until_all_is_read(tmp_path: Path) -> None:
    bench = make(tmp_path)
    total = len(FakeTexts(TEXTS).text(HERON).lines)
    bench.read_source(HERON, 1, 4)
    refused = bench.submit(draft())
    assert refused.reasons == [
        f"reading: {HERON} is not read in full: lines 5-{total} are missing; read them with read_source"
    ]
    assert bench.outcome is None
    bench.read_source(HERON, 5, 400)
    assert bench.submit(draft()).accepted
    assert bench.outcome == "submitted" and bench.insight is not None


def test_reading_in_full_is_noted_on_disk(tmp_path: Path) -> None:
    bench = make(tmp_path)
    assert bench.read_in_full(HERON) == TEXTS[HERON]
    assert not bench.submit(draft(name="Bad Name")).accepted
    bench.submit(draft())
    rows = list(read_jsonl(tmp_path / "data/assembly/transcripts/competition/pump-alarms-2024.guided.reads.jsonl"))
    total = len(FakeTexts(TEXTS).text(HERON).lines)
    assert rows == [{"read": HERON, "from": 1, "to": total}, {"refused": 1}, {"ended": "submitted"}]


def test_long_lines_are_read_in_segments(tmp_path: Path) -> None:
    path = OTTER
    texts = FakeTexts({**TEXTS, path: "a" * 4500 + "\nend"})
    task = AssemblyTask(stage="competition", key="k", competitions=(PUMPS,), required=(path,))
    bench = Workbench(task, texts, Workspace(tmp_path, Settings()))
    assert bench.read_source(path, 2, 1).text == "a" * 2000
    assert bench.read_in_full(path) == "a" * 4500 + "\nend"
    assert bench.gate_context().unread == {}


def test_an_empty_source_can_be_read_in_full(tmp_path: Path) -> None:
    task = AssemblyTask(stage="competition", key="k", competitions=(PUMPS,), required=(OTTER,))
    bench = Workbench(task, FakeTexts({**TEXTS, OTTER: ""}), Workspace(tmp_path, Settings()))
    assert bench.read_in_full(OTTER) == ""
    assert bench.gate_context().unread == {}


def test_search_gives_lines_and_does_not_count_as_reading(tmp_path: Path) -> None:
    bench = make(tmp_path)
    hits = bench.search_sources(r"label\s+smoothing")
    assert [(h.path, h.line) for h in hits] == [(OTTER, 1), (OTTER, 3)] or {h.path for h in hits} == {OTTER, HERON}
    assert bench.gate_context().unread


def test_a_bad_pattern_is_explained(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a regular expression"):
        make(tmp_path).search_sources("(")


def test_no_pattern_can_hang() -> None:
    with pytest.raises(UsageError, match="too long"):
        list(search(r"(x+x+)+y", [("x", 1, "x" * 1500)], seconds=0.2))


def test_records_that_are_required_are_sources(tmp_path: Path) -> None:
    path = "data/assembly/competition/pump-alarms-2024.guided.json"
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text('{"a": 1}\n', encoding="utf-8")
    bench = make(tmp_path, stage="domain", required=(path,))
    assert bench.read_in_full(path) == '{"a": 1}\n'
    assert next(s for s in bench.list_sources() if s.path == path).kind == "record"


def test_other_files_are_not(tmp_path: Path) -> None:
    (tmp_path / "insightforge.toml").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="neither"):
        make(tmp_path, required=("insightforge.toml",))


def test_a_task_ends_once(tmp_path: Path) -> None:
    bench = make(tmp_path)
    bench.give_up("  nothing to say  ")
    assert (bench.outcome, bench.reason) == ("gave-up", "nothing to say")
    with pytest.raises(UsageError, match="has ended"):
        bench.submit(draft())
    with pytest.raises(UsageError, match="say why"):
        make(tmp_path).filtered(" ")


def test_raw_improvements_all_or_nothing(tmp_path: Path) -> None:
    bench = make(tmp_path, stage="improvement-raw")
    bench.read_in_full(HERON)
    good = RawDraft(insight=draft(**IMPROVEMENT), modality="sensor", solution_stage="training")
    bad = RawDraft(
        insight=draft(item(action="Train with focal loss of 0.1."), **IMPROVEMENT),
        modality="sensor",
        solution_stage="training",
    )
    assert [r.accepted for r in bench.submit_raw([good, bad])] == [True, False]
    assert bench.outcome is None
    assert [r.accepted for r in bench.submit_raw([good, good])] == [True, False], "the same evidence twice"
    assert bench.submit_raw([good])[0].accepted
    assert bench.raw[0].modality == "sensor" and bench.outcome == "submitted"


def test_each_stage_has_its_own_way_to_submit(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="use submit_raw"):
        make(tmp_path, stage="improvement-raw").submit(draft())
    with pytest.raises(UsageError, match="use submit"):
        make(tmp_path).submit_raw([])


def test_data_profiles(tmp_path: Path) -> None:
    file = tmp_path / "data/competitions/pump-alarms-2024/dataset.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"files": [{"name": "train.csv", "rows": 312}]}), encoding="utf-8")
    bench = make(tmp_path)
    assert bench.inspect_dataset("train.csv") == [{"name": "train.csv", "rows": 312, "competition": "pump-alarms-2024"}]
    with pytest.raises(UsageError, match=r"there are: train\.csv"):
        bench.inspect_dataset("test.csv")
    assert VALVES.slug


def test_a_split_without_its_blacklist_stops_everything(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/split.json").write_text("{}", encoding="utf-8")
    with pytest.raises(LeakBlocked):
        make(tmp_path)
