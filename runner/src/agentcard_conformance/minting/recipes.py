"""Reads the recipes of a dialect, in schema/<dialect>/mint/: each makes the fixture whose path is like its own."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.corpus import Suite
from agentcard_conformance.corpus.files import parse_file, read_json
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.minting import Ingredients, RecipeEdit, UnusableRecipe, load_minter
from agentcard_conformance.model import Absent, Context, Dialect, Expected, Fixture, Json

EXAMPLE_BASE = "example"
"""The base that makes the example of its dialect, and that new recipes begin from."""

CLOCK = "now"
"""The member of a context that tells the time, in seconds since 1970."""
_MOST_BASES = 20


class _Recipe(NamedTuple):
    """What a recipe says, with everything that it begins from."""

    parts: Json
    edits: tuple[RecipeEdit, ...]


def recipe_folder(suite: Suite, dialect: Dialect) -> Path:
    """Where the recipes of a dialect lie; one whose cards are written by hand has no such folder."""
    return suite.root / "schema" / dialect.id / "mint"


def has_recipes(suite: Suite, dialect: Dialect) -> bool:
    """Whether the cards of a dialect are made by recipes."""
    return recipe_folder(suite, dialect).exists()


def base_file(suite: Suite, dialect: Dialect, name: str) -> Path:
    """What recipes begin from when they name it."""
    return recipe_folder(suite, dialect) / "bases" / f"{name}.json"


def key_file(suite: Suite, dialect: Dialect) -> Path:
    """The private keys for tests, by the names that recipes give them."""
    return recipe_folder(suite, dialect) / "keys.json"


def recipe_files(suite: Suite, dialect: Dialect) -> list[Path]:
    """The recipes of a dialect, by path."""
    return sorted(file for side in Expected for file in (recipe_folder(suite, dialect) / side).rglob("*.json"))


def recipe_file(suite: Suite, dialect: Dialect, fixture: str) -> Path:
    """The recipe of a fixture, whether it is there or not; the fixture is named by its path below fixtures/."""
    side, _, place = fixture.removesuffix(f".{dialect.extension}").split("/", 2)
    return recipe_folder(suite, dialect) / side / f"{place}.json"


def minted_path(suite: Suite, dialect: Dialect, recipe: Path) -> str:
    """The path below fixtures/ of what a recipe makes."""
    side, place = recipe.relative_to(recipe_folder(suite, dialect)).as_posix().removesuffix(".json").split("/", 1)
    return f"{side}/{dialect.id}/{place}.{dialect.extension}"


def mint_card(suite: Suite, dialect: Dialect, recipe: Path, now: int | None = None) -> bytes:
    """The card that a recipe makes, on the clock of the fixture's context or on another one; raises SuiteError."""
    if now is None:
        now = _context_of(suite, dialect, recipe).get(CLOCK, 0)
    listed = read_recipe(recipe)
    return _make_card(suite, dialect, _with_bases(suite, dialect, listed, recipe), recipe, now)


def fixture_at(suite: Suite, fixture: Fixture, now: int) -> Fixture:
    """A fixture of a dialect with recipes, made for another time; as it is where its context tells of none."""
    if CLOCK not in fixture.question.context:
        return fixture
    dialect = suite.dialects[fixture.dialect]
    card = mint_card(suite, dialect, recipe_file(suite, dialect, fixture.path), now)
    context = {**fixture.question.context, CLOCK: now}
    return fixture._replace(question=fixture.question._replace(card=card, context=context))


def _context_of(suite: Suite, dialect: Dialect, recipe: Path) -> Context:
    """What the card of a recipe is judged with; that of a base is the example."""
    if recipe.parent == base_file(suite, dialect, "").parent:
        return suite.default_context(dialect)
    return suite.context_at((suite.root / "fixtures" / minted_path(suite, dialect, recipe)).parent, dialect)


def draft_card(suite: Suite, dialect: Dialect, listed: Json, file: Path) -> bytes:
    """The card that a recipe would make if it lay in that file; raises SuiteError."""
    now = _context_of(suite, dialect, file).get(CLOCK, 0)
    return _make_card(suite, dialect, _with_bases(suite, dialect, listed, file), file, now)


def _make_card(suite: Suite, dialect: Dialect, recipe: _Recipe, file: Path, now: int) -> bytes:
    keys = parse_file(key_file(suite, dialect), lambda listed: listed["keys"])
    try:
        return load_minter(dialect.notation).mint(Ingredients(recipe.parts, recipe.edits, keys, now))
    except (CallError, UnusableRecipe) as error:
        raise SuiteError(file, f"makes no card: {error}") from None
    except KeyError as error:
        raise SuiteError(
            file, f"makes no card: there is no {error} in it, in what it begins from, or among the keys"
        ) from None
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        raise SuiteError(file, f"is not of the form that schema/suite/recipe.schema.json describes: {error}") from None


def read_recipe(file: Path) -> Mapping[str, Json]:
    """What a recipe says alone; raises SuiteError when the file holds no JSON object."""
    read = read_json(file)
    if not isinstance(read, dict):
        raise SuiteError(file, "holds no recipe, which is a JSON object")
    return read


def _with_bases(suite: Suite, dialect: Dialect, listed: Mapping[str, Json], file: Path) -> _Recipe:
    chain = [listed]
    while base := chain[-1].get("base"):
        chain.append(read_recipe(base_file(suite, dialect, base)))
        if len(chain) > _MOST_BASES:
            raise SuiteError(file, "begins from itself")
    if "parts" not in chain[-1]:
        raise SuiteError(file, "has no parts, and neither has what it begins from")
    return _Recipe(chain[-1]["parts"], tuple(edit for each in reversed(chain) for edit in _edits(each)))


def _edits(recipe: Json) -> Iterator[RecipeEdit]:
    for pointer, value in recipe.get("set", {}).items():
        yield RecipeEdit(pointer, value)
    for pointer in recipe.get("remove", []):
        yield RecipeEdit(pointer, Absent.ABSENT)
