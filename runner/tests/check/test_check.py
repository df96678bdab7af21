"""`check` tells a card's author what is wrong, where, and what would be right."""

import json
import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.corpus import read_suite
from agentcard_conformance.model import Dialect, Expected, Fixture
from agentcard_conformance.reference import Reference, matches_schema
from checkout_copy import copied
from conftest import SUITE
from program_call import COMMAND, call, surroundings
from small_checkout import with_toy

GOOD = {
    "agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0",
    "name": "WebSearchAgent",
    "version": "1.0.0",
    "capabilities": [{"id": "tool.web_search", "description": "Searches the public web."}],
    "endpoint": {"protocol": "https", "url": "https://agents.example.com/search"},
}
UNADVISED = GOOD | {"capabilities": [{"id": "tool.web_search"}]}
SHORT_VERSION = GOOD | {"version": "1.0"}
CONTESTED = GOOD | {"agent_id": "91HZQK3P8EMXR9V7T5N2W4J6C0"}
HOSTILE = '{"version": "\\u001b[31m\\u202e\\u6f22\\ud800", "\\u001b]0;x\\u0007": 1}'


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """A folder with a card of each kind."""
    written = {"good": GOOD, "short-version": SHORT_VERSION, "unadvised": UNADVISED, "contested": CONTESTED}
    for name, card in written.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(card, indent=2))
    (tmp_path / "hostile.json").write_text(HOSTILE)
    return tmp_path


def test_a_good_card_is_valid_as_the_default_dialect(cards: Path) -> None:
    done = call("check", "good.json", cwd=cards)
    assert done.stdout.decode() == f"good.json: valid as {SUITE.default.id}\n\n1 file, no violations\n"
    assert (done.stderr, done.returncode) == (b"", 0)


def test_a_violation_says_where_what_is_wrong_what_would_be_right_and_who_says_so(cards: Path) -> None:
    done = call("check", "short-version.json", cwd=cards)
    said = done.stdout.decode()
    assert "short-version.json:4:14: violation at /version\n    '1.0' is not a version" in said
    assert re.search(r"\n    Right: The version is .+\n    version-semver, sections 2\.3, 5\(2\)\n", said)
    assert "\n1 file, 1 violation\n" in said
    assert done.returncode == 1


def test_advice_stands_apart_and_does_not_fail_a_card(cards: Path) -> None:
    done = call("check", "unadvised.json", cwd=cards)
    assert b"unadvised.json: valid as" in done.stdout
    assert b": advice at /capabilities/0\n" in done.stdout
    assert b"\n1 file, no violations, 1 advice\n" in done.stdout
    assert done.returncode == 0


def test_what_the_suite_alone_advises_says_so(tmp_path: Path) -> None:
    (tmp_path / "invisible.json").write_text(json.dumps(UNADVISED | {"name": " "}))

    said = call("check", "invisible.json", cwd=tmp_path).stdout.decode()

    assert "    name-visible, section 2.2, advice of this suite alone\n" in said
    assert "    capability-description-given, section 2.4.2\n" in said


def test_strict_lets_advice_fail_a_card(cards: Path) -> None:
    assert call("check", "--strict", "unadvised.json", cwd=cards).returncode == 1
    assert call("check", "--strict", "good.json", cwd=cards).returncode == 0


def test_a_contested_place_is_a_note_even_when_strict(cards: Path) -> None:
    done = call("check", "--strict", "contested.json", cwd=cards)
    assert b": contested at /agent_id\n" in done.stdout
    assert b"\n    Validators disagree whether this is asked for: " in done.stdout
    assert done.returncode == 0


def test_standard_input_is_a_file_like_any_other(cards: Path) -> None:
    done = call("check", "-", "good.json", cwd=cards, stdin=json.dumps(SHORT_VERSION).encode())
    assert b"<stdin>:1:" in done.stdout
    assert b"\n2 files, 1 invalid, 1 violation\n" in done.stdout


