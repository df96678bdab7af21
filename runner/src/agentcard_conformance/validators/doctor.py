"""Examines whether a validator can be asked at all, and says on which side the fault is if it cannot."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from agentcard_conformance import __version__
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError, NotStarted
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Answer, Description, Dialect, Expected, Fixture, Question, Verdict
from agentcard_conformance.validators import ExternalJudge, open_judge
from agentcard_conformance.validators.by_hand import ask_line, start_line
from agentcard_conformance.validators.end_of_input import writes_at_end
from agentcard_conformance.validators.protocol.handshake import greeting_line
from agentcard_conformance.validators.protocol.questions import question_line
from agentcard_conformance.validators.setup import Say

_SENT_AHEAD: Final = 1000
_NOT_UTF_8: Final = b'{"name": "caf\xe9"}'
"""No text in UTF-8, so that it is a card in no notation, however much it looks like JSON."""
_ALL_WELL: Final = "the validator can be asked; `agentcard-conformance run` tells whether it is right"
_ONE_CARD_AT_A_TIME: Final = ("once", "http")
_USUAL_START: Final = 5.0
"""A validator that greets in half of it once its input has ended is given no more to greet while its input is open."""
_BLAME: Final = "the fault is on the validator's side: it "
_NOT_FLUSHED: Final = "answered once its input ended: read a line at a time, and flush the output after each line"


class Diagnosis(NamedTuple):
    """What is wrong, in a sentence that says on which side, and how to see it by hand."""

    what: str
    by_hand: str


class Examination(NamedTuple):
    """A validator, and the two cards that it is examined with."""

    description: Description
    dialect: Dialect
    judge: ExternalJudge
    good: Fixture
    bad: Fixture
    known_dialects: tuple[str, ...]
    """Those that the suite has."""
    published: Fixture | None
    """One of which it is asked what a publisher makes of it."""

    def ask(self, question: Question, times: int = 1) -> list[Verdict]:
        """Its verdicts on a card that is asked about once or many times."""
        return self.judge.judge([question] * times)

    def by_hand(self, question: Question, times: int = 1) -> str:
        """A line that asks it the same."""
        return ask_line(self.description, self.dialect, question, __version__, times)

    def blame_validator(self, what: str, question: Question, times: int = 1) -> Diagnosis:
        """The fault is the validator's, and here is how to see it."""
        return Diagnosis(_BLAME + what, self.by_hand(question, times))


_Check: TypeAlias = Callable[[Examination], str | Diagnosis]


def examine(suite: Suite, description: Description, dialect: Dialect | None, say: Say) -> int:
    """The exit status of an examination; a validator that cannot be started is a wrong call, as everywhere.

    The cards are of the given dialect, else of the first that the validator reads, else of the default one.
    """
    greeting = greeting_line(__version__)
    greets_at_end = writes_at_end(description, greeting, 1, _USUAL_START / 2)
    patience = min(_USUAL_START, description.startup_timeout) if greets_at_end else description.startup_timeout
    try:
        with open_judge(description._replace(startup_timeout=patience), __version__, suite.dialects) as judge:
            return _examine_started(suite, description, dialect, judge, say)
    except NotStarted as error:
        say(finding_line("started", f"no: {error}"))
        is_flushed = not greets_at_end or "the greeting within" not in error.message
        _conclude(Diagnosis(_why_not_started(description, is_flushed), start_line(description, __version__)), say)
        return 2


def finding_line(title: str, text: str) -> str:
    """One line of an examination."""
    return f"{title + ':':<45} {text}"


def _why_not_started(description: Description, is_flushed: bool) -> str:  # noqa: FBT001  # a fact, and no option
    if description.form == "http":
        return "the fault is on the other side of the address: nobody answers there"
    did = "was started, and did not answer the greeting" if is_flushed else _NOT_FLUSHED
    return _BLAME + did


def _examine_started(
    suite: Suite, description: Description, dialect: Dialect | None, judge: ExternalJudge, say: Say
) -> int:
    known = [name for name in judge.dialects if name in suite.dialects]
    chosen = dialect or suite.dialect(known[0] if known else None)
    fixtures = suite.fixtures([chosen.id])
    good, bad = (_smallest_card(chosen, fixtures, expected) for expected in (Expected.VALID, Expected.INVALID))
    published = min(
        (each for each in fixtures if each.projection is not None and each.expected is Expected.VALID),
        key=_size,
        default=None,
    )
    return _run_checks(Examination(description, chosen, judge, good, bad, tuple(suite.dialects), published), say)


def _run_checks(examination: Examination, say: Say) -> int:
    identity = examination.judge.identity
    language = identity.language and f"({identity.language})"
    say(finding_line("started", f"yes: {to_ascii(' '.join(filter(None, (*identity[:2], language))))}"))
    if sys.platform != "linux" and examination.description.form != "http":
        say(
            finding_line(
                "ended with the validator", "its process group; a daemon that it starts is found on Linux alone"
            )
        )
    for title, check in _checks(examination):
        start = time.monotonic()
        found = check(examination)
        if isinstance(found, Diagnosis):
            say(finding_line(title, "no"))
            _conclude(found, say)
            return 1
        say(finding_line(title, f"{found} ({(time.monotonic() - start) * 1000:.0f} ms)"))
    say(f"\n{_ALL_WELL}\nby hand: {examination.by_hand(examination.bad.question)}")
    return 0


