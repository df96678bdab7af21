"""Makes cards from recipes: one module or package for each notation whose cards nobody writes by hand.

A recipe says in JSON what a card is made of. What is asked for that cannot be made is a fault of the recipe.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, cast

from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import Absent, Json
from agentcard_conformance.plugins import load_plugin


class RecipeEdit(NamedTuple):
    """Another value at a JSON Pointer, or none."""

    pointer: str
    value: Json | Absent


class Ingredients(NamedTuple):
    """What a card is made of."""

    parts: Json
    """As the first of the recipes, each of which begins from another, lists them."""
    edits: Sequence[RecipeEdit]
    """What the others change, in order."""
    keys: Mapping[str, Json]
    """Private keys for tests, by name, as JWKs."""
    now: int
    """The clock of the verifier that the card is for, in seconds since 1970."""


class UnusableRecipe(Exception):
    """A recipe asks for what cannot be made; the sentence says what."""


class Minter(Protocol):
    """What the module of a notation holds."""

    def mint(self, ingredients: Ingredients) -> bytes:
        """Make a card; raises UnusableRecipe."""
        ...


def load_minter(notation: str) -> Minter:
    """What makes cards in a notation; raises SuiteError where nothing does."""
    try:
        return cast("Minter", load_plugin(__name__, notation))
    except LookupError:
        raise SuiteError(f"notations/{notation}", "has cards made from recipes, and no module of minting/") from None
