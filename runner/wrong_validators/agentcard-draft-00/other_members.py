"""Members that the draft does not know, or not there: refused, mistaken for others, or in the way of a language."""

from collections.abc import Callable

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, WrongValidator
from agentcard_conformance.model import Json

OBJECTS = {
    "card": ("", {}),
    "capability": ("/capabilities/*", {}),
    "endpoint": ("/endpoint", {}),
    "auth": ("/endpoint/auth", {"/endpoint/auth": {}}),
    "pricing": ("/pricing", {"/pricing": {}}),
    "metadata": ("/metadata", {"/metadata": {}}),
    "goal": ("/goal_subscriptions/*", {"/goal_subscriptions": [{"goal_id": "g"}]}),
}


def put(holder: str, name: str, value: Json) -> dict[str, Json]:
    pattern, edits = OBJECTS[holder]
    step = name.replace("~", "~0").replace("/", "~1")
    return {**edits, f"{pattern.replace('*', '0')}/{step}": value}


def refuses(holder: str, test: Callable[[Json], bool]) -> Accepts:
    """Refuses a card for an object of one kind."""
    pattern = OBJECTS[holder][0]

    def accepts(card: JudgedCard) -> bool:
        holders = card.values(pattern) if pattern else [card.value]
        return card.is_valid and not any(map(test, holders))

    return accepts


HARMFUL = {
    "hasOwnProperty": "card.hasOwnProperty(name) calls what the card holds",
    "toString": "`${card}` calls what the card holds",
    "valueOf": "card + '' calls what the card holds",
    "constructor": "card.constructor === Object",
    "__proto__": "an assignment changes the prototype; a guard against it refuses",
    "prototype": "a guard against pollution",
    "toJSON": "JSON.stringify() calls what the card holds",
    "then": "await calls what the card holds",
    "length": "an object with a length is an array, to lodash and jQuery",
    "__class__": "setattr() for each member, in Python",
    "__dict__": "setattr() for each member, in Python",
    "self": "Card(**value): self is given twice",
    "cls": "Card.of(**value): cls is given twice",
    "class": "a keyword as an attribute",
    "items": "an attribute in place of a method of dict",
    "keys": "an attribute in place of a method of dict",
    "get": "an attribute in place of a method of dict",
    "$ref": "references are followed wherever they stand",
    "$schema": "a card names no schema",
    "$id": "JSON-LD, or a document store",
    "_id": "MongoDB",
    "type": "a tag for a union, as serde and pydantic want it",
    "@context": "JSON-LD",
    "@type": "google.protobuf.Any, or Jackson's polymorphism",
    "": "columns have names",
    " ": "columns have names",
    "a.b": "a path of members, to lodash and MongoDB",
    "$set": "operators of MongoDB",
    "x-note": "no extension is known",
    "_comment": "no extension is known",
    "\u00e9": "names in ASCII",
    "\U0001f600": "names in ASCII",
    "not an identifier": "Card(**value), or SimpleNamespace",
    "1": "integer-like names come first in JavaScript, and are lists in PHP",
    "a/b": "a JSON Pointer without escapes",
    "a~b": "a JSON Pointer without escapes",
    "true": "a word of JSON as a name",
    "null": "a word of JSON as a name",
    "id": "the id of a row",
    "version": "known names are held to their form wherever they stand",
    "name": "known names are held to their form wherever they stand",
    "url": "known names are held to their form wherever they stand",
    "description": "known names are held to their form wherever they stand",
    "protocol": "known names are held to their form wherever they stand",
    "scheme": "known names are held to their form wherever they stand",
    "tags": "known names are held to their form wherever they stand",
    "priority": "known names are held to their form wherever they stand",
    "agent_id": "known names are held to their form wherever they stand",
    "goal_id": "known names are held to their form wherever they stand",
    "base_cost_joules": "known names are held to their form wherever they stand",
    "per_token_joules": "known names are held to their form wherever they stand",
    "pacr:trust_tier": "known names are held to their form wherever they stand",
    "pacr:substrate_scope": "known names are held to their form wherever they stand",
    "input_schema": "known names are held to their form wherever they stand",
    "output_schema": "known names are held to their form wherever they stand",
    "capabilities": "known names are held to their form wherever they stand",
    "endpoint": "known names are held to their form wherever they stand",
    "auth": "known names are held to their form wherever they stand",
    "pricing": "known names are held to their form wherever they stand",
    "metadata": "known names are held to their form wherever they stand",
    "goal_subscriptions": "known names are held to their form wherever they stand",
    "health_url": "a member of another revision", "currency": "a member of another revision",
    "cost_per_request": "a member of another revision", "estimated_latency_ms": "a member of another revision",
    "pacr:interaction_count": "a member of another revision", "pacr:avg_latency_ms": "a member of another revision",
    "pacr:reputation_score": "a member of another revision", "skills": "the A2A Agent Card",
    "provider": "the A2A Agent Card", "schema_version": "a member of another revision",
    "default": "a member of another format", "headers": "a member of another format",
}  # fmt: skip
OWN = {
    "card": {"agent_id", "name", "version", "capabilities", "endpoint", "pricing", "metadata", "goal_subscriptions"},
    "capability": {"id", "description", "input_schema", "output_schema", "tags"},
    "endpoint": {"protocol", "url", "auth"},
    "auth": {"scheme"},
    "pricing": {"base_cost_joules", "per_token_joules"},
    "metadata": {"pacr:trust_tier", "pacr:substrate_scope"},
    "goal": {"goal_id", "description", "priority"},
}
AT_HOME = {
    "health_url": "endpoint", "currency": "pricing", "cost_per_request": "pricing", "estimated_latency_ms": "pricing",
    "pacr:interaction_count": "metadata", "pacr:avg_latency_ms": "metadata", "pacr:reputation_score": "metadata",
    "skills": "card", "provider": "card", "schema_version": "card", "default": "capability", "headers": "auth",
}  # fmt: skip
ELSEWHERE = {"cls", "$set", "_comment", "not an identifier"}
"""Names that are tried in the card itself and in the metadata alone."""


