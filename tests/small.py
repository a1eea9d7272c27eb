"""A workspace with a dozen small invented competitions in two domains, fit for `tests.toy`."""

from __future__ import annotations

from pathlib import Path

#: (trigger, action, outcome): each competition tells three of them, neighbours share some.
LESSONS = (
    ("the loss jumps in the first epoch", "warm up the learning rate", "It raised private from 0.812 to 0.845."),
    ("labels of one class are rare", "sample that class more often", "It raised private from 0.701 to 0.733."),
    ("recordings differ in length", "crop every recording to the same length", "It improved public by 0.012."),
    ("folds share the same patients", "split the folds by patient", "It brought the gap down from 0.050 to 0.004."),
    ("images carry a date stamp", "mask the stamp before training", "It improved local by 0.020."),
    ("predictions of two models differ", "average their ranks", "It raised private from 0.880 to 0.884."),
)
SLUGS = tuple(f"{word}-{number}" for number in (1, 2) for word in ("amber", "birch", "cedar", "dune", "elm", "fjord"))


def writeup(place: int, rank: int) -> str:
    """The text of a competition's write-up: three lessons, in an order of their own."""
    told = [LESSONS[(place + shift) % len(LESSONS)] for shift in (0, 1, 3)]
    body = "\n\n".join(f"When {trigger}, {action}. {outcome}" for trigger, action, outcome in told)
    head = f"---\nteam: Team {place}\nrank: {rank}\n---\n# What worked for us"
    return f"{head}\n\nWe read the data for a week first.\n\n{body}\n"


def make_workspace(folder: Path, slugs: tuple[str, ...] = SLUGS) -> Path:
    """Write the workspace; `amber-2` has two write-ups, `fjord-2` has none and no notebook."""
    half = len(slugs) // 2
    domains = "".join(
        f'[domains.{name}]\nlabel = "{name.title()}"\ncompetitions = {list(part)}\n'.replace("'", '"')
        for name, part in (("first", slugs[:half]), ("second", slugs[half:]))
    )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "insightforge.toml").write_text(f'name = "small"\n{domains}', encoding="utf-8")
    for place, slug in enumerate(slugs):
        home = folder / "data" / "competitions" / slug
        (home / "writeups").mkdir(parents=True)
        description = f"# {slug.title()}\n\nPredict the target of every row. Submissions are scored by accuracy.\n"
        (home / "description.md").write_text(description, encoding="utf-8")
        if slug != "fjord-2":
            (home / "writeups" / "one.md").write_text(writeup(place, 1), encoding="utf-8")
        if slug == "amber-2":
            (home / "writeups" / "two.md").write_text(writeup(place + 2, 2), encoding="utf-8")
    return folder
