"""Reads OLD or NEW, with the schemas that it refers to, and refuses what is no usable JSON Schema."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urljoin

from jsonschema_specifications import REGISTRY

from agentcard_conformance.compare.drafts import DRAFTS, to_current
from agentcard_conformance.compare.schema_text import ReadSchema, read_schema
from agentcard_conformance.compare.schemas import (
    Revision,
    Written,
    ordered_subschemas,
    schema_address,
)
from agentcard_conformance.compare.sources import SchemaSource, find_source
from agentcard_conformance.compare.unusable_revisions import refuse_unusable, show_place
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Dialect, Json, Steps
from agentcard_conformance.reference import DialectJudge
from agentcard_conformance.schema_engine.engine import deep_recursion
from agentcard_conformance.schema_engine.keywords import REFERENCES

_OLDER_METASCHEMAS = {
    address: draft for draft in DRAFTS for address in REGISTRY if address.startswith(draft.removesuffix("schema"))
}
"""The addresses of metaschemas, and of their parts, that are documents like any other, each with its draft."""

_METASCHEMAS = frozenset(REGISTRY) - {*_OLDER_METASCHEMAS}
"""Those that the engines have."""


def read_revision(
    name: str, suite: Suite, dialect: Dialect | None = None, registry: Mapping[str, Path] | None = None
) -> Revision:
    """A dialect's schema, a file, or REV:PATH; with a dialect, its `$comment`s name that one's requirements.

    What it refers to is read from its own folder, or from the files of a registry, by their addresses.
    """
    if dialect:
        _ = DialectJudge(dialect).notation  # one that does not exist is told, also where a proof needs no card
    source, file = find_source(name, suite)
    with deep_recursion():
        read = read_schema(name, source.read(file))
        reached = [*_Neighbours(name, source, file, registry or {}).found(read)]
        files = (each for path in (file, *(path for _, _, path in reached)) for each in source.files(path))
        home = dialect or dialect_of_schema(suite, name, read.current)
        revision = Revision(
            name,
            read.current,
            {address: found.current for address, found, _ in reached},
            frozenset(home.requirements if home else ()),
            tuple(files),
            Written(read.written, {address: found.written for address, found, _ in reached}, read.metaschema),
            names_metaschema=read.names_metaschema,
        )
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


class _Neighbours(NamedTuple):
    """Where the schemas lie that a revision refers to."""

    name: str
    source: SchemaSource
    file: str
    registry: Mapping[str, Path]

    def found(self, start: ReadSchema) -> Iterator[tuple[str, ReadSchema, str]]:
        """Each schema that is referred to, there and in those, read once, with its address and its file."""
        home = schema_address(start.current)
        known = {home, *_METASCHEMAS, *_own_addresses(start.current, home)}
        todo = [(home, start)]
        while todo:
            base, document = todo.pop()
            for address, at in _references(document.current, base):
                if address not in known:
                    found, path = self._read(home, address, at, start)
                    known |= {address, *_own_addresses(found.current, address)}
                    todo.append((address, found))
                    yield address, found, path

    def _read(self, home: str, address: str, at: Steps, start: ReadSchema) -> tuple[ReadSchema, str]:
        if draft := _OLDER_METASCHEMAS.get(address):
            metaschema = REGISTRY.contents(address)
            current = to_current(metaschema, DRAFTS[draft])
            return ReadSchema(metaschema, current, draft, names_metaschema=True), self.file
        if address in self.registry:
            path = str(self.registry[address])
            return read_schema(f"{self.name}: {path}", self.registry[address].read_bytes(), start.metaschema), path
        path = _path_in_folder(self.name, home.rpartition("/")[0] + "/", address, at)
        if path == self.file:
            return start, path
        return read_schema(f"{self.name}: {path}", self.source.read(path), start.metaschema), path


def _path_in_folder(name: str, folder: str, address: str, at: Steps) -> str:
    if not address.startswith(folder):
        what = f"at {show_place(at)}: refers to {address}, outside the folder of the schema; nothing is fetched"
        advice = "copy it beside the schema and refer to it there, or name a folder that has it with --registry"
        raise CallError(f"{name}: {what}: {advice}")
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
