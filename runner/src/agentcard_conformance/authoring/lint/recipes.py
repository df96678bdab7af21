"""Whether each card of a dialect with recipes is exactly what its recipe makes."""

from collections.abc import Iterator
from pathlib import Path

from agentcard_conformance.authoring.lint.subject import Problem, Subject, example_file
from agentcard_conformance.corpus import read_json
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.minting.recipes import (
    EXAMPLE_BASE,
    base_file,
    has_recipes,
    key_file,
    mint_card,
    minted_path,
    read_recipe,
    recipe_file,
    recipe_files,
)
from agentcard_conformance.model import Json, to_pointer
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.json_text.encoder import HOUSE_FORM, lay_out
from agentcard_conformance.schema_engine.engine import schema_errors
from agentcard_conformance.schema_engine.messages import describe_error

_MINT = "agentcard-conformance mint"


def check_recipe_files(subject: Subject) -> Iterator[Problem]:
    """Recipes and keys are of the form that schema/suite describes, and laid out; each base is begun from."""
    if not has_recipes(subject.suite, subject.dialect):
        return
    used = {EXAMPLE_BASE}
    for file in _recipes_and_bases(subject):
        yield from _own_problems(subject, file, "recipe")
        used.add(_base_of(file))
    for file in sorted(base_file(subject.suite, subject.dialect, "").parent.glob("*.json")):
        if file.stem not in used:
            yield Problem(_path(subject, file), "is begun from by no recipe", f"git rm {_path(subject, file)}")
    yield from _own_problems(subject, key_file(subject.suite, subject.dialect), "mint-keys")


def check_minted_cards(subject: Subject) -> Iterator[Problem]:
    """Each card has a recipe, which makes exactly its bytes; so has the example."""
    if not has_recipes(subject.suite, subject.dialect):
        return
    cards = {each.path: each.question.card for each in subject.fixtures}
    for recipe in recipe_files(subject.suite, subject.dialect):
        path = minted_path(subject.suite, subject.dialect, recipe)
        yield from _card_problems(subject, recipe, f"fixtures/{path}", cards.pop(path, None))
    for path in cards:
        listed = _path(subject, recipe_file(subject.suite, subject.dialect, path))
        yield Problem(f"fixtures/{path}", "has no recipe", f"write {listed}, or remove the card")
    example = example_file(subject.suite, subject.dialect)
    base = base_file(subject.suite, subject.dialect, EXAMPLE_BASE)
    yield from _card_problems(
        subject, base, _path(subject, example), example.read_bytes() if example.exists() else None
    )


def _card_problems(subject: Subject, recipe: Path, path: str, card: bytes | None) -> Iterator[Problem]:
    try:
        made = mint_card(subject.suite, subject.dialect, recipe)
    except SuiteError as error:
        yield Problem(_path(subject, recipe), error.message)
        return
    if made != card:
        what = "is not there" if card is None else f"is not what {_path(subject, recipe)} makes"
        yield Problem(path, what, _MINT)


def _own_problems(subject: Subject, file: Path, kind: str) -> Iterator[Problem]:
    path = _path(subject, file)
    if not file.exists():
        yield Problem(path, "is not there", f"see schema/suite/{kind}.schema.json")
        return
    text = file.read_bytes()
    try:
        for error in schema_errors(_schema(subject, kind), read_json(file)):
            yield Problem(path, f"{to_pointer(error.absolute_path)}: {describe_error(error)}")
        if (laid_out := lay_out(text)) != text:
            yield Problem(path, f"is not in the house form: {HOUSE_FORM}", "agentcard-conformance lint --fix", laid_out)
    except SuiteError as error:
        yield Problem(path, error.message)
    except DecodeError as error:
        yield Problem(path, error.fault.what)


def _schema(subject: Subject, kind: str) -> Json:
    return read_json(subject.suite.root / "schema" / "suite" / f"{kind}.schema.json")


def _recipes_and_bases(subject: Subject) -> list[Path]:
    bases = base_file(subject.suite, subject.dialect, EXAMPLE_BASE).parent
    return [*recipe_files(subject.suite, subject.dialect), *sorted(bases.glob("*.json"))]


def _base_of(file: Path) -> str:
    """The name of the base that a recipe begins from; empty where nothing says it."""
    try:
        return str(read_recipe(file).get("base", ""))
    except SuiteError:
        return ""


def _path(subject: Subject, file: Path) -> str:
    return file.relative_to(subject.suite.root).as_posix()
