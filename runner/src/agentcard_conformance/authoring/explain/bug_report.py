"""A report for whoever owns a validator: what it gets wrong, ready to be sent."""

import json
from base64 import b64encode
from collections.abc import Iterator
from shlex import quote
from typing import NamedTuple

from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import markdown_code, to_ascii
from agentcard_conformance.model import Answer, Assessment, Expected, Fixture, Outcome
from agentcard_conformance.reference import Reference
from agentcard_conformance.report.changes import RIGHT
from agentcard_conformance.report.report import Report, Said
from agentcard_conformance.report.standings import describe_identity

_LONGEST_CARD = 4000
"""Characters of a card that are shown; the line in base64 has all of it, up to as much again."""


class WrongAnswer(NamedTuple):
    """A card that a validator does not get right, and what shows that it is not."""

    fixture: Fixture
    validator: str
    """As it is named on the command line."""
    report: Report
    assessment: Assessment


def smallest_wrong_answer(suite: Suite, path: str, validator: str, report: Report) -> WrongAnswer:
    """Of the cards of the fixture's requirement and side with the same wrong answer, the smallest.

    Raises CallError where the validator gets the fixture right, or was not asked about it.
    """
    asked = suite.fixture(path)
    result = report.results.get(asked.path)
    if result is None:
        raise CallError(f"the report of {to_ascii(validator)} says nothing of {asked.path}: run it again")
    if result.result in RIGHT or result.result is Outcome.READING:
        raise CallError(f"{to_ascii(validator)} does nothing wrong about {asked.path}: it says {result.got}")
    alike = [
        each
        for each in suite.fixtures([asked.dialect])
        if (each.requirement, each.expected) == (asked.requirement, asked.expected)
        and (found := report.results.get(each.path))
        and found.got is result.got
        and found.result not in RIGHT
    ]
    smallest = min(alike, key=lambda each: (len(each.question.card), each.path))
    return WrongAnswer(smallest, validator, report, Reference(suite.dialects).assess(smallest.question))


def render_bug_report(suite: Suite, wrong: WrongAnswer) -> str:
    """Markdown, as issue trackers take it."""
    return "".join(f"{line}\n" for line in _lines(suite, wrong))


def _lines(suite: Suite, wrong: WrongAnswer) -> Iterator[str]:
    fixture, report = wrong.fixture, wrong.report
    dialect, requirement = suite.dialects[fixture.dialect], fixture.requirement
    yield f"# {_title(wrong)}"
    yield ""
    yield f"Validator: {markdown_code(describe_identity(report.validator))}"
    yield ""
    yield f"The card, of {dialect.title}:"
    yield ""
    yield from _shown_card(wrong, dialect.extension)
    yield f"**Expected**: {fixture.expected}. {requirement.statement}"
    yield f"Section {requirement.section} of {dialect.title}, <{dialect.source}>."
    yield from (
        f"Here, at {markdown_code(each.pointer or 'the top level')}: {markdown_code(to_ascii(each.what))}."
        for each in wrong.assessment.violations[:1]
    )
    yield ""
    yield f"**Got**: {report.results[fixture.path].got}."
    yield from _said(report.said.get(fixture.path, Said()))
    yield ""
    if context := fixture.question.context:
        yield from ("It is judged with this from outside:", "", "```json", json.dumps(dict(context)), "```", "")
    yield from _reproduction(wrong, dialect.extension)


def _title(wrong: WrongAnswer) -> str:
    about = f"{wrong.fixture.requirement.id} of {wrong.fixture.dialect}"
    if wrong.report.results[wrong.fixture.path].got is Answer.NONE:
        return f"No answer about a card ({about})"
    does = "accepted" if wrong.fixture.expected is Expected.INVALID else "refused"
    return f"{'An invalid' if does == 'accepted' else 'A valid'} card is {does} ({about})"


def _shown_card(wrong: WrongAnswer, extension: str) -> Iterator[str]:
    """In a block that nothing in the card ends; what is no text is in base64 alone, below."""
    card = wrong.fixture.question.card
    try:
        text = card.decode()
    except UnicodeDecodeError:
        text = ""
    if len(text) <= _LONGEST_CARD and text.replace("\n", "").isprintable() and text.strip():
        fence = "`" * 3
        while fence in text:
            fence += "`"
        yield from (f"{fence}{extension}", text.rstrip("\n"), fence, "")
    else:
        yield from ("It holds characters that cannot be seen, or is long: the line below has its bytes.", "")


def _said(said: Said) -> Iterator[str]:
    for words in filter(None, [said.why, *(f"{each.pointer} {each.message}".strip() for each in said.errors)]):
        yield f"It said: {markdown_code(words)}"


def _reproduction(wrong: WrongAnswer, extension: str) -> Iterator[str]:
    encoded = b64encode(wrong.fixture.question.card).decode()
    command = ("agentcard-conformance", "run", "--validator", wrong.validator, "--fixture", wrong.fixture.path)
    yield "To see it with the conformance suite:"
    yield from ("", "```sh", " ".join(map(quote, command)), "```", "")
    yield f"Without it, give your validator the file that this line writes, as a card of {wrong.fixture.dialect}:"
    yield from ("", "```sh")
    if len(encoded) <= 2 * _LONGEST_CARD:
        yield f"echo {encoded} | base64 -d > card.{extension}"
    else:
        yield f"cp fixtures/{wrong.fixture.path} card.{extension}  # {len(wrong.fixture.question.card):,} bytes"
    yield "```"
