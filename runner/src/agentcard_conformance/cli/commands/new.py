"""`new`: writes a card into the corpus, if it shows what its path says."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click

from agentcard_conformance.authoring.lint import FIXTURE_CHECKS, Problem, Subject, find_problems_of_cards
from agentcard_conformance.authoring.lint.schemas import how_to_enforce
from agentcard_conformance.authoring.nearby_suite import NearbyReference, NearbySuite
from agentcard_conformance.authoring.new import CardSource, Draft, draft_fixture, parse_place
from agentcard_conformance.authoring.requirement_places import undefined_members
from agentcard_conformance.cli.options import writable_suite
from agentcard_conformance.corpus import Suite
from agentcard_conformance.corpus.projections import encode_projection, projection_file
from agentcard_conformance.corpus.rulings import read_questions
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.fast_reference.bounded_reference import BoundedReference
from agentcard_conformance.files import STANDARD_STREAM, write_file
from agentcard_conformance.model import Assessment, Dialect, Expected, Finding, Fixture, Json, to_pointer

_EXAMPLES = """\b
Examples:
  agentcard-conformance new invalid name-type/list-of-words --set /name='["Search", "Agent"]'
  agentcard-conformance new valid closed-card/colour --set /colour=green
  agentcard-conformance new invalid endpoint-required/absent --remove /endpoint
  agentcard-conformance new invalid json-syntax/arrow-for-a-colon --raw card.json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("side", type=click.Choice([str(each) for each in Expected]), metavar="valid|invalid|contested")
@click.argument("place", metavar="[DIALECT/]REQUIREMENT/NAME")
@click.option(
    "--from", "begin", metavar="FIXTURE", default="", help="Begin with this fixture or file, not the example."
)
@click.option("--set", "put", metavar="POINTER=VALUE", multiple=True, help="Put a value there; repeat.")
@click.option("--remove", metavar="POINTER", multiple=True, help="Leave out what stands there; repeat.")
@click.option("--about", metavar="TEXT", default="", help="Of a card made by a recipe: what is wrong or remarkable.")
@click.option("--raw", metavar="FILE", help="Take these bytes as they are; - is standard input.")
@click.option("--anyway", is_flag=True, help="Where the reference does not agree, write it to contested/.")
def command(side: str, place: str, raw: str | None, anyway: bool, **source: str | tuple[str, ...]) -> int:  # noqa: FBT001
    """Write a card into the corpus, if it shows what its path says.

    It begins with the example of the dialect (schema/DIALECT/example.EXTENSION), sets and removes what it is told to in
    this order, writes the card in the house form and prints what the reference says of it. VALUE is written as the
    cards of the dialect are; what cannot be read so is taken as a string: in JSON /name=Anna and /name='"Anna"' are the
    same, /name=129 is a number. A number keeps its spelling. A place is a JSON Pointer; /capabilities/- is after the
    last one. Where cards are written in no house form, give the bytes with --raw.

    The card is judged with the context that holds where it is to lie: from the nearest context.json at or above it, or
    that of the dialect.

    Of a dialect whose cards are made by recipes, --from names a base or a fixture, --set and --remove change the parts
    that the base lists, and the recipe is written as well; --about says in a sentence what is wrong or remarkable.

    What is published of a card, where that is asked in its context, is written beside it.

    An invalid card must break the requirement it lies under and no other, a valid one none. A card that does
    something else is not written, unless you say --anyway.

    Exit status: 0 written, 1 not written, 2 the call is wrong.
    """
    expected, card_source = Expected(side), _card_source(raw, **source)
    suite = writable_suite("new")
    at = parse_place(suite, expected, place)
    draft = draft_fixture(suite, at, card_source)
    fixture = draft.fixture
    assessment = BoundedReference(suite.dialects).assess(fixture.question)
    problems = _find_problems(suite, fixture)
    if problems and anyway:
        draft = draft_fixture(suite, at._replace(expected=Expected.CONTESTED), card_source)
        fixture = draft.fixture
        problems = _find_problems(suite, fixture)
    if not problems:
        _write_files(suite, draft, assessment)
    notes = () if card_source.raw or draft.recipe else _notes(at.dialect, assessment.value)
    click.echo("\n".join(_result_lines(fixture, problems, assessment, notes)))
    if problems and fixture.expected is not Expected.CONTESTED:
        click.echo("\n".join(_ways_on(suite, fixture)))
    return 1 if problems else 0


