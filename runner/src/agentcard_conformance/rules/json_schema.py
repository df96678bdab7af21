"""Does a value hold to a JSON Schema, and is it one?"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

from regress import Regex

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import members
from agentcard_conformance.rules.schema_words import Failed, what_is_wrong

METASCHEMA = "https://json-schema.org/draft/2020-12/schema"
VOCABULARIES = ("core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content")

SURE: Mapping[str, Json] = {
    "takes_an_object": {"properties": {"type": {"const": "object"}}, "required": ["type"]},
}
SAME_AS: Mapping[str, Json] = {"is_schema": {"$ref": METASCHEMA}}


def is_schema(value: Json) -> Iterator[Fault]:
    """Held against the metaschema of draft 2020-12, at every depth; nothing is fetched and no pattern is run."""
    for error in _metaschema().iter_errors(value):
        yield Fault(what_is_wrong(error), tuple(error.absolute_path))


def takes_an_object(value: Json) -> Iterator[Fault]:
    """Function calling passes parameters as one object."""
    if value.get("type") != "object":
        yield Fault('the schema does not say "type": "object"')


def errors(schema: Json, value: Json) -> Iterator[Failed]:
    """All that is wrong with a value; an empty registry, since the usual one opens any address a schema names."""
    from referencing import Registry

    yield from exact()(schema, registry=Registry()).iter_errors(value)


@cache
def exact() -> Any:
    """The engine, under keywords of ours; imported where it is first needed, since that takes two thirds of a start."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    ours = {"pattern": _pattern, "uniqueItems": _unique_items}
    return extend(Draft202012Validator, {**members.keywords(_found), **ours})


def _pattern(validator: Any, pattern: str, instance: Json, _schema: Json) -> Iterator[Failed]:
    """ECMA-262, as JSON Schema asks: Python's `$` lets a line feed through, and its digits are Unicode's."""
    if validator.is_type(instance, "string") and not _found(pattern, instance):
        yield _failed(f"does not match {pattern}")


def _unique_items(validator: Any, wanted: bool, instance: Json, _schema: Json) -> Iterator[Failed]:  # noqa: FBT001  # the engine passes the keyword's value by position
    """By hash: the engine compares all pairs as soon as items cannot be sorted, 14 s for 20,000."""
    if wanted and validator.is_type(instance, "array") and len({_frozen(item) for item in instance}) < len(instance):
        yield _failed("has an item twice")


def _failed(message: str) -> Failed:
    from jsonschema import ValidationError

    return cast("Failed", ValidationError(message))


def _found(pattern: str, text: str) -> bool:
    return _compiled(pattern).find(_scalars(text)) is not None


def _frozen(value: Json) -> Any:
    if isinstance(value, dict):
        return frozenset((name, _frozen(member)) for name, member in value.items())
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return (isinstance(value, bool), value)


@cache
def _compiled(pattern: str) -> Regex:
    return Regex(pattern, "u")


def _scalars(text: str) -> str:
    """The engine takes no lone surrogates; no pattern of ours tells them from the replacement character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@cache
def _metaschema() -> Any:
    """The metaschema under our keywords: a resource that names its `$schema` gets the engine's own ones back."""
    from jsonschema_specifications import REGISTRY
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    addresses = [METASCHEMA, *(f"{METASCHEMA.rpartition('/')[0]}/meta/{name}" for name in VOCABULARIES)]
    plain = {address: {**REGISTRY.contents(address)} for address in addresses}
    for contents in plain.values():
        del contents["$schema"]
    registry: Registry[Any] = Registry().with_resources(
        (address, DRAFT202012.create_resource(contents)) for address, contents in plain.items()
    )
    return exact()(plain[METASCHEMA], registry=registry.crawl())