def is_placed(holder: str, name: str) -> bool:
    """Whether a name is tried there: in its home, if it has one, and else everywhere, but for a few."""
    if name in AT_HOME:
        return AT_HOME[name] == holder
    return name not in OWN[holder] and (holder in ("card", "metadata") or name not in ELSEWHERE)


IN_THE_WAY = [
    WrongValidator(
        f"{holder}-with-{name or 'an-empty-name'}", habit, put(holder, name, 5),
        refuses(holder, lambda value, name=name: isinstance(value, dict) and name in value
                and not isinstance(value[name], str)),
    )
    for holder in OBJECTS
    for name, habit in HARMFUL.items()
    if is_placed(holder, name)
]  # fmt: skip

CLOSED = [
    WrongValidator(
        f"{holder}-closed", "additionalProperties: false, deny_unknown_fields, extra='forbid'", put(holder, "x-note", "a"),
        refuses(holder, lambda value, holder=holder: not {*value} <= OWN[holder]),
    )
    for holder in OBJECTS
]  # fmt: skip

VALUES = {
    "null": (None, lambda value: value is None), "an-object": ({"a": 1}, lambda value: isinstance(value, dict)),
    "an-array": ([1], lambda value: isinstance(value, list)), "a-number": (1, lambda value: type(value) in (int, float)),
    "a-boolean": (True, lambda value: isinstance(value, bool)), "a-text": ("a", lambda value: isinstance(value, str)),
}  # fmt: skip
UNKNOWN_VALUES = [
    WrongValidator(
        f"{holder}-with-{name}-in-an-unknown-member", "extra members of one type, as a typed map wants them",
        put(holder, "note", value),
        refuses(holder, lambda each, holder=holder, test=test: any(
            test(below) for member, below in each.items() if member not in OWN[holder])),
    )
    for holder in OBJECTS
    for name, (value, test) in VALUES.items()
    if holder != "metadata"
]  # fmt: skip


def depth(value: Json) -> int:
    """Levels of arrays and objects."""
    if not isinstance(value, (dict, list)):
        return 0
    return 1 + max(map(depth, value.values() if isinstance(value, dict) else value), default=0)


