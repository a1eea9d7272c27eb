from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insightforge.corpus.decoding import clean, decode
from insightforge.errors import SourceUnreadable

TEXT = "We don’t tune; café λ=0.5"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_marks_and_utf8_are_read_without_a_note(codec: str) -> None:
    assert decode(TEXT.encode(codec), "f") == (TEXT, [])


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_told_by_its_zero_bytes(codec: str) -> None:
    text, notes = decode(TEXT.encode(codec), "f")
    assert text == TEXT
    assert notes == [f"read as {codec.upper()}, which its bytes suggest"]


def test_windows_1252_is_read_with_a_note() -> None:
    text, notes = decode(b"We don\x92t use caf\xe9 data because that set is far too small.", "f")
    assert text == "We don’t use café data because that set is far too small."
    assert notes == ["2 byte(s) are not UTF-8 and were read as Windows-1252"]


def test_one_foreign_byte_does_not_spoil_the_rest() -> None:
    text, notes = decode("The café’s scores rose by λ, and we don".encode() + b"\x92t know why.", "f")
    assert text == "The café’s scores rose by λ, and we don’t know why."
    assert len(notes) == 1


@pytest.mark.parametrize("codec", ["shift_jis", "gb18030", "cp1251", "euc-kr"])
def test_other_encodings_are_refused_rather_than_garbled(codec: str) -> None:
    words = {"cp1251": "Мы обучили модель", "euc-kr": "우리는 모델을 학습"}.get(codec, "我們的模型")
    with pytest.raises(SourceUnreadable, match="save it as UTF-8"):
        decode(words.encode(codec if codec != "shift_jis" else "cp932", "ignore") * 20, "f")


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", bytes(range(32)) * 10, b"text\x00text"])
def test_binary_files_are_refused(data: bytes) -> None:
    with pytest.raises(SourceUnreadable, match="is binary"):
        decode(data, "f")


def test_a_declared_charset_is_used_where_the_bytes_are_not_utf8() -> None:
    assert decode("Привет".encode("cp1251"), "f", "windows-1251")[0] == "Привет"
    assert decode("日本".encode("iso-2022-jp"), "f", "ISO-2022-JP")[0] == "日本"
    assert decode("é".encode(), "f", "windows-1251")[0] == "é"
    assert decode(b"caf\xe9 and more plain text", "f", "no-such-charset")[0] == "café and more plain text"


def test_cleaning_mends_line_ends_nuls_and_halves_and_nothing_else() -> None:
    text, notes = clean("a\r\nb\rc\x00 \ud83d\ude00 \ud800 zero\u200bwidth\xa0nb")
    assert text == "a\nb\nc 😀 � zero\u200bwidth\xa0nb"
    assert notes == [
        "1 NUL character(s) left out",
        "characters written as halves were joined, lone halves replaced by U+FFFD",
    ]


def test_surrogates_encoded_as_utf8_are_joined() -> None:
    text, _ = decode("😀".encode("utf-16-le").decode("utf-16-le").encode() + b" \xed\xa0\xbd\xed\xb8\x80", "f")
    assert clean(text)[0] == "😀 😀"


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        text, _ = decode(data, "f")
    except SourceUnreadable:
        return
    clean(text)[0].encode("utf-8")
