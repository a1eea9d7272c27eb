"""Whether a write-up tells of its own team's work, or is somebody else's digest or a chatbot's retelling of it."""

from __future__ import annotations

import re

_FLAGS = re.IGNORECASE | re.VERBOSE

_IN_METADATA = re.compile(r"third[-_ ]?party|digest|retelling|round-?up", re.IGNORECASE)
_IN_NAME = re.compile(
    r"""
    third[-_ ]?party
    | (?<![a-z]) (?:digest|retelling|round-?up|recap[-_ ]of) (?![a-z])
    | (?:chat-?gpt|gpt-?[345o]\w*|claude|gemini|notebooklm) [-_ ] (?:summary|digest|notes|retelling)
    | (?:top|all|winning|winners?) [-_ ] solutions? [-_ ] (?:summary|overview|comparison|review)
    | summary [-_ ] of [-_ ] (?:the[-_ ])? (?:top|winning|winners?|other)
    """,
    _FLAGS,
)
_DIGEST = re.compile(
    r"""
    \b(?:summary|digest|overview|round-?up|recap|comparison|review|analysis|retelling|collection) [ ] (?:of|on) [ ]
      (?:(?:the|all|some|several|various|\d+|top|best)[ -]){0,3}
      (?:winning|winners?'?|gold[- ]medal|top[- ]?\d*|other[ ](?:people|team|competitor)\w*'?s?|published) [ ]
      (?:\w+[ ])? (?:solutions?|write-?ups?|approaches|teams?)
    | \b(?:third[- ]party|unofficial) [ ] (?:summary|digest|write-?up|retelling|overview)
    | \bI [ ] (?:did[ ]not|didn't|was[ ]not|wasn't) [ ] (?:take[ ]part|participate|(?:on|part[ ]of)[ ]the[ ]team)
    | 上位解法.{0,6}まとめ | 解法まとめ
    """,
    _FLAGS,
)
_MACHINE = r"""(?:chat[ ]?gpt|gpt-?[345o]\w*|claude|gemini|copilot|notebooklm|deepseek|qwen|llama
    |an?[ ](?:llm|ai|language[ ]model|chatbot))"""
_WRITTEN_BY_MACHINE = re.compile(
    rf"""
    \b(?:(?:summary|text|article|post|document|write-?up|page|digest|report) [ ] (?:\w+[ ]){{0,2}})
      (?:summari[sz]ed|generated|written|compiled|produced|retold|created) [ ] (?:\w+[ ])?
      (?:by|with|using) [ ] {_MACHINE}\b
    | ^[^\w\n]* (?:summari[sz]ed|retold) [ ] (?:by|with|using) [ ] {_MACHINE}\b
    | \b{_MACHINE} (?:'s|-generated|-written) [ ] (?:summary|retelling|digest|answer|overview)
    | \bas [ ] an [ ] ai [ ] (?:language[ ])? model\b
    | \b(?:i'm|i[ ]am) [ ] (?:an[ ]ai|a[ ]large[ ]language[ ]model)\b
    """,
    _FLAGS | re.MULTILINE,
)
_CHATBOT_ANSWER = re.compile(
    r"""
    \A\W* (?:sure|certainly|of[ ]course|absolutely) [!,.] \s+ (?:here|below|i)\b
    | \A\W* here(?:'s|[ ]is|[ ]are) [ ] (?:a|an|the) [ ] (?:[\w-]+[ ]){0,3}
      (?:summary|overview|breakdown|digest|retelling|explanation) [ ] (?:of|based[ ]on)\b
    | \b(?:based[ ]on|according[ ]to) [ ] the [ ] (?:provided|supplied|attached) [ ]
      (?:text|write-?ups?|documents?|sources?|context|solutions?)
    | \b(?:let[ ]me[ ]know[ ]if[ ]you(?:'d|[ ]would)|would[ ]you[ ]like[ ]me[ ]to)\b [^\n]{0,80} \s*\Z
    """,
    _FLAGS,
)
#: Said near the head or the foot of a text, each of these makes it somebody else's.
_TOLD = (
    ("calls itself a digest of other people's solutions", _DIGEST),
    ("says that a chatbot wrote it", _WRITTEN_BY_MACHINE),
    ("reads as a chatbot's answer", _CHATBOT_ANSWER),
)
_ABOUT_OTHERS = re.compile(
    r"""
    \b(?:the [ ] (?:winners?|authors?|winning[ ]team|top[ ]teams?)
       | (?:the [ ])? (?:first|second|third|\d+(?:st|nd|rd|th)) [- ] place (?:[ ]team)? ) [ ] (?:\w+[ ])?
    (?:use[sd]?|train(?:s|ed)|appl(?:y|ies|ied)|employ(?:s|ed)|builds?|built|report(?:s|ed)?|finds?|found|note[sd]?
       |chose|combine[sd]?)\b
    """,
    _FLAGS,
)
_ABOUT_SELF = re.compile(r"\b(?:we|our|ours|us|i|my|me)\b", re.IGNORECASE)
_EDGE = 1500
_SAMPLE = 100_000


def third_party_by_metadata(kind: str | None, name: str) -> str | None:
    """Why a source's stated kind or its file name makes it no first-party account, or null."""
    if kind and _IN_METADATA.search(kind):
        return f"its metadata calls it {kind!r}"
    found = _IN_NAME.search(name)
    return f"its file name says {found[0]!r}" if found else None


def third_party_by_text(text: str) -> str | None:
    """Why the wording of a write-up makes it no first-party account, or null."""
    body = text.strip()
    edges = body if len(body) <= 2 * _EDGE else f"{body[:_EDGE]}\n\n{body[-_EDGE:]}"
    for reason, pattern in _TOLD:
        if pattern.search(edges):
            return reason
    body = body[:_SAMPLE]
    if len(_ABOUT_OTHERS.findall(body)) >= 3 and len(_ABOUT_SELF.findall(body)) < 3:
        return "tells of its authors only in the third person"
    return None
