"""Keys, passwords, addresses and numbers that must not stand in an insight; and what looks like them and may."""

from __future__ import annotations

import time

import pytest

from insightforge.guard import scan_secrets
from tests.shared import shared_dir

#: Invented; put together here so that no file holds anything like a key.
BARE = "7Qp2xZ9bT4mK1vR8" + "sL3cY6dH"
HEX = "a8f5f167f44f4964e6c998dee827110c"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("-----BEGIN RSA PRIVATE KEY-----", "private key"),
        ("aws_key AKIA" + "ABCDEFGHIJKLMNOP", "AWS key"),
        ("ghp_" + "0123456789abcdefghijklmnopqrstuvwxyz", "GitHub token"),
        ("glpat-" + "abcdefghij0123456789", "GitLab token"),
        ("xoxb-" + "123456789012-abcdefghij", "Slack token"),
        ("AIza" + "SyA0123456789abcdefghijklmnopqrstuv", "Google key"),
        ("sk-proj-" + "AbCdEf0123456789AbCdEf0123456789", "API key"),
        ("hf_" + "AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh", "Hugging Face token"),
        ("sk_live_" + "0123456789abcdefABCDEF", "Stripe key"),
        ('{"username":"someone","key":"' + HEX + '"}', "Kaggle key"),
        ("Authorization: Bearer " + "abc123DEF456ghi789JKL", "bearer token"),
        ("postgres://user:pa55w0rd@db.pumps.example/x", "credentials in a URL"),
        (f"api_key = '{HEX}'", "key assigned to a name"),
        (f'{{"client_secret": "{HEX}"}}', "key assigned to a name"),
        (f"wandb.login(key='{HEX}{HEX[:8]}')", "key in a login call"),
        ("password = hunter2!x", "password"),
        ('DB_PASSWORD: "correct horse"', "password"),
        ("Ask jane.doe@mail.example.org", "e-mail address"),
        ("jane.doe [at] mail [dot] org", "e-mail address"),
        ("call me at 415-555-2671 today", "phone number"),
        ("tel: +49 30 901820", "phone number"),
        ("my number is +81 3-1234-5678.", "phone number"),
        ("(415) 555-2671 is mine", "phone number"),
        ("Phone: 020 7946 0958", "phone number"),
        # a key in a sentence
        (f"please rotate the key nw-live-{BARE} today", "key in a sentence"),
        (f"the feature store key (nw-live-{BARE}) was pasted", "key in a sentence"),
        (f"The token we used was {BARE}.", "key in a sentence"),
        (f"`{BARE}` is the secret of the exporter", "key in a sentence"),
        (f"the key {HEX} went out with the notebook", "key in a sentence"),
        (f"token: nw-live-{BARE}", "key assigned to a name"),
        ("password is hunter2!x", "password"),
        ("the password was Winter2031! until May", "password"),
        ("The password for the staging database is Winter2031!", "password"),
        ("credentials for the box: admin / Winter2031!", "password"),
        # a number behind a word for a telephone, in a national form
        ("mob: 0151-2345 6789", "phone number"),
        ("Escalation: 030 5683 4472 (Marta)", "phone number"),
        ("On call: Marta, 030 56834472", "phone number"),
        ("tel.030 56834472", "phone number"),
        ("mobile 98765 43210", "phone number"),
        ("Phone: 415.555.2671", "phone number"),
        ("Hotline 06 12 34 56 78", "phone number"),
        ("030 5683 4472 (mobile)", "phone number"),
        ("call 030 5683 4472 at night", "phone number"),
        ("Handy: +49 (0)151 23456789", "phone number"),
        # an address, spelled out
        ("marta (at) mail dot org", "e-mail address"),
        ("marta.l at mail dot org", "e-mail address"),
        ("marta [at] mail.org", "e-mail address"),
        ("marta AT mail-house DOT com", "e-mail address"),
        ("marta{at}mail{dot}co{dot}uk", "e-mail address"),
        ("marta @ mail [dot] org", "e-mail address"),
        ("marta&#64;mail.org", "e-mail address"),
        ("marta_at_mail_dot_org", "e-mail address"),
        ("m.lind (at) post dot mail dot de", "e-mail address"),
        ("marta＠mail.org", "e-mail address"),
    ],
)
def test_found(text: str, kind: str) -> None:
    assert [f.kind for f in scan_secrets(text)] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "layers 512-256-1024, score +0.00695\n+0.94070",
        "AUC went +1 0.9350 over 2 of 3 phone experiments",
        "sep_token = '[SEP]', pad_token_id=0, max_tokens = 2048",
        "tokenizer = AutoTokenizer.from_pretrained('some/model-v3-large')",
        "token=tf_efficientnet_b4_ns_640_ext_15ep",
        "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "password = os.environ['PASSWORD']",
        "api_key = '<YOUR_API_KEY>' or OPENAI_API_KEY=******",
        "sk-learn 1.2.3 and scikit-learn",
        "figure@2x.png, P@10, mAP@0.5:0.95, TOXICITY@1. On the full set",
        "git@github.example:owner/repo",
        "(2048) 128-9000 features",
        "5 folds @TitanRTX",
        "attention at the layer dot product, mAP@0.5 at IoU dot 5",
        "the key se_rx50_32x4d_f0_e15_b4s of the ensemble",
        "the key idea: tf_efficientnet_b4_ns_640_ext_15ep",
        "sort key 20240312T101500Z",
        f"primary key {HEX} of the row, commit {HEX}",
        f"sha of the token file: {HEX}",
        "tokens 101 2054 2003 102, [unused12]",
        "the password policy is: 8chars",
        "the password was changed in March",
        "credentials: none / not needed",
        "On call: 2024-05-01 10:15:00 to 2024-05-02",
        "escalation at 15:05:20, 312 payments, 41,000 EUR",
        "mobile net v3 large 1.0 224 75.2 5.4",
        "phone recall 0.81234567 0.81234568",
        "cell 12: 100%|##| 32450/32450 [04:34<00:00",
        "call 1000000 samples, fit(1024, 2048, 4096)",
    ],
)
def test_left_alone(text: str) -> None:
    assert scan_secrets(text) == []


