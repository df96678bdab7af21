"""`check` without --dialect checks a card as the one dialect that it looks like, and says why."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.fast_reference.supported_schemas import is_supported
from agentcard_conformance.model import NO_CONTEXT, Question
from agentcard_conformance.reference import Reference, matches_schema
from checkout_copy import ROOT
from conftest import SUITE
from program_call import call

NEW, OLD = (json.loads((ROOT / f"schema/{name}/example.json").read_bytes()) for name in ("a2a-1.0", "a2a-0.3"))
BOTH = OLD | NEW
PLAIN = {name: value for name, value in OLD.items() if name not in ("protocolVersion", "preferredTransport")}


def looks(card: Any) -> list[str]:
    """The dialects of A2A that a card looks like, whatever the others say."""
    reference = Reference(SUITE.dialects)
    return [
        name
        for name in ("a2a-1.0", "a2a-0.3")
        if matches_schema(
            SUITE.dialects[name].looks_like,
            reference.assess(Question(json.dumps(card).encode(), name, NO_CONTEXT)).value,
        )
    ]


def without(card: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in card.items() if name not in names}


def checked(card: Any, *arguments: str) -> str:
    return call("check", *arguments, "-", stdin=json.dumps(card).encode()).stdout.decode()


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        (NEW, ["a2a-1.0"]),
        (OLD, ["a2a-0.3"]),
        (BOTH, ["a2a-1.0"]),
        ({"supported_interfaces": [], "name": "Geo"}, ["a2a-1.0"]),
        ({"supported_interfaces": [{}]}, []),
        ({"supported_interfaces": ["telegram"], "name": "Geo"}, []),
        ({"supportedInterfaces": "none"}, ["a2a-1.0"]),
        (OLD | {"supportedInterfaces": [{"url": "https://a.example/", "transport": "JSONRPC"}]}, ["a2a-0.3"]),
        (OLD | {"protocolVersion": "1.0"}, ["a2a-0.3"]),
        (without(OLD, "protocolVersion"), ["a2a-0.3"]),
        (PLAIN, []),
        (PLAIN | {"signatures": []}, ["a2a-0.3"]),
        (PLAIN | {"additionalInterfaces": []}, ["a2a-0.3"]),
        (PLAIN | {"securitySchemes": {"a": {"type": "mutualTLS"}}}, ["a2a-0.3"]),
        (PLAIN | {"securitySchemes": {"a": {"type": "http"}}}, []),
        (OLD | {"protocolVersion": "0.2.6"}, []),
        (NEW | {"agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0"}, ["a2a-1.0"]),
        (NEW | {"agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0", "endpoint": {}}, ["a2a-1.0"]),
        (NEW | {"agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0", "endpoint": {}, "capabilities": []}, []),
        (without(NEW, "supportedInterfaces") | {"securityRequirements": []}, ["a2a-1.0"]),
        (OLD | {"ownership": {}}, []),
        (OLD | {"$schema": "agent-card@0.2.1"}, []),
        (without(OLD, "url"), ["a2a-0.3"]),
        (OLD | {"url": None}, ["a2a-0.3"]),
        (OLD | {"url": {}}, ["a2a-0.3"]),
        ({"protocolVersion": "0.3.0", "name": "Geo"}, ["a2a-0.3"]),
        ({"protocolVersion": "0.3.0"}, []),
        (PLAIN | {"protocolVersion": 0.3}, ["a2a-0.3"]),
        (PLAIN | {"protocolVersion": None}, ["a2a-0.3"]),
        (PLAIN | {"protocolVersion": "v0.3.0"}, ["a2a-0.3"]),
        (without(PLAIN, "url") | {"protocolVersion": 1}, ["a2a-0.3"]),
        (PLAIN | {"protocolVersion": "v0.2.5"}, []),
        (dict.fromkeys(OLD), ["a2a-0.3"]),
        (without(NEW, "supportedInterfaces") | {"protocolVersion": "1.0"}, ["a2a-1.0"]),
        (without(OLD, "url") | {"protocolVersion": "1.0"}, ["a2a-0.3"]),
        (without(OLD, "url") | {"additionalInterfaces": []}, ["a2a-0.3"]),
        (OLD | {"securityRequirements": []}, ["a2a-0.3"]),
        (PLAIN | {"securityRequirements": []}, ["a2a-1.0"]),
        ([], []),
    ],
)
def test_the_members_of_a_card_tell_its_version(card: Any, expected: list[str]) -> None:
    assert looks(card) == expected


def test_a_card_is_checked_as_what_it_looks_like_with_the_reason() -> None:
    said = checked(NEW)

    assert said.startswith("<stdin>: valid as a2a-1.0\n")
    assert "\nChecked as a2a-1.0, since it has " in said
    assert "supportedInterfaces and skills, and looks like a card of no other dialect.\n" in said


def test_of_a_card_of_two_versions_it_is_told_which_members_belong_to_the_other() -> None:
    said = checked(BOTH)

    assert "In it, protocolVersion, url and preferredTransport belong to a2a-0.3, and a2a-1.0 passes over them." in said
    assert "\n    agentcard-conformance check --dialect a2a-0.3 -\n" in said


def test_of_a_card_of_one_version_nothing_is_told_of_the_other() -> None:
    assert "belong" not in checked(NEW) + checked(OLD)


def test_a_named_dialect_is_kept_with_a_hint() -> None:
    said = checked(NEW, "--dialect", SUITE.default.id)

    assert said.startswith(f"<stdin>: invalid as {SUITE.default.id}\n")
    assert "\n    agentcard-conformance check --dialect a2a-1.0 -\n" in said


def test_a_card_of_the_default_dialect_is_checked_as_one(tmp_path: Path) -> None:
    (tmp_path / "card.json").write_text(
        '{"agent_id": 1, "endpoint": {}, "capabilities": [], "supportedInterfaces": []}'
    )
    done = call("check", "card.json", cwd=tmp_path)

    assert done.stdout.decode().startswith(f"card.json: invalid as {SUITE.default.id}\n")


def test_json_has_the_reason_among_its_hints() -> None:
    (file,) = json.loads(checked(NEW, "--format", "json"))["files"]

    assert (file["dialect"], [hint["command"] for hint in file["hints"]]) == ("a2a-1.0", [None])
    assert file["hints"][0]["sentence"].startswith("Checked as a2a-1.0, since it has ")


def test_a_card_of_an_older_version_is_checked_as_the_dialect_nearest_to_it() -> None:
    said = checked(PLAIN)

    assert said.startswith("<stdin>: invalid as a2a-0.3\n")
    assert "Checked as a2a-0.3, the dialect nearest to A2A Agent Card 0.1 or 0.2, which it looks like" in said


def test_a_named_dialect_is_kept_for_an_older_version_with_a_hint() -> None:
    said = checked(PLAIN, "--dialect", SUITE.default.id)

    assert said.startswith(f"<stdin>: invalid as {SUITE.default.id}\n")
    assert "To check it as a card of the dialect nearest to that, a2a-0.3:\n" in said


def test_a_card_checked_as_the_nearest_dialect_is_not_sent_there_again() -> None:
    said = checked(PLAIN, "--dialect", "a2a-0.3")

    assert "This looks like another format, A2A Agent Card 0.1 or 0.2, which is no dialect of this suite: http" in said
    assert "nearest" not in said


@pytest.mark.parametrize("name", ["route-finder", "01HZQK3P8EMXR9V7T5N2W4J6C0"])
def test_a_card_with_an_id_of_its_own_is_no_card_of_another_notation(name: str) -> None:
    said = checked(OLD | {"id": name, "authentication": {"schemes": ["Bearer"]}})

    assert said.startswith("<stdin>: valid as a2a-0.3\n")
    assert "belongs to" not in said


def test_a_number_where_a_version_belongs_is_told_among_many_files(tmp_path: Path) -> None:
    for number in range(40):
        (tmp_path / f"{number}.json").write_text(json.dumps(OLD | {"protocolVersion": 0.3}))

    done = call("check", ".", cwd=tmp_path)

    assert (done.returncode, done.stderr) == (1, b"")
    assert b"40 invalid" in done.stdout


def checked_file(folder: Path, name: str, card: Any, *arguments: str) -> str:
    (folder / name).write_text(card if isinstance(card, str) else json.dumps(card))
    return call("check", *arguments, name, cwd=folder).stdout.decode()


@pytest.mark.parametrize("name", ["card.kno", "card.http", "card.sd-jwt"])
def test_what_is_in_a_file_counts_before_its_name(tmp_path: Path, name: str) -> None:
    assert checked_file(tmp_path, name, OLD).startswith(f"{name}: valid as a2a-0.3\n")


def test_an_older_version_counts_before_the_name_of_a_file(tmp_path: Path) -> None:
    assert checked_file(tmp_path, "card.kno", PLAIN).startswith("card.kno: invalid as a2a-0.3\n")


def test_where_nothing_else_tells_the_name_does(tmp_path: Path) -> None:
    said = checked_file(tmp_path, "card.kno", '{"name": ')

    assert "Checked as kno-agent-card-0.2.1, since its name ends in .kno and nothing in it says what it is." in said


@pytest.mark.parametrize(("card", "dialect"), [(NEW, "a2a-1.0"), (OLD, "a2a-0.3")])
@pytest.mark.parametrize("spoil", [lambda text: text.replace(",", "", 1), lambda text: text[:-1]], ids=["comma", "end"])
def test_a_card_that_is_no_json_is_told_by_its_members(
    tmp_path: Path, card: Any, dialect: str, spoil: Callable[[str], str]
) -> None:
    said = checked_file(tmp_path, "card.json", spoil(json.dumps(card, indent=2)))

    assert said.startswith(f"card.json: invalid as {dialect}\n")
    assert f"Checked as {dialect}, which defines most of the members that can be made out in it." in said


def test_of_a_card_that_is_no_json_both_dialects_are_told_that_define_its_members(tmp_path: Path) -> None:
    said = checked_file(tmp_path, "card.json", '{"name": "A", "skills": [{"url": 1}], "provider": "{\\"url\\": 1}"')

    assert said.startswith("card.json: invalid as agentcard-draft-00\n")
    assert all(f"check --dialect {name} card.json" in said for name in ("a2a-0.3", "a2a-1.0"))


def test_a_member_that_no_dialect_defines_is_no_hint(tmp_path: Path) -> None:
    example = (ROOT / "schema/kno-agent-card-0.2.1/example.kno").read_text()

    said = checked_file(tmp_path, "card.kno", f"{example}of_ours: 1\n")

    assert said.startswith("card.kno: valid as kno-agent-card-0.2.1\n")


def test_a_name_that_several_dialects_share_is_told_once(tmp_path: Path) -> None:
    said = checked_file(tmp_path, "saved.http", "HTTP/1.1 200 OK\n\n{}")

    assert "\nsaved.http: violation at the top level\n    An exchange begins with a request for a card, such" in said


FLAT = OLD | {"protocolVersion": "1.0"}
FOR_OLDER = NEW | {"supportedInterfaces": [NEW["supportedInterfaces"][0] | {"protocolVersion": "0.3"}]}


@pytest.mark.parametrize(
    ("card", "remark", "dialect"),
    [
        (FLAT, "It names version 1 and has the form of 0.3. In place of url, ", "a2a-1.0"),
        (OLD | {"protocolVersion": 1.0}, "It names version 1 and has the form of 0.3. ", "a2a-1.0"),
        (without(PLAIN, "url"), "It names no version, and has neither the url of 0.3 nor ", "a2a-1.0"),
        (FOR_OLDER, "All its interfaces are of versions before 1.0, whose clients ", "a2a-0.3"),
    ],
)
def test_a_card_that_may_be_meant_for_another_version_is_told_so(card: Any, remark: str, dialect: str) -> None:
    said = checked(card)

    assert f"\n{remark}" in said
    assert f" To check it as a card of {dialect}:\n    agentcard-conformance check --dialect {dialect} -\n" in said


@pytest.mark.parametrize("option", ["--dialect=a2a-0.3", "--any-format"])
def test_a_remark_is_made_however_the_dialect_came_to_be_chosen(option: str) -> None:
    assert "\nIt names version 1 and has the form of 0.3. " in checked(FLAT, option)


@pytest.mark.parametrize(
    "card", [PLAIN | {"default_input_modes": []}, {"supported_interfaces": [{}], "name": "Geo"}], ids=["0.3", "1.0"]
)
def test_names_with_underscores_are_told(card: Any) -> None:
    assert "\nSome of its names have underscores, as in a program: in JSON " in checked(card)


@pytest.mark.parametrize(
    "card", [OLD, NEW, BOTH, BOTH | {"protocolVersion": "1.0"}, FOR_OLDER | {"url": "https://a.example/"}]
)
def test_a_card_that_is_what_it_says_gets_no_remark(card: Any) -> None:
    said = checked(card)

    assert "It names" not in said
    assert "All its" not in said


def test_each_remark_leads_to_a_dialect() -> None:
    led_to = {remark.dialect for each in SUITE.dialects.values() for remark in each.remarks}

    assert led_to - {""} <= SUITE.dialects.keys()


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"jsonrpc": "2.0", "id": 1, "result": NEW}, "the part at /result looks like a card of a2a-1.0."),
        ({"agentCard": OLD}, "the part at /agentCard looks like a card of a2a-0.3."),
        ({"agentCard": PLAIN}, "the part at /agentCard looks like A2A Agent Card 0.1 or 0.2."),
        ([NEW, OLD], "the part at /0 looks like a card of a2a-1.0."),
        ({"data": [{"card": 1}, NEW]}, "the part at /data/1 looks like a card of a2a-1.0."),
        (json.dumps(OLD), "the text in it looks like a card of a2a-0.3."),
        ({"card": json.dumps(OLD)}, "the text at /card looks like a card of a2a-0.3."),
    ],
)
def test_where_a_card_lies_in_another_document_is_told(document: Any, said: str) -> None:
    assert f"\nThis is no card itself, but {said} To check such a " in checked(document)


@pytest.mark.parametrize(
    "document",
    [[], "", "{", [[[NEW]]], {"result": {"id": 1}}, {"jsonrpc": "2.0", "error": {"code": 1}}, [{}] * 200 + [NEW]],
)
def test_where_no_card_is_found_near_the_top_nothing_is_told(document: Any) -> None:
    assert "looks like" not in checked(document)


def test_a_document_around_a_card_is_no_file_of_another_format() -> None:
    done = call("check", "--any-format", "-", stdin=json.dumps({"result": NEW}).encode())

    assert (done.returncode, done.stdout[:16]) == (1, b"<stdin>: invalid")


def test_what_tells_a_card_at_a_glance_needs_no_engine() -> None:
    dialects = [each for each in SUITE.dialects.values() if not each.is_named_alone]
    formats = [each.looks_like for each in SUITE.other_formats]
    looks = [schema for each in dialects for schema in (each.looks_like, *(remark.of for remark in each.remarks))]

    assert [each for each in (*looks, *formats) if not is_supported(each)] == []
