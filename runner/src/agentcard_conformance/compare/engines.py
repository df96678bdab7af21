"""The two engines on a whole revision, with formats asserted and nothing fetched: a fast one, and an exact one.

The fast one, jsonschema-rs, is asked first. The exact one, jsonschema, is asked before anything is claimed.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend

from agentcard_conformance.compare.schemas import Revision, RevisionSchemas
from agentcard_conformance.model import Json, Steps
from agentcard_conformance.notations.json_text.decoder import MAX_DEPTH
from agentcard_conformance.rules import uri
from agentcard_conformance.schema_engine.engine import exact_engine, exact_validator
from agentcard_conformance.schema_engine.fast_engine import IsValid, compile_check
from agentcard_conformance.schema_engine.patterns import pattern_error

NOT_COMPILED = (ValueError, jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError)
"""What the fast engine raises when it cannot use a schema."""

_JSONSCHEMA_FORMATS = ("date", "email", "ipv4", "ipv6", "uuid")
"""The formats that jsonschema checks itself; the rest it leaves to packages that may be there or not."""

_FAST_ENGINE_FORMATS = (
    *("date-time", "duration", "hostname", "idn-email", "idn-hostname", "iri", "iri-reference", "json-pointer"),
    *("relative-json-pointer", "time", "uri-reference", "uri-template"),
)
"""The formats that only jsonschema-rs checks."""

_OLDER_DRAFTS: Mapping[str, tuple[Any, int]] = {
    "http://json-schema.org/draft-04/schema": (jsonschema_rs.Draft4Validator, jsonschema_rs.Draft4),
    "http://json-schema.org/draft-06/schema": (jsonschema_rs.Draft6Validator, jsonschema_rs.Draft6),
    "http://json-schema.org/draft-07/schema": (jsonschema_rs.Draft7Validator, jsonschema_rs.Draft7),
    "https://json-schema.org/draft/2019-09/schema": (jsonschema_rs.Draft201909Validator, jsonschema_rs.Draft201909),
}
"""By the address of the metaschema."""

_MOST_PATTERNS = 16  # compiled ones that are kept, of 10 MB at most

_unevaluated: Any = Draft202012Validator.VALIDATORS["unevaluatedProperties"]


def compile_fast_engine(schemas: RevisionSchemas, root: Json = None) -> Any:
    """jsonschema-rs on all documents of a revision, perhaps with another schema in place of its own."""
    others = [(name, schema) for name, schema in schemas.documents.items() if name != schemas.home]
    return jsonschema_rs.Draft202012Validator(
        schemas.root_document if root is None else root,
        registry=jsonschema_rs.Registry(others, draft=jsonschema_rs.Draft202012),
        base_uri=schemas.home,
        offline=True,
        validate_formats=True,
    )


def compile_written(revision: Revision, home: str) -> Any:
    """jsonschema-rs on a revision as it was written, by its own draft; None where that is 2020-12, or fails."""
    if revision.written is None or revision.metaschema not in _OLDER_DRAFTS:
        return None
    validator, draft = _OLDER_DRAFTS[revision.metaschema]
    try:
        return validator(
            revision.written.schema,
            registry=jsonschema_rs.Registry([*revision.written.neighbours.items()], draft=draft),
            base_uri=home,
            offline=True,
            validate_formats=True,
        )
    except NOT_COMPILED:  # it is stricter about references than what was rewritten
        return None


def part_registry(schemas: RevisionSchemas) -> Any:
    """The documents of a revision, for jsonschema-rs to find a part in; to read them takes longer than the part."""
    try:
        return jsonschema_rs.Registry([*schemas.documents.items()], draft=jsonschema_rs.Draft202012)
    except NOT_COMPILED:  # then no part is found
        return None


def compile_part(schemas: RevisionSchemas, registry: Any, at: Steps) -> IsValid:
    """jsonschema-rs on one subschema of a revision, or of a metaschema; nothing matches one that cannot be used."""
    try:
        is_valid: IsValid = jsonschema_rs.Draft202012Validator(
            {"$ref": schemas.address_of(at)},
            registry=registry,
            offline=True,
            validate_formats=True,
        ).is_valid
    except NOT_COMPILED:  # such as one to which only a relative reference leads
        return lambda _: False
    return is_valid


def compile_exact_engine(schemas: RevisionSchemas) -> Any:
    """jsonschema, with the keywords of the reference, on all documents of a revision."""
    root = schemas.root_document
    with_address = {**root, "$id": schemas.home} if isinstance(root, dict) else root
    return exact_validator(with_address, _engine_class(), schemas.registry, format_checker=_format_checker())


def exact_verdict(exact: Any, value: Json) -> bool | None:
    """The exact engine's verdict; None where it has none: its `unevaluatedProperties` reads patterns as Python does."""
    try:
        return bool(exact.is_valid(value))
    except (re.error, ArithmeticError):
        return None


def is_too_deep_for_engines(value: Json) -> bool:
    """Whether a card or a schema is nested deeper than is read: jsonschema-rs ends the process at 40,000 levels."""
    row = [[value]]
    for _ in range(MAX_DEPTH + 1):
        nested = (part for parts in row for part in parts if isinstance(part, (dict, list)))
        row = [[*part.values()] if isinstance(part, dict) else part for part in nested]
    return bool(row)


def _unevaluated_properties(
    validator: Any, others: Json, instance: Json, schema: Mapping[str, Json]
) -> Iterator[ValidationError]:
    """The engine's own, which names the member that it means in its message alone."""
    for error in _unevaluated(validator, others, instance, schema):
        names = [name for name in instance if _refuses(validator, others, {name: instance[name]}, schema)]
        rest = {name: part for name, part in instance.items() if name not in names}
        if len(names) == 1 and not _refuses(validator, others, rest, schema):
            error.instance = {names[0]: instance[names[0]]}
        yield error


def _refuses(validator: Any, others: Json, instance: Json, schema: Mapping[str, Json]) -> bool:
    return any(_unevaluated(validator, others, instance, schema))


@lru_cache(_MOST_PATTERNS)
def pattern_check(pattern: str) -> IsValid:
    """Whether a pattern occurs in a text, as the fast engine has it."""
    return compile_check({"pattern": pattern})


@cache
def _engine_class() -> Any:
    return extend(exact_engine(), {"unevaluatedProperties": _unevaluated_properties})


@cache
def _format_checker() -> FormatChecker:
    formats = FormatChecker(_JSONSCHEMA_FORMATS)
    formats.checks("uri")(lambda value: not isinstance(value, str) or not any(uri.is_uri(value)))
    formats.checks("regex")(lambda value: not isinstance(value, str) or not pattern_error(value))
    for name in _FAST_ENGINE_FORMATS:
        formats.checks(name)(jsonschema_rs.Draft202012Validator({"format": name}, validate_formats=True).is_valid)
    return formats
