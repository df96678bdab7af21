"""Which keywords of a schema do not hold of a value, found in the order in which the reference's engine finds them?"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, Protocol, Self, TypeAlias

from agentcard_conformance.bulk.flat import Holds
from agentcard_conformance.model import Json, Step

Steps: TypeAlias = tuple[Step, ...]

MANY = 4


class Visit(NamedTuple):
    """A value that is held against a schema, and how it was come by."""

    value: Json
    at: Steps = ()
    requirement: str = ""


class Unmet(NamedTuple):
    """A keyword that does not hold."""

    keyword: str
    wanted: Json
    value: Json
    at: Steps
    requirement: str


class Subschema(Protocol):
    """A schema within another one."""

    @property
    def schema(self) -> Mapping[str, Json]:
        """Its keywords."""
        ...

    @property
    def holds(self) -> Holds:
        """All of it."""
        ...

    def keyword(self, name: str) -> Holds:
        """One keyword of it."""
        ...

    def child(self, schema: Json) -> Self:
        """One that stands in it."""
        ...

    def target(self, reference: str) -> Self:
        """One that it refers to."""
        ...

    def is_met(self, value: Json, level: int) -> bool:
        """Does it hold of a value at this level of the card, by a quick look?"""
        ...

    def unmet(self, visit: Visit) -> Iterator[Unmet]:
        """What of it does not hold."""
        ...


Find: TypeAlias = Callable[[Subschema, Json, Visit], Iterator[Unmet]]


def _here(part: Subschema, visit: Visit) -> Iterator[Unmet]:
    """What another schema of the same value finds."""
    if not part.is_met(visit.value, len(visit.at)):
        yield from part.unmet(visit)


def _below(part: Subschema, visit: Visit, step: Step) -> Iterator[Unmet]:
    """What a schema of one of its members or items finds."""
    value = visit.value[step]
    if not part.is_met(value, len(visit.at) + 1):
        yield from part.unmet(Visit(value, (*visit.at, step), visit.requirement))


def _unmet(keyword: str, wanted: Json, visit: Visit) -> Unmet:
    return Unmet(keyword, wanted, visit.value, visit.at, visit.requirement)


def _by_itself(keyword: str) -> Find:
    def find(part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
        if not part.keyword(keyword)(visit.value):
            yield _unmet(keyword, wanted, visit)

    return find


def _reference(part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    yield from _here(part.target(wanted), visit)


def _all_of(part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    """Where there are many, all of them are looked at first."""
    if len(wanted) < MANY or not part.keyword("allOf")(visit.value):
        for schema in wanted:
            yield from _here(part.child(schema), visit)


def _if(part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    branch = "then" if part.child(wanted).holds(visit.value) else "else"
    yield from _here(part.child(part.schema.get(branch, True)), visit)


def _required(_part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    for name in wanted if isinstance(visit.value, dict) else ():
        if name not in visit.value:
            yield _unmet("required", wanted, visit)


def _dependent_required(_part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    for name in wanted if isinstance(visit.value, dict) else ():
        for other in wanted[name] if name in visit.value else ():
            if other not in visit.value:
                yield _unmet("dependentRequired", wanted, visit)


def _dependent_schemas(part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    for name in wanted if isinstance(visit.value, dict) else ():
        if name in visit.value:
            yield from _here(part.child(wanted[name]), visit)


def _properties(part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    for name in wanted if isinstance(visit.value, dict) else ():
        if name in visit.value:
            yield from _below(part.child(wanted[name]), visit, name)


def _additional_properties(part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    declared = part.schema.get("properties", ())
    for name in visit.value if isinstance(visit.value, dict) else ():
        if name in declared:
            continue
        if wanted is False:
            yield _unmet("additionalProperties", wanted, visit._replace(value={name: visit.value[name]}))
        else:
            yield from _below(part.child(wanted), visit, name)


def _property_names(part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    for name in visit.value if isinstance(visit.value, dict) else ():
        yield from _here(part.child(wanted), Visit(name, visit.at, visit.requirement))


def _items(part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    rest = range(len(part.schema.get("prefixItems", ())), len(visit.value)) if isinstance(visit.value, list) else ()
    if wanted is False:
        yield from [_unmet("items", wanted, visit)] * bool(rest)
        return
    for index in rest:
        yield from _below(part.child(wanted), visit, index)


def _prefix_items(part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    for index in range(min(len(wanted), len(visit.value))) if isinstance(visit.value, list) else ():
        yield from _below(part.child(wanted[index]), visit, index)


def _contains(part: Subschema, wanted: Json, visit: Visit) -> Iterator[Unmet]:
    if not isinstance(visit.value, list):
        return
    least, most = part.schema.get("minContains", 1), part.schema.get("maxContains", len(visit.value))
    count = sum(map(part.child(wanted).holds, visit.value))
    if count > most:
        yield _unmet("maxContains", most, visit)
    elif count < least:
        yield _unmet("minContains", least, visit) if count else _unmet("contains", wanted, visit)


BY_ITSELF = (
    *("type", "enum", "const", "not", "anyOf", "oneOf", "pattern", "minLength", "maxLength", "uniqueItems"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    *("minItems", "maxItems", "minProperties", "maxProperties"),
)
FINDERS: Mapping[str, Find] = {
    **{keyword: _by_itself(keyword) for keyword in BY_ITSELF},
    "$ref": _reference,
    "$dynamicRef": _reference,
    "allOf": _all_of,
    "if": _if,
    "required": _required,
    "dependentRequired": _dependent_required,
    "dependentSchemas": _dependent_schemas,
    "properties": _properties,
    "additionalProperties": _additional_properties,
    "propertyNames": _property_names,
    "items": _items,
    "prefixItems": _prefix_items,
    "contains": _contains,
}
