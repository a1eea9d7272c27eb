"""What is on disk after a crash, and what is none of ours, is read or refused with a message."""

from __future__ import annotations

from pathlib import Path

import pytest

from insightforge.artifacts import append_jsonl, read_json
from insightforge.errors import RecordInvalid


def test_a_line_that_a_crash_cut_spoils_no_other(tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    append_jsonl(file, [{"a": 1}])
    file.write_bytes(file.read_bytes() + b'{"a": ')
    append_jsonl(file, [{"a": 2}, {"a": 3}])
    assert file.read_text() == '{"a": 1}\n{"a": \n{"a": 2}\n{"a": 3}\n'


@pytest.mark.parametrize("data", [b"{", b"\xff", b'{"a": ' + b"9" * 5000 + b"}", b"[" * 100_000])
def test_what_is_no_json_is_refused_by_name(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.json").write_bytes(data)
    with pytest.raises(RecordInvalid, match=r"x\.json: not valid JSON"):
        read_json(tmp_path / "x.json")
