"""Which schema is meant by OLD or NEW, and is it one?"""

import json
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote, urldefrag, urljoin

import jsonschema_rs
from jsonschema_specifications import REGISTRY
from referencing.exceptions import Unresolvable
from regress import Regex, RegressError

from agentcard_conformance.compare.findings import Address, Revision
from agentcard_conformance.compare.schemas.depth import DEEPEST, is_deep
from agentcard_conformance.compare.schemas.references import REFERENCES, Node, Schemas, address, below
from agentcard_conformance.compare.sources import Source, located
from agentcard_conformance.compare.telling.short import shortened
from agentcard_conformance.compare.verdicts.fast import engine
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Dialect, Json, to_pointer
from agentcard_conformance.rules.json_schema import is_schema
from agentcard_conformance.schema_engine.engine import deep_recursion
from agentcard_conformance.schema_engine.keywords import METASCHEMA
from agentcard_conformance.schema_engine.messages import show_value

SAME_VALUE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas")
"""What asks the very value that the schema around it is asked about."""

METASCHEMAS = frozenset(REGISTRY)


LARGEST_EXACT = 2**53


class _Refused(Exception):
    """JSON that readers do not agree on."""


def read(name: str, suite: Suite, dialect: Dialect | None = None) -> Revision:
    """A dialect's schema, a file, or REV:PATH; with a dialect, its `$comment`s name that one's requirements."""
    source, file = located(name, suite)
    schema = _parsed(name, source.read(file))
    with deep_recursion():
        _refuse_no_schema(name, schema)
        reached = [*_neighbours(name, source, file, schema)]
        neighbours = {target: found for target, found, _ in reached}
        files = (each for path in (file, *(path for _, _, path in reached)) for each in source.on_disk(path))
        home = dialect or kin(suite, name, schema)
        revision = Revision(name, schema, neighbours, frozenset(home.requirements if home else ()), tuple(files))
        _refuse_unusable(revision)
    return revision


def kin(suite: Suite, name: str, schema: Json) -> Dialect | None:
    """The dialect whose schema it is: by its name, by its `$id`, or by the folder it lies in."""
    folder = re.search(r"(?:^|[/:\\])schema[/\\]([^/\\]+)[/\\](?:card\.schema\.json$|released[/\\])", name)
    if found := suite.dialects.get(name) or suite.dialects.get(folder[1] if folder else ""):
        return found
    same = (each for each in suite.dialects.values() if address(each.schema) == address(schema) and "$id" in schema)
    return next(same, None) if isinstance(schema, dict) else None


def _parsed(name: str, text: bytes) -> Json:
    hooks: Any = {"parse_constant": _no_number, "parse_float": _number, "parse_int": _integer}
    try:
        schema = json.loads(text.decode("utf-8-sig"), object_pairs_hook=_object, **hooks)
    except RecursionError:
        raise _too_deep(name) from None
    except _Refused as error:
        raise CallError(f"{name}: {error}") from None
    except ValueError as error:
        raise CallError(f"{name}: is not JSON: {error}") from None
    if is_deep(schema):
        raise _too_deep(name)
    return schema


def _object(members: list[tuple[str, Json]]) -> Json:
    known: dict[str, Json] = {}
    for name, value in members:
        if name in known:
            raise _Refused(f"an object in it has two members of the name {name!a}")
        known[name] = value
    return known


def _no_number(word: str) -> Json:
    raise ValueError(f"{word} is no number in JSON")


def _number(word: str) -> Json:
    """A number without a fraction is an integer to JSON Schema, however it is written."""
    number = _finite(word)
    return int(number) if number.is_integer() and abs(number) <= LARGEST_EXACT else number


def _integer(word: str) -> Json:
    _finite(word)
    return int(word)


def _finite(word: str) -> float:
    number = float(word)
    if math.isinf(number):
        raise _Refused(f"holds the number {shortened(word, 40)}, which is beyond binary64: readers differ on it")
    return number


def _too_deep(name: str) -> CallError:
    return CallError(f"{name}: is nested more than {DEEPEST} levels deep, which is as deep as a schema is read")


def _refuse_no_schema(name: str, schema: Json) -> None:
    if not isinstance(schema, (dict, bool)):
        raise CallError(
            f"{name}: is no JSON Schema: it is {show_value(schema)}, and a schema is an object, true or false"
        )
    drafts = schema.get("$schema", METASCHEMA) if isinstance(schema, dict) else METASCHEMA
    if drafts not in (METASCHEMA, f"{METASCHEMA}#"):
        raise CallError(f"{name}: says $schema {drafts!a}; only draft 2020-12 is compared ({METASCHEMA})")
    for fault in is_schema(schema):
        raise CallError(f"{name}: is no JSON Schema: at {_at(fault.at)}: {fault.what}")


