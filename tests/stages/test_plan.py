"""Which tasks there are, and which are to run: worked out by hand on worlds of two or three competitions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from insightforge.drivers import DriverIdentity
from insightforge.records import Domain
from insightforge.stages.plan import plan_stage, redo
from insightforge.stages.world import Cluster
from tests.stages.builders import competition, done, full, source, world

AUDIO = Domain(id="audio", label="Audio", competitions=("a", "b", "c"), terms=("bird",))


def statuses(plan: object) -> dict[str, str]:
    return {t.task.key: t.status for t in plan.tasks}  # type: ignore[attr-defined]


# ---- competition -----------------------------------------------------------------------------------------------------


def test_description_and_every_writeup_are_required_and_notebooks_are_not() -> None:
    two = competition(
        "a",
        source("a", "data-description.md", "data-description"),
        source("a", "description.md", "description"),
        source("a", "notebooks/n.ipynb", "notebook"),
        source("a", "post-mortem.docx", "document"),
        source("a", "writeups/b.md"),
    )
    (task,) = (t.task for t in plan_stage("competition", world(two)).tasks)
    assert [p.rpartition("/")[2] for p in task.required] == [
        "data-description.md",
        "description.md",
        "post-mortem.docx",
        "b.md",
    ]
    assert not task.code_only


def test_only_notebooks_make_a_flagged_task_that_requires_them() -> None:
    code = competition("a", source("a", "description.md", "description"), source("a", "n.ipynb", "notebook"))
    (task,) = (t.task for t in plan_stage("competition", world(code)).tasks)
    assert task.code_only
    assert [p.rpartition("/")[2] for p in task.required] == ["description.md", "n.ipynb"]


def test_what_has_nothing_to_read_is_listed_with_the_reason() -> None:
    bare = competition("bare", source("bare", "description.md", "description"))
    foreign = competition("foreign", source("foreign", "w.md", unread="language ja", language="ja"))
    broken = competition("broken", source("broken", "w.pdf").model_copy(update={"text": None, "problem": "not a PDF"}))
    plan = plan_stage("competition", world(bare, foreign, broken))
    assert plan.tasks == ()
    assert dict(plan.listed) == {
        "bare": "neither write-up nor notebook",
        "foreign": "1 write-up(s) or notebook(s), none readable: language ja",
        "broken": "1 write-up(s) or notebook(s), none readable: not a PDF",
    }


def test_up_to_date_after_a_run_and_changed_with_its_own_writeup_only() -> None:
    before = world(full("a"), full("b"))
    records = done(before, "competition")
    assert statuses(plan_stage("competition", world(full("a"), full("b"), records=records))) == {
        "a": "up-to-date",
        "b": "up-to-date",
    }
    plan = plan_stage("competition", world(full("a", "other"), full("b"), records=records))
    assert statuses(plan) == {"a": "changed", "b": "up-to-date"}
    assert plan.tasks[0].reason == "inputs changed: a.md"


def test_a_changed_rank_is_a_change_but_another_reader_version_with_the_same_text_is_none() -> None:
    ranked = competition("a", source("a", "w.md", rank=1))
    records = done(world(ranked), "competition")
    other_rank = competition("a", source("a", "w.md", rank=2))
    (task,) = plan_stage("competition", world(other_rank, records=records)).tasks
    assert (task.status, task.reason) == ("changed", "settings or competition facts changed")
    same_text = competition("a", source("a", "w.md", rank=1, reader="text/2"))
    assert statuses(plan_stage("competition", world(same_text, records=records))) == {"a": "up-to-date"}


@pytest.mark.parametrize(
    "identity",
    [DriverIdentity("toy", "2"), DriverIdentity("toy", "1", "m"), DriverIdentity("toy", "1", None, {"p": "2"})],
)
def test_another_version_model_or_prompt_makes_everything_due(identity: DriverIdentity) -> None:
    records = done(world(full("a")), "competition")
    (task,) = plan_stage("competition", replace(world(full("a"), records=records), identity=identity)).tasks
    assert task.status == "changed"
    assert task.reason.startswith("driver changed")


def test_give_ups_are_not_tried_again_but_redo_runs_all() -> None:
    records = done(world(full("a")), "competition", {"a": "gave-up"})
    plan = plan_stage("competition", world(full("a"), records=records))
    assert statuses(plan) == {"a": "up-to-date"}
    assert statuses(redo(plan)) == {"a": "redo"}


def test_a_record_without_a_task_is_retired() -> None:
    records = done(world(full("a"), full("b")), "competition")
    plan = plan_stage("competition", world(full("a"), records=records))
    assert [s.record.key for s in plan.retired] == ["b"]


# ---- domain ----------------------------------------------------------------------------------------------------------


def test_a_domain_waits_for_its_competitions_and_is_never_made_from_a_part() -> None:
    everything = (full("a"), full("b"), full("c"))
    records = done(world(*everything), "competition")
    (task,) = plan_stage("domain", world(*everything, domains=(AUDIO,), records=records[:2])).tasks
    assert (task.status, task.reason) == ("blocked", "waits for 1 of 3 competitions: c")
    (task,) = plan_stage("domain", world(*everything, domains=(AUDIO,), records=records)).tasks
    assert task.status == "new"
    assert task.task.label == "Audio"
    assert task.task.required[3:] == tuple(f"data/assembly/competition/{s}.toy.json" for s in "abc")


def test_a_domain_takes_what_submitted_and_needs_two_of_them() -> None:
    everything = (full("a"), full("b"), full("c"))
    one_gave_up = done(world(*everything), "competition", {"c": "gave-up"})
    (task,) = plan_stage("domain", world(*everything, domains=(AUDIO,), records=one_gave_up)).tasks
    assert [c.slug for c in task.task.competitions] == ["a", "b"]
    two_gave_up = done(world(*everything), "competition", {"b": "gave-up", "c": "gave-up"})
    plan = plan_stage("domain", world(*everything, domains=(AUDIO,), records=two_gave_up))
    assert plan.tasks == ()
    assert plan.listed == (("audio", "1 competition(s) with an insight; a domain insight needs 2"),)


def test_members_without_anything_to_read_do_not_hold_a_domain_up() -> None:
    everything = (full("a"), full("b"), competition("c"))
    records = done(world(*everything), "competition")
    assert statuses(plan_stage("domain", world(*everything, domains=(AUDIO,), records=records))) == {"audio": "new"}


def test_a_new_member_or_a_changed_record_makes_the_domain_due() -> None:
    everything = (full("a"), full("b"), full("c"))
    two = AUDIO.model_copy(update={"competitions": ("a", "b")})
    first = done(world(*everything), "competition")
    domain = done(world(*everything, domains=(two,), records=first), "domain")
    assert statuses(plan_stage("domain", world(*everything, domains=(two,), records=first + domain))) == {
        "audio": "up-to-date"
    }
    (task,) = plan_stage("domain", world(*everything, domains=(AUDIO,), records=first + domain)).tasks
    assert task.status == "changed"
    rewritten = (replace(first[0], sha256="0" * 64), *first[1:])
    (task,) = plan_stage("domain", world(*everything, domains=(two,), records=rewritten + domain)).tasks
    assert (task.status, task.reason) == ("changed", "inputs changed: a.toy.json")


# ---- improvements ----------------------------------------------------------------------------------------------------


def two_writeups(first: str = "one", second: str = "two") -> object:
    return competition(
        "a",
        source("a", "description.md", "description"),
        source("a", "writeups/x.md", text=first),
        source("a", "writeups/y.md", text=second),
    )


def test_one_raw_task_per_writeup_and_a_change_touches_its_own_only() -> None:
    records = done(world(two_writeups()), "improvement-raw")  # type: ignore[arg-type]
    plan = plan_stage("improvement-raw", world(two_writeups(second="new"), records=records))  # type: ignore[arg-type]
    assert statuses(plan) == {"a--x": "up-to-date", "a--y": "changed"}
    assert plan.tasks[0].task.required == ("data/competitions/a/writeups/x.md",)


def clustered(*competitions: object, records: object, **groups: tuple[str, ...]) -> object:
    clusters = tuple(Cluster(i, i, (), members) for i, members in groups.items())
    return replace(world(*competitions, records=records), clusters=clusters)  # type: ignore[arg-type]


def test_clusters_take_their_members_and_only_touched_ones_run_again() -> None:
    raws = done(world(full("a"), full("b"), full("c")), "improvement-raw")
    ids = {s.record.key[0]: s.record.raw[0].item.id for s in raws}
    groups = {"imp-1": (ids["a"], ids["b"]), "residual": (ids["c"],)}
    here = clustered(full("a"), full("b"), full("c"), records=raws, **groups)
    plan = plan_stage("improvement", here)  # type: ignore[arg-type]
    assert statuses(plan) == {"imp-1": "new", "residual": "new"}
    assert plan.tasks[0].task.required == tuple(f"data/assembly/improvement-raw/{k}--a.toy.json" for k in "ab")
    assert [s.path for c in plan.tasks[0].task.competitions for s in c.sources] == [
        "data/competitions/a/writeups/a.md",
        "data/competitions/b/writeups/a.md",
    ]
    records = raws + done(here, "improvement")  # type: ignore[arg-type]
    changed = (full("a"), full("b"), full("c", "new"))
    again = done(world(*changed), "improvement-raw")
    after = clustered(*changed, records=again + records[3:], **groups)
    assert statuses(plan_stage("improvement", after)) == {"imp-1": "up-to-date", "residual": "changed"}  # type: ignore[arg-type]


def test_clusters_wait_for_every_writeup() -> None:
    raws = done(world(full("a"), full("b")), "improvement-raw")
    groups = {"imp-1": tuple(s.record.raw[0].item.id for s in raws)}
    here = clustered(full("a"), full("b"), full("c"), records=raws, **groups)
    (task,) = plan_stage("improvement", here).tasks  # type: ignore[arg-type]
    assert (task.status, task.reason) == ("blocked", "waits for 1 write-ups: c--a")


def test_an_emptied_cluster_is_listed_and_its_record_retired() -> None:
    raws = done(world(full("a")), "improvement-raw")
    groups = {"imp-1": (raws[0].record.raw[0].item.id,)}
    made = done(clustered(full("a"), records=raws, **groups), "improvement")  # type: ignore[arg-type]
    filtered = done(world(full("a")), "improvement-raw", {"a--a": "filtered"})
    plan = plan_stage("improvement", clustered(full("a"), records=filtered + made, **groups))  # type: ignore[arg-type]
    assert plan.listed == (("imp-1", "no raw improvement is left in it"),)
    assert [s.record.key for s in plan.retired] == ["imp-1"]
