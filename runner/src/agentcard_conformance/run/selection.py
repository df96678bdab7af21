"""Which fixtures of a plan are asked about: those of a path, a requirement, an area or a word."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Fixture
from agentcard_conformance.run.plan import Plan, RunOptions


class Selection(NamedTuple):
    """What was typed; a fixture has to be among those of each kind that is given."""

    paths: Sequence[str] = ()
    requirements: Sequence[str] = ()
    areas: Sequence[str] = ()
    words: Sequence[str] = ()
    """Texts that stand in the path of a fixture, in letters of either case."""


def options_for_paths(options: RunOptions, paths: Sequence[str], suite: Suite) -> RunOptions:
    """What was typed, and where it is left open the dialects of the paths, and a profile that has what lies there."""
    paths = [_without_folder(path) for path in paths]
    named = tuple(dict.fromkeys(name for path in paths for name in path.split("/")[1:2] if name in suite.dialects))
    chosen = [fixture for fixture in suite.fixtures(named) if any(_is_below(fixture.path, path) for path in paths)]
    profiles = frozenset.intersection(*(fixture.requirement.profiles for fixture in chosen)) if chosen else frozenset()
    needs_another = bool(profiles) and not any(suite.dialects[name].widest_profile in profiles for name in named)
    profile = options.profile or (min(profiles) if needs_another else "")
    return options._replace(dialects=options.dialects or named, profile=profile)


def select_fixtures(plan: Plan, selection: Selection) -> list[Fixture]:
    """The fixtures in the order of asking; raises CallError on a name that stands for none, and when none is left."""
    paths = [_without_folder(path) for path in selection.paths]
    for path in paths:
        _refuse_nothing(plan, path)
    _refuse_unknown(selection.requirements, {each.requirement.id for each in plan.fixtures}, "requirement")
    _refuse_unknown(selection.areas, {each.requirement.area for each in plan.fixtures}, "area")
    tests = [*_tests(selection, paths)]
    found = [fixture for fixture in plan.fixtures if all(test(fixture) for test in tests)]
    if not found:
        raise CallError("nothing was selected, which is not a pass: widen what is typed, or --dialect or --profile")
    return found


def _without_folder(path: str) -> str:
    """A path below fixtures/, however it was typed."""
    return path.removeprefix("./").removeprefix("fixtures/").rstrip("/")


def _tests(selection: Selection, paths: Sequence[str]) -> Iterator[Callable[[Fixture], bool]]:
    words = [word.lower() for word in selection.words]
    if paths:
        yield lambda fixture: any(_is_below(fixture.path, path) for path in paths)
    if selection.requirements:
        yield lambda fixture: fixture.requirement.id in selection.requirements
    if selection.areas:
        yield lambda fixture: fixture.requirement.area in selection.areas
    if words:
        yield lambda fixture: any(word in fixture.path.lower() for word in words)


def _refuse_unknown(typed: Iterable[str], known: Collection[str], kind: str) -> None:
    for name in typed:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(sorted(known))}"
            raise CallError(f"no {kind} of what is run is called {name!a}{hint}")


def _refuse_nothing(plan: Plan, path: str) -> None:
    """Raise CallError where nothing is at a path, or nothing that the plan has."""
    everything = plan.suite.fixtures()
    there = [fixture for fixture in everything if _is_below(fixture.path, path)]
    if not there:
        near = get_close_matches(path, {name for each in everything for name in _names(each.path)}, 1)
        hint = f"; did you mean fixtures/{near[0]}?" if near else ""
        raise CallError(f"there is no fixture and no folder fixtures/{path}{hint}")
    if not any(_is_below(fixture.path, path) for fixture in plan.fixtures):
        scope = ", ".join(f"profile {profile} of {name}" for name, profile in plan.profiles.items())
        raise CallError(f"fixtures/{path} has {len(there)} fixtures, but none belongs to {scope}")


def _names(path: str) -> Iterator[str]:
    """A fixture and the folder that it lies in."""
    yield path
    yield path.rpartition("/")[0]


def _is_below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(f"{prefix}/")
