"""Known failures as TOML: how they are read, and how a file of them is written again without losing what it says."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any, NamedTuple

from agentcard_conformance.errors import CallError, SuiteError
from agentcard_conformance.escaping import toml_string
from agentcard_conformance.files import write_file
from agentcard_conformance.model import Fixture, KnownFailure, Outcome, Result
from agentcard_conformance.run.known_failures import FAILURES, KnownFailures, entry_name, hold_verdict

_KEYS = frozenset({"requirement", "fixture", "reason", "link", "result"})
_ENTRY = re.compile(r"[ \t]*\[\[[ \t]*known-failure[ \t]*\]\]")
_HEADER = """\
# Known failures of {name}, for: --expect {file}
# A failure listed here does not fail a run; one that has stopped failing does.
"""


class _Piece(NamedTuple):
    """Some lines of a file: an entry with the comment right above it, or what stands between two."""

    text: str
    entry: KnownFailure | None = None


def read_known_failures(file: Path) -> KnownFailures:
    """The entries of a TOML file."""
    return _parse_known_failures(file, _read_text(file))


def read_expected(files: Mapping[str, Path]) -> KnownFailures:
    """The entries of one file for each dialect, every one of them about its own dialect."""
    each_file = {file: tuple(_entries_of_dialect(dialect, file)) for dialect, file in files.items()}
    for file, entries in each_file.items():
        _refuse_repeated(file, entries)
    return KnownFailures(tuple(entry for entries in each_file.values() for entry in entries))


def write_known_failures(file: Path, name: str, results: Iterable[Result], fixtures: Iterable[Fixture]) -> int:
    """Write down what fails, and return how many entries there are then.

    Of a file that is there, what holds stays as it was written: the entries of cards that still fail or were not
    asked, those of requirements of which something may fail, and every comment between them.
    """
    text = (
        _read_text(file).rstrip("\n") + "\n"
        if file.exists()
        else _HEADER.format(name=_ascii(name), file=_ascii(file.name))
    )
    before = _parse_known_failures(file, text)
    results = sorted(results, key=lambda result: result.fixture.path)
    held = [hold_verdict(result.fixture, result.verdict, before) for result in results]
    _refuse_silence(file, held)
    outdated = {*before.stale_requirements(held, fixtures), *_outdated_entries(held, before)}
    kept = [piece for piece in _pieces(file, text, before.entries) if piece.entry not in outdated]
    new = [_to_toml(old) for old, now in zip(results, held, strict=True) if now.outcome is Outcome.FAIL]
    write_file(file, [piece.text.encode() for piece in kept] + [each.encode() for each in new])
    return sum(piece.entry is not None for piece in kept) + len(new)


def _read_text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise CallError(f"the known failures {file} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SuiteError(file, f"is not TOML: {error}") from None


def _parse_known_failures(file: Path, text: str) -> KnownFailures:
    try:
        listed = tomllib.loads(text)
    except ValueError as error:
        raise SuiteError(file, f"is not TOML: {error}") from None
    entries = listed.pop("known-failure", [])
    if listed or not isinstance(entries, list):
        raise SuiteError(file, "must hold [[known-failure]] entries and nothing else")
    parsed = tuple(_parse_entry(file, number, entry) for number, entry in enumerate(entries, 1))
    _refuse_repeated(file, parsed)
    return KnownFailures(parsed)


def _parse_entry(file: Path, number: int, entry: Any) -> KnownFailure:
    """An entry names a requirement or a fixture, and says why it fails."""
    has_strings = isinstance(entry, dict) and all(isinstance(value, str) for value in entry.values())
    if not has_strings or not entry.keys() <= _KEYS:
        raise SuiteError(file, f"known-failure {number} may have, as strings, {', '.join(sorted(_KEYS))}")
    if ("requirement" in entry) == ("fixture" in entry):
        raise SuiteError(file, f"known-failure {number} must name either a requirement or a fixture")
    if not entry.get("reason"):
        raise SuiteError(file, f"known-failure {number} gives no reason")
    if entry.get("result", Outcome.FAIL) not in FAILURES:
        raise SuiteError(file, f"known-failure {number} has another result than {' or '.join(FAILURES)}")
    return KnownFailure(**{**entry, "result": Outcome(entry.get("result", Outcome.FAIL))})


def _refuse_repeated(file: Path, entries: Iterable[KnownFailure]) -> None:
    """Of two entries about the same one would say why, and the other nothing."""
    names = Counter((entry_name(entry), entry.result) for entry in entries)
    if repeated := [name for (name, _), count in names.items() if count > 1]:
        raise SuiteError(file, f"names {repeated[0]} twice; one entry says why it fails")


def _refuse_silence(file: Path, results: Iterable[Result]) -> None:
    if silent := sum(result.outcome is Outcome.NO_ANSWER for result in results):
        raise CallError(
            f"{file} is not written: {silent} cards got no answer, and a crash is not an expectation. "
            'List one that is known by hand, with: result = "no-answer"'
        )


def _entries_of_dialect(dialect: str, file: Path) -> Iterator[KnownFailure]:
    for entry in read_known_failures(file).entries:
        of_dialect = f"/{dialect}/" in entry.fixture or entry.requirement.startswith(f"{dialect}/")
        if not of_dialect and "/" in entry_name(entry):
            raise SuiteError(file, f"names {entry_name(entry)}, which is not of {dialect}")
        yield entry if of_dialect else entry._replace(requirement=f"{dialect}/{entry.requirement}")


def _outdated_entries(held: Iterable[Result], known: KnownFailures) -> Iterator[KnownFailure]:
    """The entries of fixtures that were asked and do not fail as they say."""
    for result in held:
        if result.outcome in (Outcome.STALE, Outcome.FAIL) and (entry := known.entry_of(result.fixture)):
            yield entry


def _pieces(file: Path, text: str, entries: Sequence[KnownFailure]) -> Iterator[_Piece]:
    """The file in its order; refused where its entries are written so that lines cannot be told apart."""
    lines = text.splitlines(keepends=True)
    starts = [_with_comment(lines, number) for number, line in enumerate(lines) if _ENTRY.match(line)]
    if len(starts) != len(entries):
        raise CallError(f"{file} is not written: give each entry its own [[known-failure]], or name another file")
    bounds = [*starts, len(lines)]
    yield _Piece("".join(lines[: bounds[0]]))
    for (start, end), entry in zip(pairwise(bounds), entries, strict=True):
        own = end - sum(1 for _ in takewhile(_says_nothing, reversed(lines[start:end])))
        is_followed_by_blanks_alone = not "".join(lines[own:end]).strip()
        last = end if is_followed_by_blanks_alone else own
        yield _Piece("".join(lines[start:last]), entry)
        yield _Piece("".join(lines[last:end]))


def _with_comment(lines: Sequence[str], start: int) -> int:
    """Where the comment right above an entry begins; the first lines of a file are about all of it."""
    above = sum(1 for _ in takewhile(lambda line: line.startswith("#"), reversed(lines[:start])))
    return start if above == start else start - above


def _says_nothing(line: str) -> bool:
    return not line.strip() or line.startswith("#")


def _to_toml(result: Result) -> str:
    """The entry of a result, with what somebody wrote about it in another file."""
    known = result.known or KnownFailure("to be explained: " + _answer_text(result))
    lines = [f"fixture = {toml_string(result.fixture.path)}", f"reason = {toml_string(known.reason)}"]
    lines += [f"link = {toml_string(known.link)}"] if known.link else []
    return "\n[[known-failure]]\n" + "\n".join(lines) + "\n"


def _answer_text(result: Result) -> str:
    message = next((each.message for each in result.verdict.errors if each.message), "")
    return f"answered {result.verdict.answer}" + (f", {message}" if message else "")


def _ascii(text: str) -> str:
    return ascii(text)[1:-1]
