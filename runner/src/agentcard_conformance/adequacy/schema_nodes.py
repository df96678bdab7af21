"""The subschemas of a schema, and the values of a card that each of them judges."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agentcard_conformance.model import Json, PathPattern, Steps
from agentcard_conformance.schema_engine.keywords import KEYWORDS, Judges
from agentcard_conformance.schema_engine.subschemas import is_local, resolve_local, subschemas

_WHOLE_CARD: tuple[PathPattern, ...] = ((),)

_NEEDS_WHOLE_CARD = ("propertyNames", "unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "contentSchema")
"""What judges no value of the card, or what its neighbours have not looked at."""


@dataclass(frozen=True, slots=True)
class SchemaNode:
    """A subschema."""

    at: Steps
    schema: Mapping[str, Json]
    requirement: str
    """The last `$comment` on the way to it that is one word, as a requirement's id is."""
    places: tuple[PathPattern, ...]


def schema_nodes(root: Json) -> Iterator[SchemaNode]:
    """All subschemas that are objects, those of $defs among them."""
    places = _places_judged(root)
    whole = any(word in schema for _, schema, _ in _walk(root, (), "") for word in _NEEDS_WHOLE_CARD)
    for at, schema, requirement in _walk(root, (), ""):
        yield SchemaNode(at, schema, requirement, _WHOLE_CARD if whole else tuple(sorted(places[at])))


def _walk(schema: Json, at: Steps, requirement: str) -> Iterator[tuple[Steps, Mapping[str, Json], str]]:
    if not isinstance(schema, dict):
        return
    comment = schema.get("$comment", "")
    requirement = comment if comment and " " not in comment else requirement
    yield at, schema, requirement
    for steps, part in subschemas(schema):
        yield from _walk(part, (*at, *steps), requirement)


def _places_judged(root: Json) -> Mapping[Steps, set[PathPattern]]:
    """More places than a subschema judges at most, since conditions are not followed: too many do no harm."""
    places: dict[Steps, set[PathPattern]] = defaultdict(set)
    todo: list[tuple[Steps, Json, PathPattern]] = [((), root, ())]
    while todo:
        at, schema, place = todo.pop()
        if not isinstance(schema, dict) or place in places[at]:
            continue
        places[at].add(place)
        for steps, part in subschemas(schema):
            if steps[0] != "$defs":
                todo.append(((*at, *steps), part, (*place, *_steps_into_card(steps))))
        if is_local(schema.get("$ref", "")):
            todo.append((*resolve_local(root, schema["$ref"]), place))
    return places


def _steps_into_card(steps: Steps) -> PathPattern:
    """From the value that a keyword judges to those that a schema in it judges."""
    judges = KEYWORDS[str(steps[0])].judges
    if judges is Judges.MEMBER:
        return (str(steps[1]),)
    return () if judges is Judges.SAME else ("*",)
