"""Rules about JSON Schemas inside a card."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from orjson import JSONEncodeError, dumps

from agentcard_conformance.model import Fault, Json, Steps
from agentcard_conformance.rules import rule
from agentcard_conformance.rules.uri import is_uri, is_uri_reference
from agentcard_conformance.schema_engine.engine import metaschema_errors
from agentcard_conformance.schema_engine.keywords import KEYWORDS, METASCHEMA, Holds
from agentcard_conformance.schema_engine.messages import describe_error


@rule(errors_of={"$ref": METASCHEMA})
def is_schema(value: Json) -> Iterator[Fault]:
    """A JSON Schema of draft 2020-12."""
    for error in metaschema_errors(value):
        yield Fault(describe_error(error), tuple(error.absolute_path))


_HOLDING_SCHEMAS = {name: keyword.holds for name, keyword in KEYWORDS.items() if keyword.holds is not Holds.NONE}
_ADDRESSES = {"$id": "URI reference", "$ref": "URI reference", "$dynamicRef": "URI reference", "$schema": "URI"}


_Part: TypeAlias = tuple[Json, int, Steps]
"""A part of a schema, and the way to it from another one: a way of its own for each takes 500 MB."""


def _has_good_addresses(value: Json) -> bool:
    try:
        written = dumps(value)
    except JSONEncodeError:
        return False
    return not any(keyword.encode() in written for keyword in _ADDRESSES) or not any(addresses_are_uris(value))


@rule(passes=_has_good_addresses)
def addresses_are_uris(value: Json) -> Iterator[Fault]:
    """A URI reference where JSON Schema asks for one, and a URI in $schema; its metaschema only notes these formats."""
    parts: list[_Part] = [(value, 0, ())]
    for index, (part, _, _) in enumerate(parts):
        for keyword, below in part.items() if isinstance(part, dict) else ():
            if keyword in _ADDRESSES and isinstance(below, str) and not _is_address(keyword, below):
                yield Fault(f"{below!a} is no {_ADDRESSES[keyword]}", (*_way_to(parts, index), keyword))
            elif keyword in _HOLDING_SCHEMAS:
                parts.extend((schema, index, (keyword, *step)) for step, schema in _schemas_in(keyword, below))


def _is_address(keyword: str, text: str) -> bool:
    return is_uri_reference(text) if keyword != "$schema" else not any(is_uri(text))


def _schemas_in(keyword: str, value: Json) -> Iterable[tuple[Steps, Json]]:
    """The schemas that stand in a keyword; in what is no array or object where one belongs there are none."""
    holds = _HOLDING_SCHEMAS[keyword]
    if holds is Holds.ONE:
        return [((), value)]
    if holds is Holds.LIST and isinstance(value, list):
        return (((index,), part) for index, part in enumerate(value))
    return (((name,), part) for name, part in value.items()) if holds is Holds.MAP and isinstance(value, dict) else ()


def _way_to(parts: Sequence[_Part], index: int) -> Steps:
    way: Steps = ()
    while index:
        _, index, steps = parts[index]
        way = steps + way
    return way


@rule(passes={"properties": {"type": {"const": "object"}}, "required": ["type"]})
def takes_an_object(value: Json) -> Iterator[Fault]:
    """Parameters are passed as one object in function calling."""
    if value.get("type") != "object":
        yield Fault('the schema does not say "type": "object"')
