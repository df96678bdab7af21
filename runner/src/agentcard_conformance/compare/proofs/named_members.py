"""Says of a member by its name what a schema says of it among others, so that two schemas name the same members."""

from collections.abc import Mapping

from agentcard_conformance.compare.engines import pattern_check
from agentcard_conformance.model import Json


def with_members_of(other: Mapping[str, Json], schema: Mapping[str, Json]) -> Mapping[str, Json]:
    """The schema, which means the same, with each member that only the other one names."""
    known = schema.get("properties", {})
    named = {name: _judging(name, schema) for name in other.get("properties", ()) if name not in known}
    if not named or "additionalProperties" not in schema:
        return schema
    return {**schema, "properties": {**known, **named}}


def _judging(name: str, schema: Mapping[str, Json]) -> Json:
    """What judges a member that has no schema by its name; what stands under its patterns goes on doing so."""
    patterns = schema.get("patternProperties", {})
    found = [part for pattern, part in patterns.items() if pattern_check(pattern)(name)]
    return {"allOf": found} if len(found) > 1 else (found or [schema.get("additionalProperties", True)])[0]