def _checks(examination: Examination) -> Iterator[tuple[str, _Check]]:
    yield "reads a dialect of the suite", _check_dialects
    yield "accepts a card that it must accept", partial(_check_answer, expected=Answer.VALID)
    yield "refuses a card that it must refuse", partial(_check_answer, expected=Answer.INVALID)
    yield "survives a card that is not UTF-8", _check_not_utf_8
    yield f"keeps up with {_SENT_AHEAD:,} requests sent ahead", _check_requests_sent_ahead
    if examination.published:
        yield "says what is published of a card", _check_projection


def _check_dialects(examination: Examination) -> str | Diagnosis:
    named, known = examination.judge.dialects, examination.known_dialects
    shown = to_ascii(", ".join(named))
    if named and not {*named} & {*known}:
        what = f"reads {shown}, and the suite has {', '.join(known)}: name one of these in its welcome"
        return Diagnosis(_BLAME + what, start_line(examination.description, __version__))
    return f"yes: {shown}" if named else f"it does not say; asked about {examination.dialect.id}"


def _check_answer(examination: Examination, expected: Answer) -> str | Diagnosis:
    fixture = examination.good if expected is Answer.VALID else examination.bad
    (verdict,) = examination.ask(fixture.question)
    if verdict.answer is Answer.NONE:
        return examination.blame_validator(_why_no_answer(examination, fixture, verdict), fixture.question)
    if verdict.answer is Answer.SKIP:
        return _describe_skip(examination, fixture, verdict)
    if verdict.answer is not expected:
        return examination.blame_validator(f"says that {fixture.path} is {verdict.answer}", fixture.question)
    return f"yes: {fixture.path}"


def _why_no_answer(examination: Examination, fixture: Fixture, verdict: Verdict) -> str:
    asked = question_line(1, fixture.question.card, fixture.dialect, fixture.question.context)
    if "gave no answer within" in verdict.why and writes_at_end(
        examination.description, greeting_line(__version__) + asked, 2, _USUAL_START
    ):
        return _NOT_FLUSHED
    return f"gave no answer for {fixture.path}: it {to_ascii(verdict.why)}"


def _describe_skip(examination: Examination, fixture: Fixture, verdict: Verdict) -> str | Diagnosis:
    """One that skips the other card, too, would be asked in vain."""
    why = to_ascii(verdict.why)
    other = examination.good if fixture is examination.bad else examination.bad
    (also,) = examination.ask(other.question)
    if also.answer is Answer.SKIP:
        what = f"skips every card that it was asked about ({why}), and a run needs an answer"
        return examination.blame_validator(what, fixture.question)
    return f"skipped {fixture.path}: {why}"


def _check_not_utf_8(examination: Examination) -> str | Diagnosis:
    question = examination.good.question._replace(card=_NOT_UTF_8)
    (verdict,) = examination.ask(question)
    if verdict.answer is Answer.NONE:
        what = f"{to_ascii(verdict.why)}, when a card is not UTF-8, which it must refuse"
        return examination.blame_validator(what, question)
    return f"yes, but it says {verdict.answer}" if verdict.answer is Answer.VALID else f"yes: it says {verdict.answer}"


def _check_projection(examination: Examination) -> str | Diagnosis:
    """It need not; only a validator that is held to what is published has to."""
    if examination.published is None:
        return "not asked"
    (verdict,) = examination.ask(examination.published.question)
    if verdict.answer is Answer.VALID and verdict.projection is not None:
        return f"yes: {examination.published.path}"
    return f'no, it answers {verdict.answer} without "projection", which only a publisher has to give'


def _check_requests_sent_ahead(examination: Examination) -> str | Diagnosis:
    """A validator that loses requests is asked again, one by one, so that only its restarts show it."""
    if examination.description.form in _ONE_CARD_AT_A_TIME:
        return f"not asked: a validator of the form {examination.description.form} gets one card at a time"
    question = examination.bad.question
    (alone,) = examination.ask(question)
    before = len(examination.judge.restarts)
    verdicts = examination.ask(question, _SENT_AHEAD)
    no_answers = (verdict.why for verdict in verdicts if verdict.answer is Answer.NONE)
    why = [*examination.judge.restarts[before:], *no_answers]
    if why:
        what = f"{to_ascii(why[0])}, when {_SENT_AHEAD:,} requests are sent ahead"
        return examination.blame_validator(what, question, _SENT_AHEAD)
    if others := {verdict.answer for verdict in verdicts} - {alone.answer}:
        said = f"of which it said {alone.answer} before"
        what = f"says {', '.join(sorted(others))} of a card {said}, when asked {_SENT_AHEAD:,} times"
        return examination.blame_validator(what, question, _SENT_AHEAD)
    return "yes"


def _smallest_card(dialect: Dialect, fixtures: Sequence[Fixture], expected: Expected) -> Fixture:
    """A small card makes a short line to type, and 1,000 of them fit into the pipes at once."""
    asked = [
        each
        for each in fixtures
        if each.expected is expected and each.question.card and not each.question.asks_for_projection
    ]
    if not asked:
        raise CallError(f"{dialect.id} has no {expected} card to examine a validator with")
    return min(asked, key=_size)


def _size(fixture: Fixture) -> tuple[int, str]:
    return len(fixture.question.card), fixture.path


def _conclude(diagnosis: Diagnosis, say: Say) -> None:
    say(f"\n{diagnosis.what}\nby hand: {diagnosis.by_hand}")
