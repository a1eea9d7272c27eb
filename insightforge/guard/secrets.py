"""Keys, tokens, passwords, e-mail addresses and phone numbers in a text, whichever scan finds them."""

from __future__ import annotations

from insightforge.guard.findings import Finding
from insightforge.guard.keys import keys
from insightforge.guard.people import addresses, numbers
from insightforge.guard.seen import spans_as_seen


def scan_secrets(text: str) -> list[Finding]:
    """Every key, password, e-mail address and phone number in `text`, in order; `shown` is masked."""
    found: list[Finding] = []
    for kind, start, end in spans_as_seen(text, lambda seen: (*keys(seen), *addresses(seen), *numbers(seen))):
        if not found or start >= found[-1].end:
            found.append(Finding(kind, start, end, mask(text[start:end])))
    return found


def mask(secret: str) -> str:
    """A secret's first four characters and its length: enough to find it, not to use it."""
    return f"{secret[:4]}… ({len(secret)} characters)"
