"""`check` of an address says what is served there, judges it, and fetches nothing that nobody typed."""

import gzip
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from checkout_copy import ROOT, Checkout
from document_steps import follow, install, steps
from program_call import call
from scripted_server import answer, at_paths, serving

CARD = (ROOT / "schema/agentcard-draft-00/example.json").read_text("utf-8")
A2A = (ROOT / "schema/a2a-1.0/example.json").read_text("utf-8")
AT = "/.well-known/agentcard"
A2A_AT = "/.well-known/agent-card.json"
PAGE = answer("<!doctype html>\n", Content_Type="text/html")
GOOD = answer(CARD, Content_Type="application/agentcard+json", Cache_Control="max-age=3600")
GOOD_A2A = answer(A2A, Content_Type="application/json", Cache_Control="max-age=600", ETag='"1"')


def check(answers: dict[str, bytes], *options: str, at: str = "", otherwise: bytes = b"") -> tuple[int, str, str]:
    """Exit status, output and sentences of a check of a server with these answers."""
    with serving(at_paths(answers, otherwise)) as server:
        done = call("check", "--allow-private", *options, server.address + at.removeprefix("/"))
        return done.returncode, done.stdout.decode(), done.stderr.decode()


def findings(printed: str) -> dict[str, set[str]]:
    """What was found, by dialect."""
    files = json.loads(printed)["files"]
    kinds = ("violations", "advice", "contested")
    return {each["dialect"]: {found["requirement"] for kind in kinds for found in each[kind]} for each in files}


def test_a_card_is_judged_as_it_is_served_and_as_a_card() -> None:
    status, printed, _ = check({AT: GOOD}, "--format", "json")

    assert status == 0
    assert findings(printed) == {
        "agentcard-draft-00-http": {"served-over-tls", "endpoint-scheme-as-fetched"},
        "agentcard-draft-00": set(),
    }


def test_every_path_where_cards_lie_is_asked_and_told() -> None:
    _, printed, sentences = check({AT: GOOD, A2A_AT: GOOD_A2A}, "--format", "json")

    assert f"{AT}: 200 OK, application/agentcard+json" in sentences
    assert f"{A2A_AT}: 200 OK, application/json" in sentences
    assert "/.well-known/agent.json: 404 Not Found" in sentences
    assert findings(printed).keys() == {"agentcard-draft-00-http", "agentcard-draft-00", "a2a-1.0-http", "a2a-1.0"}


def test_what_is_wrong_with_the_card_is_told() -> None:
    status, printed, _ = check({AT: answer(CARD.replace('"1.0.0"', '"1"'), Content_Type="text/html")})

    assert status == 1
    assert "violation at /version" in printed
    assert "advice at /answer/media_type\n    The media type of the answer is 'text/html', not application/" in printed


def test_a_card_of_another_dialect_is_judged_as_one_wherever_it_lies() -> None:
    _, printed, _ = check({AT: GOOD_A2A}, "--format", "json")

    assert findings(printed)["a2a-1.0-http"] == {"well-known-path", "served-over-tls"}


def test_a_card_that_still_lies_at_its_old_path_is_judged_once() -> None:
    _, printed, sentences = check({A2A_AT: GOOD_A2A, "/.well-known/agent.json": GOOD_A2A}, "--format", "json")

    assert "/.well-known/agent.json: 200 OK" in sentences
    assert findings(printed) == {"a2a-1.0-http": {"served-over-tls"}, "a2a-1.0": set()}
    assert len(json.loads(printed)["files"]) == 2


def test_another_card_at_the_old_path_is_judged_too() -> None:
    old = GOOD_A2A.replace(b"Harbour Desk", b"Harbour Dusk")
    _, printed, _ = check({A2A_AT: GOOD_A2A, "/.well-known/agent.json": old}, "--format", "json")

    assert len(json.loads(printed)["files"]) == 4


def test_a_page_wherever_nothing_lies_is_no_card() -> None:
    status, printed, sentences = check({A2A_AT: GOOD_A2A}, "--format", "json", otherwise=PAGE)

    assert status == 0
    assert findings(printed).keys() == {"a2a-1.0-http", "a2a-1.0"}
    assert f"{AT}: 200 OK, text/html" in sentences


