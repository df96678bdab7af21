"""Whether a fixture's name says what its card shows, and can be stored on every disk."""

import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from agentcard_conformance.authoring.lint.subject import Problem, Subject
from agentcard_conformance.model import Fixture

_LONGEST = 60
_EMPTY_WORDS = frozenset({"should", "test", "tests", "case", "fixture", "foo", "baz"})
_NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_WINDOWS_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)
"""Whatever extension follows."""
_WORDS = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NUMBERED = re.compile(r"(.+)-[0-9]+")
_DIGITS = re.compile(rb"[0-9]+")


def check_words(subject: Subject) -> Iterator[Problem]:
    """A name has small letters, digits and hyphens, at most 60 characters, and no word that holds of every card."""
    for fixture in subject.fixtures:
        for name in _chosen_names(fixture):
            for what in _faults_of_name(name):
                yield Problem(f"fixtures/{fixture.path}", what, _rename_command(fixture, name))


def check_numbered_names(subject: Subject) -> Iterator[Problem]:
    """Where names differ only in a number at their end, so do the cards; else they are numbered, not named."""
    numbered = ((_NUMBERED.fullmatch(fixture.id), fixture) for fixture in subject.fixtures)
    for fixtures in _group((match[1], fixture) for match, fixture in numbered if match):
        for fixture in fixtures[1:]:
            if _without_digits(fixture) != _without_digits(fixtures[0]):
                what = f"differs from {_stem(fixtures[0])} by a number that its card does not explain"
                yield Problem(f"fixtures/{fixture.path}", what, _rename_command(fixture, _stem(fixture)))


def _faults_of_name(name: str) -> Iterator[str]:
    if not _WORDS.fullmatch(name):
        yield f"is not named in small letters, digits and single hyphens: {name!a}"
    if len(name) > _LONGEST:
        yield f"has a name of {len(name)} characters, more than {_LONGEST}"
    if empty := [word for word in name.split("-") if word in _EMPTY_WORDS]:
        yield f"has the word {empty[0]} in its name, which says nothing about a card"
    if name.isdigit():
        yield "has a name without a word"
    elif numeral := _numeral(name):
        yield f"begins with {name[0]} where a word would do: {numeral}"
    if name in _WINDOWS_DEVICES:
        yield f"cannot be checked out on Windows, where {name} is a device"


def _chosen_names(fixture: Fixture) -> Iterator[str]:
    """The names that the contributor chose: of the file, and of a folder for a context."""
    yield from PurePosixPath(fixture.path).parts[3:-1]
    yield _stem(fixture)


def _stem(fixture: Fixture) -> str:
    return PurePosixPath(fixture.id).name


def _without_digits(fixture: Fixture) -> bytes:
    return _DIGITS.sub(b"#", fixture.question.card)


def _rename_command(fixture: Fixture, name: str) -> str:
    """The command that renames it; where no better name can be derived, with WORDS in its place."""
    better = "-".join(word for word in re.findall(r"[a-z0-9]+", name.lower()) if word not in _EMPTY_WORDS)
    better = _numeral(better) + better[1:] if _numeral(better) else better
    is_good = better and better != name and not list(_faults_of_name(better))
    place = PurePosixPath("fixtures", fixture.path)
    extension = place.name.partition(".")[2]
    return f"git mv {shlex.quote(str(place))} {place.parent}/{better if is_good else 'WORDS'}.{extension}"


def _numeral(name: str) -> str:
    """The word for a number below ten that a name begins with."""
    return _NUMERALS[int(name[0])] if re.match("[0-9]-", name) else ""


def _group(keyed: Iterable[tuple[str, Fixture]]) -> Iterable[list[Fixture]]:
    groups: defaultdict[str, list[Fixture]] = defaultdict(list)
    for key, fixture in keyed:
        groups[key].append(fixture)
    return groups.values()
