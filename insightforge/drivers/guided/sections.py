"""What a heading makes of the text below it: changes that were made, lessons, things tried in vain, causes, outcomes.

Post-mortems have such parts; write-ups have some of them. The innermost heading that has a role decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

Role = Literal["change", "lesson", "vain", "cause", "outcome"]

_ROLES: tuple[tuple[Role, str], ...] = (
    (
        "vain",
        r"what (?:we|i) tried first|not successful|(?:attempts|things|ideas|measures) (?:without"
        r"|that (?:did not|didn['’]?t"
        r"|turned out not to|made no)) .*|(?:what |things that )?(?:did not|didn['’]?t|does not) (?:help|work"
        r"|matter|improve).*"
        r"|(?:what )?made no difference|dead ends?|rejected(?: ideas| attempts)?|tried and (?:dropped|rejected"
        r"|failed).*|no gain.*"
        r"|(?:what )?failed(?: attempts| ideas)?|no (?:use|good|effect)|without effect|unsuccessful.*"
        r"|negative results",
    ),
    (
        "change",
        r"(?:the )?fix(?:es)?|measures?|mitigations?|remed(?:y|ies)|resolutions?|(?:corrective"
        r"|preventive) (?:actions?|measures?)"
        r"|action items.*|actions(?: and their effects?| taken)?|what (?:we|i) (?:changed|did(?: about it)?"
        r"|do now|fixed)"
        r"|what fixed it|changes(?: made)?|counter-?measures|what (?:worked|helped)|solution(?: steps)?"
        r"|improvements?(?: made)?",
    ),
    (
        "lesson",
        r"lessons?(?: learn(?:ed|t))?.*|takeaways?|key takeaways|recommendations?.*|next time|learnings?"
        r"|advice|conclusions?"
        r"|what (?:we|i)(?:['’]d| would)? (?:tell|do differently|recommend).*|if (?:we|i) (?:did"
        r"|had to do) it again|in hindsight",
    ),
    (
        "cause",
        r"(?:root )?causes?(?: analysis)?|why|(?:the )?five whys|5 whys|findings|contributing factors"
        r"|what happened|impact|timeline"
        r"|situation|what went wrong|problems?|issues?|symptoms?|analysis",
    ),
    ("outcome", r"results?|outcomes?|numbers|before and after|effects?|impact of the (?:fix|change)s?|after the fix"),
)
_COMPILED = tuple((role, re.compile(pattern, re.IGNORECASE)) for role, pattern in _ROLES)
_NUMBER = re.compile(r"^\W*\d{1,2}(?:\.\d+)?[.)]?\s+")


def role_of_title(title: str) -> Role | None:
    """The role of one heading; a number before it and a colon after it are passed over."""
    words = re.sub(r"\s*\([^)]*\)$", "", _NUMBER.sub("", title).strip(" :*_#."))
    return next((role for role, pattern in _COMPILED if pattern.fullmatch(words)), None)


def role_of(headings: Sequence[str]) -> Role | None:
    """The role of a passage below these headings (outermost first); a document's own title gives none."""
    inner = headings[1:] if len(headings) > 1 else headings
    return next((role for title in reversed(inner) if (role := role_of_title(title))), None)