def test_a_page_alone_is_judged() -> None:
    status, printed, _ = check({}, "--format", "json", otherwise=PAGE)

    assert status == 1
    assert "card-in-answer" in findings(printed)["agentcard-draft-00-http"]


def test_a_host_without_a_card_says_so() -> None:
    status, printed, sentences = check({})

    assert (status, printed) == (1, "")
    assert "serves no card; if one lies elsewhere on the host, name its whole address" in sentences


def test_sarif_names_an_address_as_it_is_and_once() -> None:
    with serving(at_paths({AT: GOOD})) as server:
        done = call("check", "--allow-private", "--format", "sarif", server.origin + AT)

    [artifact] = json.loads(done.stdout)["runs"][0]["artifacts"]
    assert artifact["location"]["uri"] == server.origin + AT


def test_one_path_is_asked_alone() -> None:
    with serving(at_paths({"/cards/tides.json?v=2": GOOD})) as server:
        done = call("check", "--allow-private", f"{server.address}cards/tides.json?v=2")

    assert done.returncode == 0
    assert [request.split(" ")[1] for request in server.requests] == ["/cards/tides.json?v=2"]


def test_of_one_dialect_its_paths_are_asked_alone() -> None:
    with serving(at_paths({AT: GOOD})) as server:
        call("check", "--allow-private", "--dialect", "agentcard-draft-00", server.address)

    assert [request.split(" ")[1] for request in server.requests] == [AT]


def test_a_context_is_for_the_card_that_is_served() -> None:
    envelope = (ROOT / "schema/sd-card-02-envelope/example.json").read_bytes()
    keys = str(ROOT / "schema/sd-card-02/context.json")
    served = {"/.well-known/agent.json": answer(envelope, Content_Type="application/vnd.sd-jwt+json")}
    status, printed, _ = check(served, "--dialect", "sd-card-02", "--context", keys, "--format", "json")

    assert status == 1
    assert findings(printed) == {
        "sd-card-02-http": {"served-over-tls"},
        "sd-card-02-envelope": set(),
        "sd-card-02": set(),
    }


def test_a_private_address_is_not_asked_unless_that_is_said() -> None:
    with serving(at_paths({AT: GOOD})) as server:
        done = call("check", server.address)

    assert (done.returncode, server.requests) == (2, [])
    assert done.stderr.count(b"add --allow-private if that is meant") == 1


@pytest.mark.parametrize("options", [[], ["--all-dialects"], ["--any-format"]])
def test_nothing_is_fetched_that_nobody_typed(tmp_path: Path, options: list[str]) -> None:
    with serving(at_paths({})) as server:
        card = json.loads(CARD)
        card["endpoint"] = {"protocol": "http", "url": server.address}
        card["capabilities"][0]["input_schema"] = {"$ref": server.address, "$schema": server.address}
        (tmp_path / "card.json").write_text(json.dumps(card))
        call("check", *options, "card.json", cwd=tmp_path)

    assert server.requests == []


def test_what_is_kept_is_judged_as_it_was(tmp_path: Path) -> None:
    broken = answer(CARD.replace("tool", "Tool", 1), Content_Type="text/html")
    _, live, _ = check({AT: broken}, "--format", "json", "--save", str(tmp_path / "kept"), at=AT)
    [file] = (tmp_path / "kept").iterdir()
    kept = call("check", "--dialect", "agentcard-draft-00-http", "--format", "json", str(file))

    assert findings(kept.stdout.decode()) == findings(live)
    assert kept.returncode == 1


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    status, _, sentences = check({AT: GOOD}, "--save", str(tmp_path / "file"), at=AT)

    assert status == 2
    assert "cannot be written to: File exists" in sentences


@pytest.mark.parametrize(
    ("body", "expected", "requirement"),
    [(gzip.compress(b"[" * 2**26), 2, "body-within-reach"), (b"\x1f\x8b", 1, "content-coding")],
    ids=["bomb", "cut off"],
)
def test_a_packed_answer_that_lies_costs_nothing(body: bytes, expected: int, requirement: str) -> None:
    before = time.monotonic()
    status, printed, _ = check({AT: answer(body, Content_Encoding="gzip")}, "--format", "json", at=AT)

    assert status == expected
    assert requirement in findings(printed)["agentcard-draft-00-http"]
    assert time.monotonic() - before < 10


