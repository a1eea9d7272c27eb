"""What is found out about one file by reading it: its text, language, front matter, and whose work it tells of.

`Findings` depend on the file's bytes and name alone, so they are kept in `text/index.json` until either changes.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from pydantic import Field

from insightforge.artifacts import sha256_bytes, sha256_text
from insightforge.corpus.decoding import clean
from insightforge.corpus.firstparty import third_party_by_text
from insightforge.corpus.language import language_shares
from insightforge.corpus.layout import TEXT_FOLDER
from insightforge.corpus.matter import first_heading, split_front_matter
from insightforge.corpus.readers import Reader, reader_for
from insightforge.errors import SourceUnreadable
from insightforge.records import Record

#: Grows whenever the findings below change for some text; indexes on disk are then made anew.
ANALYSIS = 1
_NAME_LIMIT = 200


class Findings(Record):
    """One row of `text/index.json`. Paths are relative to the competition's folder.

    `text` is the original itself where its bytes already are the text, null where there is none (`problem` says why).
    `languages` are shares of the prose; `third_party` says why the text is no first-party account.
    """

    sha256: str
    reader: str
    text: str | None = None
    text_sha256: str | None = None
    chars: int = 0
    title: str | None = None
    matter: dict[str, str] = Field(default_factory=dict)
    languages: dict[str, float] = Field(default_factory=dict)
    third_party: str | None = None
    notes: tuple[str, ...] = ()
    problem: str | None = None


def derive(data: bytes, name: str, reader: Reader) -> tuple[Findings, str]:
    """Read a file's bytes: the findings and the text (empty where there is a problem)."""
    digest = sha256_bytes(data)
    try:
        reading = reader.read(data, name)
        text, cleaning = clean(reading.text)
        if not text.strip():
            raise SourceUnreadable(name, "is empty" if not data.strip() else "holds no text")
    except SourceUnreadable as error:
        return Findings(sha256=digest, reader=reader.id, problem=error.reason), ""
    matter = split_front_matter(text)
    return Findings(
        sha256=digest,
        reader=reader.id,
        text=name if text.encode("utf-8") == data else derived_name(name, reader),
        text_sha256=sha256_text(text),
        chars=len(text),
        title=matter.fields.get("title") or reading.title or first_heading(text[matter.body :]),
        matter=matter.fields,
        languages=language_shares(text[matter.body :]),
        third_party=third_party_by_text(text[matter.body :]),
        notes=(*reading.notes, *cleaning, *((matter.note,) if matter.note else ())),
    ), text


def derived_name(name: str, reader: Reader) -> str:
    """Where the derived text of a file goes. Long names are shortened, and kept apart by a hash."""
    path = PurePosixPath(TEXT_FOLDER, name)
    if len(path.name.encode()) > _NAME_LIMIT:
        short = path.name.encode()[:120].decode("utf-8", "ignore")
        path = path.with_name(f"{short}-{sha256_text(name)[:12]}{path.suffix[:20]}")
    return f"{path}{reader.suffix}"


def reader_of(name: str) -> Reader:
    """The reader of a file that `layout.scan` found."""
    reader = reader_for(name)
    if reader is None:
        raise SourceUnreadable(name, "is in a format that is not read")
    return reader
