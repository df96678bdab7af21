"""What does the engine say of the members of an object?

Its own keywords read patterns as Python does, and take members in the order of a set, another one in each process.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from agentcard_conformance.model import Json
from agentcard_conformance.rules.schema_words import Failed

Found = Callable[[str, str], bool]
"""Does a pattern occur in a text?"""


def keywords(found: Found) -> Mapping[str, Any]:
    """Those that look at members one by one."""

    def pattern_properties(
        validator: Any, patterns: Mapping[str, Json], instance: Json, _schema: Json
    ) -> Iterator[Failed]:
        for pattern, schema in patterns.items() if validator.is_type(instance, "object") else ():
            for name in (name for name in instance if found(pattern, name)):
                yield from validator.descend(instance[name], schema, path=name, schema_path=pattern)

    def additional_properties(
        validator: Any, others: Json, instance: Json, schema: Mapping[str, Json]
    ) -> Iterator[Failed]:
        for name in _undeclared(instance, schema, found) if validator.is_type(instance, "object") else ():
            if others is False:
                yield _unwanted(name, instance[name])
            else:
                yield from validator.descend(instance[name], others, path=name)

    return {"patternProperties": pattern_properties, "additionalProperties": additional_properties}


def _undeclared(instance: Json, schema: Mapping[str, Json], found: Found) -> Iterator[str]:
    declared, patterns = schema.get("properties", ()), schema.get("patternProperties", ())
    return (name for name in instance if name not in declared and not any(found(each, name) for each in patterns))


def _unwanted(name: str, part: Json) -> Any:
    from jsonschema import ValidationError  # not above: it takes two thirds of a start

    return ValidationError(f"{name!a} is not allowed here", instance={name: part})
