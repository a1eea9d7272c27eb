from __future__ import annotations

import json

import pytest

from insightforge.corpus.readers.notebook import read_notebook
from insightforge.corpus.readers.script import read_script
from insightforge.errors import SourceUnreadable
from tests.corpus.helpers import code, markdown, notebook


def test_prose_stays_prose_and_code_is_fenced_under_a_header() -> None:
    data = notebook(
        markdown("# Pipeline\n\nWe split by *patient*."),
        code("for i in range(3):\n\tprint(i)   \n\n\nprint('``')", [{"output_type": "stream", "text": ["0\n", "1\n"]}]),
        metadata={"kernelspec": {"language": "python"}},
    )
    assert read_notebook(data, "n").text == (
        "# Pipeline\n\nWe split by *patient*.\n\n"
        "```python\n# %% [code 2]\nfor i in range(3):\n\tprint(i)   \n\n\nprint('``')\n```\n\n"
        "```text\n# %% [output 2]\n0\n1\n```\n"
    )


def test_code_with_fences_gets_a_longer_fence() -> None:
    text = read_notebook(notebook(code("x = '''\n````\n'''")), "n").text
    assert text == "`````\n# %% [code 1]\nx = '''\n````\n'''\n`````\n"


def test_errors_are_one_line_and_colours_are_dropped() -> None:
    failed = {"output_type": "error", "ename": "ValueError", "evalue": "\x1b[31mbad shape\x1b[0m", "traceback": ["…"]}
    assert "# %% [output 1]\nValueError: bad shape\n" in read_notebook(notebook(code("f()", [failed])), "n").text


def test_rich_results_show_their_text_and_other_media_their_size() -> None:
    table = {"output_type": "execute_result", "data": {"text/plain": ["a 1"], "text/html": "<table>…</table>"}}
    page = {"output_type": "display_data", "data": {"text/html": "<b>é</b>"}}
    text = read_notebook(notebook(code("df", [table, page])), "n").text
    assert "# %% [output 1]\na 1\n[text/html: 9 bytes left out]\n" in text


def test_an_image_inside_markdown_is_dropped_and_said_so() -> None:
    data = notebook(markdown("Before ![p](data:image/png;base64," + "A" * 5000 + ") after"))
    assert read_notebook(data, "n").text == "Before ![p]([image/png, 5,022 bytes left out]) after\n"


def test_raw_and_heading_cells_are_kept() -> None:
    data = notebook(
        {"cell_type": "raw", "source": "as is"}, {"cell_type": "heading", "level": 2, "source": "Old\nhead"}
    )
    assert read_notebook(data, "n").text == "```\n# %% [raw 1]\nas is\n```\n\n## Old head\n"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (b'{"cells": [', "its JSON is broken"),
        (b"[1, 2]", "its JSON is a list"),
        (b"{}", "is not a notebook"),
        (b'{"nbformat": 4, "cells": []}', "it has no cells"),
        (b'{"cells": {"a": 1}}', "`cells` is"),
        (b"[" * 200_000, "its JSON is broken"),
        (notebook(code("  \n")), "cells are all empty"),
    ],
)
def test_what_is_no_notebook_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(SourceUnreadable, match=reason):
        read_notebook(data, "n.ipynb")


def test_a_cell_that_is_no_cell_costs_itself() -> None:
    reading = read_notebook(json.dumps({"cells": ["x", None, code("y = 1")]}).encode(), "n")
    assert reading.text == "```\n# %% [code 3]\ny = 1\n```\n"
    assert len(reading.notes) == 2


def test_a_script_is_one_code_cell() -> None:
    assert read_script(b"import x\n\nx.run()\n", "k.py").text == "```python\n# %% [code 1]\nimport x\n\nx.run()\n```\n"
    assert read_script(b"library(caret)\n", "k.R").text.startswith("```r\n# %% [code 1]\nlibrary(caret)\n")


def test_the_percent_format_gives_its_cells() -> None:
    script = (
        "# ---\n# jupyter:\n#   kernelspec: x\n# ---\n\n"
        "# %% [markdown]\n# # Title\n# We use folds.\n#\n# Two.\n\n# %%\nx = 1\n# a comment\n\n"
        '# %% [markdown]\n"""\nMore prose.\n"""\n'
    )
    assert read_script(script.encode(), "k.py").text == (
        "# Title\nWe use folds.\n\nTwo.\n\n```python\n# %% [code 2]\nx = 1\n# a comment\n```\n\nMore prose.\n"
    )
