"""From a draft's quotes to located evidence: each found in its text at offsets, of fair length, and fit to be shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from insightforge.errors import SourceUnreadable
from insightforge.records import Competition, Evidence, Source, evidence_id
from insightforge.workbench.drafts import EvidenceDraft, ItemDraft
from insightforge.workbench.faults import Fault, clip
from insightforge.workbench.quotes import in_fence, leaves_negation, locate, occurrence
from insightforge.workbench.sources import Texts
from insightforge.workbench.view import ItemView, Passage

SHORTEST, LONGEST = 20, 600

_URL = re.compile(r"\b(?:https?|ftp)://|\bwww\.\w|\b[\w-]+\.(?:com|org|net|io|ai|dev|gov|edu)/\w", re.I)
_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:\w+\s+){0,3}(?:previous|prior|above|earlier|preceding|your|all"
    r"|other)\s+(?:\w+\s+)?"
    r"(?:instructions?|prompts?|rules|directions|guidelines|context|messages?)"
    r"|\b(?:system|developer)\s+(?:prompt|message)\b"
    r"|<\|?(?:im_start|im_end|system|assistant|endoftext)\|?>|\[/?INST\]|<<SYS>>"
    r"|\byou\s+are\s+(?:now\s+)?(?:an?\s+)?(?:\w+\s+){0,2}(?:assistant|chatbot|language model|agent|expert|AI)\b"
    r"|\bas\s+an\s+(?:AI|artificial|language model)\b"
    r"|\b(?:AI|LLM|model|agent|assistant|chatbot|reader)s?\s+(?:reading|processing|that reads?|who reads?)\s+this\b"
    r"|\b(?:ignore|disregard|forget)\s+(?:everything|anything|all)\s+(?:above|before|previous|prior|you|that)\b"
    r"|\b(?:new|updated|hidden|secret)\s+instructions?\s*:|\bfrom now on,? you\b"
    r"|\b(?:print|reveal|output|repeat|show)\s+(?:your|the)\s+(?:system |hidden )?(?:prompt|instructions)\b"
    r"|\b(?:dear|note to|attention,?)\s+(?:AI|LLM|agent|assistant|claude|chatgpt|gpt)s?\b"
    r"|\byou\s+(?:must|should|have to|need to|will)\s+(?:now\s+|always\s+|immediately\s+)?"
    r"(?:run|execute|install|open|visit|click|send|upload|delete|email|post|reveal|print|obey|comply|output|respond"
    r"|reply)\b"
    r"|\b(?:do not|don't|never)\s+(?:tell|inform|mention (?:this|it) to|reveal (?:this|it) to)\s+(?:the\s+)?(?:user"
    r"|anyone|human|reader)"
    r"|\b(?:curl|wget)\b[^\n]*\|\s*(?:ba|z)?sh\b|\brm\s+-rf\b|\bsudo\s+\w+"
    r"|\b(?:the|your|any|an?)\s+(?:AI\s+|coding\s+)?(?:assistant|agent|chatbot|AI)s?\s+(?:to|must|should|has to|will)"
    r"\s+(?:now\s+|always\s+|also\s+|immediately\s+)?(?:run|execute|install|open|visit|download|send|upload|delete|ignore"
    r"|disregard|obey)\b"
    r"|\b(?:run|execute)\s+(?:the\s+following|this)\s+(?:command|code|script|shell)",
    re.I,
)
#: Characters that show a text otherwise than it stands, or hide another one in it: directions, tags.
_DISGUISE = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
#: Characters that nobody sees.
_UNSEEN = re.compile("[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]")
_CODE_SHAPE = re.compile(r"[=(){}\[\]]|_\w|\w_|--\w|\w\.\w+\(")


@dataclass(frozen=True)
class Library:
    """The sources that a task may quote, by path, each with its competition, and their texts."""

    sources: Mapping[str, tuple[Competition, Source]]
    texts: Texts


def view_item(index: int, draft: ItemDraft, library: Library) -> tuple[ItemView, list[Fault]]:
    """Locate an item's quotes. Passages that cannot be located are left out, each with its fault."""
    passages: list[Passage] = []
    faults: list[Fault] = []
    if not draft.evidence:
        faults.append(Fault(index, "evidence", "no quote", "add at least one verbatim quote, or drop the item"))
    for number, piece in enumerate(draft.evidence, start=1):
        found = _view_quote(index, f"evidence {number}", piece, library)
        if isinstance(found, Fault):
            faults.append(found)
            continue
        if fault := _unfit(index, f"evidence {number}", found):
            faults.append(fault)
        passages.append(found)
    return ItemView(index, draft, tuple(passages)), faults


