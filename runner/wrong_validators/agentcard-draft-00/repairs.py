"""What a validator mends before it looks, or takes from somewhere else, so that a wrong card passes."""

import html
import re
from collections.abc import Callable
from typing import Any

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator, wrong
from agentcard_conformance.model import Absent, Json, parse_pointer, replaced_at

CHOICES = ("/endpoint/protocol", "/endpoint/auth/scheme", "/metadata/pacr:trust_tier")


def mending(pointer: str, mend: Callable[[Any], Json], kind: type = str) -> Accepts:
    """Alters a value before the card is looked at, where it is of one kind."""

    def accepts(card: JudgedCard) -> bool:
        found = card.values(pointer)
        if not found or type(found[0]) is not kind or mend(found[0]) == found[0]:
            return card.is_valid
        return card.is_valid_as(replaced_at(card.value, [*parse_pointer(pointer)], mend(found[0])))

    return accepts


def only_name(value: dict[str, Json]) -> Json:
    """The name of the one member, if it holds nothing."""
    return next(iter(value)) if list(value.values()) == [None] else value


RIGHT = {"/endpoint/protocol": "https", "/endpoint/auth/scheme": "bearer", "/metadata/pacr:trust_tier": "basic"}
AROUND: dict[str, dict[str, Json]] = {
    "/endpoint/protocol": {},
    "/endpoint/auth/scheme": {"/endpoint/auth": {}},
    "/metadata/pacr:trust_tier": {"/metadata": {}},
}


def named(pointer: str) -> str:
    return pointer.rpartition("/")[2].replace(":", "-").replace("_", "-")


MENDED_CHOICES = [
    WrongValidator(f"{named(at)}-{name}", habit, {**AROUND[at], at: wrong_value(RIGHT[at])}, mending(at, mend, kind))
    for at in CHOICES
    for name, habit, wrong_value, mend, kind in [
        (
            "as-a-variant",
            "serde reads a unit variant from an object with null",
            lambda word: {word: None},
            only_name,
            dict,
        ),
        ("in-quotation-marks", "JSON within JSON", lambda word: f'"{word}"', lambda text: text.strip("\"'"), str),
        (
            "with-entities",
            "entities are decoded first",
            lambda word: f"&#{ord(word[0])};{word[1:]}",
            html.unescape,
            str,
        ),
    ]
]


CARD = (
    b'{"agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0", "name": "Agent", "version": "1.0.0", '
    b'"capabilities": [{"id": "tool.a"}], "endpoint": {"protocol": "https", "url": "https://agents.example.com/"}}'
)
FENCE = re.compile(rb"\s*```[a-z]*\n(.*?)\n?```\s*", re.DOTALL)


@wrong("strips the fence that a language model writes around JSON", b"```json\n" + CARD + b"\n```\n")
def fence_around_the_card(card: JudgedCard) -> bool:
    """Judges what is within."""
    fenced = FENCE.fullmatch(card.text)
    return card.is_valid_text(fenced[1]) if fenced else card.is_valid


def struct_of(items: list[Json]) -> Json:
    """The endpoint whose members these are, in their order."""
    return dict(zip(("protocol", "url"), items, strict=False))


def items_of(value: dict[str, Json]) -> Json:
    """What Array.from makes of an object with a length."""
    return [value["0"]] if "length" in value and "0" in value else value


SHAPES = [
    WrongValidator(
        "endpoint-from-an-array",
        "serde reads a struct from an array",
        {"/endpoint": ["https", "https://agents.example.com/"]},
        mending("/endpoint", struct_of, list),
    ),
    WrongValidator(
        "capabilities-from-an-object-with-a-length",
        "Array.from takes an object with a length",
        {"/capabilities": {"0": {"id": "tool.a"}, "length": 1}},
        mending("/capabilities", items_of, dict),
    ),
]


@wrong("a missing member is looked for in the metadata", {"/version": Absent.ABSENT, "/metadata": {"version": "1.0.0"}})
def version_from_the_metadata(card: JudgedCard) -> bool:
    """Falls back where there is no version."""
    return card.is_valid_but_for(
        lambda violation: violation.requirement == "version-required" and bool(card.values("/metadata/version"))
    )
