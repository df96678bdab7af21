"""Finds the schema that a reference leads to, in one schema and the metaschema."""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.addresses import demand_addresses
from agentcard_conformance.schema_engine.keywords import ANNOTATIONS, METASCHEMA, REFERENCES
from agentcard_conformance.schema_engine.subschemas import resolve_local


class SchemaPart(NamedTuple):
    """A schema within a document; `home` is the document's address, and empty for the one that was given.

    What a rule passes is a document of its own, with the name of the rule for an address.
    """

    schema: Json
    home: str = ""


class SchemaDocuments:
    """One schema and the metaschema, which it and the rules may refer to; nothing else is there."""

    def __init__(self, root: Json) -> None:
        self.root = SchemaPart(root)
        self.resolve = cache(self._resolve)  # flattening asks 500 times, 9 ms of its 40
        """The part that a reference leads to, from the document of an address."""

    def target(self, part: SchemaPart) -> SchemaPart | None:
        """What a part leads to that does nothing but refer to another one; None for any other."""
        if not isinstance(part.schema, dict) or part.schema.keys().isdisjoint(REFERENCES):
            return None
        asserted = [keyword for keyword in part.schema if keyword not in ANNOTATIONS]
        return self.resolve(part.home, part.schema[asserted[0]]) if len(asserted) == 1 else None

    def _resolve(self, home: str, reference: str) -> SchemaPart:
        """The only anchor is the metaschema's own, by which each of its parts means the whole."""
        relative, _, fragment = reference.partition("#")
        address = _absolute(home, relative) if relative else home
        if fragment and not fragment.startswith("/"):
            address, fragment = METASCHEMA, ""
        document = _metaschema_document(address) if address else self.root.schema
        return SchemaPart(resolve_local(document, fragment)[1], address)


def _absolute(home: str, relative: str) -> str:
    from urllib.parse import urljoin  # not above: cards without schemas in them need it not

    return urljoin(home, relative)


@cache
def _metaschema_document(address: str) -> Json:
    """The metaschema or one of its vocabularies, from the files of jsonschema-specifications.

    To import the package takes 13 ms, of the 40 in which a card can be checked: it reads all drafts, and needs attrs.
    """
    from importlib.util import find_spec  # not above: cards without schemas in them need it not

    spec = find_spec("jsonschema_specifications")
    [folder] = spec.submodule_search_locations or [""] if spec else [""]
    name = "metaschema.json" if address == METASCHEMA else f"vocabularies/{address.rpartition('/')[2]}"
    return demand_addresses(json.loads(Path(folder, "schemas", "draft202012", name).read_text("utf-8")))