def _view_quote(index: int, field: str, piece: EvidenceDraft, library: Library) -> Passage | Fault:
    known = library.sources.get(piece.source)
    if known is None:
        return Fault(
            index,
            field,
            f"source {piece.source!r} is not among this task's sources",
            "use a path that list_sources gives",
        )
    competition, source = known
    try:
        text = library.texts.text(piece.source).text
    except SourceUnreadable as error:
        return Fault(index, field, f"source cannot be read ({error})", "quote another source")
    spot = locate(piece.quote, text, start=piece.start, prose=source.kind != "notebook" or "```" in text)
    if spot is None:
        return Fault(
            index,
            field,
            f"the quote {clip(piece.quote)} is not in {piece.source}, or cuts a word or number there",
            "copy it character by character, from the start of a word to the end of one",
        )
    quote = text[spot.start : spot.end]
    record = Evidence(
        id=evidence_id(piece.source, quote, occurrence(quote, text, spot.start)),
        source=piece.source,
        text=source.text or piece.source,
        quote=quote,
        start=spot.start,
        end=spot.end,
        role=piece.role,
        grade=spot.grade,
    )
    return Passage(piece.role, quote, spot.start, source, competition, text, record)


def _unfit(index: int, field: str, passage: Passage) -> Fault | None:
    """The first reason why a located quote must not be shown, if any."""
    quote = passage.quote
    text = passage.text
    if len(quote) > LONGEST:
        return Fault(
            index,
            field,
            f"the quote has {len(quote)} characters",
            f"quote at most {LONGEST}, in several quotes if needed",
        )
    if len(quote) < SHORTEST and not _may_be_short(passage, text):
        return Fault(
            index,
            field,
            f"the quote {clip(quote)} has {len(quote)} characters",
            f"quote at least {SHORTEST} (code, table cells and whole lines may be shorter)",
        )
    if _DISGUISE.search(quote):
        return Fault(index, field, f"the quote {clip(quote)} holds characters that hide text", "quote another passage")
    if _URL.search(quote):
        return Fault(index, field, f"the quote {clip(quote)} holds a URL", "end the quote before the URL")
    if order := order_in(quote):
        return Fault(
            index, field, f"the quote gives an instruction to its reader ({clip(order)})", "quote another passage"
        )
    if leaves_negation(text, passage.start):
        return Fault(
            index, field, f"the word before the quote {clip(quote)} denies it", "begin the quote before that word"
        )
    return None


def order_in(text: str) -> str | None:
    """The words of `text` that instruct whoever reads it, as no description of work does; null where there are none."""
    found = _ORDERS.search(_UNSEEN.sub("", text))
    return found.group() if found else None


def _may_be_short(passage: Passage, text: str) -> bool:
    """Code, and whole lines of a list or table, may be shorter: they are complete as they stand."""
    start, end = passage.start, passage.start + len(passage.quote)
    if passage.is_code or in_fence(text, start, end) or _CODE_SHAPE.search(passage.quote):
        return True
    line = text[text.rfind("\n", 0, start) + 1 : start] + "\0" + text[end : (text + "\n").index("\n", end)]
    return line.strip(" \t-*+•|#>0123456789.)") in ("\0", "") and text.count("\n") > 1
