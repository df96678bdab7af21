"""Takes claims out of a payload, puts digests in their place, and writes the disclosures."""

import copy
import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property

from agentcard_conformance.minting import UnusableRecipe
from agentcard_conformance.minting.sd_jwt.digests import make_decoy, make_digest
from agentcard_conformance.minting.sd_jwt.encoding import to_compact_json
from agentcard_conformance.minting.sd_jwt.placeholders import Fillers, fill_in, filler
from agentcard_conformance.model import Json, parse_pointer
from agentcard_conformance.notations.sd_jwt.base64url import encode_base64url
from agentcard_conformance.notations.sd_jwt.processed_payload import DIGESTS, ITEM_DIGEST, SHA_256


class Disclosures:
    """Those of one card, by the names that its recipe gives them."""

    def __init__(self, recipe: Json, fillers: Fillers) -> None:
        self._recipes: Mapping[str, Json] = recipe.get("disclosures", {})
        self._claims = copy.deepcopy(recipe["claims"])
        self._algorithm = recipe.get("hash", SHA_256)
        self.fillers: Fillers = {**fillers, "digest": self._fill_digest, "decoy": lambda words: make_decoy(words[0])}
        """What fills in digests as well."""
        self._texts: dict[str, str] = {}
        self._open: set[str] = set()

    @cached_property
    def payload(self) -> Json:
        """The claims, with digests for those that are disclosed."""
        places = {name: parse_pointer(recipe["at"]) for name, recipe in self._recipes.items() if "at" in recipe}
        for name in sorted(places, key=lambda name: len(places[name]), reverse=True):
            self._take_out(name, places[name])
        return fill_in(self._claims, self.fillers)

    def text(self, name: str) -> str:
        """A disclosure as it travels."""
        if name not in self._texts:
            if name not in self._recipes or name in self._open:
                raise UnusableRecipe(f"the disclosure {name!a} is missing, or needs its own digest")
            self._open.add(name)
            self._texts[name] = self._write(name, {})
        return self._texts[name]

    def _take_out(self, name: str, place: Sequence[str]) -> None:
        """Put the digest of a claim where it was, or was to be."""
        holder = self._claims
        for step in place[:-1]:
            holder = holder[int(step) if isinstance(holder, list) else step]
        variant = self._recipes[name].get("digest", self._algorithm)
        if isinstance(holder, list):
            index = int(place[-1])
            value = {"value": holder[index]} if index < len(holder) else {}
            self._texts[name] = self._write(name, value)
            holder[index : index + 1] = [{ITEM_DIGEST: make_digest(self._texts[name], variant)}]
            return
        value = {"value": holder.pop(place[-1])} if place[-1] in holder else {}
        self._texts[name] = self._write(name, {"name": place[-1], **value})
        digests = [*fill_in(holder.get(DIGESTS, []), self.fillers), make_digest(self._texts[name], variant)]
        holder[DIGESTS] = sorted(digests)

    def _write(self, name: str, known: Mapping[str, Json]) -> str:
        """A disclosure, of what is known of its claim, by its recipe."""
        recipe = self._recipes[name]
        members = {"salt": recipe.get("salt", _make_salt(name)), **fill_in(known, self.fillers)}
        fillers = {**self.fillers, **{each: filler(part) for each, part in members.items()}}
        content = to_compact_json(fill_in(recipe.get("content", [f"{{{{{each}}}}}" for each in members]), fillers))
        json_text = fill_in(recipe.get("json", content), {**fillers, "content": filler(content)})
        data = bytes.fromhex(recipe["hex"]) if "hex" in recipe else json_text.encode()
        text = encode_base64url(data)
        return str(fill_in(recipe.get("text", text), {**fillers, "text": filler(text)}))

    def _fill_digest(self, words: Sequence[str]) -> str:
        name, *variant = words
        return make_digest(self.text(name), variant[0] if variant else self._algorithm)


def _make_salt(name: str) -> str:
    """128 bits that are the same each time."""
    return encode_base64url(hashlib.sha256(f"salt of {name}".encode()).digest()[:16])
