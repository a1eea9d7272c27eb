"""Keys, tokens, passwords, e-mail addresses and phone numbers in a text.

Shapes that services publish for their keys; assignments to a telling name of a value that looks random; and personal
data. Ordinary machine-learning text (hashes, model names, scores, `sep_token=…`) is left alone.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from insightforge.guard.findings import Finding

_SHAPES = {
    "private key": r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
    "AWS key": r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    "GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})\b",
    "GitLab token": r"\bgl(?:pat|dt|rt|cbt|ptt)-[A-Za-z0-9_-]{20,}",
    "Slack token": r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}|hooks\.slack\.com/services/T\w+/B\w+/\w+",
    "Google key": r"\bAIza[A-Za-z0-9_-]{35}(?![\w-])|\bGOCSPX-[A-Za-z0-9_-]{20,}|\bya29\.[A-Za-z0-9_-]{20,}",
    "API key": r"\bsk-(?:ant-|proj-|or-|svcacct-)?[A-Za-z0-9_-]*(?=[A-Za-z_-]*\d)[A-Za-z0-9]{20,}[A-Za-z0-9_-]*",
    "Hugging Face token": r"\b(?:hf|api_org)_[A-Za-z]{30,}\b",
    "xAI or Groq key": r"\b(?:xai|gsk|pplx|r8|nvapi)[-_][A-Za-z0-9_-]{30,}",
    "Stripe key": r"\b[srp]k_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9]{24,}",
    "npm token": r"\bnpm_[A-Za-z0-9]{36}\b",
    "PyPI token": r"\bpypi-AgE[A-Za-z0-9_-]{50,}",
    "SendGrid key": r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    "Telegram token": r"\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b",
    "Discord token": r"\b[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}",
    "JSON Web Token": r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*",
    "storage key": r"\b(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,}={0,2}",
    "credentials in a URL": r"\b[a-z][a-z0-9+.-]*://[^\s/:@\"'<>]+:[^\s/@\"'<>{}$]+@[\w.-]+",
    "bearer token": r"\bBearer\s+(?=[A-Za-z._~+/-]*\d)[A-Za-z0-9._~+/-]{20,}=*",
    "Kaggle key": (
        r"""["']?username["']?\s*[:=]\s*["'][^"']+["']\s*,\s*["']?key["']?\s*[:=]\s*["'][0-9a-f]{32}["']"""
        r"|\bKGAT_[0-9a-f]{32}\b"
    ),
}
_KEY = re.compile("|".join(f"(?P<k{i}>{shape})" for i, shape in enumerate(_SHAPES.values())))
_KEY_NAMES = tuple(_SHAPES)

_ASSIGNED = re.compile(
    r"(?<![\w.-])(?P<name>[\w.-]*(?:api[_-]?key|apikey|secret|token|passw(?:or)?d|passphrase|pwd|credentials?|private[_-]?key"
    r"|access[_-]?key|auth[_-]?key|license[_-]?key|(?:wandb|neptune|comet|kaggle|openai)[\w.]*key)[\w-]*)"
    r"(?P<gap>[\"'\])]{0,2}\s{0,3}(?::=|=>|[:=]|\bis\b)\s{0,3}[\"'`(]{0,2}"
    r"|\s*\(\s*(?:key\s*=\s*)?[\"'])(?P<value>[^\s\"'`,;)]{6,200})",
    re.I,
)
_LOGIN = re.compile(
    r"\b(?:wandb|neptune|huggingface|hf)[\w.]*\.?login\s*\(\s*(?:key\s*=\s*"
    r"|token\s*=\s*)?[\"'](?P<value>[^\"']{16,})[\"']|\bwandb\s+login\s+(?P<bare>[0-9a-f]{40})\b",
    re.I,
)
_PASSWORD = re.compile(r"passw(?:or)?d|passphrase|pwd", re.I)
_PLACEHOLDER = re.compile(
    r"your|example|placeholder|changeme|redacted|dummy|sample|insert|xxx|\*\*\*|\.\.\.|…|<|\$|\{|%\(|environ|getenv"
    r"|getpass|None\b|null\b|True\b|False\b",
    re.I,
)

_AT, _DOT = r"(?:@|＠|\s?(?:\[at\]|\(at\))\s?)", r"(?:\.|\s?(?:\[dot\]|\(dot\))\s?)"
_EMAIL = re.compile(
    rf"(?<![\w.+-])(?P<local>[A-Za-z0-9][\w.+-]{{0,63}}){_AT}(?:[A-Za-z0-9-]+{_DOT})+(?P<tld>[A-Za-z]{{2,24}})\b(?!\()"
)
_FILE_SUFFIXES = frozenset(
    [
        "png",
        "jpg",
        "jpeg",
        "gif",
        "svg",
        "py",
        "ipynb",
        "js",
        "ts",
        "json",
        "csv",
        "txt",
        "md",
        "yml",
        "yaml",
        "pth",
        "pt",
        "bin",
        "ckpt",
        "html",
        "npy",
        "whl",
        "zip",
        "gz",
    ]
)
_NOT_PEOPLE = frozenset(("git", "hg", "svn"))
#: How far after a word for a telephone its number may stand.
PHONE_REACH = 40
_PHONE_MAYBE = re.compile(
    r"\+\s?\d|(?:phone|tel|telephone|mobile|cell|call|whatsapp|fax|contact|sms)\b|\(\d{3}\)", re.I
)


def scan_secrets(text: str) -> list[Finding]:
    """Every key, password, e-mail address and phone number in `text`, in order; `shown` is masked."""
    found = sorted((*_keys(text), *_assignments(text), *_emails(text), *_phones(text)), key=lambda f: (f.start, -f.end))
    return [f for i, f in enumerate(found) if not any(f.start < before.end for before in found[:i])]


def mask(secret: str) -> str:
    """A secret's first four characters and its length: enough to find it, not to use it."""
    return f"{secret[:4]}… ({len(secret)} characters)"