def _at(steps: Address) -> str:
    return to_pointer(steps) or "the top level"


def _neighbours(name: str, source: Source, file: str, schema: Json) -> Iterator[tuple[str, Json, str]]:
    """What is referred to beside a schema, and beside that, each read once, and from which file."""
    home = address(schema)
    folder, known, todo = home.rpartition("/")[0] + "/", {home, *METASCHEMAS, *_own(schema, home)}, [(home, schema)]
    while todo:
        base, document = todo.pop()
        for target, at in _targets(document, base, ()):
            if target not in known:
                path = _path(name, folder, target, at)
                found = schema if path == file else _neighbour(f"{name}: {path}", source.read(path))
                known |= {target, *_own(found, target)}
                todo.append((target, found))
                yield target, found, path


def _neighbour(name: str, text: bytes) -> Json:
    schema = _parsed(name, text)
    _refuse_no_schema(name, schema)
    return schema


def _path(name: str, folder: str, target: str, at: Address) -> str:
    if not target.startswith(folder):
        what = f"at {_at(at)}: refers to {target}, outside the folder of the schema; nothing is fetched"
        raise CallError(f"{name}: {what}: copy it beside the schema and refer to it there")
    return unquote(target.removeprefix(folder))


def _own(schema: Json, base: str) -> Iterator[str]:
    """The addresses that parts of a document give themselves."""
    for _, part, inner in _parts(schema, base, ()):
        if isinstance(part, dict) and "$id" in part:
            yield inner


def _targets(schema: Json, base: str, at: Address) -> Iterator[tuple[str, Address]]:
    for steps, part, inner in _parts(schema, base, at):
        for word in REFERENCES if isinstance(part, dict) else ():
            if word in part:
                yield urldefrag(urljoin(inner, part[word])).url or inner, (*steps, word)


def _parts(schema: Json, base: str, at: Address) -> Iterator[tuple[Address, Json, str]]:
    """Each subschema, and against which address its references are read."""
    if isinstance(schema, dict):
        base = urldefrag(urljoin(base, schema.get("$id", ""))).url
    yield at, schema, base
    for steps, part in below(schema):
        yield from _parts(part, base, (*at, *steps))


def _refuse_unusable(revision: Revision) -> None:
    schemas = Schemas(revision)
    for node in schemas.nodes():
        _refuse_wrong_patterns(revision.label, node)
        _refuse_lost_references(revision.label, schemas, node)
    _refuse_endless(revision.label, schemas)
    try:
        engine(schemas)
    except (ValueError, jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError) as error:
        raise CallError(f"{revision.label}: jsonschema-rs cannot use it: {str(error).splitlines()[0]}") from None


def _refuse_wrong_patterns(name: str, node: Node) -> None:
    given: list[tuple[str, Address]] = [
        (each, ("patternProperties",)) for each in node.words.get("patternProperties", ())
    ]
    given += [(node.words["pattern"], ("pattern",))] if "pattern" in node.words else []
    for pattern, steps in given:
        try:
            Regex(pattern, "u")
        except RegressError as error:
            what = f"{pattern!a} is no pattern as ECMA-262 has them: {error}"
            raise CallError(f"{name}: at {_at((*node.at, *steps))}: {what}") from None


def _refuse_lost_references(name: str, schemas: Schemas, node: Node) -> None:
    meant = " and ".join(ascii(node.words[word]) for word in REFERENCES if word in node.words)
    try:
        found = [*schemas.targets(node)]
    except Unresolvable:
        raise CallError(f"{name}: at {_at(node.at)}: refers to {meant}, and there is no such place") from None
    for target in found:
        if not isinstance(target.schema, (dict, bool)):
            raise CallError(f"{name}: at {_at(node.at)}: refers to {meant}, which is no schema")


def _refuse_endless(name: str, schemas: Schemas) -> None:
    """A schema that comes back to itself without a step into the card never comes to an end."""
    done: set[Address] = set()
    for start in schemas.nodes():
        _follow(name, schemas, start, [], done)


def _follow(name: str, schemas: Schemas, node: Node, way: list[Address], done: set[Address]) -> None:
    if node.at in way:
        steps = " to ".join(_at(each) for each in [*way[way.index(node.at) :], node.at])
        raise CallError(f"{name}: refers to itself without a step into the card: {steps}")
    if not node.words or node.at in done:
        return
    for each in _asked(schemas, node):
        _follow(name, schemas, each, [*way, node.at], done)
    done.add(node.at)


def _asked(schemas: Schemas, node: Node) -> Iterable[Node]:
    yield from schemas.targets(node)
    for steps, _ in below(node.schema):
        if steps[0] in SAME_VALUE:
            yield schemas.child(node, *steps)
