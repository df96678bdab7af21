"""Walks a schema: the schemas in it, what a reference leads to, and the requirement that a path leads through."""

from collections.abc import Container, Iterable, Iterator, Sequence

from agentcard_conformance.model import Json, Step, Steps, parse_pointer
from agentcard_conformance.schema_engine.keywords import KEYWORDS, Holds, keywords_where

_HOLDING_SCHEMAS = keywords_where(lambda keyword: keyword.holds is not Holds.NONE)


def subschemas(schema: Json) -> Iterator[tuple[Steps, Json]]:
    """Each schema that stands directly in a schema, with the steps that lead to it."""
    if not isinstance(schema, dict):
        return
    for name in _HOLDING_SCHEMAS:
        if name in schema:
            yield from (((name, *steps), part) for steps, part in schemas_in(name, schema[name]))


def schemas_in(keyword: str, value: Json) -> Iterable[tuple[Steps, Json]]:
    """The schemas in the value of a keyword, with the steps from there."""
    holds = KEYWORDS[keyword].holds if keyword in KEYWORDS else Holds.NONE
    if holds is Holds.ONE:
        return [((), value)]
    if holds is Holds.LIST:
        return [((index,), part) for index, part in enumerate(value)]
    return [((name,), part) for name, part in value.items()] if holds is Holds.MAP else ()


def walk_schema(schema: Json, at: Steps = ()) -> Iterator[tuple[Steps, Json]]:
    """A schema and all schemas in it, those of `$defs` among them, each before what stands in it."""
    yield at, schema
    for steps, part in subschemas(schema):
        yield from walk_schema(part, (*at, *steps))


def is_local(reference: str) -> bool:
    """Whether a reference stays within its document; the only one that does not leads to the metaschema."""
    return reference.startswith("#")


def resolve_local(root: Json, reference: str) -> tuple[Steps, Json]:
    """Where a reference within a document leads, and what stands there."""
    steps = parse_pointer(reference.removeprefix("#"))
    for step in steps:
        root = root[step]
    return steps, root


def requirement_on_path(root: Json, path: Sequence[Step], requirements: Container[str]) -> str:
    """The last `$comment` on a path that is a requirement, or nothing.

    A path may name the references that it goes through, as jsonschema-rs writes it, or leave them out, as jsonschema
    does. Only local references are followed: what the metaschema finds belongs to the requirement that leads there.
    """
    here, found = root, ""
    for step in path:
        found = _comment(here, requirements) or found
        while isinstance(here, dict) and "$ref" in here and (step == "$ref" or step not in here):
            if not is_local(here["$ref"]):
                return found
            _, here = resolve_local(root, here["$ref"])
            found = _comment(here, requirements) or found
            if step == "$ref":
                break
        if step != "$ref":
            here = here[step]
    return found


def _comment(schema: Json, requirements: Container[str]) -> str:
    comment = schema.get("$comment", "") if isinstance(schema, dict) else ""
    return comment if isinstance(comment, str) and comment in requirements else ""
