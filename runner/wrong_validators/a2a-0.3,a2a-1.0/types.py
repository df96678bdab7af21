"""Types of members that both versions have: what is falsy, what is coerced, and what a language takes for the same."""

from collections.abc import Callable
from typing import NamedTuple

from agentcard_conformance.adequacy.oversights import not_asking, taking
from agentcard_conformance.adequacy.wrong_validators import WrongValidator
from agentcard_conformance.model import Absent, Json

EXTENSION = {"uri": "urn:ext:tides"}
PROVIDER = {"organization": "Harbour Office", "url": "https://harbour.example/"}
SIGNATURE = {"protected": "eyJhbGciOiJFUzI1NiIsImtpZCI6ImhhcmJvdXItMSIsInR5cCI6IkpPU0UifQ", "signature": "c2ln"}


class Coercion(NamedTuple):
    """A value that is taken in place of one of another type."""

    habit: str
    value: Json
    is_taken: Callable[[Json], bool]


def is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_text(value: Json) -> bool:
    return isinstance(value, str)


TEXT = {
    "a-number": Coercion("str(value), or coerceTypes of Ajv", 5, lambda value: is_number(value) and value != 0),
    "false": Coercion("if value and not isinstance(value, str)", value=False, is_taken=lambda value: value is False),
    "true": Coercion("a scalar of YAML is any scalar", value=True, is_taken=lambda value: value is True),
    "an-empty-object": Coercion("an empty object is falsy in PHP, and a default of Jackson", {}, lambda value: value == {}),
    "a-list-of-one": Coercion("ACCEPT_SINGLE_VALUE... turned around; XML made into JSON", ["x"], lambda value: isinstance(value, list) and len(value) == 1),
    "an-empty-list": Coercion("`${[]}` is an empty text in JavaScript", [], lambda value: value == []),
    "texts-by-language": Coercion("a text in several languages", {"en": "x"}, lambda value: isinstance(value, dict) and value != {}),
}  # fmt: skip
FLAG = {
    "the-word-true": Coercion("environment variables and forms have no booleans", "true", lambda value: value == "true"),
    "the-word-false": Coercion("lax mode of pydantic; any text is truthy", "false", lambda value: value == "false"),
    "yes": Coercion("booleans of YAML 1.1, and of pydantic in lax mode", "yes", lambda value: value in ("yes", "no", "on", "off")),
    "any-text": Coercion("Boolean(value)", "sometimes", is_text),
    "an-empty-text": Coercion("if value and not isinstance(value, bool)", "", lambda value: value == ""),
    "one": Coercion("booleans of C and of SQLite", 1, lambda value: is_number(value) and value == 1),
    "zero": Coercion("if value and not isinstance(value, bool)", 0, lambda value: is_number(value) and value == 0),
    "an-object": Coercion("a capability with settings of its own, as of MCP", {}, lambda value: isinstance(value, dict)),
    "an-empty-list": Coercion("if value and not isinstance(value, bool)", [], lambda value: value == []),
}  # fmt: skip
LIST = {
    "a-text": Coercion("a text is iterable in Python; ACCEPT_SINGLE_VALUE_AS_ARRAY of Jackson", "x", lambda value: is_text(value) and "," not in value),
    "words-with-commas": Coercion("split(',')", "x, y", lambda value: is_text(value) and "," in value),
    "an-object": Coercion("typeof value === 'object'; arrays of PHP", {"x": "y"}, lambda value: isinstance(value, dict) and value != {}),
    "an-empty-object": Coercion("if not value; Lua and PHP write an empty array so", {}, lambda value: value == {}),
    "numbered-members": Coercion("arrays of PHP and Perl", {"0": "x"}, lambda value: isinstance(value, dict) and [*value] == ["0"]),
    "an-empty-text": Coercion("if not value", "", lambda value: value == ""),
    "false": Coercion("if not value", value=False, is_taken=lambda value: value is False),
    "zero": Coercion("if not value", 0, lambda value: is_number(value) and value == 0),
    "true": Coercion("there is some", value=True, is_taken=lambda value: value is True),
}  # fmt: skip
OBJECT = {
    "an-empty-list": Coercion("typeof [] === 'object'; PHP writes an empty object so", [], lambda value: value == []),
    "a-list-of-texts": Coercion("a list of what is on", ["streaming"], lambda value: isinstance(value, list) and [*map(is_text, value)] == [True] * len(value)),
    "a-list-of-one-object": Coercion("XML made into JSON", [{}], lambda value: isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict)),
    "a-text": Coercion("a short form in its place", "x", lambda value: is_text(value) and value != ""),
    "an-empty-text": Coercion("if not value", "", lambda value: value == ""),
    "false": Coercion("if not value", value=False, is_taken=lambda value: value is False),
    "true": Coercion("the same as {}", value=True, is_taken=lambda value: value is True),
    "a-number": Coercion("any scalar", 1, lambda value: is_number(value) and value != 0),
}  # fmt: skip

