"""Rules about members that hold nothing, or that are not to be there."""

from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule


@rule(passes={"not": {"type": "null"}})
def is_not_null(value: Json) -> Iterator[Fault]:
    """A value, where a member without one is better left out."""
    if value is None:
        yield Fault("it is null, and is to be left out instead")


@rule(passes={"type": ["string", "array", "object"], "minLength": 1, "minItems": 1, "minProperties": 1})
def is_not_empty(value: Json) -> Iterator[Fault]:
    """A text, an array or an object with something in it."""
    if value in ("", [], {}):
        yield Fault("it is empty")


@rule()
def is_no_proto_name(value: Json) -> Iterator[Fault]:  # noqa: ARG001  # the name alone is wrong, whatever is there
    """Not the name of a field as a proto file has it, which JSON spells in camelCase."""
    yield Fault("its name is the one of the proto file, which JSON spells in camelCase")


@rule(passes={"propertyNames": {"not": {"pattern": "_"}}})
def has_one_spelling(value: Json) -> Iterator[Fault]:
    """No member both as the proto file and as JSON spells it; null, which may stand for an object, has none."""
    for name in value or ():
        spelt = name[:1] + name.title().replace("_", "")[1:]
        if "_" in name and spelt in value:
            yield Fault(f"it stands beside {spelt}, which is the same member", (name,))