def test_a_body_in_a_coding_that_is_not_unpacked_is_told_and_its_card_not_checked() -> None:
    status, printed, sentences = check({AT: answer(b"\x0b", Content_Encoding="br")}, at=AT)

    assert (status, "invalid" in printed) == (2, False)
    assert "is not checked: the body is in the coding 'br', which this reader does not unpack" in sentences


def test_what_cannot_be_read_is_told_beside_a_card_that_can() -> None:
    status, _, sentences = check({AT: GOOD, A2A_AT: answer(b"\x0b", Content_Encoding="br")})

    assert status == 2
    assert "/.well-known/agent-card.json is not checked: the body is in the coding 'br'" in sentences


@pytest.mark.parametrize(
    ("answered", "sentence"),
    [
        (answer("", "302 Found", Location=AT), "leads to more than 5 redirects"),
        (
            answer("", "302 Found", Location="http://127.0.0.1:1/"),
            "http://127.0.0.1:1 cannot be asked: Connection refused",
        ),
        (answer(b" " * 2**20), "answers with more than 1,048,576 bytes, and no more was read"),
        (answer("{}", X_Note="x" * 2**18), "answers with header fields of more than 65,536 bytes"),
        (answer("", "302 Found", Location="ftp://a.example/"), "redirects to what cannot be fetched: ftp://a.example/"),
    ],
    ids=["loop", "nowhere", "too large", "flood", "no address"],
)
def test_an_answer_without_an_end_in_bounds_is_no_answer(answered: bytes, sentence: str) -> None:
    status, printed, sentences = check({AT: answered}, at=AT)

    assert (status, printed) == (2, "")
    assert sentence in sentences


@pytest.mark.parametrize(
    "answered", [GOOD[:-5], GOOD + b"more", GOOD.replace(b"Length: ", b"Length: 1\r\nContent-Length: ")]
)
def test_a_length_that_lies_is_a_violation(answered: bytes) -> None:
    status, printed, _ = check({AT: answered}, "--format", "json", at=AT)

    assert (status, findings(printed)) == (1, {"agentcard-draft-00-http": {"http-message"}})


def test_an_answer_that_goes_against_http_is_a_violation() -> None:
    status, printed, sentences = check({AT: b"SSH-2.0-OpenSSH_9.2\r\n\r\n"}, at=AT)

    assert status == 1
    assert "violation at the top level\n    The messages go against HTTP/1.1: illegal status line" in printed
    assert "no answer in HTTP/1.1" in sentences


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["card.json", "https://agents.example.com/"], "cannot be combined"),
        (["--all-dialects", "https://agents.example.com/"], "are for files"),
        (["--any-format", "https://agents.example.com/"], "are for files"),
        (["--context", "keys.json", "https://agents.example.com/"], "say which by --dialect"),
        (["--part", "http", "https://agents.example.com/"], "say which by --dialect"),
        (["--allow-private", "card.json"], "are for addresses"),
        (["--save", "kept", "card.json"], "are for addresses"),
        (["https://me:secret@agents.example.com/"], "leave them out"),
        (["--dialect", "kno-agent-card-0.2.1", "https://agents.example.com/"], "is not known here"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(arguments: list[str], why: str) -> None:
    done = call("check", *arguments)

    assert (done.returncode, done.stdout) == (2, b"")
    assert why in done.stderr.decode()


def test_a_card_in_a_file_is_checked_without_what_fetches() -> None:
    program = (
        "import sys; from agentcard_conformance.__main__ import main; main(); print({'h11', 'ssl'} & {*sys.modules})"
    )
    command = [sys.executable, "-c", program, "check", "schema/agentcard-draft-00/example.json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "set()"


def test_the_page_about_it_shows_what_is_printed(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "serving.md").read_text("utf-8")
    programs = install(tmp_path / "programs")

    differences = [follow(step, Checkout(tmp_path), programs) for step in steps(page)]

    assert [difference for difference in differences if difference] == []
    assert len(differences) == 2
