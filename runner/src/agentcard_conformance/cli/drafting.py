"""Is a new card what its path says, and if so, is it in the corpus now?"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from agentcard_conformance import authoring, lint, output
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Assessment, Expected, Finding, Fixture
from agentcard_conformance.reference import Reference
from agentcard_conformance.renderers import STANDARD_INPUT, place, plain

CHECKOUT_ONLY = "writes into a checkout: clone the repository and install it with `pip install -e .`"


def source(raw: str | None, **given: Any) -> authoring.Source:
    """What the card is made from; --raw goes with none of the rest."""
    if raw is None:
        return authoring.Source(**given)
    if any(given.values()):
        raise CallError("--raw takes the bytes as they are; leave out --from, --set and --remove")
    return authoring.Source(raw=_read(raw))


def write(expected: Expected, where: str, made_from: authoring.Source, *, anyway: bool) -> int:
    """Draft the card, check it as lint will, and write it: the exit status."""
    suite = checkout("new")
    at = authoring.Place.parse(suite, expected, where)
    fixture = authoring.draft(suite, at, made_from)
    reference = Reference(suite.dialects)
    assessment = reference.assess(fixture.question)
    problems = _problems(suite, reference, fixture)
    if problems and anyway:
        fixture = authoring.draft(suite, replace(at, expected=Expected.CONTESTED), made_from)
        problems = _problems(suite, reference, fixture)
    if not problems:
        file = suite.root / "fixtures" / fixture.path
        file.parent.mkdir(parents=True, exist_ok=True)
        output.write(file, [fixture.question.card])
    click.echo("\n".join(_said(fixture, problems, assessment)))
    if problems and fixture.expected is not Expected.CONTESTED:
        click.echo("If the sources leave open which is right, say --anyway, and it goes to contested/.")
    return 1 if problems else 0


def checkout(name: str) -> Suite:
    """The suite, if it may be written to."""
    suite = read_suite()
    if not suite.is_checkout:
        raise CallError(f"{name} {CHECKOUT_ONLY}")
    return suite


def findings(assessment: Assessment) -> Iterator[str]:
    """What the reference says of a card, a line for each thing it found."""
    for label, found in (
        ("breaks", assessment.violations),
        ("advice", assessment.advice),
        ("contested", assessment.contested),
    ):
        yield from (_finding(label, each) for each in found)
    if not assessment.violations:
        yield "breaks nothing"


def _problems(suite: Suite, reference: Reference, fixture: Fixture) -> list[lint.Problem]:
    near = authoring.neighbourhood(suite, fixture)
    subject = lint.Subject(near, suite.dialects[fixture.dialect], reference.assess)
    found = (problem for check in lint.OF_A_FIXTURE for problem in check(subject))
    return [problem for problem in found if problem.path == f"fixtures/{fixture.path}"]


def _said(fixture: Fixture, problems: Sequence[lint.Problem], assessment: Assessment) -> Iterator[str]:
    path = f"fixtures/{fixture.path}"
    yield from [f"not written: {path} {problem.what}" for problem in problems] or [f"written: {path}"]
    yield from (f"    {line}" for line in findings(assessment))


def _finding(label: str, finding: Finding) -> str:
    return f"{label} {finding.requirement.id} at {place(finding)}: {plain(finding.what)}"


def _read(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    except OSError as error:
        raise CallError(f"{file!a} cannot be read: {error.strerror}") from None
