"""Where in a schema are its subschemas, and which values of a card does each one judge?"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from agentcard_conformance.adequacy.cards import Place
from agentcard_conformance.model import Json, Step

Address = tuple[Step, ...]

SAME = ("if", "then", "else", "not")
SAME_LISTS = ("allOf", "anyOf", "oneOf")
BELOW = ("items", "contains", "additionalProperties")
ELSEWHERE = ("propertyNames", "unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "contentSchema")
"""What looks at no value of the card, or at what its neighbours have seen: taken with the whole card."""

WHOLE: tuple[Place, ...] = ((),)


@dataclass(frozen=True, slots=True)
class Node:
    """A subschema."""

    at: Address
    schema: Mapping[str, Json]
    requirement: str
    """The last `$comment` on the way to it that is one word, as a requirement's id is."""
    places: tuple[Place, ...]


def nodes(root: Json) -> Iterator[Node]:
    """All subschemas that are objects, those of $defs among them."""
    places = _placed(root)
    whole = any(word in schema for _, schema, _ in _walk(root, (), "") for word in ELSEWHERE)
    for at, schema, requirement in _walk(root, (), ""):
        yield Node(at, schema, requirement, WHOLE if whole else tuple(sorted(places[at])))


def _walk(schema: Json, at: Address, about: str) -> Iterator[tuple[Address, Mapping[str, Json], str]]:
    if not isinstance(schema, dict):
        return
    comment = schema.get("$comment", "")
    about = comment if comment and " " not in comment else about
    yield at, schema, about
    for step, below, _ in _below(schema):
        yield from _walk(below, (*at, *step), about)
    for name, definition in schema.get("$defs", {}).items():
        yield from _walk(definition, (*at, "$defs", name), about)


def _below(schema: Mapping[str, Json]) -> Iterator[tuple[Address, Json, Place]]:
    """Each subschema, how it is reached, and how the value it judges is reached."""
    for word in SAME + BELOW + ELSEWHERE:
        if word in schema:
            yield (word,), schema[word], () if word in SAME else ("*",)
    for word in SAME_LISTS:
        for index, each in enumerate(schema.get(word, ())):
            yield (word, index), each, ()
    for name, each in schema.get("dependentSchemas", {}).items():
        yield ("dependentSchemas", name), each, ()
    for index, each in enumerate(schema.get("prefixItems", ())):
        yield ("prefixItems", index), each, ("*",)
    for word in ("properties", "patternProperties"):
        for name, each in schema.get(word, {}).items():
            yield (word, name), each, (name if word == "properties" else "*",)


def _placed(root: Json) -> Mapping[Address, set[Place]]:
    """More places than a subschema is asked about at most, since conditions are not followed: too many do no harm."""
    places: dict[Address, set[Place]] = defaultdict(set)
    todo: list[tuple[Address, Json, Place]] = [((), root, ())]
    while todo:
        at, schema, place = todo.pop()
        if not isinstance(schema, dict) or place in places[at]:
            continue
        places[at].add(place)
        todo += [((*at, *step), below, (*place, *further)) for step, below, further in _below(schema)]
        if "$ref" in schema:
            todo.append((*target(root, schema["$ref"]), place))
    return places


def target(root: Json, reference: str) -> tuple[Address, Json]:
    """What a reference refers to; only local ones, since a card's schema stands alone."""
    at: Address = ()
    for step in reference.removeprefix("#").split("/")[1:]:
        at, root = (*at, step), root[step]
    return at, root


def changed_at(root: Json, at: Address, changed: Json) -> Json:
    """The same schema but for one part; what lies beside the way to it is shared."""
    if not at:
        return changed
    step, below = at[0], changed_at(root[at[0]], at[1:], changed)
    if isinstance(root, list):
        return [below if index == step else each for index, each in enumerate(root)]
    return {**root, step: below}
