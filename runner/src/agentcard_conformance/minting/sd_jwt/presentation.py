"""Makes the compact serialisation from what a recipe lists."""

from collections.abc import Iterable, Sequence

from agentcard_conformance.minting import Ingredients, RecipeEdit
from agentcard_conformance.minting.edits import apply_edits
from agentcard_conformance.minting.sd_jwt.digests import make_digest
from agentcard_conformance.minting.sd_jwt.disclosures import Disclosures
from agentcard_conformance.minting.sd_jwt.jwts import Jwt, make_jwt
from agentcard_conformance.minting.sd_jwt.keys import key_fillers
from agentcard_conformance.minting.sd_jwt.placeholders import Fillers, fill_in, filler, time_filler
from agentcard_conformance.model import Json
from agentcard_conformance.notations.sd_jwt.processed_payload import SHA_256

_PAYLOAD = "/payload"
"""Before a place in the payload as it is once digests are in it; every other place is one in what is listed."""

_USUAL_TEXT = "{{issuer}}~{{disclosures}}{{key_binding}}"


def mint(ingredients: Ingredients) -> bytes:
    """Make a card; raises UnusableRecipe."""
    on_payload = [edit for edit in ingredients.edits if _is_on_payload(edit)]
    recipe = apply_edits(ingredients.parts, [edit for edit in ingredients.edits if not _is_on_payload(edit)])
    fillers: Fillers = {"now": time_filler(ingredients.now), **key_fillers(ingredients.keys)}
    disclosures = Disclosures(recipe, fillers)
    payload = apply_edits({"payload": disclosures.payload}, on_payload)["payload"]
    issuer = make_jwt(recipe["issuer"], payload, ingredients.keys, disclosures.fillers)
    sent = [disclosures.text(name) for name in recipe.get("present", recipe.get("disclosures", {}))]
    bound = "".join(f"{part}~" for part in [issuer.text, *sent])
    holder = _key_binding(recipe, bound, ingredients, disclosures.fillers)
    parts = {**disclosures.fillers, **_part_fillers("issuer", issuer), **_part_fillers("key_binding", holder)}
    parts["disclosures"] = filler("".join(f"{part}~" for part in sent))
    parts["disclosure"] = lambda words: disclosures.text(words[0])
    parts["presentation"] = lambda _: str(fill_in(_USUAL_TEXT, parts))
    return str(fill_in(recipe.get("text", _USUAL_TEXT), parts)).encode()


def _is_on_payload(edit: RecipeEdit) -> bool:
    return edit.pointer.startswith(_PAYLOAD)


def _key_binding(recipe: Json, bound: str, ingredients: Ingredients, fillers: Fillers) -> Jwt | None:
    """The JWT that binds what stands before it."""
    if not recipe.get("key_binding"):
        return None
    issuer, *disclosed = bound.split("~")
    bindable = {"no-tilde": bound[:-1], "issuer-only": f"{issuer}~", "disclosed-only": "~".join(disclosed)}
    algorithm = recipe.get("hash", SHA_256)

    def fill(words: Sequence[str]) -> str:
        name = words[0] if words else algorithm
        return make_digest(bindable.get(name, bound), algorithm if name in bindable else name)

    binding = recipe["key_binding"]
    return make_jwt(binding, binding["payload"], ingredients.keys, {**fillers, "sd_hash": fill})


def _part_fillers(name: str, jwt: Jwt | None) -> Fillers:
    """What fills in a JWT, whole or in parts."""
    parts: Iterable[tuple[str, str]] = jwt._asdict().items() if jwt else ()
    texts = {name: jwt.text if jwt else "", **{f"{name}_{part}": text for part, text in parts}}
    return {each: filler(text) for each, text in texts.items()}
