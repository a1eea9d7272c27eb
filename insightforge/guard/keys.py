"""Keys, tokens and passwords in a text.

Found are shapes that services publish, values assigned to a telling name, and values that look random close to a word
for a key. Ordinary machine-learning text (hashes, model names, `sep_token=…`) is left alone.

Most of a text is passed over quickly: a shape is looked for only where a part of it that never varies stands in the
text, and all else only around the few words that name a key.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

#: kind, start and end of what was found.
Span = tuple[str, int, int]


@dataclass(frozen=True)
class _Shape:
    """How a kind of key looks; one of the literals stands in every such key (none: always looked for).

    `besides` is what else must be true of the whole of it.
    """

    kind: str
    literals: tuple[str, ...]
    pattern: str
    besides: str = ""
    compiled: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "compiled", re.compile(self.pattern))

    def may_stand_in(self, text: str) -> bool:
        return not self.literals or any(literal in text for literal in self.literals)


_SHAPES = (
    _Shape("private key", ("PRIVATE KEY-----",), r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
    _Shape("AWS key", ("AKIA", "ASIA", "ABIA", "ACCA"), r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"),
    _Shape(
        "GitHub token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})\b",
    ),
    _Shape(
        "GitLab token",
        ("glpat-", "gldt-", "glrt-", "glcbt-", "glptt-"),
        r"\bgl(?:pat|dt|rt|cbt|ptt)-[A-Za-z0-9_-]{20,}",
    ),
    _Shape(
        "Slack token",
        ("xox", "hooks.slack.com"),
        r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}|hooks\.slack\.com/services/T\w+/B\w+/\w+",
    ),
    _Shape(
        "Google key",
        ("AIza", "GOCSPX-", "ya29."),
        r"\bAIza[A-Za-z0-9_-]{35}(?![\w-])|\bGOCSPX-[A-Za-z0-9_-]{20,}|\bya29\.[A-Za-z0-9_-]{20,}",
    ),
    _Shape("API key", ("sk-",), r"\bsk-[A-Za-z0-9_-]{20,300}", r"(?=.*\d).*[A-Za-z0-9]{20}"),
    _Shape("Hugging Face token", ("hf_", "api_org_"), r"\b(?:hf|api_org)_[A-Za-z]{30,}\b"),
    _Shape(
        "xAI or Groq key", ("xai", "gsk", "pplx", "r8", "nvapi"), r"\b(?:xai|gsk|pplx|r8|nvapi)[-_][A-Za-z0-9_-]{30,}"
    ),
    _Shape(
        "Stripe key",
        ("k_live_", "k_test_", "whsec_"),
        r"\b[srp]k_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9]{24,}",
    ),
    _Shape("npm token", ("npm_",), r"\bnpm_[A-Za-z0-9]{36}\b"),
    _Shape("PyPI token", ("pypi-AgE",), r"\bpypi-AgE[A-Za-z0-9_-]{50,}"),
    _Shape("SendGrid key", ("SG.",), r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
    _Shape("Telegram token", (":AA",), r"\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b"),
    _Shape("Discord token", (), r"[MNO](?<!\w.)[A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}"),
    _Shape("JSON Web Token", ("eyJ",), r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"),
    _Shape(
        "storage key",
        ("AccountKey=", "SharedAccessKey="),
        r"\b(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,}={0,2}",
    ),
    _Shape("bearer token", ("Bearer",), r"\bBearer\s+(?=[A-Za-z._~+/-]*\d)[A-Za-z0-9._~+/-]{20,}=*"),
    _Shape(
        "Kaggle key",
        ("username", "KGAT_"),
        r"""["']?username["']?\s*[:=]\s*["'][^"']+["']\s*,\s*["']?key["']?\s*[:=]\s*["'][0-9a-f]{32}["']"""
        r"|\bKGAT_[0-9a-f]{32}\b",
    ),
)
#: From the colon of the scheme on, so that it is looked for at few places only.
_IN_URL = re.compile(r"://[^\s/:@\"'<>]+:[^\s/@\"'<>{}$]+@[\w.-]+")
_SCHEME = re.compile(r"\b[a-z][a-z0-9+.-]{0,30}\Z")

#: One of these stands in every name of a key; in small letters.
_WORDS = ("key", "secret", "token", "passw", "passphrase", "passcode", "pwd", "credential")
_WORD = re.compile("|".join(_WORDS), re.I)
_NAME_LENGTH = 200
_NAME_BEFORE = re.compile(r"(?<![\w.-])[\w.-]*\Z")
_ASSIGNED = re.compile(
    r"(?P<name>[\w.-]{0,200}(?:api[_-]?key|apikey|secret|token|passw(?:or)?[dt]|passphrase|passcode|pwd|credentials?"
    r"|private[_-]?key|access[_-]?key|auth[_-]?key|license[_-]?key|(?:wandb|neptune|comet|kaggle|openai)[\w.]{0,40}key)[\w-]{0,100})"
    r"(?P<gap>[\"'\])]{0,2}\s{0,3}(?::=|=>|[:=]|\b(?:is|was)\b)\s{0,3}[\"'`(]{0,2}"
    r"|\s*\(\s*(?:key\s*=\s*)?[\"'])(?P<value>[^\s\"'`,;)]{6,200})",
    re.I,
)
#: A password that a sentence tells: "the password for the staging database was …".
_TOLD = re.compile(
    r"(?:passw(?:or)?[dt]|passphrase|passcode|pwd)s?(?: [\w-]{1,20}){1,6}?(?P<gap>(?: (?:is|was)|:|=) ?[\"'`(]{0,2})"
    r"(?P<value>[^\s\"'`,;)]{6,200})",
    re.I,
)
#: A user and a password: "credentials of the box: admin / …".
_PAIR = re.compile(r"credentials?\b[^\n:]{0,40}[:=] ?[\w.@-]{2,40} ?[/:|,] ?(?P<value>[^\s\"'`,;)]{8,200})", re.I)
_LOGIN = re.compile(
    r"\b(?:wandb|neptune|huggingface|hf)[\w.]*\.?login\s*\(\s*(?:key\s*=\s*"
    r"|token\s*=\s*)?[\"'](?P<value>[^\"']{16,})[\"']|\bwandb\s+login\s+(?P<bare>[0-9a-f]{40})\b",
    re.I,
)
_PASSWORD = re.compile(r"passw(?:or)?[dt]|passphrase|passcode|pwd", re.I)
_PLACEHOLDER = re.compile(
    r"your|example|placeholder|changeme|redacted|dummy|sample|insert|xxx|\*\*\*|\.\.\.|…|<|\$|\{|%\(|environ|getenv"
    r"|getpass|None\b|null\b|True\b|False\b",
    re.I,
)

#: How far before and after a word for a key a bare key may stand, on the same line.
_BEFORE, _AFTER, _BEHIND, _LONGEST = 40, 70, 20, 250
_BARE = re.compile(r"(?<![\w/.=-])[A-Za-z0-9][\w+/=~.-]{14,200}(?<![.=-])={0,2}")
_ALNUM = re.compile(r"[A-Za-z0-9]+")
#: What such a value else may be: the key of a row, the hash of a file.
_OTHER_USE = re.compile(
    r"hash|\bsha|\bmd5|commit|checksum|digest|uuid|guid|\bids?\b|image|sample|row|file|primary|foreign|partition"
    r"|token(?:s\b|iz|is)|dict",
    re.I,
)


def keys(text: str) -> Iterator[Span]:
    """Every key, token and password in a text, in no order; spans may overlap."""
    yield from _shaped(text)
    yield from _urls(text)
    lower = text.lower()
    if "login" in lower:
        yield from _logins(text)
    places = _places(text, lower)
    yield from _assigned(text, places)
    yield from _bare(text, places)


def entropy(text: str) -> float:
    """Shannon entropy in bits per character."""
    counts = Counter(text)
    return -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())


def _shaped(text: str) -> Iterator[Span]:
    for shape in _SHAPES:
        if shape.may_stand_in(text):
            for match in shape.compiled.finditer(text):
                is_real = shape.kind == "private key" or not _PLACEHOLDER.search(match.group())
                if is_real and re.match(shape.besides, match.group()):
                    yield (shape.kind, *match.span())


def _urls(text: str) -> Iterator[Span]:
    for match in _IN_URL.finditer(text) if "://" in text else ():
        scheme = _SCHEME.search(text, max(0, match.start() - 40), match.start())
        if scheme and not _PLACEHOLDER.search(scheme.group() + match.group().rpartition("@")[0]):
            yield "credentials in a URL", scheme.start(), match.end()


def _logins(text: str) -> Iterator[Span]:
    for match in _LOGIN.finditer(text):
        group = "value" if match["value"] else "bare"
        if _random(match[group]):
            yield ("key in a login call", *match.span(group))


def _places(text: str, lower: str) -> list[int]:
    """Where a word for a key stands, in order."""
    if len(lower) != len(text):  # some letters have no small one of the same length
        return [match.start() for match in _WORD.finditer(text)]
    found = []
    for word in _WORDS:
        at = lower.find(word)
        while at >= 0:
            found.append(at)
            at = lower.find(word, at + len(word))
    return sorted(found)


def _assigned(text: str, places: list[int]) -> Iterator[Span]:
    done = -1
    for place in places:
        told = _TOLD.match(text, place) or _PAIR.match(text, place)
        if told and _strong(told["value"]):
            yield ("password", *told.span("value"))
        name = _NAME_BEFORE.search(text, max(0, place - _NAME_LENGTH), place)
        if name is None or name.start() == done:
            continue
        done = name.start()
        match = _ASSIGNED.match(text, done)
        if match is None or _PLACEHOLDER.search(match["value"]):
            continue
        kind = "password" if _PASSWORD.search(match["name"]) else "key assigned to a name"
        if _random(match["value"]) or (kind == "password" and _password_like(match["gap"], match["value"])):
            yield (kind, *match.span("value"))


def _bare(text: str, places: list[int]) -> Iterator[Span]:
    for place in places:
        begin = max(text.rfind("\n", max(0, place - _BEFORE), place) + 1, place - _BEFORE, 0)
        end = text.find("\n", place, place + _AFTER)
        last = place + _AFTER if end < 0 else end
        for match in _BARE.finditer(text, begin, last + _LONGEST):
            if match.start() >= last:
                break
            around = text[begin : match.start()] + text[match.end() : match.end() + _BEHIND]
            if _key_like(match.group(), around) and not _PLACEHOLDER.search(match.group()):
                yield ("key in a sentence", *match.span())


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


def _key_like(value: str, around: str) -> bool:
    """Whether a value in a sentence is a key: a long unbroken stretch of letters and digits at random.

    With both large and small letters twelve characters do; otherwise sixteen, and no word for a hash or a row's key
    around it.
    """
    core = max(_ALNUM.findall(value), key=len)
    digits, small, large = (sum(map(test, core)) for test in (str.isdigit, str.islower, str.isupper))
    if not _random(value) or digits < 3 or small + large < 3 or entropy(core) < 3:
        return False
    if small and large:
        return len(core) >= 12
    return len(core) >= 16 and not _OTHER_USE.search(around)


def _strong(value: str) -> bool:
    """Eight characters or more, letters and digits mixed, of both sizes or with a sign."""
    tests = (str.isdigit, str.isalpha, lambda c: c in "!@#$%^&*+?" or c.isupper())
    return len(value) >= 8 and all(any(map(test, value)) for test in tests) and not _PLACEHOLDER.search(value)


def _password_like(gap: str, value: str) -> bool:
    """A quoted value, or an unquoted one with letters and digits or signs mixed."""
    quoted = gap.rstrip()[-1:] in "\"'`"
    mixed = (
        bool(re.search(r"[A-Za-z]", value))
        and bool(re.search(r"[\d!@#^&*]", value))
        and not re.search(r"[(\[.]", value)
    )
    return (quoted and not re.search(r"[(\[]", value)) or mixed
