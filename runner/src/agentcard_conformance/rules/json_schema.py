"""Rules about JSON Schemas inside a card."""

from collections.abc import Iterator

from agentcard_conformance.model import Fault, Json
from agentcard_conformance.rules import rule
from agentcard_conformance.schema_engine.engine import metaschema_errors
from agentcard_conformance.schema_engine.keywords import METASCHEMA
from agentcard_conformance.schema_engine.messages import describe_error


@rule(errors_of={"$ref": METASCHEMA})
def is_schema(value: Json) -> Iterator[Fault]:
    """A JSON Schema of draft 2020-12."""
    for error in metaschema_errors(value):
        yield Fault(describe_error(error), tuple(error.absolute_path))


@rule(errors_of={"if": {"not": {"type": "null"}}, "then": {"$ref": METASCHEMA}})
def is_schema_or_null(value: Json) -> Iterator[Fault]:
    """A JSON Schema of draft 2020-12, or none."""
    if value is not None:
        yield from is_schema(value)


@rule(passes={"properties": {"type": {"const": "object"}}, "required": ["type"]})
def takes_an_object(value: Json) -> Iterator[Fault]:
    """Parameters are passed as one object in function calling."""
    if value.get("type") != "object":
        yield Fault('the schema does not say "type": "object"')
