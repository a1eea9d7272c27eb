"""A checker of quotes that shares no code with the project: plain JSON and plain files.

    python tests/independent_checker.py WORKSPACE

Every evidence in every record below data/assembly (and below insights/ where records are shipped) must equal its text
at its offsets. Prints what does not, and ends with 1 when anything does not (2: nothing to check).
"""

import json
import sys
from pathlib import Path


def evidence_in(value):
    """Every dict that looks like evidence, at any depth."""
    if isinstance(value, dict):
        if {"quote", "start", "end", "text"} <= value.keys():
            yield value
        for inner in value.values():
            yield from evidence_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from evidence_in(inner)


def problems_of(workspace):
    """(number of quotes checked, list of what is wrong)."""
    checked, wrong, texts = 0, [], {}
    files = sorted([*workspace.glob("data/assembly/**/*.json"), *workspace.glob("insights/**/*.json")])
    for file in files:
        for evidence in evidence_in(json.loads(file.read_bytes().decode("utf-8"))):
            checked += 1
            path = evidence["text"]
            if path not in texts:
                place = workspace / path
                texts[path] = place.read_bytes().decode("utf-8") if place.is_file() else None
            text = texts[path]
            if text is None:
                wrong.append(f"{file}: {evidence.get('id')}: no text {path}")
            elif text[evidence["start"] : evidence["end"]] != evidence["quote"]:
                wrong.append(
                    f"{file}: {evidence.get('id')}: {path}[{evidence['start']}:{evidence['end']}] is another text"
                )
    return checked, wrong


def main(arguments):
    if len(arguments) != 1:
        print(__doc__)
        return 2
    checked, wrong = problems_of(Path(arguments[0]))
    for line in wrong:
        print(line)
    print(f"{checked} quotes checked, {len(wrong)} wrong")
    return 1 if wrong else 0 if checked else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