@pytest.mark.parametrize(
    ("file", "why"),
    [("nowhere.json", "cannot be read: No such file or directory"), ("fold[1]er", "matches no file")],
)
def test_a_file_that_cannot_be_read_stops_no_other(cards: Path, file: str, why: str) -> None:
    done = call("check", "short-version.json", file, "good.json", cwd=cards)
    assert done.stderr.decode() == f"agentcard-conformance: {file} {why}\n"
    assert b"short-version.json: invalid" in done.stdout
    assert b"good.json: valid" in done.stdout
    assert done.returncode == 2


def test_an_unknown_dialect_is_one_sentence_that_names_the_known_ones(cards: Path) -> None:
    done = call("check", "--dialect", "agentcard-9", "good.json", cwd=cards)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert f"no dialect 'agentcard-9'; the dialects are {', '.join(sorted(SUITE.dialects))}" in done.stderr.decode()


@pytest.mark.parametrize("form", ["text", "github", "json", "sarif"])
def test_whatever_a_card_holds_what_is_printed_is_printable_ascii(cards: Path, form: str) -> None:
    done = call("check", "--format", form, "hostile.json", cwd=cards)
    assert re.sub(rb"[ -~\n]", b"", done.stdout) == b""
    assert done.returncode == 1


def test_a_file_whose_name_is_no_text_is_checked(cards: Path) -> None:
    name = b"\xff\x1b[31m.json"
    (cards / os.fsdecode(name)).write_text(json.dumps(GOOD))
    done = call("check", name, cwd=cards)
    assert done.stdout.startswith(rb"\udcff\x1b[31m.json: valid")
    assert done.returncode == 0


def test_a_card_too_large_to_read_is_not_called_invalid(cards: Path) -> None:
    (cards / "large.json").write_bytes(b" " * (10 * 2**20 + 1))
    done = call("check", "large.json", "good.json", cwd=cards)
    assert done.stderr.startswith(b"agentcard-conformance: large.json is not checked: ")
    assert b"good.json: valid" in done.stdout
    assert done.returncode == 2


@pytest.mark.parametrize(
    "card",
    [b"", b"\xff", b"null", b"[" * 100_000, b'{"a":' * 5_000, b"1" * 10_000, b'{"agent_id": [[]]}', b"\x00" * 99],
    ids=["nothing", "no UTF-8", "null", "deep array", "deep object", "long number", "types", "zeros"],
)
def test_no_bytes_are_more_than_a_violation(card: bytes) -> None:
    done = call("check", "-", stdin=card)
    assert (done.stderr, done.returncode) == (b"", 1)


def test_a_pipe_gets_no_colour_and_rich_is_not_imported(cards: Path) -> None:
    done = call("check", "short-version.json", cwd=cards, PYTHONPROFILEIMPORTTIME="1")
    assert b"\x1b" not in done.stdout
    assert b"rich" not in done.stderr


def on_a_terminal(cards: Path, *arguments: str, **environment: str) -> str:
    """What a terminal of 80 columns is sent."""
    ours, theirs = pty.openpty()
    environment = surroundings(TERM="xterm", COLUMNS="80", **environment)
    with subprocess.Popen([*COMMAND, *arguments], cwd=cards, stdout=theirs, env=environment):
        os.close(theirs)
        sent = b"".join(iter(lambda: read(ours), b""))
    os.close(ours)
    return sent.decode()


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says EIO when the other end is closed
        return b""


def test_a_terminal_shows_verdicts_side_by_side_in_colour(cards: Path) -> None:
    sent = on_a_terminal(cards, "check", "--all-dialects", "good.json")
    assert re.search(rf"    {SUITE.default.id} +\x1b\[1;32mvalid\x1b\[0m", sent)


def test_a_terminal_gets_colour_and_lines_that_fit_it(cards: Path) -> None:
    sent = on_a_terminal(cards, "check", "short-version.json")
    lines = re.sub(r"\x1b\[[0-9;]*m", "", sent).splitlines()
    assert "\x1b[1;31mviolation\x1b[0m" in sent
    assert [line for line in lines if len(line) > 80] == []
    assert "    Right: The version is" in "\n".join(lines)


def test_a_terminal_without_colour_gets_none(cards: Path) -> None:
    assert re.findall(r"\x1b\[[0-9;]*3[0-9]m", on_a_terminal(cards, "check", "short-version.json", NO_COLOR="1")) == []


