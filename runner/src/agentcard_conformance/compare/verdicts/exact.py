"""What does a revision say of a value, by the engine that takes its time and the meaning of ECMA-262?"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend
from regress import Regex, RegressError

from agentcard_conformance.compare.schemas.references import Schemas
from agentcard_conformance.model import Json
from agentcard_conformance.rules import uri
from agentcard_conformance.schema_engine.engine import exact_engine

ITS_OWN = ("date", "email", "ipv4", "ipv6", "uuid")
"""What jsonschema can tell of itself; the rest it leaves to packages that may be there or not."""

BORROWED = (
    *("date-time", "duration", "hostname", "idn-email", "idn-hostname", "iri", "iri-reference", "json-pointer"),
    *("relative-json-pointer", "time", "uri-reference", "uri-template"),
)
"""What only jsonschema-rs can tell."""

_unevaluated: Any = Draft202012Validator.VALIDATORS["unevaluatedProperties"]

Errors = Iterator[ValidationError]


def exact(schemas: Schemas) -> Any:
    """The engine on a whole revision: formats asserted, nothing fetched."""
    root = schemas.documents[schemas.home]
    rooted = {**root, "$id": schemas.home} if isinstance(root, dict) else root
    return _whole()(rooted, registry=schemas.registry, format_checker=_formats())


def _unevaluated_properties(validator: Any, others: Json, instance: Json, schema: Mapping[str, Json]) -> Errors:
    """The engine's own, which names what it means in its message alone."""
    for error in _unevaluated(validator, others, instance, schema):
        names = [name for name in instance if _has(validator, others, {name: instance[name]}, schema)]
        rest = {name: part for name, part in instance.items() if name not in names}
        if len(names) == 1 and not _has(validator, others, rest, schema):
            error.instance = {names[0]: instance[names[0]]}
        yield error


def _has(validator: Any, others: Json, instance: Json, schema: Mapping[str, Json]) -> bool:
    return any(_unevaluated(validator, others, instance, schema))


@cache
def _whole() -> Any:
    return extend(exact_engine(), {"unevaluatedProperties": _unevaluated_properties})


@cache
def _formats() -> FormatChecker:
    formats = FormatChecker(ITS_OWN)
    formats.checks("uri")(lambda value: not isinstance(value, str) or not any(uri.is_uri(value)))
    formats.checks("regex")(lambda value: not isinstance(value, str) or _is_pattern(value))
    for name in BORROWED:
        engine = jsonschema_rs.Draft202012Validator({"format": name}, validate_formats=True)
        formats.checks(name)(engine.is_valid)
    return formats


def _is_pattern(text: str) -> bool:
    try:
        Regex(text, "u")
    except RegressError:
        return False
    return True


def holds(engine: Any, value: Json) -> bool | None:
    """Nothing where the engine cannot tell: its `unevaluatedProperties` reads patterns as Python does."""
    try:
        return bool(engine.is_valid(value))
    except (re.error, ArithmeticError):
        return None
