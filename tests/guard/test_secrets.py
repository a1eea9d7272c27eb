"""Keys, passwords, addresses and numbers that must not stand in an insight; and what looks like them and may."""

from __future__ import annotations

import pytest

from insightforge.guard import scan_secrets
from tests.shared import shared_dir

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
    ],
)
def test_left_alone(text: str) -> None:
    assert scan_secrets(text) == []


def test_what_is_shown_is_masked() -> None:
    (found,) = scan_secrets("ghp_0123456789abcdefghijklmnopqrstuvwxyz")
    assert "0123456789" not in found.shown


@pytest.mark.corpus
def test_ordinary_write_ups_trip_on_addresses_only() -> None:
    files = sorted((shared_dir() / "corpus" / "competitions").glob("*/writeups/*"))[:60]
    kinds = {f.kind for file in files for f in scan_secrets(file.read_text(encoding="utf-8", errors="replace"))}
    assert kinds <= {"e-mail address"}
