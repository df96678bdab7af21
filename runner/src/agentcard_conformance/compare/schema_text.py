"""Reads the text of a schema: JSON on which no two readers differ, and a schema by the metaschema that it names."""

import json
import math
from functools import cache
from typing import Any, NamedTuple

import jsonschema_rs

from agentcard_conformance.compare.drafts import DRAFTS, to_current
from agentcard_conformance.compare.engines import is_too_deep_for_engines
from agentcard_conformance.compare.shown_cards import cut_middle
from agentcard_conformance.compare.unusable_revisions import show_place
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Json
from agentcard_conformance.notations.json_text.decoder import MAX_DEPTH
from agentcard_conformance.rules.json_schema import is_schema
from agentcard_conformance.schema_engine.keywords import METASCHEMA
from agentcard_conformance.schema_engine.messages import show_value

_LARGEST_EXACT = 2**53


class _AmbiguousJson(Exception):
    """JSON on which readers differ."""


class ReadSchema(NamedTuple):
    """A schema as it is written, and as draft 2020-12 says the same."""

    written: Json
    current: Json
    metaschema: str
    """The address of the one that it is read by."""
    names_metaschema: bool


def read_schema(name: str, text: bytes, metaschema: str = METASCHEMA) -> ReadSchema:
    """Read it by the metaschema that it names, or else by that of whatever refers to it; raises CallError."""
    schema = _parse(name, text)
    if not isinstance(schema, (dict, bool)):
        raise CallError(
            f"{name}: is no JSON Schema: it is {show_value(schema)}, and a schema is an object, true or false"
        )
    named = schema.get("$schema") if isinstance(schema, dict) else None
    address = _usual_address(str(named)) if named is not None else metaschema
    _refuse_no_schema(name, schema, address)
    if address not in DRAFTS or not isinstance(schema, dict):
        return ReadSchema(schema, schema, address, named is not None)
    return ReadSchema(
        {**schema, "$schema": _named(address)}, to_current(schema, DRAFTS[address]), address, named is not None
    )


def _usual_address(named: str) -> str:
    """The address of a metaschema, which many write with another scheme or without a hash sign."""
    address = named.removesuffix("#")
    plain = address.replace("https://", "http://", 1)
    return plain if plain in DRAFTS else address


def _named(metaschema: str) -> str:
    return metaschema if "2019-09" in metaschema else f"{metaschema}#"  # older ones are named with a hash sign


def draft_name(metaschema: str) -> str:
    """What people call the draft of a metaschema."""
    return DRAFTS[metaschema].name if metaschema in DRAFTS else "draft 2020-12"


def _refuse_no_schema(name: str, schema: Json, metaschema: str) -> None:
    if metaschema not in (METASCHEMA, *DRAFTS):
        known = ", ".join([*DRAFTS, METASCHEMA])
        raise CallError(f"{name}: says $schema {metaschema!a}, by which no schema is compared; the known ones: {known}")
    if metaschema == METASCHEMA:
        if jsonschema_rs.meta.is_valid(schema):  # in a hundredth of the time
            return
        for fault in is_schema(schema):
            raise CallError(f"{name}: is no JSON Schema: at {show_place(fault.at)}: {fault.what}")
    elif isinstance(schema, dict):
        _refuse_by_metaschema(name, schema, metaschema)


def _refuse_by_metaschema(name: str, schema: Json, metaschema: str) -> None:
    try:
        _metaschema_validator(metaschema).validate(schema)
    except jsonschema_rs.ValidationError as error:
        place, what = show_place(tuple(error.instance_path)), cut_middle(error.message)
        raise CallError(f"{name}: is no JSON Schema of {draft_name(metaschema)}: at {place}: {what}") from None


@cache
def _metaschema_validator(metaschema: str) -> Any:
    """Formats are not asserted: in references many write `<` and blanks, which are escaped later."""
    named = _named(metaschema)
    return jsonschema_rs.validator_for({"$schema": named, "$ref": named}, validate_formats=False, offline=True)


def _parse(name: str, text: bytes) -> Json:
    hooks: Any = {"parse_constant": _refuse_constant, "parse_float": _parse_number, "parse_int": _parse_integer}
    too_deep = CallError(f"{name}: is nested more than {MAX_DEPTH} levels deep, which is as deep as a schema is read")
    try:
        schema = json.loads(text.decode("utf-8-sig"), object_pairs_hook=_parse_object, **hooks)
    except RecursionError:
        raise too_deep from None
    except _AmbiguousJson as error:
        raise CallError(f"{name}: {error}") from None
    except ValueError as error:
        raise CallError(f"{name}: is not JSON: {error}") from None
    if is_too_deep_for_engines(schema):
        raise too_deep
    return schema


def _parse_object(members: list[tuple[str, Json]]) -> Json:
    known: dict[str, Json] = {}
    for name, value in members:
        if name in known:
            raise _AmbiguousJson(f"an object in it has two members of the name {name!a}")
        known[name] = value
    return known


def _refuse_constant(word: str) -> Json:
    raise ValueError(f"{word} is no number in JSON")


def _parse_number(word: str) -> Json:
    """A number without a fraction is an integer to JSON Schema, however it is written."""
    number = _finite_number(word)
    return int(number) if number.is_integer() and abs(number) <= _LARGEST_EXACT else number


def _parse_integer(word: str) -> Json:
    _finite_number(word)
    return int(word)


def _finite_number(word: str) -> float:
    number = float(word)
    if math.isinf(number):
        raise _AmbiguousJson(f"holds the number {cut_middle(word, 40)}, which is beyond binary64: readers differ on it")
    return number
