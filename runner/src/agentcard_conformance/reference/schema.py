"""Which requirements does a card's value break, as far as its schema can say?"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from agentcard_conformance.model import Fault, Json, Requirement
from agentcard_conformance.rules import json_schema
from agentcard_conformance.rules.schema_words import Failed, what_is_wrong


class Broken(NamedTuple):
    """A requirement that an error of the schema stands for."""

    requirement: str
    fault: Fault
    is_type: bool


def broken(schema: Json, requirements: Mapping[str, Requirement], value: Json) -> Iterator[Broken]:
    """Every error of the schema, under the requirement it belongs to."""
    for error in json_schema.errors(schema, value):
        yield Broken(
            _requirement(schema, requirements, error),
            Fault(what_is_wrong(error), tuple(error.absolute_path)),
            error.validator == "type",
        )


def _requirement(schema: Json, requirements: Mapping[str, Requirement], error: Failed) -> str:
    """The last `$comment` on the error's way that is a requirement; the way leaves `$ref` out, so follow it."""
    here, found = schema, ""
    for step in error.absolute_schema_path:
        while isinstance(here, dict) and step not in here and "$ref" in here:
            here = _target(schema, here["$ref"])
        found = _named(here, requirements) or found
        here = here[step]
    return found


def _target(schema: Json, reference: str) -> Json:
    """Only local references: a card's schema stands alone, which the suite's tests see to."""
    for step in reference.removeprefix("#").split("/")[1:]:
        schema = schema[step]
    return schema


def _named(here: Json, requirements: Mapping[str, Requirement]) -> str:
    comment = here.get("$comment", "") if isinstance(here, dict) else ""
    return comment if comment in requirements else ""
