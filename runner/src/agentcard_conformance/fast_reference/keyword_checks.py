"""What each keyword of a schema finds wrong with a value, in the order in which the exact engine finds it."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, Protocol, Self, TypeAlias

from agentcard_conformance.model import Json, Step, Steps
from agentcard_conformance.schema_engine.fast_engine import IsValid

_MANY = 4


class Visit(NamedTuple):
    """A value that is held against a schema, and how it was reached."""

    value: Json
    at: Steps = ()
    requirement: str = ""


class FailedKeyword(NamedTuple):
    """A keyword that does not hold."""

    keyword: str
    wanted: Json
    value: Json
    at: Steps
    requirement: str


class CheckedSchema(Protocol):
    """A schema within another one."""

    @property
    def schema(self) -> Mapping[str, Json]:
        """Its keywords."""
        ...

    @property
    def matches(self) -> IsValid:
        """Whether a value matches all of it."""
        ...

    def keyword_matches(self, name: str) -> IsValid:
        """Whether a value matches one keyword of it."""
        ...

    def child(self, schema: Json) -> Self:
        """A schema that stands in it."""
        ...

    def target(self, reference: str) -> Self:
        """The schema that it refers to."""
        ...

    def passes_quickly(self, value: Json, level: int) -> bool:
        """Whether a quick look shows that it matches a value at this level of the card."""
        ...

    def failed_keywords(self, visit: Visit) -> Iterator[FailedKeyword]:
        """The keywords of it that do not hold."""
        ...


KeywordCheck: TypeAlias = Callable[[CheckedSchema, Json, Visit], Iterator[FailedKeyword]]


def _check_same_value(schema: CheckedSchema, visit: Visit) -> Iterator[FailedKeyword]:
    """What another schema of the same value finds."""
    if not schema.passes_quickly(visit.value, len(visit.at)):
        yield from schema.failed_keywords(visit)


def _check_part(schema: CheckedSchema, visit: Visit, step: Step) -> Iterator[FailedKeyword]:
    """What a schema of a member or an item finds."""
    value = visit.value[step]
    if not schema.passes_quickly(value, len(visit.at) + 1):
        yield from schema.failed_keywords(Visit(value, (*visit.at, step), visit.requirement))


def _failed(keyword: str, wanted: Json, visit: Visit) -> FailedKeyword:
    return FailedKeyword(keyword, wanted, visit.value, visit.at, visit.requirement)


def _by_fast_engine(keyword: str) -> KeywordCheck:
    def check(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
        if not schema.keyword_matches(keyword)(visit.value):
            yield _failed(keyword, wanted, visit)

    return check


def _reference(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    yield from _check_same_value(schema.target(wanted), visit)


def _all_of(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    """Where there are many, all of them are looked at first."""
    if len(wanted) < _MANY or not schema.keyword_matches("allOf")(visit.value):
        for part in wanted:
            yield from _check_same_value(schema.child(part), visit)


def _if(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    branch = "then" if schema.child(wanted).matches(visit.value) else "else"
    yield from _check_same_value(schema.child(schema.schema.get(branch, True)), visit)


def _required(_schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    for name in wanted if isinstance(visit.value, dict) else ():
        if name not in visit.value:
            yield _failed("required", wanted, visit)


def _dependent_required(_schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    for name in wanted if isinstance(visit.value, dict) else ():
        for other in wanted[name] if name in visit.value else ():
            if other not in visit.value:
                yield _failed("dependentRequired", wanted, visit)


def _dependent_schemas(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    for name in wanted if isinstance(visit.value, dict) else ():
        if name in visit.value:
            yield from _check_same_value(schema.child(wanted[name]), visit)


def _properties(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    for name in wanted if isinstance(visit.value, dict) else ():
        if name in visit.value:
            yield from _check_part(schema.child(wanted[name]), visit, name)


def _additional_properties(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    declared = schema.schema.get("properties", ())
    for name in visit.value if isinstance(visit.value, dict) else ():
        if name in declared:
            continue
        if wanted is False:
            yield _failed("additionalProperties", wanted, visit._replace(value={name: visit.value[name]}))
        else:
            yield from _check_part(schema.child(wanted), visit, name)


def _property_names(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    for name in visit.value if isinstance(visit.value, dict) else ():
        yield from _check_same_value(schema.child(wanted), Visit(name, visit.at, visit.requirement))


def _items(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    first = len(schema.schema.get("prefixItems", ()))
    rest = range(first, len(visit.value)) if isinstance(visit.value, list) else ()
    if wanted is False:
        yield from [_failed("items", wanted, visit)] * bool(rest)
        return
    for index in rest:
        yield from _check_part(schema.child(wanted), visit, index)


def _prefix_items(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    for index in range(min(len(wanted), len(visit.value))) if isinstance(visit.value, list) else ():
        yield from _check_part(schema.child(wanted[index]), visit, index)


def _contains(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    if not isinstance(visit.value, list):
        return
    least, most = schema.schema.get("minContains", 1), schema.schema.get("maxContains", len(visit.value))
    count = sum(map(schema.child(wanted).matches, visit.value))
    if count > most:
        yield _failed("maxContains", most, visit)
    elif count < least:
        yield _failed("minContains", least, visit) if count else _failed("contains", wanted, visit)


_WITHOUT_FURTHER_ERRORS = (
    *("type", "enum", "const", "not", "anyOf", "oneOf", "pattern", "minLength", "maxLength", "uniqueItems"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    *("minItems", "maxItems", "minProperties", "maxProperties"),
)
KEYWORD_CHECKS: Mapping[str, KeywordCheck] = {
    **{keyword: _by_fast_engine(keyword) for keyword in _WITHOUT_FURTHER_ERRORS},
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
