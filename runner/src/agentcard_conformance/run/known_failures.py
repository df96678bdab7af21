"""The failures an implementer has written down as known, and which of them still fail."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.escaping import toml_string
from agentcard_conformance.files import write_file
from agentcard_conformance.model import Answer, Expected, Fixture, KnownFailure, Outcome, Result, Verdict

_KEYS = frozenset({"requirement", "fixture", "reason", "link"})
_HEADER = """\
# Known failures of {name}, for: --expect {file}
# A failure listed here does not fail a run; one that has stopped failing does.
"""


@dataclass(frozen=True)
class KnownFailures:
    """The known failures of one validator."""

    entries: tuple[KnownFailure, ...] = ()

    def entry_for(self, fixture: Fixture) -> KnownFailure | None:
        """The entry for a fixture: by its path, or else by its requirement."""
        named = (self._by_name.get(name) for name in (fixture.path, *_requirement_names(fixture)))
        return next((entry for entry in named if entry), None)

    def naming_nothing(self, fixtures: Iterable[Fixture]) -> list[KnownFailure]:
        """The entries that name none of these fixtures."""
        known = {name for fixture in fixtures for name in (fixture.path, *_requirement_names(fixture))}
        return [entry for entry in self.entries if (entry.fixture or entry.requirement) not in known]

    def stale_requirements(self, results: Iterable[Result], fixtures: Iterable[Fixture]) -> list[KnownFailure]:
        """The entries of whole requirements of which nothing fails any more, all their fixtures having been asked."""
        outcomes = {result.fixture.path: result.outcome for result in results}
        paths: dict[KnownFailure, list[str]] = {}
        for fixture in fixtures:
            entry = self.entry_for(fixture)
            if entry and entry.requirement and fixture.expected is not Expected.CONTESTED:
                paths.setdefault(entry, []).append(fixture.path)
        return [entry for entry, own in paths.items() if all(outcomes.get(path) is Outcome.PASS for path in own)]

    @cached_property
    def _by_name(self) -> Mapping[str, KnownFailure]:
        return {entry.fixture or entry.requirement: entry for entry in self.entries}


def hold_verdict(fixture: Fixture, verdict: Verdict, known: KnownFailures) -> Result:
    """A verdict held against what the fixture expects and what is known to fail."""
    outcome = _outcome(fixture.expected, verdict.answer)
    entry = known.entry_for(fixture)
    if entry and outcome in (Outcome.FAIL, Outcome.NO_ANSWER):
        return Result(fixture, verdict, Outcome.KNOWN_FAILURE, entry)
    if entry and entry.fixture and outcome is Outcome.PASS:
        return Result(fixture, verdict, Outcome.STALE, entry)
    return Result(fixture, verdict, outcome)


def read_known_failures(file: Path) -> KnownFailures:
    """The entries of a TOML file."""
    try:
        listed = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise CallError(f"the known failures {file} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SuiteError(file, f"is not TOML: {error}") from None
    entries = listed.pop("known-failure", [])
    if listed or not isinstance(entries, list):
        raise SuiteError(file, "must hold [[known-failure]] entries and nothing else")
    parsed = tuple(_parse_entry(file, number, entry) for number, entry in enumerate(entries, 1))
    _refuse_repeated(file, parsed)
    return KnownFailures(parsed)


def read_expected(files: Mapping[str, Path]) -> KnownFailures:
    """The entries of one file for each dialect, every one of them about its own dialect."""
    each_file = {file: tuple(_entries_of_dialect(dialect, file)) for dialect, file in files.items()}
    for file, entries in each_file.items():
        _refuse_repeated(file, entries)
    return KnownFailures(tuple(entry for entries in each_file.values() for entry in entries))


def write_known_failures(file: Path, name: str, results: Iterable[Result]) -> int:
    """Write down what fails, and return how many; refused when a card got no answer, which is no expectation."""
    results = list(results)
    silent = sum(result.verdict.answer is Answer.NONE and result.outcome is not Outcome.READING for result in results)
    if silent:
        raise CallError(f"{file} is not written: {silent} cards got no answer, and a crash is not an expectation")
    failed = [result for result in results if result.outcome in (Outcome.FAIL, Outcome.KNOWN_FAILURE)]
    failed.sort(key=lambda result: result.fixture.path)
    before = read_known_failures(file) if file.exists() else KnownFailures()
    named = {"name": ascii(name)[1:-1], "file": ascii(file.name)[1:-1]}
    entries = [_HEADER.format(**named), *(_to_toml(result, before) for result in failed)]
    write_file(file, [entry.encode("ascii") for entry in entries])
    return len(failed)


def _entries_of_dialect(dialect: str, file: Path) -> Iterator[KnownFailure]:
    for entry in read_known_failures(file).entries:
        of_dialect = f"/{dialect}/" in entry.fixture or entry.requirement.startswith(f"{dialect}/")
        if not of_dialect and "/" in (entry.fixture or entry.requirement):
            raise SuiteError(file, f"names {entry.fixture or entry.requirement}, which is not of {dialect}")
        yield entry if of_dialect else entry._replace(requirement=f"{dialect}/{entry.requirement}")


def _outcome(expected: Expected, answer: Answer) -> Outcome:
    if expected is Expected.CONTESTED:
        return Outcome.READING
    if answer is Answer.NONE:
        return Outcome.NO_ANSWER
    if answer is Answer.SKIP:
        return Outcome.SKIP
    return Outcome.PASS if answer == expected.value else Outcome.FAIL


def _refuse_repeated(file: Path, entries: Iterable[KnownFailure]) -> None:
    """Of two entries about the same one would say why, and the other nothing."""
    names = Counter(entry.fixture or entry.requirement for entry in entries)
    if repeated := [name for name, count in names.items() if count > 1]:
        raise SuiteError(file, f"names {repeated[0]} twice; one entry says why it fails")


def _parse_entry(file: Path, number: int, entry: Any) -> KnownFailure:
    """An entry names a requirement or a fixture, and says why it fails."""
    has_strings = isinstance(entry, dict) and all(isinstance(value, str) for value in entry.values())
    if not has_strings or not entry.keys() <= _KEYS:
        raise SuiteError(file, f"known-failure {number} may have, as strings, {', '.join(sorted(_KEYS))}")
    if ("requirement" in entry) == ("fixture" in entry):
        raise SuiteError(file, f"known-failure {number} must name either a requirement or a fixture")
    if not entry.get("reason"):
        raise SuiteError(file, f"known-failure {number} gives no reason")
    return KnownFailure(**entry)


def _to_toml(result: Result, before: KnownFailures) -> str:
    """The entry of a result; what somebody wrote about it stays, here or in the file that is written again."""
    known = result.known or before.entry_for(result.fixture) or KnownFailure("to be explained: " + _answer_text(result))
    lines = [f"fixture = {toml_string(result.fixture.path)}", f"reason = {toml_string(known.reason)}"]
    lines += [f"link = {toml_string(known.link)}"] if known.link else []
    return "\n[[known-failure]]\n" + "\n".join(lines) + "\n"


def _answer_text(result: Result) -> str:
    message = next((each.message for each in result.verdict.errors if each.message), "")
    return f"answered {result.verdict.answer}" + (f", {message}" if message else "")


def _requirement_names(fixture: Fixture) -> tuple[str, str]:
    """A requirement by its dialect and id, where two dialects share one, and by its id; the first says more."""
    return f"{fixture.dialect}/{fixture.requirement.id}", fixture.requirement.id
