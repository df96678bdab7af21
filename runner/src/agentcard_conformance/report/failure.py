"""Results that are not well, as an implementer needs to see them: what to look at first, and one card in full."""

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import NOT_ASKED, Answer, Outcome, ReportedError, Result
from agentcard_conformance.reference import Reference

_MOST_ERRORS = 5
_MOST_FINDINGS = 3
_MOST_WITHOUT_ANSWER = 5
_MOST_REQUIREMENTS = 15
"""What a person reads."""


def describe_failures(results: Iterable[Result], validator: str, reference: Reference) -> Iterator[str]:
    """First the cards without an answer, then a failure of each requirement with most, then what is stale."""
    results = sorted(results, key=lambda result: result.fixture.path)
    silent = [each for each in results if each.outcome is Outcome.NO_ANSWER and not _is_unasked(each)]
    wrong = [each for each in results if each.outcome is Outcome.FAIL]
    shown = [
        *_first_of_each_why(silent),
        *_first_of_each_requirement(wrong),
    ]
    yield from (f"{describe_result(each, validator, reference)}\n" for each in shown)
    paths = {each.fixture.path for each in shown}
    yield from _describe_rest([each for each in (*silent, *wrong) if each.fixture.path not in paths])
    yield from _describe_stale(results)


def describe_result(result: Result, validator: str, reference: Reference) -> str:
    """Fixture, expected and got, what the validator said, the requirement, and a line to ask again by hand."""
    requirement = result.fixture.requirement
    parts = {
        "expected": str(result.fixture.expected),
        "got": _answer(result),
        "it said": "; ".join(_error_text(each) for each in result.verdict.errors[:_MOST_ERRORS]),
        "known": _stale_advice(result),
        "the fault": _fault(result, reference),
        "requirement": f"{requirement.id}, {requirement.level}, section {requirement.section}",
        "": requirement.statement,
        "by hand": run_line(result, validator),
    }
    width = max(map(len, parts))
    lines = [f"  {label.ljust(width)}  {to_ascii(text)}" for label, text in parts.items() if text]
    return "\n".join([to_ascii(f"fixtures/{result.fixture.path}"), *lines])


def run_line(result: Result, validator: str) -> str:
    """A command that asks this one card again; a program that reads a card needs no run."""
    form, _, command = validator.partition(":")
    if form == "once" and "{" not in command:
        return f"agentcard-conformance explain --card {shlex.quote(result.fixture.path)} | {command.strip()}"
    named = ["--validator", validator] if validator else []
    return shlex.join(["agentcard-conformance", "run", *named, "--fixture", result.fixture.path])


def _is_unasked(result: Result) -> bool:
    return result.verdict.why.startswith(NOT_ASKED)


def _first_of_each_why(silent: Sequence[Result]) -> list[Result]:
    """One for each reason; the seconds or bytes in it make no other reason."""
    firsts: dict[str, Result] = {}
    for each in silent:
        firsts.setdefault(_without_digits(each.verdict.why), each)
    return [*firsts.values()][:_MOST_WITHOUT_ANSWER]


def _without_digits(text: str) -> str:
    return "".join(letter for letter in text if not letter.isdigit())


def _first_of_each_requirement(wrong: Sequence[Result]) -> list[Result]:
    """Those with most failures come first."""
    groups = [[*group] for _, group in groupby(sorted(wrong, key=_requirement_key), key=_requirement_key)]
    return [group[0] for group in sorted(groups, key=len, reverse=True)[:_MOST_REQUIREMENTS]]


def _requirement_key(result: Result) -> tuple[str, str]:
    return result.fixture.dialect, result.fixture.requirement.id


def _describe_rest(rest: Sequence[Result]) -> Iterator[str]:
    if rest:
        count = Counter(result.fixture.requirement.id for result in rest)
        yield f"and {len(rest)} more, of: {', '.join(f'{name} ({number})' for name, number in count.most_common())}"
        yield "(--requirement NAME shows one in full, --all all of them, --report FILE writes them down)\n"


def _describe_stale(results: Iterable[Result]) -> Iterator[str]:
    """A line each, and what removes them."""
    stale = [result for result in results if result.outcome is Outcome.STALE]
    yield from (f"does not fail any more: {to_ascii(result.fixture.path)}" for result in stale)
    if stale:
        yield "The same call with --expect-write FILE, the file of --expect, removes them from it.\n"


def _fault(result: Result, reference: Reference) -> str:
    """What is wrong with the card, where the validator passed over it."""
    if result.fixture.expected.value != Answer.INVALID:
        return ""
    violations = reference.assess(result.fixture.question).violations[:_MOST_FINDINGS]
    return "; ".join(f"at {each.pointer or 'the top level'}: {each.what}" for each in violations)


def _answer(result: Result) -> str:
    why = result.verdict.why if result.verdict.answer not in (Answer.VALID, Answer.INVALID) else ""
    return f"{result.verdict.answer}: {why}" if why else str(result.verdict.answer)


def _error_text(error: ReportedError) -> str:
    requirement = f" ({error.requirement})" if error.requirement else ""
    where = f"{error.pointer}: " if error.pointer else ""
    return f"{where}{error.message}{requirement}" if error.message else f"{error.pointer}{requirement}"


def _stale_advice(result: Result) -> str:
    if result.outcome is Outcome.STALE:
        return "listed as a known failure, but it does not fail any more: remove the entry"
    return ""
