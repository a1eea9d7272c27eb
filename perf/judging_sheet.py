"""Draw items for judging by fresh eyes: a sheet with each item and its quotes, and nothing of where it comes from.

    python perf/judging_sheet.py WORKSPACE --seed 3 --items 30 --out sheet.md --key key.json [--also FILE.json …]

`--also` mixes in items of hand-made insights (JSON records with `items` and `evidence`), ten of all by default. The key
maps the numbers of the sheet to item ids; keep it from the judge.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path
from typing import Any

FIELDS = ("limitations", "cost", "check", "outcome")


def insights_of(path: Path) -> list[dict[str, Any]]:
    """Every insight in a record or a hand-made file."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if isinstance(data, list):
        return data
    if "stage" not in data:
        return [data]
    return [data["insight"]] if data["insight"] else [raw["insight"] for raw in data["raw"]]


def cards(paths: list[Path], origin: str) -> list[dict[str, Any]]:
    """One card per item: what the judge sees, and where it is from."""
    drawn = []
    for path in sorted(paths):
        for insight in insights_of(path):
            quotes = {e["id"]: e for e in insight["evidence"]}
            for item in insight["items"]:
                extra = {f: insight[f] for f in FIELDS if insight.get(f)} if insight["kind"] == "improvement" else {}
                drawn.append({"origin": origin, "file": path.name, "item": item, "extra": extra,
                              "quotes": [quotes[e] for e in item["evidence"]]})  # fmt: skip
    return drawn


def page(number: int, card: dict[str, Any]) -> str:
    """A card as Markdown."""
    item = card["item"]
    told = {"When": item["trigger"], "Do": item["action"], "Why": item["rationale"]}
    lines = [f"## Item {number}", "", *(f"- **{word}:** {text}" for word, text in told.items())]
    lines += [f"- **{name.capitalize()}:** {text}" for name, text in card["extra"].items()]
    lines += ["", "Quotes:", ""]
    lines += [f"> ({q['role']}) " + " ".join(q["quote"].split()) + "\n" for q in card["quotes"]]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workspace", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--items", type=int, default=30)
    parser.add_argument("--mixed", type=int, default=10)
    parser.add_argument("--stages", nargs="*", default=["competition", "domain", "improvement"])
    parser.add_argument("--only", default="*", help="glob on record names, such as birdclef-2026*")
    parser.add_argument("--also", nargs="*", type=Path, default=[])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--key", type=Path, required=True)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    paths = [p for s in given.stages for p in (given.workspace / "data" / "assembly" / s).glob(f"{given.only}.json")]
    own, hand = cards(paths, "drawn"), cards(given.also, "hand-made")
    drawn = chance.sample(own, min(given.items, len(own))) + chance.sample(hand, min(given.mixed, len(hand)))
    chance.shuffle(drawn)
    given.out.write_text("\n".join(page(i, card) for i, card in enumerate(drawn, 1)), encoding="utf-8")
    key = {i: {"origin": c["origin"], "file": c["file"], "id": c["item"]["id"]} for i, c in enumerate(drawn, 1)}
    given.key.write_text(json.dumps(key, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
