"""Rules about JSON Schemas inside a card."""

from collections.abc import Iterable, Iterator

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


def _has_good_addresses(value: Json) -> bool:
    """The same without a way to each part, which of a million schemas takes a second."""
    parts = [value]
    for part in parts:
        for keyword, below in part.items() if isinstance(part, dict) else ():
            if keyword in _ADDRESSES and isinstance(below, str) and not _is_address(keyword, below):
                return False
            parts.extend(schema for _, schema in _schemas_in(keyword, below))
    return True


@rule(passes=_has_good_addresses, only_with="$")
def addresses_are_uris(value: Json) -> Iterator[Fault]:
    """A URI reference where JSON Schema asks for one, and a URI in $schema; its metaschema only notes these formats."""
    for keyword, below in value.items() if isinstance(value, dict) else ():
        if keyword in _ADDRESSES and isinstance(below, str) and not _is_address(keyword, below):
            yield Fault(f"{below!a} is no {_ADDRESSES[keyword]}", (keyword,))
        for step, schema in _schemas_in(keyword, below):
            for fault in addresses_are_uris(schema):
                yield Fault(fault.what, (keyword, *step, *fault.at))


def _is_address(keyword: str, text: str) -> bool:
    return is_uri_reference(text) if keyword != "$schema" else not any(is_uri(text))


def _schemas_in(keyword: str, value: Json) -> Iterable[tuple[Steps, Json]]:
    """The schemas that stand in a keyword; in what is no array or object where one belongs there are none."""
    holds = _HOLDING_SCHEMAS.get(keyword)
    if holds is Holds.ONE:
        return [((), value)]
    if holds is Holds.LIST and isinstance(value, list):
        return (((index,), part) for index, part in enumerate(value))
    return (((name,), part) for name, part in value.items()) if holds is Holds.MAP and isinstance(value, dict) else ()


@rule(passes={"properties": {"type": {"const": "object"}}, "required": ["type"]})
def takes_an_object(value: Json) -> Iterator[Fault]:
    """Parameters are passed as one object in function calling."""
    if value.get("type") != "object":
        yield Fault('the schema does not say "type": "object"')
