"""What is told of a failure is all that an implementer needs to mend it."""

import shlex
from collections.abc import Callable

import pytest

from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Answer, Fixture, KnownFailure, ReportedError, Verdict
from agentcard_conformance.reference import Reference
from agentcard_conformance.report.failure import describe_result
from agentcard_conformance.run.known_failures import KnownFailures, hold_verdict

Explained = Callable[..., list[str]]
NOTHING_KNOWN = KnownFailures()


@pytest.fixture
def number(small: Suite) -> Fixture:
    """One that is to be invalid."""
    return next(each for each in small.fixtures() if each.path == "invalid/note-1/title-type/number.json")


@pytest.fixture
def explained(small: Suite) -> Explained:
    """What is said of a verdict."""
    return lambda fixture, verdict, validator="", known=NOTHING_KNOWN: describe_result(
        hold_verdict(fixture, verdict, known), validator, Reference(small.dialects)
    ).splitlines()


def test_a_failure_says_what_where_why_and_how_to_ask_again(number: Fixture, explained: Explained) -> None:
    said = explained(number, Verdict(Answer.VALID), "stream:cards check")

    assert said == [
        "fixtures/invalid/note-1/title-type/number.json",
        "  expected     invalid",
        "  got          valid",
        "  the fault    at /title: it is a number, not a string",
        "  requirement  title-type, must, section 9",
        "               Statement 9 of the note.",
        f"  by hand      agentcard-conformance run --validator 'stream:cards check' --fixture {number.path}",
    ]


def test_a_program_that_reads_a_card_is_given_it_by_hand(number: Fixture, explained: Explained) -> None:
    (line,) = [line for line in explained(number, Verdict(Answer.VALID), "once: ./validate -") if "by hand" in line]

    assert line.endswith(f"agentcard-conformance explain --card {number.path} | ./validate -")


def test_the_reference_is_asked_again_without_a_name(number: Fixture, explained: Explained) -> None:
    (line,) = [line for line in explained(number, Verdict(Answer.VALID)) if "by hand" in line]

    assert shlex.split(line)[2:] == ["agentcard-conformance", "run", "--fixture", number.path]


@pytest.mark.parametrize(
    ("complaint", "said"),
    [
        (ReportedError("/a", "too long", "title-length"), "/a: too long (title-length)"),
        (ReportedError("", "too long", ""), "too long"),
        (ReportedError("/a", "", "title-length"), "/a (title-length)"),
        (ReportedError("/a", "", ""), "/a"),
    ],
)
def test_what_the_validator_said_is_shown(
    number: Fixture, complaint: ReportedError, said: str, explained: Explained
) -> None:
    shown = explained(number, Verdict(Answer.INVALID, errors=(complaint,)))

    assert f"  it said      {said}" in shown


def test_of_many_complaints_the_first_five_are_shown(number: Fixture, explained: Explained) -> None:
    many = tuple(ReportedError(message=f"number {index}") for index in range(100))

    shown = "\n".join(explained(number, Verdict(Answer.INVALID, errors=many)))

    assert "number 4" in shown
    assert "number 5" not in shown


@pytest.mark.parametrize("answer", [Answer.NONE, Answer.SKIP])
def test_no_answer_and_a_skip_come_with_their_reason(number: Fixture, answer: Answer, explained: Explained) -> None:
    assert f"  got          {answer}: it exited with 1" in explained(number, Verdict(answer, "it exited with 1"))


def test_a_known_failure_that_passes_says_what_to_do(number: Fixture, explained: Explained) -> None:
    listed = KnownFailures((KnownFailure("r", fixture=number.path),))

    shown = explained(number, Verdict(Answer.INVALID), known=listed)

    assert "  known        listed as a known failure, but it does not fail any more: remove the entry" in shown


def test_no_text_of_a_validator_breaks_a_terminal_or_a_line(number: Fixture, explained: Explained) -> None:
    hostile = "\x1b[2J\ud800\u202e\r\n\x7f\u00e9"

    shown = explained(number, Verdict(Answer.INVALID, errors=(ReportedError(message=hostile),)))

    assert r"  it said      \x1b[2J\ud800\u202e\r\n\x7f\xe9" in shown