MEMBERS: dict[str, tuple[dict[str, Coercion], str, str, dict[str, Json]]] = {
    "name": (TEXT, "/name", "name-type", {}),
    "description": (TEXT, "/description", "description-type", {}),
    "version": (TEXT, "/version", "version-type", {}),
    "icon-url": (TEXT, "/iconUrl", "icon-url-type", {}),
    "documentation-url": (TEXT, "/documentationUrl", "documentation-url-type", {}),
    "organization": (TEXT, "/provider/organization", "organization-type", {"/provider": PROVIDER}),
    "provider-url": (TEXT, "/provider/url", "provider-url-type", {"/provider": PROVIDER}),
    "skill-id": (TEXT, "/skills/0/id", "skill-id-type", {}),
    "skill-name": (TEXT, "/skills/0/name", "skill-name-type", {}),
    "skill-description": (TEXT, "/skills/0/description", "skill-description-type", {}),
    "tag": (TEXT, "/skills/0/tags/0", "tag-type", {}),
    "example": (TEXT, "/skills/0/examples/0", "example-type", {"/skills/0/examples": ["x"]}),
    "input-mode": (TEXT, "/defaultInputModes/0", "mode-type", {}),
    "extension-uri": (TEXT, "/capabilities/extensions/0/uri", "extension-uri-type", {"/capabilities": {"extensions": [EXTENSION]}}),
    "extension-description": (TEXT, "/capabilities/extensions/0/description", "extension-description-type", {"/capabilities": {"extensions": [EXTENSION]}}),
    "protected": (TEXT, "/signatures/0/protected", "protected-type", {"/signatures": [SIGNATURE]}),
    "signature-value": (TEXT, "/signatures/0/signature", "signature-value-type", {"/signatures": [SIGNATURE]}),
    "streaming": (FLAG, "/capabilities/streaming", "streaming-type", {}),
    "push-notifications": (FLAG, "/capabilities/pushNotifications", "push-notifications-type", {}),
    "extension-required": (FLAG, "/capabilities/extensions/0/required", "extension-required-type", {"/capabilities": {"extensions": [EXTENSION]}}),
    "input-modes": (LIST, "/defaultInputModes", "default-input-modes-type", {}),
    "output-modes": (LIST, "/defaultOutputModes", "default-output-modes-type", {}),
    "skills": (LIST, "/skills", "skills-type", {}),
    "tags": (LIST, "/skills/0/tags", "skill-tags-type", {}),
    "examples": (LIST, "/skills/0/examples", "examples-type", {}),
    "skill-input-modes": (LIST, "/skills/0/inputModes", "skill-input-modes-type", {}),
    "skill-output-modes": (LIST, "/skills/0/outputModes", "skill-output-modes-type", {}),
    "extensions": (LIST, "/capabilities/extensions", "extensions-type", {}),
    "signatures": (LIST, "/signatures", "signatures-type", {}),
    "capabilities": (OBJECT, "/capabilities", "capabilities-type", {}),
    "provider": (OBJECT, "/provider", "provider-type", {}),
    "skill": (OBJECT, "/skills/0", "skill-type", {}),
    "extension": (OBJECT, "/capabilities/extensions/0", "extension-type", {"/capabilities": {"extensions": [EXTENSION]}}),
    "extension-params": (OBJECT, "/capabilities/extensions/0/params", "extension-params-type", {"/capabilities": {"extensions": [EXTENSION]}}),
    "security-schemes": (OBJECT, "/securitySchemes", "security-schemes-type", {}),
    "signature": (OBJECT, "/signatures/0", "signature-type", {"/signatures": [SIGNATURE]}),
    "header": (OBJECT, "/signatures/0/header", "header-type", {"/signatures": [SIGNATURE]}),
}  # fmt: skip
"""What is taken, the place, the requirement, and what holds the member."""

TAKEN = [
    WrongValidator(f"{member}-{name}", kind.habit, {**holder, place: kind.value}, taking(requirement, kind.is_taken))
    for member, (kinds, place, requirement, holder) in MEMBERS.items()
    for name, kind in kinds.items()
]

UNTYPED = [
    WrongValidator(
        f"{member}-of-any-type",
        "a type that stands in a comment",
        {**holder, place: next(iter(kinds.values())).value},
        not_asking(requirement),
    )
    for member, (kinds, place, requirement, holder) in MEMBERS.items()
]

REQUIRED = {
    "name": ("/name", {}),
    "description": ("/description", {}),
    "version": ("/version", {}),
    "capabilities": ("/capabilities", {}),
    "default-input-modes": ("/defaultInputModes", {}),
    "default-output-modes": ("/defaultOutputModes", {}),
    "skills": ("/skills", {}),
    "skill-id": ("/skills/0/id", {}),
    "skill-name": ("/skills/0/name", {}),
    "skill-description": ("/skills/0/description", {}),
    "skill-tags": ("/skills/0/tags", {}),
    "organization": ("/provider/organization", {"/provider": PROVIDER}),
    "provider-url": ("/provider/url", {"/provider": PROVIDER}),
    "protected": ("/signatures/0/protected", {"/signatures": [SIGNATURE]}),
    "signature-value": ("/signatures/0/signature", {"/signatures": [SIGNATURE]}),
}

NOT_REQUIRED = [
    WrongValidator(
        f"{member}-left-out",
        "a default value, as of Go, protobuf, pydantic or a database, in place of what is missing",
        {**holder, place: Absent.ABSENT},
        not_asking(f"{member}-required"),
    )
    for member, (place, holder) in REQUIRED.items()
]