def _write_files(suite: Suite, draft: Draft, assessment: Assessment) -> None:
    """The card, what is published of it, and its recipe."""
    file = suite.root / "fixtures" / draft.fixture.path
    file.parent.mkdir(parents=True, exist_ok=True)
    write_file(file, [draft.fixture.question.card])
    if (projection := assessment.verdict.projection) is not None:
        write_file(projection_file(file), [encode_projection(projection)])
    if draft.recipe is not None:
        draft.recipe.parent.mkdir(parents=True, exist_ok=True)
        write_file(draft.recipe, [draft.recipe_text])


def _card_source(raw: str | None, **given: Any) -> CardSource:
    """What the card is made from; --raw goes with none of the rest."""
    if raw is None:
        return CardSource(**given)
    if any(given.values()):
        raise CallError("--raw takes the bytes as they are; leave out --from, --set and --remove, and --about")
    try:
        return CardSource(raw=sys.stdin.buffer.read() if raw == STANDARD_STREAM else Path(raw).read_bytes())
    except OSError as error:
        raise CallError(f"{raw!a} cannot be read: {error.strerror}") from None


def _find_problems(suite: Suite, fixture: Fixture) -> list[Problem]:
    nearby = NearbySuite(suite, fixture.dialect, [fixture])
    subject = Subject(nearby, suite.dialects[fixture.dialect], NearbyReference(nearby).assess)
    found = find_problems_of_cards(subject, FIXTURE_CHECKS)
    return [problem for problem in found if problem.path == f"fixtures/{fixture.path}"]


def _result_lines(
    fixture: Fixture, problems: Sequence[Problem], assessment: Assessment, notes: Iterable[str]
) -> Iterator[str]:
    path = f"fixtures/{fixture.path}"
    yield from [f"not written: {path} {problem.what}" for problem in problems] or [f"written: {path}"]
    if not problems and assessment.verdict.projection is not None:
        yield f"written: {projection_file(Path(path)).as_posix()}"
    yield from (f"    {line}" for line in (*_finding_lines(assessment), *notes))


def _notes(dialect: Dialect, value: Json) -> Iterator[str]:
    """A member that the dialect does not define may be the point of a card, or a slip."""
    for names, defined in undefined_members(dialect, value):
        near = get_close_matches(names[-1], defined, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        yield f"note: {dialect.id} does not define the member {to_ascii(to_pointer(names))}{meant}"


def _ways_on(suite: Suite, fixture: Fixture) -> Iterator[str]:
    """What to do with a card that was not written; contested/ is for what the source leaves open."""
    name = fixture.requirement.id
    subject = Subject(suite, suite.dialects[fixture.dialect], BoundedReference(suite.dialects).assess)
    if fix := how_to_enforce(subject, fixture.requirement):
        yield f"Nothing reports {name} yet, in schema/{fixture.dialect}/card.schema.json: {fix}."
        return
    for question in read_questions(suite.root / "schema" / fixture.dialect):
        if any(fnmatchcase(name, pattern.partition("/")[0]) for pattern in question.patterns):
            yield f"The source leaves open: {question.question}"
            yield "If your card asks that, say --anyway, and it goes to contested/."
            return
    option = "" if suite.dialects[fixture.dialect].default else f" --dialect {fixture.dialect}"
    yield f"What {name} asks for, with cards that show it: agentcard-conformance explain{option} {name}"


def _finding_lines(assessment: Assessment) -> Iterator[str]:
    """What the reference says of a card, a line for each finding."""
    for label, found in (
        ("breaks", assessment.violations),
        ("advice", assessment.advice),
        ("contested", assessment.contested),
    ):
        yield from (_finding_line(label, each) for each in found)
    if not assessment.violations:
        yield "breaks nothing"


def _finding_line(label: str, finding: Finding) -> str:
    place = to_ascii(finding.pointer) or "the top level"
    return f"{label} {finding.requirement.id} at {place}: {to_ascii(finding.what)}"
