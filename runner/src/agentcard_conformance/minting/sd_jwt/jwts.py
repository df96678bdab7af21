"""Makes the two JWTs of a presentation."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from agentcard_conformance.minting.edits import set_value
from agentcard_conformance.minting.sd_jwt.encoding import to_compact_json
from agentcard_conformance.minting.sd_jwt.keys import key_fillers, sign, signature_form
from agentcard_conformance.minting.sd_jwt.placeholders import Fillers, fill_in, filler
from agentcard_conformance.model import Json
from agentcard_conformance.notations.sd_jwt.base64url import encode_base64url


class Jwt(NamedTuple):
    """The three parts of a JWT, as they travel."""

    header: str
    payload: str
    signature: str

    @property
    def text(self) -> str:
        """Joined by dots."""
        return ".".join(self)


def make_jwt(recipe: Json, payload: Json, keys: Mapping[str, Json], fillers: Fillers) -> Jwt:
    """A JWT with that payload, by what a recipe says of its header, its spelling and its signature."""
    fillers = {**fillers, **key_fillers(keys)}
    value = {"header": recipe["header"], "payload": payload}
    signed = {part: _encode(recipe, part, value, fillers) for part in value}
    data = f"{signed['header']}.{signed['payload']}".encode()
    signature = sign(recipe.get("algorithm", "ES256"), keys[recipe["key"]], data)
    for pointer, part in recipe.get("altered", {}).items():
        value = set_value(value, pointer, part)
    travels = {part: _encode(recipe, part, value, fillers) for part in value}
    return Jwt(**travels, signature=_write_signature(recipe, signature, fillers))


def _encode(recipe: Json, part: str, value: Mapping[str, Json], fillers: Fillers) -> str:
    """The header or the payload in base64url, or what the recipe has in place of its JSON or of its base64url."""
    json_text = to_compact_json(fill_in(value[part], fillers))
    json_text = fill_in(recipe.get(f"{part}_json", json_text), {**fillers, part: filler(json_text)})
    text = encode_base64url(json_text.encode())
    return str(fill_in(recipe.get(f"{part}_text", text), {**fillers, part: filler(text)}))


def _write_signature(recipe: Json, signature: bytes, fillers: Fillers) -> str:
    def fill(words: Sequence[str]) -> str:
        return encode_base64url(signature_form(words[0], signature) if words else signature)

    return str(fill_in(recipe.get("signature", "{{signature}}"), {**fillers, "signature": fill}))