def test_a_key_is_found_whole_wherever_its_line_ends() -> None:
    text = f"x\nkey\n{'y ' * 20}the key for it, as of Monday: nw-live-{BARE}\nz"
    (found,) = scan_secrets(text)
    assert text[found.start : found.end] == f"nw-live-{BARE}"
    assert scan_secrets(f"the key\n{BARE}") == []  # another line: a column of identifiers, say


@pytest.mark.parametrize(
    "text",
    ["sk-" * 30_000, "token" * 20_000, "key" * 30_000, "a@" * 50_000, "a at b dot " * 10_000, "a(at)b" * 15_000,
     "1 " * 50_000, "password is " * 8_000, "http://a:" * 10_000, "A" * 100_000],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_no_text_takes_long(text: str) -> None:
    started = time.process_time()
    assert scan_secrets(text) == []
    assert time.process_time() - started < 3


def test_ordinary_text_is_scanned_quickly() -> None:
    """A megabyte took four seconds once; it takes some 0.2 on the machine where this was written."""
    text = "The key to it was a batch of 32 images per step, see fold 3 (0.8123) and the tokens in Table 2.\n" * 10_000
    started = time.process_time()
    assert scan_secrets(text) == []
    assert time.process_time() - started < 2


def test_what_is_shown_is_masked() -> None:
    (found,) = scan_secrets("ghp_0123456789abcdefghijklmnopqrstuvwxyz")
    assert "0123456789" not in found.shown


@pytest.mark.corpus
def test_ordinary_write_ups_trip_on_addresses_only() -> None:
    files = sorted((shared_dir() / "corpus" / "competitions").glob("*/writeups/*"))[:60]
    kinds = {f.kind for file in files for f in scan_secrets(file.read_text(encoding="utf-8", errors="replace"))}
    assert kinds <= {"e-mail address"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "see gh\u200bp_" + "0123456789abcdefghijklmnopqrstuvwxyz now",
            "gh\u200bp_" + "0123456789abcdefghijklmnopqrstuvwxyz",
        ),
        ("to ja\u00adne.doe&#64;mail.example.org or", "ja\u00adne.doe&#64;mail.example.org"),
        ("to jane.doe%40mail.example.org or", "jane.doe%40mail.example.org"),
    ],
)
def test_what_is_hidden_is_found_where_it_stands(text: str, found: str) -> None:
    assert [text[f.start : f.end] for f in scan_secrets(text)] == [found]
