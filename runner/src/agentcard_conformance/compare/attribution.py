"""Finds the changed keyword, and the requirement, that a flip belongs to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from agentcard_conformance.compare.engines import NOT_COMPILED, compile_fast_engine
from agentcard_conformance.compare.results import WHOLE, Change, Direction
from agentcard_conformance.compare.revision_pair import LocatedError, RevisionPair
from agentcard_conformance.compare.schemas import RevisionSchemas
from agentcard_conformance.model import Json, Steps, replaced_at

_GROUPS = (("if", "then", "else"), ("enum", "const"), ("contains", "minContains", "maxContains"))
"""Keywords that have a meaning only together."""

_CHANGED_IN_PART = ("properties", "patternProperties", "dependentSchemas", "required", "dependentRequired")
"""Keywords of which a change shows only a part."""

_OTHER_SIDE = "other-side"
"""The definition that holds the whole schema of the side that accepts."""


class Cause(NamedTuple):
    """Why a card flips."""

    direction: Direction
    requirement: str
    change: Change | None


class Attribution:
    """Looks for the one changed keyword that, undone on the side that refuses, would let the card pass."""

    def __init__(self, pair: RevisionPair, changes: Sequence[Change]) -> None:
        self._pair = pair
        self.changes = changes
        self._engines: dict[tuple[Direction, Change], Any] = {}

    def cause(self, direction: Direction, value: Json) -> tuple[Cause, LocatedError]:
        """The cause, and the error of the refusing side that goes with it."""
        errors = [*self._pair.refusing(direction).errors(value)]
        if [change.keyword for change in self.changes] == [WHOLE]:
            return Cause(direction, "", self.changes[0]), errors[0]
        undone = [change for change in self.changes if self._passes_without(change, direction, value)]
        fits = [(change, *_closest_error(change, direction, errors)) for change in undone or self.changes]
        change, fit, error = max(fits, key=lambda each: each[1], default=(None, 0, errors[0]))
        if not fit:
            change, error = (change if undone else None), errors[0]
        return Cause(direction, error.requirement or (change.requirement if change else ""), change), error

    def _passes_without(self, change: Change, direction: Direction, value: Json) -> bool:
        if (direction, change) not in self._engines:
            self._engines[direction, change] = self._engine_without(change, direction)
        engine = self._engines[direction, change]
        return engine is not None and bool(engine.is_valid(value))

    def root_without(self, change: Change, direction: Direction) -> Json:
        """The refusing side's schema with this keyword as on the other side; None where that cannot be put together."""
        refusing, accepting = self._pair.refusing(direction).schemas, self._pair.accepting(direction).schemas
        here, there = _steps_on_sides(change, direction)
        part = _part_at(refusing.root_document, here)
        if here is None or not isinstance(part, (dict, bool)):
            return None
        value = change.old if direction is Direction.REFUSED else change.new
        is_there = value or change.keyword in _CHANGED_IN_PART
        other = _part_at(accepting.root_document, there) if is_there else {}
        if not isinstance(other, dict):
            other = {}
        swapped = _swapped(part, other, _group(change)) if isinstance(part, dict) else _redirected(other)
        return _with_other_side(replaced_at(refusing.root_document, here, swapped), accepting)

    def _engine_without(self, change: Change, direction: Direction) -> Any:
        root = self.root_without(change, direction)
        try:
            return None if root is None else compile_fast_engine(self._pair.refusing(direction).schemas, root)
        except NOT_COMPILED:  # the other side reaches further than its own document
            return None


def _steps_on_sides(change: Change, direction: Direction) -> tuple[Steps | None, Steps | None]:
    """Where the keyword stands on the side that refuses, and on the other."""
    return (change.new_at, change.old_at) if direction is Direction.REFUSED else (change.old_at, change.new_at)


def _closest_error(change: Change, direction: Direction, errors: Iterable[LocatedError]) -> tuple[int, LocatedError]:
    """How well an error fits a change: it comes from its keyword, from within it, or from around it."""
    here, _ = _steps_on_sides(change, direction)
    return max(((_fit(change, here, error), error) for error in errors), key=lambda pair: pair[0])


def _fit(change: Change, here: Steps | None, error: LocatedError) -> int:
    if here is None:
        return 0
    within = error.schema_at[len(here) :] if error.schema_at[: len(here)] == here else ()
    if within and within[0] in _group(change):
        return 3 if within == (change.keyword,) else 2
    return int((*here, change.keyword)[: len(error.schema_at)] == error.schema_at)


def _group(change: Change) -> Sequence[str]:
    return next((words for words in _GROUPS if change.keyword in words), (change.keyword,))


def _part_at(root: Json, steps: Steps | None) -> Json:
    if steps is None:
        return None
    try:
        for step in steps:
            root = root[step]
    except (LookupError, TypeError):
        return None
    return root


def _swapped(here: Mapping[str, Json], other: Mapping[str, Json], group: Sequence[str]) -> Json:
    kept = {word: value for word, value in here.items() if word not in group}
    return kept | {word: _redirected(other[word]) for word in group if word in other}


def _redirected(part: Json) -> Json:
    """A part of the other side, whose references lead to where that side's schema stands in this one."""
    if isinstance(part, list):
        return [_redirected(each) for each in part]
    if not isinstance(part, dict):
        return part
    redirected = {name: _redirected(each) for name, each in part.items()}
    if isinstance(reference := part.get("$ref"), str) and reference.startswith("#"):
        redirected["$ref"] = f"#/$defs/{_OTHER_SIDE}{reference[1:]}"
    return redirected


def _with_other_side(root: Json, accepting: RevisionSchemas) -> Json:
    other = accepting.root_document
    whole = {word: value for word, value in other.items() if word != "$id"} if isinstance(other, dict) else other
    return {**root, "$defs": {**root.get("$defs", {}), _OTHER_SIDE: _redirected(whole)}}
