"""Can a validator be asked at all, and if not, whose fault is it?"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import click

from agentcard_conformance import __version__, drive
from agentcard_conformance.cli import by_hand
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError, NotStarted
from agentcard_conformance.model import Answer, Description, Dialect, Expected, Fixture, Question, Verdict
from agentcard_conformance.plan import Call, source
from agentcard_conformance.protocol import printable

AHEAD = 1000
NOT_UTF_8 = b'{"name": "caf\xe9"}'
UPRIGHT = "the validator can be asked; whether it is right is for `agentcard-conformance run` to say"
ONE_BY_ONE = ("once", "http")


@dataclass(frozen=True, slots=True)
class Sick:
    """What is wrong, in a sentence that says on which side, and how to see it by hand."""

    what: str
    by_hand: str


@dataclass(frozen=True, slots=True)
class Patient:
    """A validator under examination."""

    description: Description
    dialect: Dialect
    judge: drive.DrivenJudge
    good: Fixture
    bad: Fixture

    def ask(self, card: bytes, times: int = 1) -> list[Verdict]:
        """Its verdicts on a card that is asked about once or many times."""
        return self.judge.judge([Question(card, self.dialect.id)] * times)

    def sick(self, what: str, card: bytes, times: int = 1) -> Sick:
        """The fault is the validator's, and here is how to see it."""
        line = by_hand.ask(self.description, self.dialect, card, __version__, times)
        return Sick(f"the fault is on the validator's side: it {what}", line)


def examine(spec: str, name: str | None) -> int:
    """The exit status of an examination; a validator that cannot be started is a wrong call, as everywhere."""
    suite = read_suite()
    try:
        description = source(Call(validator=spec), suite).description
    except CallError as error:
        _say("called", f"no: {error}")
        click.echo("\nthe fault is in the call: nothing was started")
        return 2
    if description is None:
        raise CallError("the reference needs no doctor; name a validator")
    return _started(suite, description, _dialect(suite, description, name))


def _started(suite: Suite, description: Description, dialect: Dialect) -> int:
    fixtures = suite.fixtures([dialect.id])
    good, bad = (_smallest(fixtures, expected) for expected in (Expected.VALID, Expected.INVALID))
    try:
        with drive.open_judge(description, __version__, suite.dialects) as judge:
            return _examined(Patient(description, dialect, judge, good, bad))
    except NotStarted as error:
        _say("started", f"no: {error}")
        _conclude(Sick(_whose(description), by_hand.greet(description, dialect, __version__)))
        return 2


def _whose(description: Description) -> str:
    if description.form == "http":
        return "the fault is on the other side of the address: nobody answers there"
    return "the fault is on the validator's side: it was started, and did not shake hands"


def _examined(patient: Patient) -> int:
    identity = patient.judge.identity
    shaken = " ".join(filter(None, (identity.name, identity.version, identity.language and f"({identity.language})")))
    _say("started", f"yes: {printable(shaken)}")
    for title, check in _checks():
        start = time.monotonic()
        found = check(patient)
        if isinstance(found, Sick):
            _say(title, "no")
            _conclude(found)
            return 1
        _say(title, f"{found} ({(time.monotonic() - start) * 1000:.0f} ms)")
    click.echo(f"\n{UPRIGHT}")
    click.echo(f"by hand: {by_hand.ask(patient.description, patient.dialect, patient.bad.question.card, __version__)}")
    return 0


def _checks() -> Iterator[tuple[str, Callable[[Patient], str | Sick]]]:
    yield "accepts a card that it must accept", partial(_answers, expected=Answer.VALID)
    yield "refuses a card that it must refuse", partial(_answers, expected=Answer.INVALID)
    yield "survives a card that is not UTF-8", _survives
    yield f"keeps up with {AHEAD:,} requests sent ahead", _keeps_up


def _answers(patient: Patient, expected: Answer) -> str | Sick:
    fixture = patient.good if expected is Answer.VALID else patient.bad
    card = fixture.question.card
    (verdict,) = patient.ask(card)
    if verdict.answer is Answer.NONE:
        return patient.sick(f"gave no answer for {fixture.path}: it {printable(verdict.why)}", card)
    if verdict.answer is Answer.SKIP:
        return f"skipped {fixture.path}: {printable(verdict.why)}"
    if verdict.answer is not expected:
        return patient.sick(f"says that {fixture.path} is {verdict.answer}", card)
    return f"yes: {fixture.path}"


def _survives(patient: Patient) -> str | Sick:
    (verdict,) = patient.ask(NOT_UTF_8)
    if verdict.answer is Answer.NONE:
        why = printable(verdict.why)
        return patient.sick(f"{why}, when a card is not UTF-8, which it has to refuse", NOT_UTF_8)
    return f"yes, but it says {verdict.answer}" if verdict.answer is Answer.VALID else f"yes: it says {verdict.answer}"


def _keeps_up(patient: Patient) -> str | Sick:
    """Who loses requests gets them again, one by one; the verdicts do not show it."""
    if patient.description.form in ONE_BY_ONE:
        return f"not asked: a validator of the form {patient.description.form} gets one card at a time"
    card, before = patient.bad.question.card, len(patient.judge.troubles)
    verdicts = patient.ask(card, AHEAD)
    why = [*patient.judge.troubles[before:], *(verdict.why for verdict in verdicts if verdict.answer is Answer.NONE)]
    if why:
        return patient.sick(f"{printable(why[0])}, when {AHEAD:,} requests are sent ahead", card, AHEAD)
    if others := {verdict.answer for verdict in verdicts} - {Answer.INVALID}:
        said = ", ".join(sorted(others))
        return patient.sick(f"says {said} of a card that it refused before, when asked {AHEAD:,} times", card, AHEAD)
    return "yes"


def _smallest(fixtures: Sequence[Fixture], expected: Expected) -> Fixture:
    """A small card makes a short line to type, and 1,000 of them fit into the pipes at once."""
    asked = [each for each in fixtures if each.expected is expected and each.question.card]
    return min(asked, key=lambda each: (len(each.question.card), each.path))


def _dialect(suite: Suite, description: Description, name: str | None) -> Dialect:
    named = name or next((each for each in description.dialects if each in suite.dialects), "")
    return suite.dialect(named) if named else suite.default


def _say(title: str, text: str) -> None:
    click.echo(f"{title + ':':<45} {text}")


def _conclude(sick: Sick) -> None:
    click.echo(f"\n{sick.what}\nby hand: {sick.by_hand}")
