"""Whether what was released is still there, or named in the changelog where its readers look for what changed."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agentcard_conformance.authoring.lint.subject import Problem, Subject

_CHANGELOG = "CHANGELOG.md"
_HEADING = re.compile(r"^## +\[?([^\]\s]+)", re.MULTILINE)
_PATH = r"`?(?:fixtures/)?((?:valid|invalid|contested)/[^\s`,;]+)`?"
_LINE = re.compile(rf"\b(?:Removed {_PATH}|Renamed {_PATH} to {_PATH})")


class _Departure(NamedTuple):
    """What the changelog says of a path that is gone."""

    section: str
    """The version that it is told of; nothing where it is not released."""
    target: str
    """What the card is called now; nothing where it was removed."""


def check_removed_fixtures(subject: Subject) -> Iterator[Problem]:
    """A fixture's path is its identity: reports and known failures of others name it. A wheel holds no changelog."""
    if not subject.suite.is_checkout:
        return
    paths = {fixture.path for fixture in subject.suite.fixtures([subject.dialect.id])}
    told = _departures(subject)
    for path, versions in _released_paths(subject).items():
        if path not in paths and (what := _fault(path, versions, told, paths)) is not None:
            where = f"restore it, or add to {_CHANGELOG} below Unreleased:"
            fix = f"{where}  - Removed `{path}`: <why>  or  - Renamed `{path}` to `<path>`"
            yield Problem(f"fixtures/{path}", f"was released in {versions[0]} and is gone{what}", fix)


def _fault(path: str, versions: list[str], told: dict[str, list[_Departure]], paths: set[str]) -> str | None:
    """What is wrong with what the changelog says of a path, if anything is; nothing more, where it says nothing."""
    later = [each for each in told.get(path, ()) if _order(each.section) > _order(versions[-1])]
    if not later:
        return f"; {_CHANGELOG} tells of it below {versions[-1]}, which still had it" if path in told else ""
    lost = [each.target for each in later if each.target and each.target not in paths | told.keys()]
    return f"; {_CHANGELOG} says that it is now {lost[0]}, which does not exist" if lost else None


def _departures(subject: Subject) -> dict[str, list[_Departure]]:
    """By path, each line that tells of its end."""
    changelog = subject.suite.root / _CHANGELOG
    before, *sections = _HEADING.split(changelog.read_text("utf-8")) if changelog.exists() else [""]
    found: dict[str, list[_Departure]] = {}
    for name, text in zip(["", *sections[::2]], [before, *sections[1::2]], strict=True):
        for removed, renamed, target in _LINE.findall(text):
            departure = _Departure(name if name[:1].isdigit() else "", target.rstrip("."))
            found.setdefault((removed or renamed).rstrip("."), []).append(departure)
    return found


def _released_paths(subject: Subject) -> dict[str, list[str]]:
    """Each path that was ever released, with the versions that held it, the first one first."""
    released: dict[str, list[str]] = {}
    folders = (subject.suite.root / subject.folder / "released").glob("*/fixtures.txt")
    for file in sorted(folders, key=lambda file: _order(file.parent.name)):
        for path in file.read_text("utf-8").split():
            released.setdefault(path, []).append(file.parent.name)
    return released


def _order(version: str) -> tuple[float, ...]:
    """What is not released comes last."""
    return tuple(map(float, re.findall("[0-9]+", version))) or (float("inf"),)
