"""The text part of section B of the public reports: posts in HTML and Markdown."""

from __future__ import annotations

import pytest

from insightforge.corpus import html_to_markdown, looks_like_html
from insightforge.corpus.readers.html import read_html
from insightforge.corpus.readers.plain import read_markdown


@pytest.mark.parametrize("page", ["<p>&amp;lt;b&amp;gt;</p>", "&amp;lt;b&amp;gt;", "<div>&amp;lt;b&amp;gt;</div>"])
def test_entities_are_decoded_once(page: str) -> None:
    assert read_html(page.encode(), "p.html").text.strip() == "&lt;b&gt;"


def test_entities_in_code_are_decoded_once() -> None:
    text = html_to_markdown("<pre><code>if a &lt; b &amp;&amp; s == '&amp;lt;':</code></pre>").text
    assert text == "```\nif a < b && s == '&lt;':\n```\n"


def test_markdown_that_is_really_html_is_converted_and_said_so() -> None:
    reading = read_markdown(b"<p>We used <b>folds</b>.</p>\n<ul><li>5 of them &amp; more</li></ul>\n", "post.md")
    assert reading.text == "We used **folds**.\n\n- 5 of them & more\n"
    assert "is HTML under a Markdown name; converted" in reading.notes


def test_html_that_is_really_markdown_keeps_its_lines() -> None:
    page = b"# Our solution\n\n- lr &lt; 1e-3\n- **mixup** <br> only\n"
    assert read_html(page, "post.html").text == "# Our solution\n\n- lr < 1e-3\n- **mixup** <br> only\n"


@pytest.mark.parametrize(
    "text",
    [
        '<p align="center"><img src="a.png"></p>\n\n# Title\n\nWe did.\n',
        "<div>\n\n## Model\n\n</div>\n",
        "<details><summary>x</summary>\n\n```python\ny\n```\n</details></div>",
        "We compare a < b and c > d.\n",
    ],
)
def test_markdown_with_some_html_stays_as_it_is(text: str) -> None:
    assert not looks_like_html(text)
    assert read_markdown(text.encode(), "r.md").text == text
