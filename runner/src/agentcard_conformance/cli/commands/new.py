"""`new`: writes a card into the corpus, if it shows what its path says."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from agentcard_conformance.authoring.lint import FIXTURE_CHECKS, Problem, Subject
from agentcard_conformance.authoring.lint.house_form import check_largest
from agentcard_conformance.authoring.new import CardSource, draft_fixture, draft_suite, parse_place
from agentcard_conformance.cli.options import writable_suite
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.fast_reference.bounded_reference import BoundedReference
from agentcard_conformance.files import STANDARD_STREAM, write_file
from agentcard_conformance.model import Assessment, Expected, Finding, Fixture

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

    An invalid card must break the requirement it lies under and no other, a valid one none. A card that does
    something else is not written, unless you say --anyway.

    Exit status: 0 written, 1 not written, 2 the call is wrong.
    """
    expected, card_source = Expected(side), _card_source(raw, **source)
    suite = writable_suite("new")
    at = parse_place(suite, expected, place)
    fixture = draft_fixture(suite, at, card_source)
    reference = BoundedReference(suite.dialects)
    assessment = reference.assess(fixture.question)
    problems = _find_problems(suite, reference, fixture)
    if problems and anyway:
        fixture = draft_fixture(suite, at._replace(expected=Expected.CONTESTED), card_source)
        problems = _find_problems(suite, reference, fixture)
    if not problems:
        file = suite.root / "fixtures" / fixture.path
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(file, [fixture.question.card])
    click.echo("\n".join(_result_lines(fixture, problems, assessment)))
    if problems and fixture.expected is not Expected.CONTESTED:
        click.echo("If the sources leave open which is right, say --anyway, and it goes to contested/.")
    return 1 if problems else 0


def _card_source(raw: str | None, **given: Any) -> CardSource:
    """What the card is made from; --raw goes with none of the rest."""
    if raw is None:
        return CardSource(**given)
    if any(given.values()):
        raise CallError("--raw takes the bytes as they are; leave out --from, --set and --remove")
    try:
        return CardSource(raw=sys.stdin.buffer.read() if raw == STANDARD_STREAM else Path(raw).read_bytes())
    except OSError as error:
        raise CallError(f"{raw!a} cannot be read: {error.strerror}") from None


def _find_problems(suite: Suite, reference: BoundedReference, fixture: Fixture) -> list[Problem]:
    subject = Subject(draft_suite(suite, fixture), suite.dialects[fixture.dialect], reference.assess)
    found = [*check_largest(subject)] or [problem for check in FIXTURE_CHECKS for problem in check(subject)]
    return [problem for problem in found if problem.path == f"fixtures/{fixture.path}"]


def _result_lines(fixture: Fixture, problems: Sequence[Problem], assessment: Assessment) -> Iterator[str]:
    path = f"fixtures/{fixture.path}"
    yield from [f"not written: {path} {problem.what}" for problem in problems] or [f"written: {path}"]
    yield from (f"    {line}" for line in _finding_lines(assessment))


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
