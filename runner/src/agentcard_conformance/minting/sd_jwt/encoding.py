"""Base64url and compact JSON, as the recipes of SD-JWTs need them."""

import json
from base64 import urlsafe_b64decode

from agentcard_conformance.minting import UnusableRecipe
from agentcard_conformance.model import Json


def from_base64url(text: str) -> bytes:
    """The bytes of a text without padding; raises UnusableRecipe when it is none."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise UnusableRecipe(f"{text[:40]!a} is not base64url") from None


def to_compact_json(value: Json) -> str:
    """On one line and without blanks."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
