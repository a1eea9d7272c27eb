"""What a folder of documents is about, in the documents' own words."""

from __future__ import annotations

from insightforge.bundles.subjects import Document, subjects, with_subjects

MACHINES = "valve pump boiler turbine crane lift truck ship robot drill press oven"
SEARCH = Document(
    "ranker.md",
    "Why the product search got worse after the spring relaunch",
    "Jane Miller and Tom Berg wrote this down. Our product search ranks two million products. We trained a ranker on "
    "clicks from the old search page, and Jane Miller found that the clicks prefer the first product.\n",
)
CHECK = Document(
    "notes.txt",
    None,
    "Embedding refresh broke the duplicate check\n\nWhen the two drifted apart, the duplicate check let duplicates "
    "through. The duplicate check runs every night.\n",
)
DOOR = Document(
    "2024-03-12.md",
    "Summary",
    "At midnight the door counter is set to zero. We difference the door counter now. Nobody trusts the door counter "
    "any more.\n",
)


def test_the_titles_name_the_subjects_as_far_as_the_texts_speak_of_them() -> None:
    assert subjects([SEARCH, CHECK]) == ("duplicate check", "product search")


def test_without_a_telling_title_it_is_what_is_spoken_of_most() -> None:
    assert subjects([DOOR]) == ("door counter",)


def test_names_of_people_never_count() -> None:
    named = Document(
        "a.md", "Post-mortem by Jane Miller: the invoice reader", SEARCH.text + "An invoice is an invoice."
    )
    assert not any("jane" in phrase or "miller" in phrase for phrase in subjects([SEARCH, named]))


def test_a_document_that_tells_nothing_gives_nothing() -> None:
    assert subjects([Document("a.md", None, "We tried it. It failed.\n")]) == ()
    assert subjects([]) == ()


def test_many_documents_give_few_words_whatever_their_order() -> None:
    many = [
        Document(f"{n}.md", f"The {word} counter", f"The {word} is slow. Every {word} has {word}s. A {word}.\n")
        for n, word in enumerate(MACHINES.split())
    ]
    found = subjects(many)
    assert 4 <= len(found) <= 8 and sum(map(len, found)) <= 150
    assert set(subjects(many[::-1])) == set(found)


def test_the_subjects_come_first_in_a_description_and_only_once() -> None:
    plain = "Use for tabular regression. Covers log targets."
    assert with_subjects(plain, ("demand forecast", "churn")) == (
        "Use for work on demand forecast and churn, and for tabular regression. Covers log targets."
    )
    assert (
        with_subjects("When churn models fail.", ("churn", "pumps")) == "Use for work on pumps. When churn models fail."
    )
    assert with_subjects(plain, ()) == with_subjects(plain, ("log targets",)) == plain
