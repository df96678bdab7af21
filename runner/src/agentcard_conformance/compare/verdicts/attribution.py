"""To which changed keyword, and to which requirement, does a flip belong?"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import jsonschema_rs

from agentcard_conformance.compare.findings import Address, Change, Direction
from agentcard_conformance.compare.schemas.references import Schemas
from agentcard_conformance.compare.verdicts.fast import engine
from agentcard_conformance.compare.verdicts.sides import Complaint, Sides
from agentcard_conformance.model import Json, replaced_at

GROUPS = (("if", "then", "else"), ("enum", "const"), ("contains", "minContains", "maxContains"))
"""Keywords that say what they say only together."""

NAMED = ("properties", "patternProperties", "dependentSchemas", "required", "dependentRequired")
"""Keywords of which a change tells only a part."""

GRAFT = "other-side"


class Cause(NamedTuple):
    """Why a card flips."""

    direction: Direction
    requirement: str
    change: Change | None


class Attribution:
    """Looks for the one changed keyword that, undone on the side that refuses, would let the card pass."""

    def __init__(self, sides: Sides, changes: Sequence[Change]) -> None:
        self._sides = sides
        self.changes = changes
        self._undone: dict[tuple[Direction, Change], Any] = {}

    def cause(self, direction: Direction, value: Json) -> tuple[Cause, Complaint]:
        """The cause, and the complaint of the refusing side that goes with it."""
        complaints = [*self._sides.refusing(direction).complaints(value)]
        undone = [change for change in self.changes if self._passes_without(change, direction, value)]
        fits = [(change, *_closest(change, direction, complaints)) for change in undone or self.changes]
        change, fit, complaint = max(fits, key=lambda each: each[1], default=(None, 0, complaints[0]))
        if not fit:
            change, complaint = (change if undone else None), complaints[0]
        return Cause(direction, complaint.requirement or (change.requirement if change else ""), change), complaint

    def _passes_without(self, change: Change, direction: Direction, value: Json) -> bool:
        if (direction, change) not in self._undone:
            self._undone[direction, change] = self._without(change, direction)
        undone = self._undone[direction, change]
        return undone is not None and bool(undone.is_valid(value))

    def _without(self, change: Change, direction: Direction) -> Any:
        """The refusing side, saying what the other one says in this; nothing where it cannot be put together."""
        refusing, accepting = self._sides.refusing(direction).schemas, self._sides.accepting(direction).schemas
        here, there = _turned(change, direction)
        part = _at(refusing.documents[refusing.home], here)
        if here is None or not isinstance(part, (dict, bool)):
            return None
        said = change.old if direction is Direction.REFUSED else change.new
        other = _at(accepting.documents[accepting.home], there) if said or change.keyword in NAMED else {}
        if not isinstance(other, dict):
            other = {}
        changed = _exchanged(part, other, _group(change)) if isinstance(part, dict) else _moved(other)
        return _engine(refusing, replaced_at(refusing.documents[refusing.home], here, changed), accepting)


def _engine(refusing: Schemas, root: Json, accepting: Schemas) -> Any:
    """One whose other side reaches further than its own document cannot be put together."""
    try:
        return engine(refusing, _grafted(root, accepting))
    except (ValueError, jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError):
        return None


def _turned(change: Change, direction: Direction) -> tuple[Address | None, Address | None]:
    """Where it stands on the side that refuses, and where on the other."""
    return (change.new_at, change.old_at) if direction is Direction.REFUSED else (change.old_at, change.new_at)


def _closest(change: Change, direction: Direction, complaints: Iterable[Complaint]) -> tuple[int, Complaint]:
    """How well a complaint fits: it comes from this keyword, from within it, or from around it."""
    here, _ = _turned(change, direction)
    return max(((_fit(change, here, each), each) for each in complaints), key=lambda pair: pair[0])


def _fit(change: Change, here: Address | None, complaint: Complaint) -> int:
    if here is None:
        return 0
    within = complaint.at[len(here) :] if complaint.at[: len(here)] == here else ()
    if within and within[0] in _group(change):
        return 3 if within == (change.keyword,) else 2
    return int((*here, change.keyword)[: len(complaint.at)] == complaint.at)


def _group(change: Change) -> Sequence[str]:
    return next((words for words in GROUPS if change.keyword in words), (change.keyword,))


def _at(root: Json, steps: Address | None) -> Json:
    for step in steps if steps is not None else ("nowhere",):
        try:
            root = root[step]
        except (LookupError, TypeError):
            return None
    return root


def _exchanged(here: Mapping[str, Json], other: Mapping[str, Json], group: Sequence[str]) -> Json:
    kept = {word: value for word, value in here.items() if word not in group}
    return kept | {word: _moved(other[word]) for word in group if word in other}


def _moved(part: Json) -> Json:
    """With references to where the other side's schema is grafted on."""
    if isinstance(part, list):
        return [_moved(each) for each in part]
    if not isinstance(part, dict):
        return part
    moved = {name: _moved(each) for name, each in part.items()}
    if isinstance(reference := part.get("$ref"), str) and reference.startswith("#"):
        moved["$ref"] = f"#/$defs/{GRAFT}{reference[1:]}"
    return moved


def _grafted(root: Json, accepting: Schemas) -> Json:
    other = accepting.documents[accepting.home]
    graft = {word: value for word, value in other.items() if word != "$id"} if isinstance(other, dict) else other
    return {**root, "$defs": {**root.get("$defs", {}), GRAFT: _moved(graft)}}
