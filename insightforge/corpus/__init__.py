"""Competition folders → sources with derived text, stable offsets and line numbers; docs/corpus.md has the contract.

load_corpus(workspace)      everything in data/competitions, texts derived where missing or stale
ingest(workspace, folders)  brings foreign folders in
html_to_markdown            one page or post, entities decoded once
readers/                    one file per format
"""

from insightforge.corpus.ingest import IngestReport, IngestRow, ingest
from insightforge.corpus.load import Corpus, load_corpus
from insightforge.corpus.readers import html_to_markdown, looks_like_html
from insightforge.corpus.slugs import canonical_slug
from insightforge.corpus.texts import Line, SourceText, number_lines

__all__ = [
    "Corpus",
    "IngestReport",
    "IngestRow",
    "Line",
    "SourceText",
    "canonical_slug",
    "html_to_markdown",
    "ingest",
    "load_corpus",
    "looks_like_html",
    "number_lines",
]
