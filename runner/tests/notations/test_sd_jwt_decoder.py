"""SD-JWTs are read as their parts and the card that these make, and described to a person."""

import pytest

from agentcard_conformance.model import NO_CONTEXT, Json
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.sd_jwt import decode, describe, inspect
from hostile_sd_jwt import HEADER, card, digest
from program_call import call

SKILL = ["salt of the skill", {"id": "echo"}]
SKILLS = ["salt of all", "skills", [{"...": digest(SKILL)}, {"...": "hidden item"}, {"id": "plain"}]]
PAYLOAD = {"iss": "https://issuer.example", "exp": 0, "_sd_alg": "sha-256", "_sd": [digest(SKILLS), "hidden claim"]}


def read(text: bytes) -> Json:
    return decode(text, NO_CONTEXT).value


def told(value: Json) -> dict[str, str]:
    return {part.title: part.text for part in describe(value)}


def test_what_is_disclosed_stands_in_the_place_of_its_digest() -> None:
    assert read(card(PAYLOAD, SKILLS, SKILL))["card"] == {
        "iss": "https://issuer.example",
        "exp": 0,
        "skills": [{"id": "echo"}, {"id": "plain"}],
    }


def test_the_parts_are_read_as_they_are() -> None:
    value = read(card(PAYLOAD, SKILLS))

    assert (value["issuer"]["header"], value["issuer"]["payload"]) == (HEADER, PAYLOAD)
    assert value["disclosures"] == [SKILLS]
    assert "key_binding" not in value


@pytest.mark.parametrize(
    ("disclosures", "requirement"),
    [
        ([SKILL], "disclosure-referenced"),
        ([SKILLS, SKILL, ["s", "x", 1]], "disclosure-referenced"),
        ([SKILLS, SKILLS], "disclosure-once"),
    ],
)
def test_disclosures_that_belong_to_nothing_are_told(disclosures: list[Json], requirement: str) -> None:
    faults = decode(card(PAYLOAD, *disclosures), NO_CONTEXT).faults

    assert [fault.requirement for fault in faults] == [requirement]


def test_a_digest_that_occurs_again_unfolds_nothing_again() -> None:
    document = decode(card({**PAYLOAD, "provider": {"_sd": [digest(SKILLS)]}}, SKILLS), NO_CONTEXT)

    assert [fault.requirement for fault in document.faults] == ["digest-once"]


def test_a_list_with_anything_but_strings_holds_no_digests() -> None:
    document = decode(card({**PAYLOAD, "_sd": [digest(SKILLS), 1]}, SKILLS), NO_CONTEXT)

    assert "skills" not in document.value["card"]
    assert [fault.requirement for fault in document.faults] == ["disclosure-referenced"]


def test_a_line_feed_at_the_end_is_refused() -> None:
    with pytest.raises(DecodeError) as caught:
        read(card(PAYLOAD, SKILLS) + b"\n")

    assert caught.value.fault.requirement == "parts-joined"


def test_a_person_is_told_what_is_disclosed_and_what_stays_hidden() -> None:
    said = told(read(card(PAYLOAD, SKILLS)))

    assert said["issued by"] == "https://issuer.example"
    assert said["valid until"] == "1970-01-01 00:00:00 UTC"
    assert said["disclosed"] == "skills"
    assert said["hidden"].startswith("1 at the top, 2 at /skills (")
    assert said["bound"] == "no: whoever holds it can present it"


def test_parts_are_shown_though_they_make_no_card() -> None:
    shown = {part.title: part.text for part in inspect(b"e30.%%.AA~")}

    assert shown["issuer header"] == "{}\n"
    assert shown["issuer payload"].startswith("cannot be read: '%'")
    assert shown["card"].startswith("the parts make no card: ")


def test_inspect_says_on_each_line_that_nothing_is_verified() -> None:
    done = call("inspect", "-", stdin=card(PAYLOAD, SKILLS))

    lines = done.stdout.decode().splitlines()
    assert len(lines) > 30
    assert all(line.startswith("unverified | ") for line in lines)


def test_inspect_shows_no_control_characters_of_a_card() -> None:
    done = call("inspect", "-", stdin=card({"iss": "\x1b[2J\u202e"}))

    assert done.stdout.isascii()
    assert b"\x1b" not in done.stdout