def is_text(value: Json, test: Callable[[str], bool]) -> bool:
    return isinstance(value, str) and test(value)


DETAILS: dict[str, tuple[str, Json, Callable[[Json], bool]]] = {
    "integer-beyond-32-bits": ("a number is an Int32", 2**40, lambda value: type(value) is int and abs(value) > 2**31),
    "integer-beyond-53-bits": ("a number is a double", 2**60, lambda value: type(value) is int and abs(value) > 2**53),
    "integer-beyond-64-bits": ("a number is a long", 2**65, lambda value: type(value) is int and abs(value) > 2**64),
    "negative-number": ("a number counts", -5, lambda value: type(value) in (int, float) and value < 0),
    "empty-text": ("a value says something", "", lambda value: value == ""),
    "text-of-more-than-255-characters": ("VARCHAR", "a" * 256, lambda value: is_text(value, lambda text: len(text) > 255)),
    "text-of-more-than-10000-characters": ("a limit", "a" * 10001, lambda value: is_text(value, lambda text: len(text) > 10_000)),
    "control-character": ("a filter", "a\nb", lambda value: is_text(value, lambda text: min(text, default=" ") < " ")),
    "text-beyond-ascii": ("a filter", "\u00e9", lambda value: is_text(value, lambda text: not text.isascii())),
    "empty-array": ("a value says something", [], lambda value: value == []),
    "array-of-several-types": ("a list has one type", [1, "a"], lambda value: isinstance(value, list) and len({*map(type, value)}) > 1),
    "array-of-more-than-1000-items": ("a limit", [0] * 1001, lambda value: isinstance(value, list) and len(value) > 1000),
    "empty-object": ("a value says something", {}, lambda value: value == {}),
    "object-in-an-object": ("extensions are flat", {"a": {"b": 1}}, lambda value: isinstance(value, dict) and depth(value) > 1),
    "null-below": ("no value is missing", {"a": None}, lambda value: isinstance(value, dict) and None in value.values()),
    "empty-name-below": ("a name says something", {"": 1}, lambda value: isinstance(value, dict) and "" in value),
    "reference-below": ("references are followed wherever they stand", {"$ref": "#/a"}, lambda value: isinstance(value, dict) and "$ref" in value),
    "prototype-below": ("a guard against pollution", {"__proto__": {}}, lambda value: isinstance(value, dict) and "__proto__" in value),
    "object-of-more-than-1000-members": ("a limit", {str(n): n for n in range(1001)}, lambda value: isinstance(value, dict) and len(value) > 1000),
    "more-than-20-levels": ("a reader that calls itself", [[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]], lambda value: depth(value) > 20),
}  # fmt: skip
UNKNOWN_DETAILS = [
    WrongValidator(
        f"{holder}-with-{name}-in-an-unknown-member", habit, put(holder, "note", value),
        refuses(holder, lambda each, holder=holder, test=test: any(
            test(below) for member, below in each.items() if member not in OWN[holder])),
    )
    for holder in OBJECTS
    for name, (habit, value, test) in DETAILS.items()
]  # fmt: skip

NAMES: dict[str, tuple[str, str, Callable[[str], bool]]] = {
    "64-characters": ("a column of a table", "a" * 65, lambda name: len(name) > 64),
    "255-characters": ("a column of a table", "a" * 256, lambda name: len(name) > 255),
    "1000-characters": ("a limit out of caution", "a" * 1001, lambda name: len(name) > 1000),
    "ascii": ("an expression for names", "\u00e9", lambda name: not name.isascii()),
    "visible-characters": ("an expression for names", "a\nb", lambda name: min(name, default=" ") < " "),
    "small-letters": ("a style of names", "aB", lambda name: name != name.lower()),
    "one-word": ("a style of names", "a b", lambda name: " " in name),
    "no-digit-first": ("names of variables", "1a", lambda name: name[:1].isdigit()),
    "no-mark-of-go": ("Go folds the long s and the sign for kelvin, and takes such a name for a known one",
                      "\u017fcheme", lambda name: "\u017f" in name or "\u212a" in name),
}  # fmt: skip
UNKNOWN_NAMES = [
    WrongValidator(
        f"{holder}-names-of-{rule}", habit, put(holder, name, 5),
        refuses(holder, lambda each, holder=holder, test=test: any(
            test(member) for member in each if member not in OWN[holder])),
    )
    for holder in OBJECTS
    for rule, (habit, name, test) in NAMES.items()
]  # fmt: skip

