"""Judges a value by both revisions, and says whether their verdicts differ."""

import math
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from agentcard_conformance.compare.engines import (
    compile_exact_engine,
    compile_fast_engine,
    compile_part,
    compile_written,
    exact_verdict,
    is_too_deep_for_engines,
    part_registry,
)
from agentcard_conformance.compare.results import Direction, Refusal
from agentcard_conformance.compare.schemas import Revision, RevisionSchemas
from agentcard_conformance.model import NO_CONTEXT, Context, Dialect, Json, Level, Steps, parts_at, to_pointer
from agentcard_conformance.reference import DialectJudge
from agentcard_conformance.rules import apply_rule
from agentcard_conformance.schema_engine.engine import deep_recursion
from agentcard_conformance.schema_engine.fast_engine import IsValid, compile_schema, restore_steps
from agentcard_conformance.schema_engine.messages import describe_error

_MOST_ERRORS = 100
"""Of one card: a card with more faults is no witness that anybody reads."""


class UnusableValue(Exception):
    """A value that cannot be written as JSON, or that the engines cannot take."""


class LocatedError(NamedTuple):
    """An error of the fast engine: where in the schema, and where in the card."""

    schema_at: Steps
    """Of the keyword, itself the last step."""
    card_at: Steps
    requirement: str


class RevisionValidator:
    """One revision, in both engines."""

    def __init__(self, revision: Revision) -> None:
        self.schemas = RevisionSchemas(revision)
        self.fast: Any = compile_fast_engine(self.schemas)
        self._parts: dict[Steps, IsValid] = {}

    @cached_property
    def exact(self) -> Any:
        """The engine that is asked before anything is claimed."""
        return compile_exact_engine(self.schemas)

    @cached_property
    def _registry(self) -> Any:
        return part_registry(self.schemas)

    @cached_property
    def _written(self) -> Any:
        return compile_written(self.schemas.revision, self.schemas.home)

    def confirms(self, value: Json, *, accepts: bool) -> bool:
        """Whether the exact engine says so, and where another draft is meant, the engine of that draft."""
        in_draft = self._written is None or self._written.is_valid(value) is accepts
        return in_draft and exact_verdict(self.exact, value) is accepts

    def accepts_part(self, at: Steps, value: Json) -> bool:
        """Whether a value matches the subschema at these steps, by the fast engine."""
        if at not in self._parts:
            self._parts[at] = compile_part(self.schemas, self._registry, at)
        return self._parts[at](value)

    def errors(self, value: Json) -> Iterator[LocatedError]:
        """The errors of the fast engine on a value that it refuses."""
        for error in islice(self.fast.iter_errors(value), _MOST_ERRORS):
            requirement = self.schemas.requirement_on(error.evaluation_path)
            yield LocatedError(self._schema_steps(error), restore_steps(value, error.instance_path), requirement)

    def _schema_steps(self, error: Any) -> Steps:
        document = (error.absolute_keyword_location or "").partition("#")[0]
        if document not in self.schemas.documents or document == self.schemas.home:
            return restore_steps(self.schemas.root_document, error.schema_path)
        return (document, *restore_steps(self.schemas.documents[document], error.schema_path))


