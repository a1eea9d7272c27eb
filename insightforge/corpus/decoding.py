"""Bytes → text without mojibake (byte order marks, UTF-8, a declared charset, Windows-1252), and one cleaning."""

from __future__ import annotations

import codecs
import re

from insightforge.errors import SourceUnreadable

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: Above this share of bytes that are not UTF-8 a text is in no encoding that we may guess.
_GUESS_LIMIT = 0.1
_CONTROLS = re.compile(r"[\x00-\x07\x0e-\x1a\x1c-\x1f]")
_ESCAPED = re.compile("[\udc80-\udcff]")
_SURROGATES = re.compile("[\ud800-\udfff]")


def decode(data: bytes, name: str, declared: str | None = None) -> tuple[str, list[str]]:
    """The text of a file and notes on how it had to be read. Line ends are left as they are: see `clean`.

    Args:
        name: for messages.
        declared: a charset that the file itself names (HTML); tried where the bytes are not UTF-8.

    Raises:
        SourceUnreadable: binary, or in an unknown encoding.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace"), []
    data = data.removeprefix(codecs.BOM_UTF8)
    if guess := _utf16_without_mark(data):
        return data.decode(guess, "replace"), [f"read as {guess.upper()}, which its bytes suggest"]
    if b"\0" in data:
        raise SourceUnreadable(name, "is binary (it holds NUL bytes), not text; export it as UTF-8 text")
    text, notes = _decode_bytes(data, name, declared)
    if len(_CONTROLS.findall(text[:8192])) > max(8, len(text[:8192]) // 50):
        raise SourceUnreadable(name, "is binary (it is full of control characters), not text; export it as UTF-8 text")
    return text, notes


def _decode_bytes(data: bytes, name: str, declared: str | None) -> tuple[str, list[str]]:
    seven_bit = (declared or "").lower().startswith("iso-2022")
    for codec in [declared, "utf-8"] if seven_bit else ["utf-8", declared]:
        if codec and codec.lower() not in ("iso-8859-1", "latin-1", "latin1", "ascii", "us-ascii"):
            try:
                return data.decode(codec), [] if codec == "utf-8" else [f"read as {codec}, as it declares"]
            except (LookupError, UnicodeError):
                continue
    try:
        return data.decode("utf-8", "surrogatepass"), []
    except UnicodeDecodeError:
        return _decode_mixed(data, name)


def _decode_mixed(data: bytes, name: str) -> tuple[str, list[str]]:
    """UTF-8 where the bytes are that, Windows-1252 byte by byte elsewhere: right for either, and for a mixture."""
    text = data.decode("utf-8", "surrogateescape")
    strange = len(_ESCAPED.findall(text))
    if strange > _GUESS_LIMIT * len(data):
        raise SourceUnreadable(name, "is neither UTF-8 nor Windows-1252 text; save it as UTF-8")
    text = _ESCAPED.sub(lambda m: bytes([ord(m[0]) - 0xDC00]).decode("cp1252", "replace"), text)
    return text, [f"{strange} byte(s) are not UTF-8 and were read as Windows-1252"]


def _utf16_without_mark(data: bytes) -> str | None:
    sample = data[:4096]
    even, odd = sample[0::2], sample[1::2]
    if len(sample) < 4 or b"\0" not in sample:
        return None
    shares = even.count(0) / len(even), odd.count(0) / len(odd)
    if shares[1] > 0.4 and shares[0] < 0.05:
        return "utf-16-le"
    return "utf-16-be" if shares[0] > 0.4 and shares[1] < 0.05 else None


def clean(text: str) -> tuple[str, list[str]]:
    """LF line ends, no NULs, no lone surrogates; all else (zero-width characters too) stays. Notes say what changed."""
    notes = []
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if nuls := text.count("\0"):
        text = text.replace("\0", "")
        notes.append(f"{nuls} NUL character(s) left out")
    if _SURROGATES.search(text):
        # Halves of one character written apart (as JSON escapes or CESU-8) belong together; only lone ones are lost.
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        notes.append("characters written as halves were joined, lone halves replaced by U+FFFD")
    return text, notes
