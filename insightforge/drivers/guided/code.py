"""Notebooks: is a decision really in the code? And what does a competition decide for which there is only code?"""

from __future__ import annotations

import re
from collections.abc import Mapping

from insightforge.drivers.guided.frames import Frame
from insightforge.workbench.drafts import EvidenceDraft

_CELL = re.compile(r"^# %% \[(\w+)", re.MULTILINE)
_MIN, _MAX = 8, 300
#: That something is imported, defined or shown does not tell that it was used.
_NO_USE = re.compile(r"\s*(?:import|from \S+ import|class|(?:async )?def|return|print)\b")


def code_lines(text: str) -> list[tuple[int, str]]:
    """Lines of code cells (offset, line): those inside fences, without comments, imports, definitions and printing."""
    lines: list[tuple[int, str]] = []
    position, fenced = 0, False
    for line in text.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
        elif fenced and line.strip() and not line.lstrip().startswith("#") and not _NO_USE.match(line):
            lines.append((position, line))
        position += len(line) + 1
    return lines


def code_evidence(
    frame: Frame, notebooks: Mapping[str, list[tuple[int, str]]], limit: int = 1
) -> tuple[EvidenceDraft, ...]:
    """Up to `limit` lines (one per notebook) that show the frame's decision in code."""
    if frame.in_code is None:
        return ()
    found: list[EvidenceDraft] = []
    for path, lines in notebooks.items():
        hit = next(((start, line) for start, line in lines if frame.in_code.search(line)), None)
        if hit and _MIN <= len(hit[1].strip()) <= _MAX:
            start = hit[0] + len(hit[1]) - len(hit[1].lstrip())
            found.append(EvidenceDraft(source=path, quote=hit[1].strip(), role="action", start=start))
        if len(found) >= limit:
            break
    return tuple(found)
