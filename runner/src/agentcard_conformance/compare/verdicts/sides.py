"""What do the two sides say of a value?"""

import math
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from agentcard_conformance.compare.findings import Address, Direction, Refusal, Revision
from agentcard_conformance.compare.schemas.depth import is_deep
from agentcard_conformance.compare.schemas.references import Schemas
from agentcard_conformance.compare.verdicts.exact import exact, holds
from agentcard_conformance.compare.verdicts.fast import engine
from agentcard_conformance.compare.verdicts.ruled import Ruled
from agentcard_conformance.model import Dialect, Json, to_pointer
from agentcard_conformance.schema_engine.engine import deep_recursion
from agentcard_conformance.schema_engine.fast_engine import restore_steps
from agentcard_conformance.schema_engine.messages import describe_error

MOST_COMPLAINTS = 100
"""A card with more faults than that is no witness that anybody reads."""


class Unspeakable(Exception):
    """A value that cannot be written as JSON, or not be shown to the engines."""


class Complaint(NamedTuple):
    """An error of the fast engine: where in the schema, and where in the card."""

    at: Address
    """Of the keyword, itself the last step."""
    place: Address
    requirement: str


class Side:
    """One revision, in both engines."""

    def __init__(self, revision: Revision) -> None:
        self.schemas = Schemas(revision)
        self.fast: Any = engine(self.schemas)

    @cached_property
    def exact(self) -> Any:
        """The engine that is asked before anything is claimed."""
        return exact(self.schemas)

    def complaints(self, value: Json) -> Iterator[Complaint]:
        """What the fast engine says of a value that it refuses."""
        for error in islice(self.fast.iter_errors(value), MOST_COMPLAINTS):
            requirement = self.schemas.requirement(error.evaluation_path)
            yield Complaint(self._address(error), restore_steps(value, error.instance_path), requirement)

    def _address(self, error: Any) -> Address:
        document = (error.absolute_keyword_location or "").partition("#")[0]
        if document not in self.schemas.documents or document == self.schemas.home:
            return restore_steps(self.schemas.documents[self.schemas.home], error.schema_path)
        return (document, *restore_steps(self.schemas.documents[document], error.schema_path))


class Sides:
    """Both revisions, and the rules where they count; goes to another process as what it was made from."""

    def __init__(self, old: Revision, new: Revision, dialect: Dialect | None = None) -> None:
        self.revisions = (old, new, dialect)
        self.old, self.new = Side(old), Side(new)
        self._ruled = Ruled(dialect) if dialect else None

    def __reduce__(self) -> tuple[type["Sides"], tuple[Revision, Revision, Dialect | None]]:
        return Sides, self.revisions

    def refusing(self, direction: Direction) -> Side:
        """The side that says no."""
        return self.new if direction is Direction.REFUSED else self.old

    def accepting(self, direction: Direction) -> Side:
        """The side that says yes."""
        return self.old if direction is Direction.REFUSED else self.new

    def flip(self, value: Json, written: Json = None) -> Direction | None:
        """By the fast engine, and by the rules where it sees a difference.

        The value is `plain`; rules look at it with its numbers as they were written, when that is at hand.
        """
        before, after = self.old.fast.is_valid(value), self.new.fast.is_valid(value)
        if before is after or not self._rules_hold(value, written):
            return None
        return Direction.REFUSED if before else Direction.ACCEPTED

    def is_confirmed(self, direction: Direction, value: Json) -> bool:
        """Does the exact engine see the same flip? One that only one engine sees is none."""
        with deep_recursion():
            accepted = holds(self.accepting(direction).exact, value)
            return bool(accepted) and holds(self.refusing(direction).exact, value) is False

    def refusal(self, direction: Direction, value: Json, of: Complaint) -> Refusal:
        """What the refusing side says: of its errors the one at this place and keyword, else the first."""
        with deep_recursion():
            errors = [*self.refusing(direction).exact.iter_errors(value)]
            wanted = (each for each in errors if _place(each) == (to_pointer(of.place), *of.at[-1:]))
            error = next(wanted, errors[0])
            return Refusal(_place(error)[0], describe_error(error), of.requirement, str(error.validator or "false"))

    def _rules_hold(self, value: Json, written: Json) -> bool:
        return self._ruled is None or self._ruled.hold(value, value if written is None else written)


def _place(error: Any) -> tuple[str, str]:
    return to_pointer([*error.absolute_path]), str(error.validator)


def plain(value: Json) -> Json:
    """A value that both engines can be shown: no text beyond Unicode, no number beyond binary64, not too deep."""
    if is_deep(value):
        raise Unspeakable
    return _plain(value)


def _plain(value: Json) -> Json:
    if isinstance(value, dict):
        return {_plain(name): _plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return _scalar(value)


def _scalar(value: Json) -> Json:
    if isinstance(value, str):
        return _encodable(value)
    if isinstance(value, int):
        return _finite(value)
    return _finite(float(value)) if isinstance(value, float) else value


def _finite(number: float) -> float:
    try:
        if math.isfinite(number):
            return number
    except OverflowError:
        pass
    raise Unspeakable


def _encodable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unspeakable from None
    return text