def entropy(text: str) -> float:
    """Shannon entropy in bits per character."""
    counts = Counter(text)
    return -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())


def _finding(kind: str, text: str, start: int, end: int) -> Finding:
    return Finding(kind, start, end, mask(text[start:end]))


def _keys(text: str) -> Iterator[Finding]:
    for match in _KEY.finditer(text):
        kind = _KEY_NAMES[int((match.lastgroup or "k0")[1:])]
        secret = match.group().rpartition("@")[0] if kind == "credentials in a URL" else match.group()
        if kind == "private key" or not _PLACEHOLDER.search(secret):
            yield _finding(kind, text, *match.span())


def _assignments(text: str) -> Iterator[Finding]:
    for match in _LOGIN.finditer(text):
        group = "value" if match["value"] else "bare"
        if _random(match[group]):
            yield _finding("key in a login call", text, *match.span(group))
    for match in _ASSIGNED.finditer(text):
        value = match["value"]
        if _PLACEHOLDER.search(value):
            continue
        kind = "password" if _PASSWORD.search(match["name"]) else "key assigned to a name"
        if _random(value) or (kind == "password" and _password_like(match["gap"], value)):
            yield _finding(kind, text, *match.span("value"))


def _random(value: str) -> bool:
    """Long, of letters and digits mixed, and without the regularity of words, paths and code."""
    if len(value) < 16 or not re.fullmatch(r"[\w+/=.~-]+", value):
        return False
    if re.search(r"[a-z]{7}", value):
        return False
    runs = re.findall(r"[A-Za-z]+|\d+", value)
    return (
        any(r.isdigit() for r in runs) and any(r.isalpha() for r in runs) and len(runs) >= 4 and entropy(value) >= 3.2
    )


def _password_like(gap: str, value: str) -> bool:
    """A quoted value, or an unquoted one with letters and digits or signs mixed."""
    quoted = gap.rstrip()[-1:] in "\"'`"
    mixed = (
        bool(re.search(r"[A-Za-z]", value))
        and bool(re.search(r"[\d!@#^&*]", value))
        and not re.search(r"[(\[.]", value)
    )
    return (quoted and not re.search(r"[(\[]", value)) or mixed


def _emails(text: str) -> Iterator[Finding]:
    for match in _EMAIL.finditer(text):
        if match["local"].lower() not in _NOT_PEOPLE and match["tld"].lower() not in _FILE_SUFFIXES:
            yield _finding("e-mail address", text, *match.span())


def _phones(text: str) -> Iterator[Finding]:
    """Numbers near a word for a telephone, in international form, or with an area code in brackets."""
    from phonenumbers import Leniency, PhoneNumberMatcher

    for cue in _PHONE_MAYBE.finditer(text):
        begin = cue.start()
        window = text[begin : cue.end() + PHONE_REACH]
        told = cue.group()[0].isalpha()
        regions = (None, "US", "GB") if told or window.startswith("(") else (None,)
        for region in regions:
            match = next(iter(PhoneNumberMatcher(window, region, leniency=Leniency.VALID)), None)
            if match and (told or match.start == 0) and "." not in match.raw_string.strip("."):
                yield _finding("phone number", text, begin + match.start, begin + match.end)
                break
