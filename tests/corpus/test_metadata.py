"""Front matter, single values, slugs, competition.json, foreign metadata, and who speaks in a write-up."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insightforge.corpus import canonical_slug
from insightforge.corpus.competition_file import SourceEntry, parse_competition
from insightforge.corpus.firstparty import third_party_by_metadata, third_party_by_text
from insightforge.corpus.foreign import convert
from insightforge.corpus.matter import first_heading, split_front_matter
from insightforge.corpus.slugs import title_from_name
from insightforge.corpus.values import date_of, licence_of, rank_in_name, rank_of

# ---- front matter ----------------------------------------------------------------------------------------------------


def test_front_matter_gives_its_known_fields_as_written() -> None:
    text = "---\nteam: The Owls\nrank: 03\ndate: 2024-05-01\nlicence: 'MIT'\ntags: [a, b]\nurl: null\n---\n# Title\n"
    matter = split_front_matter(text)
    assert matter.fields == {"team": "The Owls", "rank": "03", "posted": "2024-05-01", "license": "MIT"}
    assert text[matter.body :] == "# Title\n"
    assert matter.note is None


def test_broken_front_matter_costs_only_itself() -> None:
    matter = split_front_matter("---\ntitle: 1st place: our way\nrank: 1\n  bad: [\n---\nText.\n")
    assert matter.fields == {"title": "1st place: our way", "rank": "1"}
    assert matter.note is not None and "not valid YAML" in matter.note


@pytest.mark.parametrize(
    "text",
    ["", "---\n", "---\nnever closed\n", "---\nA sentence.\n---\nText\n", "Text\n---\nteam: x\n---\n", "---\n---\nx"],
)
def test_a_rule_is_no_front_matter(text: str) -> None:
    assert (split_front_matter(text).fields, split_front_matter(text).body) == ({}, 0)


@given(st.text(alphabet="-\n:ab{}[]&*!'\"|> ", max_size=60))
def test_no_front_matter_raises(block: str) -> None:
    assert split_front_matter(f"---\n{block}\n---\nText").body >= 0


def test_the_first_heading_is_the_title() -> None:
    assert first_heading("```\n# %% [code 1]\n```\ntext\n\n## **Our** [way](http://x) #\n") == "Our way"
    assert first_heading("no heading\n#hashtag\n") is None


# ---- values ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "rank"),
    [(3, 3), ("03", 3), ("3rd", 3), ("1st (private)", 1), ("#12", 12), (2.0, 2), ("0", None), (0, None), ("na", None),
     (None, None), (True, None), (-1, None), ("2.5", None), ("top 3", None), ([1], None)],
)  # fmt: skip
def test_ranks(value: object, rank: int | None) -> None:
    assert rank_of(value) == rank


@pytest.mark.parametrize(
    ("name", "rank"),
    [("rank-03__owls__README.md", 3), ("rank-na__owls__x.md", None), ("Rank_7 solution.md", 7), ("2nd-place.md", 2),
     ("owls-11th-place-solution.md", 11), ("rank-02__1st-place.md", 2), ("prank-3.md", None), ("notes-2024.md", None)],
)  # fmt: skip
def test_ranks_in_file_names(name: str, rank: int | None) -> None:
    assert rank_in_name(name) == rank


@pytest.mark.parametrize(
    ("value", "date"),
    [("11/19/2020 21:12:46", "2020-11-19"), ("2024-5-1", "2024-05-01"), ("2024-05-01T10:00:00Z", "2024-05-01"),
     ("1 May 2024", "2024-05-01"), ("May 1, 2024", "2024-05-01"), ("2026", "2026"), ("2026-07", "2026-07"),
     ("2024-13-45", None), ("soon", None), ("", None), (None, None), (20240501, None)],
)  # fmt: skip
def test_dates(value: object, date: str | None) -> None:
    assert date_of(value) == date


@pytest.mark.parametrize(
    ("value", "licence"),
    [("MIT", "MIT"), ("none stated in repo root", None), ("unknown", None), ("", None), (None, None), ("-", None),
     ("Apache-2.0", "Apache-2.0"), ("GPL", "GPL"), ("see LICENSE", "see LICENSE")],
)  # fmt: skip
def test_licences(value: object, licence: str | None) -> None:
    assert licence_of(value) == licence


# ---- slugs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Our Post Mortems", "our-post-mortems"), ("../../etc/passwd", "passwd"), ("..", None), ("a/../..", None),
     ("Été 2024", "ete-2024"), ("事後検証", None), ("c/..%2f", "2f"), ("x" * 300, "x" * 100)],
)  # fmt: skip
def test_slugs_of_other_names(name: str, slug: str | None) -> None:
    found = canonical_slug(name)
    assert found == slug if slug else found.startswith("project-")


@given(st.text(max_size=80))
def test_a_slug_is_safe_and_stable(name: str) -> None:
    slug = canonical_slug(name)
    assert slug and len(slug) <= 100 and set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert canonical_slug(slug) == slug


def test_titles_from_names() -> None:
    assert title_from_name("churn-model_2024") == "Churn model 2024"
    assert title_from_name("Team post-mortems") == "Team post-mortems"


# ---- competition.json ------------------------------------------------------------------------------------------------


def test_wrong_values_cost_themselves() -> None:
    data = {
        "schema": "competition/1", "slug": "x", "title": 7, "deadline": "soon", "metrics": "auc",
        "sources": [{"file": "writeups/a.md", "rank": "2nd", "kind": "essay", "license": "unknown"}, {"rank": 1}, 5],
    }  # fmt: skip
    content, notes = parse_competition(data)
    assert (content.slug, content.title, content.deadline) == ("x", None, None)
    assert content.sources == (SourceEntry(file="writeups/a.md", rank=2),)
    assert notes == (
        "title 7 is not understood; taken as missing",
        "deadline 'soon' is not understood; taken as missing",
        "unknown key 'metrics' passed over",
        "sources[1]: kind 'essay' is not understood; taken as missing",
        "sources[2]: names no file; passed over",
        "sources[3]: names no file; passed over",
    )
    assert parse_competition([1])[1] == ("holds a list, not an object; passed over",)


def test_a_written_file_reads_back() -> None:
    content, _ = parse_competition({"slug": "x", "sources": [{"file": "a.md", "first_party": False, "team": "Owls"}]})
    assert parse_competition(content.to_data()) == (content, ())


def test_foreign_metadata_is_converted() -> None:
    row: dict[str, Any] = {
        "file": "writeups/rank-02__owls__README.md", "repo_or_url": "https://github.com/owls/sol", "commit": "ab12",
        "path": "docs/My file.md", "license": "none stated in repo root", "rank": 2,
        "kind": "writeup:third-party-summary",
    }  # fmt: skip
    converted = convert(
        {
            "slug": "Night-Birds", "title": "Night Birds", "enabled_date": "11/19/2020 21:12:46",
            "deadline_date": None, "faridrashidi": {"year": "2021"}, "metric": "AUC",
            "sources": [row, {"file": "leaderboard_private.csv", "kind": "leaderboard (rank,score)"}, {"kind": "x"}, 3],
        }
    )  # fmt: skip
    assert converted.metadata.launched == "2020-11-19"
    assert converted.metadata.deadline == "2021"
    assert converted.metadata.sources == (
        SourceEntry(
            file="writeups/rank-02__owls__README.md",
            kind="writeup",
            rank=2,
            url="https://github.com/owls/sol/blob/ab12/docs/My%20file.md",
            provenance="https://github.com/owls/sol@ab12:docs/My file.md (writeup:third-party-summary)",
            first_party=False,
        ),
    )
    assert converted.left_out == {"leaderboard_private.csv": "is no document (leaderboard (rank,score))"}


# ---- who speaks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "third-party-digest-ja.md",
        "top-solutions-overview.md",
        "chatgpt_summary.md",
        "summary-of-the-winners.md",
        "retelling.md",
    ],
)
def test_names_of_digests(name: str) -> None:
    assert third_party_by_metadata(None, name)


@pytest.mark.parametrize(
    "name",
    [
        "rank-01__owls__model-summary.md",
        "1st-place-solution.md",
        "winning-model-documentation.md",
        "digestive-tract.md",
    ],
)
def test_names_of_first_hand_accounts(name: str) -> None:
    assert third_party_by_metadata("writeup:kaggle-writeup", name) is None


@pytest.mark.parametrize(
    "text",
    [
        "# Overview of the top 10 solutions\n\nHere is what worked.",
        "This post is a summary of the winning solutions.",
        "A third-party summary, for my own notes.",
        "I did not take part in this competition, but read all posts.",
        "This summary was generated by ChatGPT.\n\nThe model is a CNN.",
        "Summarized by Claude\n\n- CNN\n- folds",
        "As an AI language model I cannot access the notebook.",
        "Sure! Here is a short account of the solution.",
        "Here's a concise summary of the 1st place solution:\n- CNN",
        "Based on the provided write-up, the approach has three parts.",
        "The approach has parts.\n\nLet me know if you'd like more detail on any of them!",
        "The winners used a CNN. The winning team trained it on folds. The authors found that mixup helps.",
    ],
)
def test_wordings_of_digests_and_retellings(text: str) -> None:
    assert third_party_by_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "# 3rd place solution\n\nThis write-up gives a summary of our 3rd place solution.",
        "# Summary\n\nWe trained a CNN. Thanks to the winners, who used better folds than ours; we learned a lot.",
        "We generated pseudo labels with an LLM and wrote prompts for ChatGPT.",
        "Training data was generated by GPT-4; the code was summarized with Claude.",
        "Let me know if you would like to team up next time. We used mixup.\n\nMore below.",
        "This repository contains the code of the 1st place solution. Run train.sh first.",
        "We compared our folds to the winning solution of last year. The winners used mixup. The winners trained on. "
        "The winning team built two stages. Our own model is smaller, and we kept it so.",
    ],
)
def test_wordings_of_first_hand_accounts(text: str) -> None:
    assert third_party_by_text(text) is None
