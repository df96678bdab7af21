"""The exact engine: jsonschema, with keywords of ours where its own are slow, or read patterns as Python does.

It decides what the reference says. The fast engine beside it is 100 times faster and is held to the same answers.
"""

import math
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Protocol, cast

from agentcard_conformance.model import Json, Steps
from agentcard_conformance.schema_engine.addresses import demand_addresses
from agentcard_conformance.schema_engine.keywords import METASCHEMA, VOCABULARIES
from agentcard_conformance.schema_engine.patterns import pattern_matches

_RECURSION_LIMIT = 10_000
"""Frames: the metaschema takes ten for each of a card's hundred levels, and the caller has its own."""

_SCHEMA_OF_SCHEMAS = {"$ref": METASCHEMA}

_ADDRESS = "urn:agentcard-conformance:schema"
"""Of a schema that has none."""

_VALIDATORS: dict[int, tuple[Json, Any]] = {}
"""By the identity of the schema, which is kept with it so that no other takes its place."""

_MOST_VALIDATORS = 16


class SchemaError(Protocol):
    """A keyword that does not hold, as jsonschema reports it."""

    validator: object
    """Its name; None where the schema is `false`."""
    validator_value: Json
    instance: Json
    message: str
    absolute_path: Steps
    absolute_schema_path: Steps


def schema_errors(schema: Json, value: Json) -> Iterator[SchemaError]:
    """Everything that is wrong with a value; a schema may refer to the metaschema, and nothing is fetched."""
    yield from _validator(schema).iter_errors(value)


def metaschema_errors(schema: Json) -> Iterator[SchemaError]:
    """What keeps a value from being a JSON Schema, at every depth; nothing is fetched and no pattern is run."""
    yield from schema_errors(_SCHEMA_OF_SCHEMAS, schema)


def _validator(schema: Json) -> Any:
    """The engine with a schema, kept while it is asked again: to read it costs more than most cards."""
    kept = _VALIDATORS.get(id(schema))
    if kept is None:
        if len(_VALIDATORS) == _MOST_VALIDATORS:
            _VALIDATORS.clear()
        kept = _VALIDATORS[id(schema)] = schema, exact_validator(schema)
    return kept[1]


def exact_validator(schema: Json, engine: Any = None, registry: Any = None, **options: Any) -> Any:
    """The engine with a schema, whose anchors are found once: it would look for them at each `$dynamicRef` again."""
    from referencing.jsonschema import DRAFT202012

    engine = exact_engine() if engine is None else engine
    registry = metaschema_registry() if registry is None else registry
    if not isinstance(schema, dict):
        return engine(schema, registry=registry, **options)
    # With its `$schema`, the engine would take its own keywords for what it is referred to.
    resource = DRAFT202012.create_resource({name: part for name, part in schema.items() if name != "$schema"})
    address = resource.id() or _ADDRESS
    return engine({"$ref": address}, registry=registry.with_resource(address, resource).crawl(), **options)


@cache
def exact_engine() -> Any:
    """The validator class of jsonschema with our keywords; importing it takes two thirds of a start, so it waits."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    return extend(
        Draft202012Validator,
        {
            "pattern": _pattern,
            "uniqueItems": _unique_items,
            "patternProperties": _pattern_properties,
            "additionalProperties": _additional_properties,
        },
        type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, value: is_integer(value)),
    )


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Allow the frames that engines and walks need for a card as deep as the notations read them."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def is_integer(value: Json) -> bool:
    """Whether a value is an integer: a number beyond binary64, infinite here, is one that large."""
    if isinstance(value, float):
        return value.is_integer() or math.isinf(value)
    return isinstance(value, int) and not isinstance(value, bool)


def equality_key(value: Json) -> Any:
    """A hashable key that is the same only for values that JSON Schema takes for equal."""
    if isinstance(value, dict):
        return frozenset((name, equality_key(member)) for name, member in value.items())
    if isinstance(value, list):
        return tuple(equality_key(item) for item in value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        # Half a million integers can be made of which Python's hash is the same; to compare them all takes an hour.
        return ("integer", hex(value))
    return (isinstance(value, bool), value)


def _pattern(validator: Any, pattern: str, instance: Json, _schema: Json) -> Iterator[SchemaError]:
    """Python's `$` lets a line feed through, and its digits are Unicode's."""
    if validator.is_type(instance, "string") and not pattern_matches(pattern, instance):
        yield _error(f"does not match {pattern}")


def _unique_items(validator: Any, wanted: bool, instance: Json, _schema: Json) -> Iterator[SchemaError]:  # noqa: FBT001  # the engine passes the keyword's value by position
    """By hash: the engine compares all pairs as soon as items cannot be sorted, 14 s for 20,000."""
    if (
        wanted
        and validator.is_type(instance, "array")
        and len({equality_key(item) for item in instance}) < len(instance)
    ):
        yield _error("has an item twice")


def _pattern_properties(
    validator: Any, patterns: Mapping[str, Json], instance: Json, _schema: Json
) -> Iterator[SchemaError]:
    for pattern, schema in patterns.items() if validator.is_type(instance, "object") else ():
        for name in (name for name in instance if pattern_matches(pattern, name)):
            yield from validator.descend(instance[name], schema, path=name, schema_path=pattern)


def _additional_properties(
    validator: Any, others: Json, instance: Json, schema: Mapping[str, Json]
) -> Iterator[SchemaError]:
    """In the order of the members: the engine takes them in that of a set, another one in each process."""
    for name in _undeclared(instance, schema) if validator.is_type(instance, "object") else ():
        if others is False:
            yield _error(f"{name!a} is not allowed here", instance={name: instance[name]})
        else:
            yield from validator.descend(instance[name], others, path=name)


def _undeclared(instance: Json, schema: Mapping[str, Json]) -> Iterator[str]:
    declared, patterns = schema.get("properties", ()), schema.get("patternProperties", ())
    for name in instance:
        if name not in declared and not any(pattern_matches(pattern, name) for pattern in patterns):
            yield name


def _error(message: str, **details: Json) -> SchemaError:
    from jsonschema import ValidationError

    return cast("SchemaError", ValidationError(message, **details))


@cache
def metaschema_registry() -> Any:
    """All that a schema may refer to; a document that names its `$schema` would get the engine's own keywords back."""
    from jsonschema_specifications import REGISTRY
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    addresses = [METASCHEMA, *(f"{METASCHEMA.rpartition('/')[0]}/meta/{name}" for name in VOCABULARIES)]
    documents = {address: {**demand_addresses(REGISTRY.contents(address))} for address in addresses}
    for document in documents.values():
        del document["$schema"]
    registry: Registry[Any] = Registry().with_resources(
        (address, DRAFT202012.create_resource(document)) for address, document in documents.items()
    )
    return registry.crawl()
