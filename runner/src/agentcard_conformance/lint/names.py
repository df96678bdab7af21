"""Does a fixture's name say what its card shows, and can every disk hold it?"""

import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from agentcard_conformance.lint.subject import Check, Problem, Subject
from agentcard_conformance.model import Fixture

LONGEST = 60
SAYS_NOTHING = frozenset({"should", "test", "tests", "case", "fixture", "foo", "baz"})
NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
WINDOWS = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})
"""Devices, whatever extension follows."""
_WORDS = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NUMBERED = re.compile(r"(.+)-[0-9]+")
_DIGITS = re.compile(rb"[0-9]+")


def are_words(subject: Subject) -> Iterator[Problem]:
    """Small letters, digits and hyphens, in no more than 60 characters, with no word that holds of every card."""
    for fixture in subject.fixtures:
        for name in _own(fixture):
            for what in _amiss(name):
                yield Problem(f"fixtures/{fixture.path}", what, _move(fixture, name))


def ids_are_distinct(subject: Subject) -> Iterator[Problem]:
    """A fixture is exported by its path without the extension."""
    for fixtures in _grouped((_id(fixture), fixture) for fixture in subject.fixtures):
        for fixture in fixtures[1:]:
            what = f"differs from {fixtures[0].path} in nothing but its extension"
            yield Problem(f"fixtures/{fixture.path}", what, _move(fixture, _stem(fixture)))


def numbers_tell_something(subject: Subject) -> Iterator[Problem]:
    """Where names differ in a number at their end alone, so do the cards; else they are numbered, and not named."""
    numbered = ((_NUMBERED.fullmatch(_id(fixture)), fixture) for fixture in subject.fixtures)
    for fixtures in _grouped((match[1], fixture) for match, fixture in numbered if match):
        for fixture in fixtures[1:]:
            if _masked(fixture) != _masked(fixtures[0]):
                what = f"is told from {_stem(fixtures[0])} by a number that its card does not explain"
                yield Problem(f"fixtures/{fixture.path}", what, _move(fixture, _stem(fixture)))


CHECKS: tuple[Check, ...] = (are_words, ids_are_distinct, numbers_tell_something)


def _amiss(name: str) -> Iterator[str]:
    if not _WORDS.fullmatch(name):
        yield f"is not named in small letters, digits and single hyphens: {name!a}"
    if len(name) > LONGEST:
        yield f"has a name of {len(name)} characters, and {LONGEST} have to do"
    if idle := [word for word in name.split("-") if word in SAYS_NOTHING]:
        yield f"has the word {idle[0]} in its name, which tells nothing of a card"
    if name.isdigit():
        yield "has a name without a word"
    elif numeral := _numeral(name):
        yield f"begins with {name[0]} where a word would do: {numeral}"
    if name in WINDOWS:
        yield f"cannot be checked out on Windows, where {name} is a device"


def _own(fixture: Fixture) -> Iterator[str]:
    """The names that the contributor chose: of the file, and of a folder for a context."""
    yield from PurePosixPath(fixture.path).parts[3:-1]
    yield _stem(fixture)


def _stem(fixture: Fixture) -> str:
    return PurePosixPath(_id(fixture)).name


def _id(fixture: Fixture) -> str:
    return fixture.path.removesuffix(f".{fixture.question.notation}")


def _masked(fixture: Fixture) -> bytes:
    return _DIGITS.sub(b"#", fixture.question.card)


def _move(fixture: Fixture, name: str) -> str:
    """The command that renames it; where no better name can be derived, a place to put one."""
    better = "-".join(word for word in re.findall(r"[a-z0-9]+", name.lower()) if word not in SAYS_NOTHING)
    better = _numeral(better) + better[1:] if _numeral(better) else better
    good = better and better != name and not list(_amiss(better))
    place = PurePosixPath("fixtures", fixture.path)
    return f"git mv {shlex.quote(str(place))} {place.parent}/{better if good else 'WORDS'}.{fixture.question.notation}"


def _numeral(name: str) -> str:
    """The word for a number below ten that a name begins with."""
    return NUMERALS[int(name[0])] if re.match("[0-9]-", name) else ""


def _grouped(keyed: Iterable[tuple[str, Fixture]]) -> Iterable[list[Fixture]]:
    groups: defaultdict[str, list[Fixture]] = defaultdict(list)
    for key, fixture in keyed:
        groups[key].append(fixture)
    return groups.values()
