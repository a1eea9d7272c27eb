"""Time of the gate on a large insight: 40 items, 150 quotes, 17 sources of 20 kB; a third of the quotes must fold.

python perf/gate.py
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from insightforge.records import Competition, Source
from insightforge.techniques import mentions
from insightforge.workbench.drafts import EvidenceDraft, InsightDraft, ItemDraft
from insightforge.workbench.gate import GateContext, check
from insightforge.workbench.sources import PlainText

WORDS = (
    "label smoothing mixup score private public fold window station sensor improved helped training model batch".split()  # noqa: SIM905
)
LIMIT = 0.5


@dataclass(frozen=True)
class _Texts:
    texts: dict[str, PlainText]

    def text(self, path: str) -> PlainText:
        return self.texts[path]


def _sentence(rng: random.Random, number: int) -> str:
    return (
        f"In run {number} the **{rng.choice(WORDS)}** "
        + " ".join(rng.choice(WORDS) for _ in range(12))
        + f" gave 0.{number:04d}."
    )


def main() -> None:
    """Build the insight, put it through the gate twice, print the times."""
    rng = random.Random(1)
    said = {
        f"data/competitions/big/writeups/{i:02d}.md": [_sentence(rng, 150 * i + n) for n in range(150)]
        for i in range(17)
    }
    texts = _Texts({path: PlainText.of("\n\n".join(lines)) for path, lines in said.items()})
    sources = tuple(Source(path=p, kind="writeup", text=p, sha256="0" * 64, team=f"team {p[-5:-3]}") for p in said)
    big = Competition(slug="big", title="Big One", deadline="2024-01-01", sources=sources)
    items = []
    for n in range(40):
        picked = [(path, rng.choice(said[path])) for path in rng.sample(sorted(said), 4 if n < 30 else 3)]
        quotes = [
            EvidenceDraft(source=p, quote=q if rng.random() < 0.67 else q.replace("*", ""), role="outcome")
            for p, q in picked
        ]
        number = picked[0][1].rsplit(" ", 1)[1].rstrip(".")
        words = " ".join(rng.sample(WORDS, 6))
        items.append(
            ItemDraft(
                aspect="training",
                trigger=f"Case {words} is at hand.",
                action=f"Set {words} first.",
                rationale=f"It gave {number}.",
                cost="low",
                evidence=tuple(quotes),
            )
        )
    draft = InsightDraft(
        kind="competition", name="big-one", description="Use when large.", competitions=("big",), items=tuple(items)
    )
    context = GateContext((big,), texts, "competition")
    began = time.perf_counter()
    mentions("once per process")
    print(f"lexicon compiled in {time.perf_counter() - began:.2f} s")
    for run in ("first", "second"):
        began = time.perf_counter()
        result = check(draft, context)
        took = time.perf_counter() - began
        size = f"{len(items)} items, {sum(len(i.evidence) for i in items)} quotes"
        print(f"{run} run, {size}: {took:.2f} s ({took / LIMIT:.2f} of the limit), {len(result.faults)} faults")


if __name__ == "__main__":
    main()