class RevisionPair:
    """Both revisions, and the rules where they count; another process gets what it was made from."""

    def __init__(
        self, old: Revision, new: Revision, dialect: Dialect | None = None, context: Context = NO_CONTEXT
    ) -> None:
        self.context = dict(context)  # which can be sent to another process
        """Of the cards that come without one, for the rules."""
        self.arguments = (old, new, dialect, self.context)
        self.old, self.new = RevisionValidator(old), RevisionValidator(new)
        self._rules = _MustRules(dialect) if dialect else None

    def __reduce__(self) -> tuple[type["RevisionPair"], tuple[Revision, Revision, Dialect | None, Context]]:
        return RevisionPair, self.arguments

    def refusing(self, direction: Direction) -> RevisionValidator:
        """The side that refuses a card that flips in a direction."""
        return self.new if direction is Direction.REFUSED else self.old

    def accepting(self, direction: Direction) -> RevisionValidator:
        """The side that accepts it."""
        return self.old if direction is Direction.REFUSED else self.new

    def flip(self, value: Json, written: Json = None, context: Context | None = None) -> Direction | None:
        """How the verdict changes, by the fast engine, and by the rules where that sees a difference.

        The value is an engine value; rules look at it with its numbers as they were written, when that is at hand.
        """
        if not self.differs(value):
            return None
        shown, known = (value if written is None else written), (self.context if context is None else context)
        if self._rules and not self._rules.pass_value(value, shown, known):
            return None
        return Direction.REFUSED if self.old.fast.is_valid(value) else Direction.ACCEPTED

    def differs(self, value: Json) -> bool:
        """Whether the schemas judge a value differently, by the fast engine."""
        return self.old.fast.is_valid(value) is not self.new.fast.is_valid(value)

    def accepts_all_listed(self, direction: Direction) -> bool:
        """Whether the accepting side lists all that it accepts, and both engines see the other accept each of those."""
        listed = _listed(self.accepting(direction).schemas.root.schema)
        with deep_recursion():
            return listed is not None and all(self._is_still_accepted(direction, value) for value in listed)

    def _is_still_accepted(self, direction: Direction, value: Json) -> bool:
        refusing = self.refusing(direction)
        return bool(refusing.fast.is_valid(value)) and refusing.confirms(value, accepts=True)

    def is_confirmed(self, direction: Direction, value: Json) -> bool:
        """Whether the exact engine sees the same flip: one that only one engine sees is none."""
        with deep_recursion():
            is_accepted = self.accepting(direction).confirms(value, accepts=True)
            return is_accepted and self.refusing(direction).confirms(value, accepts=False)

    def refusal(self, direction: Direction, value: Json, like: LocatedError) -> Refusal:
        """Why the refusing side refuses: of its errors the one at the same place and keyword, else the first."""
        with deep_recursion():
            errors = [*self.refusing(direction).exact.iter_errors(value)]
            wanted = (to_pointer(like.card_at), *like.schema_at[-1:])
            error = next((each for each in errors if _pointer_and_keyword(each) == wanted), errors[0])
            pointer, _ = _pointer_and_keyword(error)
            return Refusal(pointer, describe_error(error), like.requirement, str(error.validator or "false"))


def _listed(schema: Json) -> list[Json] | None:
    """All that a schema may accept, where it lists that."""
    if not isinstance(schema, dict):
        return [] if schema is False else None
    if "enum" in schema or "const" in schema:
        return list(schema["enum"]) if "enum" in schema else [schema["const"]]
    branches = [_listed(branch) for branch in schema.get("anyOf", ())]
    whole = [value for branch in branches if branch is not None for value in branch]
    return whole if branches and None not in branches else None


class _MustRules:
    """The rules of a dialect's `must` requirements, which are the same on both sides."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        must = {name for name, requirement in dialect.requirements.items() if requirement.level is Level.MUST}
        self._rules = [(use, rule) for use, rule in DialectJudge(dialect).rules.items() if use.requirement in must]

    def pass_value(self, value: Json, written: Json, context: Context) -> bool:
        """Whether the rules pass each value of a type that the dialect's schema accepts: they are written for those."""
        errors = self._schema.iter_errors(value)
        mistyped = {tuple(error.instance_path) for error in errors if error.schema_path[-1:] == ["type"]}
        parts = ((rule, part) for use, rule in self._rules for _, part in parts_at(written, use.at, mistyped))
        return not any(any(apply_rule(rule, part, context)) for rule, part in parts)

    @cached_property
    def _schema(self) -> Any:
        return compile_schema(self._dialect.schema, formats=True)


def to_engine_value(value: Json) -> Json:
    """The value as both engines can take it: no text beyond Unicode, no number beyond binary64, not too deep."""
    if is_too_deep_for_engines(value):
        raise UnusableValue
    try:
        return _converted(value)
    except (UnicodeEncodeError, OverflowError):
        raise UnusableValue from None


def _pointer_and_keyword(error: Any) -> tuple[str, str]:
    return to_pointer([*error.absolute_path]), str(error.validator)


def _converted(value: Json) -> Json:
    if isinstance(value, dict):
        return {_converted(name): _converted(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_converted(part) for part in value]
    if isinstance(value, str):
        value.encode()
    elif isinstance(value, (int, float)) and not math.isfinite(value):
        raise UnusableValue
    return float(value) if isinstance(value, float) else value
