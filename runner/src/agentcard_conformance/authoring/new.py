"""Drafts a new card for the corpus."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.authoring.lint.house_form import LARGEST
from agentcard_conformance.authoring.new_recipe import draft_recipe
from agentcard_conformance.corpus import Suite, context_problem
from agentcard_conformance.errors import CallError
from agentcard_conformance.minting.edits import remove_value, set_value
from agentcard_conformance.minting.recipes import draft_card, has_recipes, recipe_file
from agentcard_conformance.model import NO_CONTEXT, Context, Dialect, Expected, Fixture, Json, Question
from agentcard_conformance.notations import DecodeError, load_house_form, load_notation
from agentcard_conformance.notations.json_text.encoder import encode

_NOTATION_OF_RECIPES = "json_text"
_PATH_FORM = "<dialect>/<requirement>/<name>, or of the default dialect <requirement>/<name>"


class FixturePlace(NamedTuple):
    """Where in the corpus a card is to lie."""

    expected: Expected
    dialect: Dialect
    requirement: str
    name: str
    """With the folder of its context, where there is one; without the extension."""

    @property
    def path(self) -> str:
        """The fixture's path below fixtures/."""
        return f"{self.expected}/{self.dialect.id}/{self.requirement}/{self.name}.{self.dialect.extension}"


class CardSource(NamedTuple):
    """What a card is made from."""

    begin: str = ""
    """A fixture or a file; empty for the dialect's example."""
    put: Sequence[str] = ()
    """POINTER=VALUE."""
    remove: Sequence[str] = ()
    about: str = ""
    """Of a card that is made by a recipe: what is wrong with it, or remarkable."""
    raw: bytes | None = None
    """The bytes themselves, which leaves nothing to the rest."""


def parse_place(suite: Suite, expected: Expected, text: str) -> FixturePlace:
    """Read <dialect>/<requirement>/<name>, with the folders above it or without the default dialect."""
    text = text.removeprefix("fixtures/").removeprefix(f"{expected}/")
    first, *names = text.split("/")
    dialect = suite.dialects.get(first, suite.default)
    names = names if first in suite.dialects else [first, *names]
    if not names[1:] or not all(names) or {".", ".."} & set(names):
        raise CallError(f"{text!a} is not a place for a card; write {_PATH_FORM}")
    if names[0] not in dialect.requirements:
        listed = f"agentcard-conformance explain --requirements --dialect {dialect.id} lists all"
        raise CallError(f"{names[0]!a} is not a requirement of {dialect.id}; {listed}")
    name, _, extension = "/".join(names[1:]).partition(".")
    if extension not in ("", dialect.extension):
        raise CallError(f"{text!a} has not the extension of {dialect.id}, which is .{dialect.extension}")
    return FixturePlace(expected, dialect, names[0], name)


class Draft(NamedTuple):
    """A new fixture, and the recipe that makes it, if one does."""

    fixture: Fixture
    recipe: Path | None
    """The file that the recipe is for."""
    recipe_text: bytes


def draft_fixture(suite: Suite, place: FixturePlace, source: CardSource) -> Draft:
    """The fixture that a source makes at a place."""
    file = suite.root / "fixtures" / place.path
    context = _context_of_place(suite, file.parent, place.dialect)
    recipe, recipe_text = None, b""
    if has_recipes(suite, place.dialect):
        recipe = recipe_file(suite, place.dialect, place.path)
        listed = _recipe(suite, place.dialect, source)
        recipe_text = encode(listed)
        card = draft_card(suite, place.dialect, listed, recipe)
    else:
        card = _edited_card(suite, place, source, context) if source.raw is None else source.raw
    if file.exists():
        is_same = file.read_bytes() == card
        what = "with the same bytes: nothing is to be done" if is_same else "and is another card: choose another name"
        raise CallError(f"fixtures/{place.path} exists already, {what}")
    question = Question(card, place.dialect.id, context)
    requirement = place.dialect.requirements[place.requirement]
    return Draft(Fixture(place.path, place.expected, requirement, question), recipe, recipe_text)


def _recipe(suite: Suite, dialect: Dialect, source: CardSource) -> Json:
    if source.raw is not None or not source.about:
        what = "leave out --raw, and say --about in a sentence what is wrong, or remarkable"
        raise CallError(f"cards of {dialect.id} are made by recipes: {what}")
    put = dict(_split_edit(each) for each in source.put)
    changes = {
        "about": source.about if source.about.endswith(".") else f"{source.about}.",
        "set": {pointer: _parse_given(text, _NOTATION_OF_RECIPES, NO_CONTEXT) for pointer, text in put.items()},
        "remove": source.remove,
    }
    return draft_recipe(suite, dialect, source.begin, changes)


def _split_edit(given: str) -> tuple[str, str]:
    pointer, equals, text = given.partition("=")
    if not equals:
        raise CallError(f"--set takes POINTER=VALUE, as in /name=Anna, and not {given!a}")
    return pointer, text


def _context_of_place(suite: Suite, folder: Path, dialect: Dialect) -> Context:
    """What cards in a folder are judged with; raises CallError when that is not enough."""
    context = suite.context_at(folder, dialect)
    if context_problem(dialect, context):
        files = f"schema/{dialect.id}/context.json, or a context.json at or above the card"
        raise CallError(f"cards of {dialect.id} are judged with a context: write {files}")
    return context


def _edited_card(suite: Suite, place: FixturePlace, source: CardSource, context: Context) -> bytes:
    notation = place.dialect.notation
    form = load_house_form(notation)
    if form is None:
        raise CallError(f"{notation} has no house form for cards to be written in; give bytes with --raw FILE")
    value = _decode(_first_card(suite, place, source.begin), notation, context)
    for each in source.put:
        pointer, text = _split_edit(each)
        value = set_value(value, pointer, _parse_given(text, notation, context))
    for pointer in source.remove:
        value = remove_value(value, pointer)
    return form.encode(value)


def _first_card(suite: Suite, place: FixturePlace, begin: str) -> bytes:
    folder = suite.root / "schema" / place.dialect.id
    near = [Path(begin), *(suite.root / "fixtures" / f"{begin}{end}" for end in ("", f".{place.dialect.extension}"))]
    for file in near if begin else [folder / f"example.{place.dialect.extension}"]:
        if file.is_file():
            if (size := file.stat().st_size) > LARGEST:
                raise CallError(f"{file} has {size} bytes; a card of the corpus has at most {LARGEST}")
            return file.read_bytes()
    if begin:
        raise CallError(f"there is no file and no fixture {begin!a} to begin from")
    raise CallError(f"{place.dialect.id} has no example to begin from; name a card with --from")


def _decode(card: bytes, notation: str, context: Context) -> Json:
    try:
        return load_notation(notation).decode(card, context).value
    except DecodeError as error:
        what = f"the card to begin from cannot be edited, since {error.fault.what}; give bytes with --raw FILE"
        raise CallError(what) from None


def _parse_given(text: str, notation: str, context: Context) -> Json:
    """The value that a text is in the notation, or else the text."""
    try:
        return load_notation(notation).decode(text.encode("utf-8", "surrogateescape"), context).value
    except DecodeError as error:
        if text.startswith(("[", "{")) and not text.startswith("{{"):  # a recipe has {{placeholders}}
            what = f"{text!a} begins as a list or an object, and is none: {error.fault.what}"
            raise CallError(f"{what}; a card with this mistake in it is given with --raw FILE") from None
        return text
