"""Reads OLD or NEW, with the schemas that it refers to, and refuses what is no usable JSON Schema."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

from jsonschema_specifications import REGISTRY

from agentcard_conformance.compare.engines import is_too_deep_for_engines
from agentcard_conformance.compare.schemas import (
    Revision,
    ordered_subschemas,
    schema_address,
)
from agentcard_conformance.compare.sections import cut_middle
from agentcard_conformance.compare.sources import SchemaSource, find_source
from agentcard_conformance.compare.unusable_revisions import refuse_unusable, show_place
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Dialect, Json, Steps
from agentcard_conformance.notations.json_text.decoder import MAX_DEPTH
from agentcard_conformance.rules.json_schema import is_schema
from agentcard_conformance.schema_engine.engine import deep_recursion
from agentcard_conformance.schema_engine.keywords import METASCHEMA, REFERENCES
from agentcard_conformance.schema_engine.messages import show_value

_METASCHEMAS = frozenset(REGISTRY)
_LARGEST_EXACT = 2**53


class _AmbiguousJson(Exception):
    """JSON on which readers differ."""


def read_revision(name: str, suite: Suite, dialect: Dialect | None = None) -> Revision:
    """A dialect's schema, a file, or REV:PATH; with a dialect, its `$comment`s name that one's requirements."""
    source, file = find_source(name, suite)
    with deep_recursion():
        schema = _read_schema(name, source.read(file))
        reached = [*_neighbours(name, source, file, schema)]
        neighbours = {address: found for address, found, _ in reached}
        files = (each for path in (file, *(path for _, _, path in reached)) for each in source.files(path))
        home = dialect or dialect_of_schema(suite, name, schema)
        revision = Revision(name, schema, neighbours, frozenset(home.requirements if home else ()), tuple(files))
        refuse_unusable(revision)
    return revision


def dialect_of_schema(suite: Suite, name: str, schema: Json) -> Dialect | None:
    """The dialect whose schema it is: by its name, by the folder it lies in, or by its `$id`."""
    folder = re.search(r"(?:^|[/:\\])schema[/\\]([^/\\]+)[/\\](?:card\.schema\.json$|released[/\\])", name)
    if found := suite.dialects.get(name) or suite.dialects.get(folder[1] if folder else ""):
        return found
    if not isinstance(schema, dict) or "$id" not in schema:
        return None
    same = (each for each in suite.dialects.values() if schema_address(each.schema) == schema_address(schema))
    return next(same, None)


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


def _refuse_no_schema(name: str, schema: Json) -> None:
    if not isinstance(schema, (dict, bool)):
        raise CallError(
            f"{name}: is no JSON Schema: it is {show_value(schema)}, and a schema is an object, true or false"
        )
    metaschema = schema.get("$schema", METASCHEMA) if isinstance(schema, dict) else METASCHEMA
    if metaschema not in (METASCHEMA, f"{METASCHEMA}#"):
        raise CallError(f"{name}: says $schema {metaschema!a}; only draft 2020-12 is compared ({METASCHEMA})")
    for fault in is_schema(schema):
        raise CallError(f"{name}: is no JSON Schema: at {show_place(fault.at)}: {fault.what}")


def _neighbours(name: str, source: SchemaSource, file: str, schema: Json) -> Iterator[tuple[str, Json, str]]:
    """Each schema that is referred to, here and in those, read once, with its address and its file."""
    home = schema_address(schema)
    folder, known = home.rpartition("/")[0] + "/", {home, *_METASCHEMAS, *_own_addresses(schema, home)}
    todo = [(home, schema)]
    while todo:
        base, document = todo.pop()
        for address, at in _references(document, base):
            if address not in known:
                path = _path_in_folder(name, folder, address, at)
                found = schema if path == file else _read_schema(f"{name}: {path}", source.read(path))
                known |= {address, *_own_addresses(found, address)}
                todo.append((address, found))
                yield address, found, path


def _read_schema(name: str, text: bytes) -> Json:
    schema = _parse(name, text)
    _refuse_no_schema(name, schema)
    return schema


def _path_in_folder(name: str, folder: str, address: str, at: Steps) -> str:
    if not address.startswith(folder):
        what = f"at {show_place(at)}: refers to {address}, outside the folder of the schema; nothing is fetched"
        raise CallError(f"{name}: {what}: copy it beside the schema and refer to it there")
    return unquote(address.removeprefix(folder))


def _own_addresses(schema: Json, base: str) -> Iterator[str]:
    """The addresses that parts of a document give themselves."""
    for _, part, address in _walk_with_base(schema, base, ()):
        if isinstance(part, dict) and "$id" in part:
            yield address


def _references(schema: Json, base: str) -> Iterator[tuple[str, Steps]]:
    """The address of each document that is referred to, with the steps to the reference."""
    for steps, part, address in _walk_with_base(schema, base, ()):
        for keyword in REFERENCES if isinstance(part, dict) else ():
            if keyword in part:
                yield urldefrag(urljoin(address, part[keyword])).url or address, (*steps, keyword)


def _walk_with_base(schema: Json, base: str, at: Steps) -> Iterator[tuple[Steps, Json, str]]:
    """Each subschema, with the address that its references are resolved against."""
    if isinstance(schema, dict):
        base = urldefrag(urljoin(base, schema.get("$id", ""))).url
    yield at, schema, base
    for steps, part in ordered_subschemas(schema):
        yield from _walk_with_base(part, base, (*at, *steps))
