"""What each keyword of a schema finds wrong with a value, in the order in which the exact engine finds it."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from agentcard_conformance.fast_reference import LARGE
from agentcard_conformance.fast_reference.checked_schema import CheckedSchema, FailedKeyword, Visit
from agentcard_conformance.model import Json, Step

_MANY = 4
_MOST_IN_GROUP = 1024
_DIVIDED_BY = 8
KeywordCheck: TypeAlias = Callable[[CheckedSchema, Json, Visit], Iterator[FailedKeyword]]


def _check_same_value(schema: CheckedSchema, visit: Visit) -> Iterator[FailedKeyword]:
    """What another schema of the same value finds."""
    if visit.is_large or not schema.passes_quickly(visit.value, len(visit.at)):
        yield from schema.failed_keywords(visit)


def _check_part(schema: CheckedSchema, visit: Visit, step: Step) -> Iterator[FailedKeyword]:
    """What a schema of a member or an item finds."""
    value, at = visit.value[step], (*visit.at, step)
    if visit.failing is not None and at not in visit.failing:
        return
    if visit.is_large or not schema.passes_quickly(value, len(at)):
        yield from schema.failed_keywords(visit._replace(value=value, at=at))


def _check_parts(schema: CheckedSchema, visit: Visit, steps: Sequence[Step]) -> Iterator[FailedKeyword]:
    """What a schema of many members or items finds; one by one, the fast engine would be asked a million times."""
    size = 1 if schema.is_interpreted or visit.failing is not None else _MOST_IN_GROUP
    for start in range(0, len(steps), size):
        yield from _check_group(schema, visit, steps[start : start + size])


def _check_group(schema: CheckedSchema, visit: Visit, steps: Sequence[Step]) -> Iterator[FailedKeyword]:
    """Some parts, asked about together while they are less than half of what was asked about last on the way to them.

    So no part is read more than twice as often as it would be alone, however deep it lies.
    """
    if len(steps) > 1:
        parts = [visit.value[step] for step in steps]
        size = _size(parts)
        if size <= visit.room:
            if schema.items_match(parts):
                return
            visit = visit._replace(room=size // 2, is_large=size > LARGE)
        part = -(-len(steps) // _DIVIDED_BY)
        for start in range(0, len(steps), part):
            yield from _check_group(schema, visit, steps[start : start + part])
    else:
        yield from _check_part(schema, visit, *steps)


def _size(values: Sequence[Json]) -> float:
    """Bytes as JSON, which orjson writes fifty times faster than an engine reads them."""
    from orjson import JSONEncodeError, dumps  # not above: a few small cards need neither

    try:
        return len(dumps(values))
    except JSONEncodeError:
        return math.inf


def _failed(keyword: str, wanted: Json, visit: Visit) -> FailedKeyword:
    return FailedKeyword(keyword, wanted, visit.value, visit.at, visit.requirement)


def _as_a_whole(keyword: str) -> KeywordCheck:
    def check(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
        if not schema.keyword_matches(keyword)(visit.value):
            yield _failed(keyword, wanted, visit)

    return check


def _reference(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    yield from _check_same_value(schema.target(wanted), visit)


def _all_of(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    """Where there are many, a fast engine looks at all of them first, if that takes no time at each level."""
    is_slow = schema.is_interpreted or visit.is_large
    if is_slow or len(wanted) < _MANY or not schema.keyword_matches("allOf")(visit.value):
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
    others = [name for name in visit.value if name not in declared] if isinstance(visit.value, dict) else []
    if wanted is False:
        for name in others:
            yield _failed("additionalProperties", wanted, visit._replace(value={name: visit.value[name]}))
    else:
        yield from _check_parts(schema.child(wanted), visit, others)


def _property_names(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    names = list(visit.value) if isinstance(visit.value, dict) else []
    if schema.is_interpreted or not schema.child(wanted).items_match(names):
        for name in names:
            yield from _check_same_value(schema.child(wanted), visit._replace(value=name))


def _items(schema: CheckedSchema, wanted: Json, visit: Visit) -> Iterator[FailedKeyword]:
    first = len(schema.schema.get("prefixItems", ()))
    rest = range(first, len(visit.value)) if isinstance(visit.value, list) else ()
    if wanted is False:
        yield from [_failed("items", wanted, visit)] * bool(rest)
        return
    yield from _check_parts(schema.child(wanted), visit, rest)


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
    **{keyword: _as_a_whole(keyword) for keyword in _WITHOUT_FURTHER_ERRORS},
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
