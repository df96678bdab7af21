"""The requirements that a card's value breaks, as far as its schema can say."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from agentcard_conformance.model import Fault, Json, Requirement
from agentcard_conformance.schema_engine.checked import checked_schema_errors
from agentcard_conformance.schema_engine.subschemas import requirement_on_path


class BrokenRequirement(NamedTuple):
    """A requirement that an error of the schema stands for."""

    requirement: str
    """Empty where the schema names none on the way to the error."""
    fault: Fault
    is_type: bool
    """Whether the value is of a wrong type, so that no rule may look at it."""


def broken_requirements(
    schema: Json, requirements: Mapping[str, Requirement], value: Json
) -> Iterator[BrokenRequirement]:
    """Every error of the schema, under the requirement it belongs to."""
    from agentcard_conformance.schema_engine.messages import describe_error  # not above: most cards match

    for error in checked_schema_errors(schema, value):
        requirement = requirement_on_path(schema, tuple(error.absolute_schema_path), requirements)
        fault = Fault(describe_error(error), tuple(error.absolute_path))
        yield BrokenRequirement(requirement, fault, error.validator == "type")
