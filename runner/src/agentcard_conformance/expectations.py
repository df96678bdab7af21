"""Which failures has an implementer written down as known, and which of them still fail?"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from agentcard_conformance import output
from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.model import Answer, Expected, Fixture, KnownFailure, Outcome, Result, Verdict

KEYS = frozenset({"requirement", "fixture", "reason", "link"})
FAILED = frozenset({Outcome.FAIL, Outcome.NO_ANSWER})
HEADER = """\
# Known failures of {name}, for: --expect {file}
# A failure listed here does not fail a run; one that has stopped failing does.
"""


@dataclass(frozen=True)
class Expectations:
    """The known failures of one validator."""

    entries: tuple[KnownFailure, ...] = ()

    @cached_property
    def _named(self) -> Mapping[str, KnownFailure]:
        return {entry.fixture or entry.requirement: entry for entry in self.entries}

    def of(self, fixture: Fixture) -> KnownFailure | None:
        """The entry that speaks of a fixture: by its path, or else by its requirement."""
        named = (self._named.get(name) for name in (fixture.path, *_names(fixture)))
        return next((entry for entry in named if entry), None)

    def naming_nothing(self, fixtures: Iterable[Fixture]) -> list[KnownFailure]:
        """The entries that speak of no fixture of these."""
        known = {name for fixture in fixtures for name in (fixture.path, *_names(fixture))}
        return [entry for entry in self.entries if (entry.fixture or entry.requirement) not in known]

    def stale(self, results: Iterable[Result], fixtures: Iterable[Fixture]) -> list[KnownFailure]:
        """The entries of whole requirements of which nothing fails any more, all their fixtures having been asked."""
        asked = {result.fixture.path: result for result in results}
        concerned: dict[KnownFailure, list[str]] = {}
        for fixture in fixtures:
            entry = self.of(fixture)
            if entry and entry.requirement and fixture.expected is not Expected.CONTESTED:
                concerned.setdefault(entry, []).append(fixture.path)
        return [entry for entry, paths in concerned.items() if _all_well(asked, paths)]


def _all_well(asked: Mapping[str, Result], paths: Iterable[str]) -> bool:
    return all(path in asked and asked[path].outcome is Outcome.PASS for path in paths)


def hold(fixture: Fixture, verdict: Verdict, known: Expectations) -> Result:
    """A verdict against what the fixture expects and what is known to fail."""
    outcome = _outcome(fixture.expected, verdict.answer)
    entry = known.of(fixture)
    if entry and outcome in FAILED:
        return Result(fixture, verdict, Outcome.KNOWN_FAILURE, entry)
    if entry and entry.fixture and outcome is Outcome.PASS:
        return Result(fixture, verdict, Outcome.STALE, entry)
    return Result(fixture, verdict, outcome)


def _outcome(expected: Expected, answer: Answer) -> Outcome:
    if expected is Expected.CONTESTED:
        return Outcome.READING
    if answer is Answer.NONE:
        return Outcome.NO_ANSWER
    if answer is Answer.SKIP:
        return Outcome.SKIP
    return Outcome.PASS if answer == expected.value else Outcome.FAIL


def read(file: Path) -> Expectations:
    """The entries of a TOML file."""
    try:
        listed = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise CallError(f"the expectations {file} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SuiteError(file, f"is not TOML: {error}") from None
    entries = listed.pop("known-failure", [])
    if listed or not isinstance(entries, list):
        raise SuiteError(file, "holds something else than [[known-failure]] entries")
    return Expectations(tuple(_entry(file, number, entry) for number, entry in enumerate(entries, 1)))


def _entry(file: Path, number: int, entry: Any) -> KnownFailure:
    """An entry names a requirement or a fixture, and says why it fails."""
    strings = isinstance(entry, dict) and all(isinstance(value, str) for value in entry.values())
    if not strings or not entry.keys() <= KEYS:
        raise SuiteError(file, f"known-failure {number} may have, as strings, {', '.join(sorted(KEYS))}")
    if ("requirement" in entry) == ("fixture" in entry):
        raise SuiteError(file, f"known-failure {number} names either a requirement or a fixture")
    if not entry.get("reason"):
        raise SuiteError(file, f"known-failure {number} gives no reason")
    return KnownFailure(**entry)


def write(file: Path, name: str, results: Iterable[Result]) -> int:
    """Write down what fails, and say how many; refuse when a card got no answer, since nobody knows what it thinks."""
    results = list(results)
    silent = sum(result.verdict.answer is Answer.NONE and result.outcome is not Outcome.READING for result in results)
    if silent:
        raise CallError(f"{file} is not written: {silent} cards got no answer, and a crash is no expectation")
    failed = [result for result in results if result.outcome in (Outcome.FAIL, Outcome.KNOWN_FAILURE)]
    failed.sort(key=lambda result: result.fixture.path)
    before = read(file) if file.exists() else Expectations()
    named = {"name": ascii(name)[1:-1], "file": ascii(file.name)[1:-1]}
    entries = [HEADER.format(**named), *(_written(result, before) for result in failed)]
    output.write(file, [entry.encode("ascii") for entry in entries])
    return len(failed)


def _written(result: Result, before: Expectations) -> str:
    """What somebody has written of it stays: here, or in the file that is written again."""
    known = result.known or before.of(result.fixture) or KnownFailure("to be explained: " + _said(result))
    lines = [f"fixture = {_string(result.fixture.path)}", f"reason = {_string(known.reason)}"]
    lines += [f"link = {_string(known.link)}"] if known.link else []
    return "\n[[known-failure]]\n" + "\n".join(lines) + "\n"


def _said(result: Result) -> str:
    complaint = next((each.message for each in result.verdict.complaints if each.message), "")
    return f"answered {result.verdict.answer}" + (f", {complaint}" if complaint else "")


def _string(text: str) -> str:
    """A TOML basic string: what is not printable ASCII is escaped, and half a surrogate pair has no spelling at all."""
    escaped = text.encode("utf-8", "replace").decode().replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(each if " " <= each <= "~" else f"\\U{ord(each):08X}" for each in escaped) + '"'


def _names(fixture: Fixture) -> tuple[str, str]:
    """A requirement by its id, and by its dialect and id where two dialects share one."""
    return fixture.requirement.id, f"{fixture.dialect}/{fixture.requirement.id}"
