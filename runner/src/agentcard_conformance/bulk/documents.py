"""Which schema does a reference lead to?"""

from typing import NamedTuple
from urllib.parse import urldefrag, urljoin

from jsonschema_specifications import REGISTRY

from agentcard_conformance.model import Json
from agentcard_conformance.rules.json_schema import METASCHEMA

REFERENCES = ("$ref", "$dynamicRef")


class Node(NamedTuple):
    """A schema within a document; `home` is the document's address, and empty for the one that was given."""

    schema: Json
    home: str = ""


class Documents:
    """One schema and the metaschema, which it and the rules may refer to; nothing else is there."""

    def __init__(self, root: Json) -> None:
        self.root = Node(root)

    def target(self, home: str, reference: str) -> Node:
        """The only anchor is the metaschema's own, by which each of its parts means the whole."""
        address, fragment = urldefrag(urljoin(home, reference))
        if fragment and not fragment.startswith("/"):
            address, fragment = METASCHEMA, ""
        schema = REGISTRY.contents(address) if address else self.root.schema
        for step in fragment.split("/")[1:]:
            schema = schema[step]
        return Node(schema, address)