MANY_UNKNOWN = [
    WrongValidator(
        f"{holder}-with-at-most-{limit}-unknown-members", "a limit out of caution",
        {**OBJECTS[holder][1], **{OBJECTS[holder][0].replace("*", "0") + f"/k{n}": n for n in range(limit + 1)}},
        refuses(holder, lambda each, holder=holder, limit=limit: len({*each} - OWN[holder]) > limit),
    )
    for holder in OBJECTS
    for limit in (100, 500, 1000)
]  # fmt: skip


def named_below(value: Json, name: str) -> bool:
    """Whether a member of that name, with a number or an object or nothing in it, stands anywhere in a value."""
    if isinstance(value, dict):
        return any(
            (key == name and not isinstance(below, (str, list))) or named_below(below, name)
            for key, below in value.items()
        )
    return isinstance(value, list) and any(named_below(each, name) for each in value)


KNOWN_BELOW = [
    WrongValidator(
        f"{holder}-with-{name.replace(':', '-')}-anywhere-below", "a search for all members of a name, `..|.name?` of jq",
        put(holder, "note", {name: None}),
        refuses(holder, lambda each, holder=holder, name=name: any(
            named_below(below, name) for member, below in each.items() if member not in OWN[holder])),
    )
    for holder in OBJECTS
    for name in sorted(set().union(*OWN.values()))
]  # fmt: skip

LIKE = {
    "a-capital": lambda name: name[0].upper() + name[1:],
    "capitals": str.upper,
    "camel-letters": lambda name: name.split("_")[0] + "".join(each.title() for each in name.split("_")[1:]),
    "hyphens": lambda name: name.replace("_", "-"),
    "a-blank-behind": lambda name: f"{name} ",
}


def folded(holder: str, like: Callable[[str], str]) -> Accepts:
    """Takes members that are spelled in another way for those of the draft, and refuses what they hold."""
    spelled = {like(name) for name in OWN[holder]} - OWN[holder]
    return refuses(holder, lambda value: any(isinstance(value[each], int) for each in spelled & {*value}))


SPELLED = [
    WrongValidator(
        f"{holder}-members-known-with-{word}", "encoding/json of Go, PropertyNameCaseInsensitive of .NET, aliases",
        put(holder, next(like(name) for name in sorted(OWN[holder]) if like(name) != name), 5), folded(holder, like),
    )
    for holder in ("card", "capability", "endpoint", "goal", "pricing")
    for word, like in LIKE.items()
    if any(like(name) != name for name in OWN[holder])
]  # fmt: skip


def order_of(value: Json) -> list[str]:
    return [*value] if isinstance(value, dict) else []


ORDERED = [
    WrongValidator(
        name, habit, witness, lambda card, test=test: card.is_valid and not test(order_of(card.value)),
    )
    for name, habit, witness, test in (
        ("unknown-members-behind-the-known-ones", "a reader of a stream that stops at what it knows",
         (b'{"note": 1, "agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0", "name": "a", "version": "1.0.0", "capabilities": [{"id": "a"}],'
         b' "endpoint": {"protocol": "https", "url": "https://a.example/"}}'),
         lambda names: names[:1] != [] and names[0] not in OWN["card"]),
        ("agent-id-first", "the order of a struct",
         (b'{"name": "a", "agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0", "version": "1.0.0", "capabilities": [{"id": "a"}],'
         b' "endpoint": {"protocol": "https", "url": "https://a.example/"}}'),
         lambda names: names[:1] not in ([], ["agent_id"]) and names[0] in OWN["card"]),
    )
]  # fmt: skip
