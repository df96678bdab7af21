"""Makes A2A Agent Cards with signatures, right ones and wrong ones.

The parts of a recipe are `card`, without its signatures, and `signatures`, each with a header, the name of a key and
what else `sd_jwt.jwts` knows of a JWT: `payload_json` is what is signed in place of the canonical form. `beside` holds
other members of a signature, and `as_it_is` is one that was not made here. In the card `{{number 1e21}}` is a number in
that spelling. `altered` is what is changed once the card is signed, by JSON Pointer, and `text` the text of the card,
around `{{card}}` or, where the card is spelt otherwise, around `{{signatures}}`.
"""

from collections.abc import Sequence

from agentcard_conformance.minting import Ingredients
from agentcard_conformance.minting.edits import apply_edits, set_value
from agentcard_conformance.minting.sd_jwt.jwts import make_jwt
from agentcard_conformance.minting.sd_jwt.placeholders import fill_in, filler
from agentcard_conformance.model import NO_CONTEXT, Json, LiteralFloat
from agentcard_conformance.notations.json_text.encoder import encode
from agentcard_conformance.notations.signed_agent_card import decode


def mint(ingredients: Ingredients) -> bytes:
    """Make a card; raises UnusableRecipe."""
    recipe = apply_edits(ingredients.parts, ingredients.edits)
    card = fill_in(recipe["card"], {"number": lambda words: LiteralFloat(words[0])})
    payload = decode(_text(recipe, card, []), NO_CONTEXT).value["payload"] if recipe["signatures"] else ""
    signatures = [_make_signature(each, payload, ingredients) for each in recipe["signatures"]]
    for pointer, part in recipe.get("altered", {}).items():
        card = set_value(card, pointer, part)
    return _text(recipe, card, signatures)


def _text(recipe: Json, card: Json, signatures: Sequence[Json]) -> bytes:
    signed = {**card, "signatures": signatures} if signatures else card
    parts = {"card": encode(signed).decode(), "signatures": encode(signatures).decode().rstrip()}
    text = fill_in(recipe.get("text", "{{card}}"), {name: filler(part) for name, part in parts.items()})
    return str(text).encode("utf-8", "surrogatepass")


def _make_signature(recipe: Json, payload: str, ingredients: Ingredients) -> Json:
    """Over the canonical form, or over what the recipe has in its place."""
    if "as_it_is" in recipe:
        return recipe["as_it_is"]
    jwt = make_jwt({"payload_json": payload, **recipe}, None, ingredients.keys, {})
    return {"protected": jwt.header, "signature": jwt.signature, **recipe.get("beside", {})}
