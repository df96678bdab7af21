"""Values that a wrong validator takes for ones of another type: what is falsy, coerced, or the same to a language."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from agentcard_conformance.adequacy.oversights import not_asking, taking
from agentcard_conformance.adequacy.wrong_validators import WrongValidator
from agentcard_conformance.model import Json


class Coercion(NamedTuple):
    """A value that is taken in place of one of another type."""

    habit: str
    value: Json
    is_taken: Callable[[Json], bool]


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_text(value: Json) -> bool:
    return isinstance(value, str)


TEXT_COERCIONS = {
    "a-number": Coercion("str(value), or coerceTypes of Ajv", 5, lambda value: _is_number(value) and value != 0),
    "false": Coercion("if value and not isinstance(value, str)", value=False, is_taken=lambda value: value is False),
    "true": Coercion("a scalar of YAML is any scalar", value=True, is_taken=lambda value: value is True),
    "a-list-of-one": Coercion(
        "ACCEPT_SINGLE_VALUE... turned around; XML made into JSON",
        ["x"],
        lambda value: isinstance(value, list) and len(value) == 1,
    ),
    "texts-by-language": Coercion(
        "a text in several languages", {"en": "x"}, lambda value: isinstance(value, dict) and value != {}
    ),
}
FLAG_COERCIONS = {
    "the-word-true": Coercion(
        "environment variables and forms have no booleans", "true", lambda value: value == "true"
    ),
    "the-word-false": Coercion("lax mode of pydantic; any text is truthy", "false", lambda value: value == "false"),
    "yes": Coercion(
        "booleans of YAML 1.1, and of pydantic in lax mode", "yes", lambda value: value in ("yes", "no", "on", "off")
    ),
    "any-text": Coercion("Boolean(value)", "sometimes", _is_text),
    "an-empty-text": Coercion("if value and not isinstance(value, bool)", "", lambda value: value == ""),
    "one": Coercion("booleans of C and of SQLite", 1, lambda value: _is_number(value) and value == 1),
    "zero": Coercion("if value and not isinstance(value, bool)", 0, lambda value: _is_number(value) and value == 0),
    "an-object": Coercion(
        "a capability with settings of its own, as of MCP", {}, lambda value: isinstance(value, dict)
    ),
}
LIST_COERCIONS = {
    "a-text": Coercion(
        "a text is iterable in Python; ACCEPT_SINGLE_VALUE_AS_ARRAY of Jackson",
        "x",
        lambda value: _is_text(value) and "," not in value,
    ),
    "words-with-commas": Coercion("split(',')", "x, y", lambda value: _is_text(value) and "," in value),
    "an-object": Coercion(
        "typeof value === 'object'; arrays of PHP", {"x": "y"}, lambda value: isinstance(value, dict) and value != {}
    ),
    "an-empty-object": Coercion("if not value; Lua and PHP write an empty array so", {}, lambda value: value == {}),
    "false": Coercion("if not value", value=False, is_taken=lambda value: value is False),
    "true": Coercion("there is some", value=True, is_taken=lambda value: value is True),
}
OBJECT_COERCIONS = {
    "an-empty-list": Coercion("typeof [] === 'object'; PHP writes an empty object so", [], lambda value: value == []),
    "a-list-of-texts": Coercion(
        "a list of what is on",
        ["streaming"],
        lambda value: isinstance(value, list) and [*map(_is_text, value)] == [True] * len(value),
    ),
    "a-list-of-one-object": Coercion(
        "XML made into JSON",
        [{}],
        lambda value: isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict),
    ),
    "a-text": Coercion("a short form in its place", "x", lambda value: _is_text(value) and value != ""),
    "false": Coercion("if not value", value=False, is_taken=lambda value: value is False),
    "true": Coercion("the same as {}", value=True, is_taken=lambda value: value is True),
    "a-number": Coercion("any scalar", 1, lambda value: _is_number(value) and value != 0),
}


class CoercedMember(NamedTuple):
    """A member, and what is taken in place of its type."""

    coercions: Mapping[str, Coercion]
    place: str
    requirement: str
    """The one about its type."""
    holder: Mapping[str, Json]
    """What holds the member, as edits of the example."""


def coercing_validators(members: Mapping[str, CoercedMember]) -> list[WrongValidator]:
    """Those that take one value of another type for one member, and those that take any."""
    return [validator for name, member in members.items() for validator in _coercing(name, member)]


def _coercing(name: str, member: CoercedMember) -> list[WrongValidator]:
    edits = {key: {**member.holder, member.place: each.value} for key, each in member.coercions.items()}
    some = [
        WrongValidator(f"{name}-{key}", each.habit, edits[key], taking(member.requirement, each.is_taken))
        for key, each in member.coercions.items()
    ]
    untyped = "a type that stands in a comment"
    return [
        *some,
        WrongValidator(f"{name}-of-any-type", untyped, next(iter(edits.values())), not_asking(member.requirement)),
    ]
