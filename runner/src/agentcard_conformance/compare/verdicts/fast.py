"""What does a revision say of a value, by the engine that is asked first?"""

from typing import Any

import jsonschema_rs

from agentcard_conformance.compare.schemas.references import Schemas
from agentcard_conformance.model import Json


def engine(schemas: Schemas, instead: Json = None) -> Any:
    """On all documents of a revision, perhaps with another schema in place of its own; formats asserted."""
    root = schemas.documents[schemas.home] if instead is None else instead
    others = [(name, schema) for name, schema in schemas.documents.items() if name != schemas.home]
    registry = jsonschema_rs.Registry(others, draft=jsonschema_rs.Draft202012)
    return jsonschema_rs.Draft202012Validator(
        root, registry=registry, base_uri=schemas.home, offline=True, validate_formats=True
    )
