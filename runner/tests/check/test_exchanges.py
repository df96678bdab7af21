"""A file with an exchange over HTTP is checked without a word on its dialect, and what is served in it, too."""

import json
from pathlib import Path

import pytest

from checkout_copy import ROOT
from conftest import SUITE
from program_call import call

SERVED = [each.id for each in SUITE.dialects.values() if each.serves]
KEYS = str(ROOT / "schema/sd-card-02/context.json")
ENVELOPED = str(ROOT / "schema/sd-card-02-http/example.http")
HEAD = "GET https://a.example{} HTTP/1.1\nHost: a.example\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n"


def example(dialect: str) -> dict[str, object]:
    value = json.loads((ROOT / f"schema/{dialect}/example.json").read_text("utf-8"))
    return dict(value)


def check(folder: Path, path: str, card: object, *options: str) -> str:
    """What is printed of an exchange in which a card is served at a path."""
    (folder / "kept.http").write_text(HEAD.format(path) + json.dumps(card))
    return call("check", *options, "kept.http", cwd=folder).stdout.decode()


@pytest.mark.parametrize("dialect", SERVED)
def test_the_dialect_is_found_by_what_is_served(dialect: str) -> None:
    done = call("check", str(ROOT / f"schema/{dialect}/example.http"))

    assert f": valid as {dialect}\n" in done.stdout.decode()


@pytest.mark.parametrize("dialect", ["a2a-0.3", "a2a-1.0", "agentcard-1.0", "agentcard-draft-00"])
def test_a_card_is_known_by_what_it_looks_like_wherever_it_lies(tmp_path: Path, dialect: str) -> None:
    printed = check(tmp_path, "/elsewhere", example(dialect))

    assert f"kept.http: valid as {dialect}-http\n" in printed
    assert f"kept.http: valid as {dialect}\n" in printed


def test_what_looks_like_nothing_is_known_by_its_path(tmp_path: Path) -> None:
    assert "kept.http: valid as agentcard-draft-00-http\n" in check(tmp_path, "/.well-known/agentcard", {"name": "x"})


def test_what_belongs_to_another_version_is_told_with_the_command_for_the_exchange(tmp_path: Path) -> None:
    hybrid = example("a2a-1.0") | {"url": "https://a.example/", "preferredTransport": "JSONRPC"}
    printed = check(tmp_path, "/.well-known/agent-card.json", hybrid)

    assert "In it, url and preferredTransport belong to a2a-0.3" in printed
    assert "\n    agentcard-conformance check --dialect a2a-0.3-http kept.http\n" in printed


def test_a_card_of_another_dialect_than_the_one_that_was_named_is_told(tmp_path: Path) -> None:
    printed = check(tmp_path, "/", example("a2a-1.0"), "--dialect", "agentcard-draft-00-http")

    assert printed.count("\n    agentcard-conformance check --dialect a2a-1.0-http kept.http\n") == 1


def test_a_card_in_an_envelope_is_judged_in_the_context_that_is_named() -> None:
    done = call("check", "--dialect", "sd-card-02-http", "--context", KEYS, "--format", "json", ENVELOPED)

    judged = [(each["dialect"], each["valid"]) for each in json.loads(done.stdout)["files"]]
    assert judged == [("sd-card-02-http", True), ("sd-card-02-envelope", True), ("sd-card-02", True)]


def test_without_a_context_it_is_said_that_the_card_is_not_judged() -> None:
    done = call("check", ENVELOPED)

    assert done.returncode == 2
    assert b"is not checked: cards of sd-card-02 are judged with a context: name a file with --context" in done.stderr


def test_a_file_counts_once() -> None:
    done = call("check", str(ROOT / "schema/a2a-1.0-http/example.http"))

    assert done.stdout.decode().splitlines()[-1] == "1 file, no violations"


def test_a_plain_card_is_no_exchange() -> None:
    done = call("check", "--all-dialects", str(ROOT / "schema/a2a-1.0/example.json"))

    assert b"-http" not in done.stdout


def test_a_remark_on_a_served_card_has_the_command_for_the_exchange(tmp_path: Path) -> None:
    printed = check(tmp_path, "/.well-known/agent-card.json", example("a2a-0.3") | {"protocolVersion": "1.0"})

    assert (
        " To check it as a card of a2a-1.0:\n    agentcard-conformance check --dialect a2a-1.0-http kept.http\n"
        in printed
    )


def test_where_a_card_lies_in_what_is_served_is_told(tmp_path: Path) -> None:
    printed = check(tmp_path, "/.well-known/agent-card.json", {"result": example("a2a-1.0")})

    assert "\nThis is no card itself, but the part at /result looks like a card of a2a-1.0. " in printed
