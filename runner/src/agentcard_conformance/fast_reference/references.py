"""Finds the schema that a reference leads to, in one schema and the metaschema."""

from typing import NamedTuple
from urllib.parse import urldefrag, urljoin

from jsonschema_specifications import REGISTRY

from agentcard_conformance.model import Json
from agentcard_conformance.schema_engine.keywords import METASCHEMA
from agentcard_conformance.schema_engine.subschemas import resolve_local


class SchemaPart(NamedTuple):
    """A schema within a document; `home` is the document's address, and empty for the one that was given."""

    schema: Json
    home: str = ""


class SchemaDocuments:
    """One schema and the metaschema, which it and the rules may refer to; nothing else is there."""

    def __init__(self, root: Json) -> None:
        self.root = SchemaPart(root)

    def resolve(self, home: str, reference: str) -> SchemaPart:
        """The only anchor is the metaschema's own, by which each of its parts means the whole."""
        address, fragment = urldefrag(urljoin(home, reference))
        if fragment and not fragment.startswith("/"):
            address, fragment = METASCHEMA, ""
        document = REGISTRY.contents(address) if address else self.root.schema
        return SchemaPart(resolve_local(document, fragment)[1], address)
