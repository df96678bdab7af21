"""Finds the keywords of a schema that a card does not match, one after another and much sooner than the exact engine.

The exact engine holds every part of a card against every keyword, 100 times slower than the fast one says yes or no.
That one, asked on the way down, tells which parts need no look; asked at every level, it would read a card of a
hundred levels a hundred times. Its own list of errors is no help: it makes all of them before it gives the first,
which took 83 s and 8 GB for an `anyOf` of 400,000 schemas that are none.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from agentcard_conformance.fast_reference.checked_schema import FailedKeyword, Visit
from agentcard_conformance.fast_reference.interpreted_schema import InterpretedSchema
from agentcard_conformance.fast_reference.keyword_checks import KEYWORD_CHECKS, KeywordCheck
from agentcard_conformance.fast_reference.references import SchemaDocuments, SchemaPart
from agentcard_conformance.model import Fault, Json, Steps
from agentcard_conformance.reference.schema_errors import BrokenRequirement
from agentcard_conformance.schema_engine.engine import schema_errors
from agentcard_conformance.schema_engine.fast_engine import IsValid, compile_schema

_LEVELS_ASKED = frozenset({0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96})
"""The levels at which the fast engine is asked first: all near the top, and then fewer and fewer."""


class SchemaChecker:
    """A schema with everything that it refers to, each part compiled when it is first needed, or interpreted.

    Interpreted, it loads no engine, and raises one of UNDECIDED where an engine may read a part otherwise.
    """

    def __init__(
        self,
        documents: SchemaDocuments,
        requirements: Collection[str] = (),
        interpreted: InterpretedSchema | None = None,
    ) -> None:
        self.documents = documents
        self.requirements = requirements
        self.interpreted = interpreted
        self._subschemas: dict[tuple[int, str], SubschemaChecker] = {}

    def broken_requirements(
        self, part: SchemaPart, value: Json, as_written: Callable[[Steps], Json], *, is_large: bool = False
    ) -> Iterator[BrokenRequirement]:
        """Every keyword that a value in binary64 does not match, told with its numbers as written."""
        from agentcard_conformance.schema_engine.messages import describe_failure  # not above: most cards match

        schema = self.subschema(part)
        if schema.passes_quickly(value, 0):
            return
        failing = None if is_large or schema.is_interpreted else schema.failing_places(value)
        for failed in schema.failed_keywords(Visit(value, is_large=is_large, failing=failing)):
            shown = as_written(failed.at) if _may_be_rounded(failed) else failed.value
            if failed.keyword != "uniqueItems" or shown is failed.value or _has_repeated_item(shown):
                fault = Fault(describe_failure(failed.keyword, failed.wanted, shown), failed.at)
                yield BrokenRequirement(failed.requirement, fault, failed.keyword == "type")

    def asker(
        self, part: SchemaPart, as_written: Callable[[Steps], Json], *, is_large: bool
    ) -> Callable[[Steps, Json], Iterator[Fault]]:
        """What asks a rule about a part of a card, where its faults are the errors of a schema."""

        def find_faults(at: Steps, value: Json) -> Iterator[Fault]:
            broken = self.broken_requirements(part, value, lambda below: as_written((*at, *below)), is_large=is_large)
            yield from (each.fault for each in broken)

        return find_faults

    def subschema(self, part: SchemaPart) -> "SubschemaChecker":
        """The same one for the same part; what only refers to another one is that one."""
        key = (id(part.schema), part.home)
        if key not in self._subschemas:
            self._subschemas[key] = SubschemaChecker(self, self._follow(part))
        return self._subschemas[key]

    def _follow(self, part: SchemaPart) -> SchemaPart:
        if self.interpreted:
            return self.interpreted.follow(part)
        target = self.documents.target(part)
        return self._follow(target) if target else part


class SubschemaChecker:
    """One schema within another."""

    def __init__(self, checker: SchemaChecker, part: SchemaPart) -> None:
        self._checker = checker
        self._part = part
        self.is_interpreted = checker.interpreted is not None
        self.schema: Mapping[str, Json] = part.schema if isinstance(part.schema, dict) else {}
        comment = self.schema.get("$comment")
        self._requirement = comment if isinstance(comment, str) and comment in checker.requirements else ""
        self._checks: Sequence[tuple[KeywordCheck, Json]] | None = None  # no cached_property: its lock takes as long
        self._keywords: dict[str, IsValid] = {}
        self._children: dict[int, SubschemaChecker] = {}

    def passes_quickly(self, value: Json, level: int) -> bool:
        """Whether a quick look shows that it matches a value; there is none at some levels."""
        return not self.is_interpreted and level in _LEVELS_ASKED and self.matches(value)

    def failing_places(self, value: Json) -> Collection[Steps] | None:
        """Where a keyword of it or below it fails, and all places above; None where that is hard to tell.

        The fast engine makes all of its errors at once: of a small value that takes less than to ask part by part.
        """
        places: set[Steps] = set()
        for error in self._engine.iter_errors(value):
            at = tuple(error.instance_path)
            if not _is_told_exactly(value, at) or _may_hide_others(error):
                return None
            places.update(at[:length] for length in range(len(at) + 1))
        return places

    @cached_property
    def items_match(self) -> IsValid:
        """Whether each value of a list matches all of it."""
        is_valid: IsValid = self._compile({"items": self._part.schema}).is_valid
        return is_valid

    def failed_keywords(self, visit: Visit) -> Iterator[FailedKeyword]:
        """The keywords of it that do not hold, without a quick look beforehand."""
        if self._checks is None:
            self._checks = [
                (KEYWORD_CHECKS[word], wanted) for word, wanted in self.schema.items() if word in KEYWORD_CHECKS
            ]
        if self._requirement:
            visit = visit._replace(requirement=self._requirement)
        for check, wanted in self._checks:
            yield from check(self, wanted, visit)

    def child(self, schema: Json) -> "SubschemaChecker":
        """A schema that stands in it."""
        if id(schema) not in self._children:
            self._children[id(schema)] = self._checker.subschema(SchemaPart(schema, self._part.home))
        return self._children[id(schema)]

    def target(self, reference: str) -> "SubschemaChecker":
        """The schema that it refers to."""
        return self._checker.subschema(self._checker.documents.resolve(self._part.home, reference))

    def keyword_matches(self, name: str) -> IsValid:
        """Whether a value matches one keyword of it."""
        if name not in self._keywords:
            self._keywords[name] = (
                partial(self._checker.interpreted.keyword_matches, self._part, name)
                if self._checker.interpreted
                else self._compile({name: self.schema[name]}).is_valid
            )
        return self._keywords[name]

    @property
    def matches(self) -> IsValid:
        """Whether a value matches all of it."""
        if self._checker.interpreted:
            return partial(self._checker.interpreted.matches, self._part.schema, home=self._part.home)
        is_valid: IsValid = self._engine.is_valid
        return is_valid

    @cached_property
    def _engine(self) -> Any:
        return self._compile(self._part.schema)

    def _compile(self, schema: Json) -> Any:
        from agentcard_conformance.fast_reference.flattening import flatten  # not above: what is interpreted needs none

        return compile_schema(flatten(self._checker.documents, [SchemaPart(schema, self._part.home)]))


def _has_repeated_item(value: Json) -> bool:
    """Two integers beyond 64 bits may be one in binary64."""
    return next(schema_errors({"uniqueItems": True}, value), None) is not None


def _is_told_exactly(value: Json, at: Steps) -> bool:
    """Whether the steps of the fast engine lead there: it tells a name of digits as a number, and no empty name."""
    for step in at:
        if isinstance(value, dict) and ("" in value or isinstance(step, int)):
            return False
        value = value[step]
    return not (isinstance(value, dict) and "" in value)


def _may_hide_others(error: Any) -> bool:
    """Whether more may fail below: the flat schema asks nothing of the parts of a value that has the wrong type."""
    return error.schema_path[-1] in ("type", "not") and isinstance(error.instance, (dict, list))


def _may_be_rounded(failed: FailedKeyword) -> bool:
    """Whether it matters how numbers were written: one that binary64 cannot hold is a float here."""
    if failed.keyword == "uniqueItems":
        return any(isinstance(item, (float, list, dict)) for item in failed.value)
    return isinstance(failed.value, float)
