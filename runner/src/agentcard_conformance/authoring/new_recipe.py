"""Drafts a recipe for a card that nobody writes by hand."""

from collections.abc import Mapping
from pathlib import Path

from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.minting.recipes import EXAMPLE_BASE, base_file, read_recipe, recipe_file
from agentcard_conformance.model import Dialect, Json


def draft_recipe(suite: Suite, dialect: Dialect, begin: str, changes: Mapping[str, Json]) -> Json:
    """A recipe that begins from a base, or goes on from the one of a fixture; `changes` has about, set and remove."""
    known = _recipe_of_fixture(suite, dialect, begin) or {"base": begin or EXAMPLE_BASE}
    if "base" in known and not base_file(suite, dialect, known["base"]).exists():
        bases = ", ".join(sorted(file.stem for file in base_file(suite, dialect, "").parent.glob("*.json")))
        raise CallError(f"there is no base and no fixture {begin!a} to begin from; the bases are {bases}")
    drafted = {
        **known,
        "about": changes["about"],
        "set": {**known.get("set", {}), **changes["set"]},
        "remove": [*known.get("remove", []), *changes["remove"]],
    }
    order = ("about", "base", "parts", "set", "remove")
    return {name: drafted[name] for name in order if drafted.get(name)}


def _recipe_of_fixture(suite: Suite, dialect: Dialect, begin: str) -> Json:
    """The recipe of a fixture, named with or without its folder and extension; None where it is no fixture."""
    path = begin.removeprefix("./").removeprefix("fixtures/")
    file = recipe_file(suite, dialect, path) if path.count("/") > 1 else Path()
    return read_recipe(file) if file.is_file() else None
