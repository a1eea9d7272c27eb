"""Rebuilds what the sample competitions commit: data profile, experiments log, executed notebooks.

    python data/lab/rebuild.py                           everything, for every sample competition
    python data/lab/rebuild.py SLUG… --only experiments  one part (data, experiments, notebooks)
    python data/lab/rebuild.py SLUG… --check             run again and compare with the committed scores (tolerance 0.002)

What readers get of a competition is in `data/competitions/<slug>`; how it was made is here, in `data/lab/<slug>`, where nothing that reads
competitions looks. There are two modules. `generator.py` has `SEED`, `generate(seed) -> dict[str, DataFrame]` (tables
`train`, `test`, `sample_submission`, and the hidden `solution` with a `Usage` column) and `score(truth, predictions)`.
`experiments.py` has `trials(tables)`, which yields `(id, what, validation score, test predictions)`, and `facts(tables)`,
numbers about the data that write-ups quote. Needs nbclient and ipykernel for the notebooks.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

# One thread: sums are taken in one order, so scores come out the same on every run.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import pandas as pd

LAB = Path(__file__).resolve().parent
COMPETITIONS = LAB.parent / "competitions"
PUBLIC_TABLES = ("train", "test", "sample_submission")
DIGITS = 4


def load(slug: str, name: str) -> ModuleType:
    """Import `data/lab/<slug>/<name>.py` under a name of its own."""
    path = LAB / slug / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"sample_{slug}_{name}".replace("-", "_"), path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


# ---- data ------------------------------------------------------------------------------------------------------------


def csv_bytes(table: pd.DataFrame) -> bytes:
    """The table as the CSV that competitors get."""
    buffer = io.StringIO()
    table.to_csv(buffer, index=False, lineterminator="\n")
    return buffer.getvalue().encode("utf-8")


def read_back(tables: dict[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """The tables as a competitor sees them, after a round trip through CSV."""
    return {name: pd.read_csv(io.BytesIO(csv_bytes(table))) for name, table in tables.items()}


def profile(tables: dict[str, pd.DataFrame]) -> dict[str, Any]:
    """Name, bytes, rows, and per column dtype and missing share of each public file."""
    files = []
    for name in PUBLIC_TABLES:
        data = csv_bytes(tables[name])
        table = pd.read_csv(io.BytesIO(data))
        columns = [
            {"name": str(c), "dtype": str(table[c].dtype), "missing": round(float(table[c].isna().mean()), DIGITS)}
            for c in table.columns
        ]
        files.append({"name": f"{name}.csv", "bytes": len(data), "rows": len(table), "columns": columns})
    return {"files": files}


def write_tables(tables: dict[str, pd.DataFrame], folder: Path) -> None:
    """Write the public tables below `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PUBLIC_TABLES:
        (folder / f"{name}.csv").write_bytes(csv_bytes(tables[name]))


# ---- scores ----------------------------------------------------------------------------------------------------------


def boards(generator: ModuleType, solution: pd.DataFrame, predictions: np.ndarray) -> dict[str, float]:
    """Public and private score of predictions in the order of the solution's rows."""
    result = {}
    for board in ("public", "private"):
        rows = (solution["Usage"] == board.capitalize()).to_numpy()
        score = generator.score(solution[rows].reset_index(drop=True), np.asarray(predictions, dtype=float)[rows])
        result[board] = round(float(score), DIGITS)
    return result


def row(experiment: str, what: str, validation: float | None, scores: dict[str, float]) -> dict[str, Any]:
    """One line of runs.jsonl."""
    shown = None if validation is None else round(float(validation), DIGITS)
    return {"experiment": experiment, "what": what, "validation": shown, **scores}


def run_experiments(slug: str, generator: ModuleType, tables: dict[str, pd.DataFrame]) -> list[dict[str, Any]]:
    """All trials of the competition's experiments.py, graded."""
    seen = read_back({name: tables[name] for name in PUBLIC_TABLES})
    rows = []
    for experiment, what, validation, predictions in load(slug, "experiments").trials(seen):
        rows.append(row(experiment, what, validation, boards(generator, tables["solution"], predictions)))
        print(json.dumps(rows[-1]), flush=True)
    return rows


# ---- notebooks -------------------------------------------------------------------------------------------------------


def run_notebook(path: Path, generator: ModuleType, tables: dict[str, pd.DataFrame]) -> dict[str, Any]:
    """Execute a notebook for real, store its outputs, grade its submission.csv.

    The notebook reads `../input/*.csv` and prints its validation score as `validation: <number>`.
    """
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as scratch:
        write_tables(tables, Path(scratch) / "input")
        work = Path(scratch) / "notebooks"
        work.mkdir()
        client = nbclient.NotebookClient(
            notebook, timeout=300, record_timing=False, coalesce_streams=True, resources={"metadata": {"path": work}}
        )
        client.execute()
        submission = pd.read_csv(work / "submission.csv")
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    path.write_text(nbformat.writes(notebook).rstrip("\n") + "\n", encoding="utf-8")
    printed = "\n".join(o.get("text", "") for c in notebook.cells for o in c.get("outputs", []))
    found = re.findall(r"validation: ([0-9.]+)", printed)
    order = submission.set_index("id").loc[tables["solution"]["id"]]
    title = notebook.cells[0].source.splitlines()[0].lstrip("# ")
    scores = boards(generator, tables["solution"], order.iloc[:, 0].to_numpy())
    return row(f"notebook-{path.stem}", title, float(found[-1]) if found else None, scores)


# ---- commands --------------------------------------------------------------------------------------------------------


def write_jsonl(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), encoding="utf-8")


def write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def committed_rows(slug: str) -> list[dict[str, Any]]:
    """runs.jsonl as it stands; empty where there is none."""
    path = LAB / slug / "runs.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def rebuild(slug: str, part: str | None) -> None:
    """Rewrite dataset.json, runs.jsonl, facts.json and the notebooks of one competition (or one part of them)."""
    generator, shown = load(slug, "generator"), COMPETITIONS / slug
    tables = generator.generate(generator.SEED)
    rows = committed_rows(slug)
    if part in (None, "data"):
        write_json(shown / "dataset.json", profile(tables))
        write_tables(tables, LAB / slug / "input")
    if part in (None, "experiments"):
        kept = [r for r in rows if r["experiment"].startswith("notebook-")]
        rows = run_experiments(slug, generator, tables) + kept
        facts = load(slug, "experiments").facts(read_back({name: tables[name] for name in PUBLIC_TABLES}))
        write_json(LAB / slug / "facts.json", {k: round(float(v), DIGITS) for k, v in facts.items()})
    if part in (None, "notebooks"):
        rows = [r for r in rows if not r["experiment"].startswith("notebook-")]
        rows += [run_notebook(p, generator, tables) for p in sorted((shown / "notebooks").glob("*.ipynb"))]
    write_jsonl(LAB / slug / "runs.jsonl", rows)


def differences(slug: str, tolerance: float = 0.002) -> list[str]:
    """Run the experiments again; one line for each score that moved by more than `tolerance`."""
    generator = load(slug, "generator")
    before = {r["experiment"]: r for r in committed_rows(slug)}
    found = []
    for now in run_experiments(slug, generator, generator.generate(generator.SEED)):
        old = before.get(now["experiment"])
        for key in ("validation", "public", "private"):
            if old is None or (now[key] is not None and abs(now[key] - old[key]) > tolerance):
                found.append(f"{slug}: {now['experiment']} {key}: {old and old[key]} is now {now[key]}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Rebuild or re-check the sample competitions.")
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("--only", choices=("data", "experiments", "notebooks"))
    parser.add_argument("--check", action="store_true", help="compare with the committed scores, write nothing")
    options = parser.parse_args()
    found: list[str] = []
    for slug in options.slugs or sorted(p.parent.name for p in LAB.glob("*/generator.py")):
        if options.check:
            found += differences(slug)
        else:
            rebuild(slug, options.only)
    print("\n".join(found))
    return 4 if found else 0


if __name__ == "__main__":
    sys.exit(main())
