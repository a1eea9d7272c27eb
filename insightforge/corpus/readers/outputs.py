"""What the cells of a notebook printed: text clipped with a stated count of bytes, media left out and said so."""

from __future__ import annotations

import re
from typing import Any

#: Characters kept of one output: so many at the head, so many at the tail.
HEAD, TAIL = 1500, 500

_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
#: Keys of nbformat 1–3, which stood beside the output's own.
_OLD_KEYS = {"text": "text/plain", "html": "text/html", "latex": "text/latex", "png": "image/png", "jpeg": "image/jpeg"}
_OLD_KEYS |= {
    "svg": "image/svg+xml",
    "javascript": "application/javascript",
    "json": "application/json",
    "pdf": "application/pdf",
}
_READABLE = ("text/plain", "text/markdown", "text/latex")


def outputs_text(outputs: Any) -> str:
    """The readable part of a cell's outputs; empty where there is none."""
    parts: list[str] = []
    stream = ""
    for output in outputs if isinstance(outputs, list) else ():
        if not isinstance(output, dict):
            continue
        if output.get("output_type") == "stream":
            # Consecutive pieces of a stream are one output, to be clipped as one.
            stream += _joined(output.get("text"))
            continue
        parts.extend(_clipped(p) for p in (stream, *_result(output)) if p.strip())
        stream = ""
    if stream.strip():
        parts.append(_clipped(stream))
    return "\n".join(parts)


def _result(output: dict[str, Any]) -> list[str]:
    if output.get("output_type") in ("error", "pyerr"):
        return [f"{_joined(output.get('ename'))}: {_joined(output.get('evalue'))}"]
    data = output.get("data")
    media = data if isinstance(data, dict) else {new: output[old] for old, new in _OLD_KEYS.items() if old in output}
    shown = next((key for key in _READABLE if _joined(media.get(key)).strip()), None)
    left_out = [
        f"[{key}: {_size(value):,} bytes left out]"
        for key, value in sorted(media.items(), key=lambda pair: str(pair[0]))
        if key != shown and (shown is None or str(key).startswith("image/"))
    ]
    return [*([_joined(media[shown])] if shown else []), *left_out]


def _joined(value: Any) -> str:
    if isinstance(value, list):
        return "".join(_joined(part) for part in value)
    return value if isinstance(value, str) else ""


def _size(value: Any) -> int:
    text = _joined(value) or ("" if value is None or value == [] else str(value))
    return len(text.encode("utf-8", "surrogatepass"))


def _clipped(text: str) -> str:
    text = _ANSI.sub("", text).replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    if len(text) <= HEAD + TAIL + 100:
        return text
    head, tail = text[:HEAD], text[-TAIL:]
    head = head[: head.rfind("\n")] if "\n" in head else head
    tail = tail[tail.find("\n") + 1 :] if "\n" in tail else tail
    dropped = len(text.encode("utf-8", "surrogatepass")) - len((head + tail).encode("utf-8", "surrogatepass"))
    return f"{head}\n[… {dropped:,} bytes of output left out …]\n{tail}"