def test_a_terminal_is_sent_no_escape_that_a_card_holds(cards: Path) -> None:
    sent = on_a_terminal(cards, "check", "hostile.json", NO_COLOR="1")
    assert r"\x1b[31m\u202e\u6f22\ud800" in sent
    assert re.sub(r"\x1b\[[0-9;]*m|[ -~\r\n]", "", sent) == ""


def test_the_whole_path_and_place_stay_on_one_line_to_be_clicked(cards: Path) -> None:
    folder = cards / ("a-long-name-" * 9)
    folder.mkdir()
    (folder / "card.json").write_text(json.dumps(SHORT_VERSION))
    sent = on_a_terminal(cards, "check", f"{folder.name}/card.json", NO_COLOR="1")
    assert f"{folder.name}/card.json:1:" in sent


def test_a_card_of_another_dialect_is_told_which_and_how_to_check_it(tmp_path: Path) -> None:
    checkout = copied(tmp_path)
    ours = tmp_path / "schema" / SUITE.default.id
    described = json.loads((ours / "dialect.json").read_text())
    described |= {"default": False, "looks_like": {"type": "object", "required": ["toy"]}}
    for name in ("card.schema.json", "requirements.json"):
        checkout.write(f"schema/toy/{name}", (ours / name).read_text())
    checkout.write("schema/toy/dialect.json", json.dumps(described))
    checkout.write("my card.json", '{"toy": 1, "openapi": "3.1.0", "info": {}}')
    done = checkout.run("check", "--dialect", SUITE.default.id, "my card.json")
    assert "\n    agentcard-conformance check --dialect toy 'my card.json'\n" in done.stdout
    assert "looks like" not in checkout.run("check", "--dialect", "toy", "my card.json").stdout
    assert "\nChecked as toy, since it has toy, and looks" in checkout.run("check", "my card.json").stdout


def test_a_hint_says_where_a_context_is_needed(tmp_path: Path) -> None:
    checkout = with_toy(tmp_path)
    checkout.write("card", "greeting: hello\n")
    done = checkout.run("check", "card")
    assert "\n    agentcard-conformance check --dialect toy --context FILE card\n" in done.stdout


@pytest.mark.parametrize("dialect", [each for each in SUITE.card_formats.values() if each.extension != "json"])
def test_a_file_named_as_cards_of_another_dialect_is_told_though_it_cannot_be_read(
    dialect: Dialect, tmp_path: Path
) -> None:
    name = f"card.{dialect.extension}"
    (tmp_path / name).write_text("name: Echo: loud\n")

    done = call("check", "--dialect", SUITE.default.id, name, cwd=tmp_path)
    assert f"check --dialect {dialect.id}" in done.stdout.decode()
    assert f"{name}: invalid as {dialect.id}" in call("check", "--any-format", name, cwd=tmp_path).stdout.decode()


def test_a_notation_without_lines_shows_no_line(tmp_path: Path) -> None:
    checkout = with_toy(tmp_path)
    reader = tmp_path / "runner/src/agentcard_conformance/notations/lines/reader.py"
    reader.write_text(reader.read_text().replace("places.get(steps[:1], places[()])", "None"))
    checkout.write("card", "greeting: goodbye\ntitle: Tea\n")
    done = checkout.run("check", "--dialect", "toy", "--context", "schema/toy/context.json", "card")
    assert "\ncard: violation at /greeting\n" in done.stdout


SKILL = {"id": "route", "name": "Route", "description": "Finds a way.", "tags": ["maps"]}
A2A: dict[str, Any] = {"name": "Geo", "description": "Maps.", "version": "1.0.0", "capabilities": {}, "skills": [SKILL]}
URL = {"url": "https://geo.example.com/a2a"}
MCP_SCHEMAS = "https://static.modelcontextprotocol.io/schemas"
OTHERS: dict[str, list[dict[str, Any]]] = {
    "A2A Agent Card 0.2": [
        A2A | URL | {"protocolVersion": "0.2.6"},
        A2A | URL | {"protocolVersion": "v0.2.9"},
        A2A | {"protocolVersion": "0.2.5"},
    ],
    "A2A Agent Card 0.1 or 0.2": [
        A2A | URL,
        A2A | URL | {"authentication": {"schemes": ["Bearer"]}},
        A2A,
        {"name": "Geo", "skills": [SKILL]},
        URL | {"name": "Geo", "skills": [{"id": "route"}]},
        URL | {"name": "Geo", "capabilities": {}, "skills": ["route"]},
        URL | {"name": "Geo", "capabilities": {"streaming": True}},
        URL | {"name": "Geo", "defaultInputModes": ["text"]},
        A2A | URL | {"agent_id": "geo"},
    ],
    "ERC-8004 agent registration": [
        {"type": "https://eips.ethereum.org/EIPS/eip-8004#registration-v1", "name": "Geo", "services": []}
    ],
    "Agent Handshake Protocol manifest": [{"ahp": "0.1", "name": "Geo", "modes": ["MODE1"], "capabilities": ["maps"]}],
    "MCP registry server.json": [
        {"$schema": f"{MCP_SCHEMAS}/2025-12-11/server.schema.json", "name": "com.example/maps", "version": "1.0.0"},
        {"name": "com.example/maps", "version": "1.0.0", "packages": [{"registryType": "npm", "identifier": "maps"}]},
    ],
    "MCP Server Card": [
        {"$schema": f"{MCP_SCHEMAS}/v1/server-card.schema.json", "name": "com.example/maps", "version": "1.0.0"},
        {"serverInfo": {"name": "maps", "version": "1.0.0"}, "protocolVersion": "2025-06-18"},
        {"name": "com.example/maps", "version": "1.0.0", "remotes": [{"type": "streamable-http"} | URL]},
    ],
    "MCP Bundle manifest": [{"manifest_version": "0.3", "name": "maps", "version": "1.0.0", "server": {}}],
    "MCP client configuration": [{"mcpServers": {"maps": {"command": "maps"}}}],
    "ANP agent description": [{"protocolType": "ANP", "protocolVersion": "1.0.0", "name": "Geo"}],
    "OASF record": [{"schema_version": "0.7.0", "name": "geo", "authors": ["Ada"], "skills": [{"id": 1}]}],
    "OpenAI plugin manifest": [{"schema_version": "v1", "name_for_model": "maps", "name_for_human": "Maps"}],
    "OpenAPI document": [{"openapi": "3.1.0", "info": {"title": "Maps"}}, {"swagger": "2.0", "info": {}}],
    "AsyncAPI document": [{"asyncapi": "3.0.0", "info": {"title": "Maps"}}],
    "DID document": [{"id": "did:web:example.com", "verificationMethod": []}],
    "npm package.json": [{"name": "maps", "version": "1.0.0", "scripts": {"test": "node --test"}}],
    "JSON Schema": [
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"},
        {"type": "object", "properties": {"name": {"type": "string"}}},
    ],
}


@pytest.mark.parametrize(
    ("name", "document"), [(name, document) for name, documents in OTHERS.items() for document in documents]
)
def test_another_format_is_recognised(name: str, document: dict[str, object]) -> None:
    done = call("check", "--format", "json", "-", stdin=json.dumps(document).encode())
    assert json.loads(done.stdout)["files"][0]["hints"][0]["name"] == name


def test_what_looks_like_nothing_known_gets_no_hint() -> None:
    assert b"looks like" not in call("check", "-", stdin=b'{"hello": "world"}').stdout


def test_every_other_format_has_a_document_here() -> None:
    assert list(OTHERS) == [each.name for each in read_suite().other_formats]


def test_no_card_of_ours_looks_like_another_format() -> None:
    suite = read_suite()
    reference = Reference(suite.dialects)
    ours = {each.path: reference.assess(each.question).value for each in suite.fixtures() if is_valid(each)}
    formats = suite.other_formats
    taken = [
        (path, each.name) for path, value in ours.items() for each in formats if matches_schema(each.looks_like, value)
    ]
    assert taken == []


def is_valid(fixture: Fixture) -> bool:
    return fixture.expected is Expected.VALID
