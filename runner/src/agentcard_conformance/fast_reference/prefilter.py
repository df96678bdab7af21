"""Finds the cards that are certainly without a finding, so that nobody needs to look closer."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

from agentcard_conformance.fast_reference.flattening import flatten
from agentcard_conformance.fast_reference.number_ranges import (
    ALL_NUMBERS,
    NumberRanges,
    demands_number,
    object_members,
    take_out_ranges,
)
from agentcard_conformance.fast_reference.references import SchemaDocuments, SchemaPart
from agentcard_conformance.fast_reference.rule_passes import passing_check, passing_function, passing_schema
from agentcard_conformance.model import Json, PathPattern, RuleUse
from agentcard_conformance.rules import reads_number_text
from agentcard_conformance.schema_engine.fast_engine import compile_check

_NumberCheck: TypeAlias = Callable[[float, bytes], bool]

_ABSENT: Mapping[str, Json] = {}


class Prefilter:
    """A dialect's schema, and what its rules pass, in one schema and a few looks at the value."""

    def __init__(self, documents: SchemaDocuments, uses: Sequence[RuleUse]) -> None:
        flat = flatten(documents, [documents.root])
        whole = flatten(documents, [documents.root, *(SchemaPart(passing_schema(use, flat)) for use in uses)])
        as_written = {use.at for use in uses if reads_number_text(use.rule) and demands_number(flat, use.at)}
        schema, ranges = take_out_ranges(whole)
        self._number_checks = [*_number_checks(ranges, as_written).items()]
        asked = [(use, function) for use in uses if (function := passing_function(use))]
        self._member_checks = [(use.at[0], function) for use, function in asked if _is_member(use, schema)]
        others = (passing_check(use) for use, _ in asked if not _is_member(use, schema))
        self._card_checks = [check for check in others if check]
        self.schema_matches = compile_check(schema)
        """Whether there is nothing to be said of a card, as far as one schema can tell."""

    def value_passes(self, value: Json, card: bytes) -> bool:
        """Whether there is nothing, either, as far as it takes a look at the value."""
        for path, checks in self._number_checks:
            whole = value
            for step in path:
                whole = whole.get(step) or _ABSENT
            for name, safe_above, check in checks if whole else ():
                number = whole.get(name, math.inf)
                if number is not None and not number > safe_above and not check(number, card):
                    return False
        for name, passes in self._member_checks:
            if name in value and not passes(value[name]):
                return False
        # Mostly there are none, and a generator of nothing takes 2% of the time of a card.
        return not self._card_checks or all(check(value) for check in self._card_checks)


def _is_member(use: RuleUse, schema: Json) -> bool:
    """Whether a rule looks at a member of a card that is sure to be an object."""
    return len(use.at) == 1 and use.at[0] in object_members(schema) and schema["type"] == "object"


def _number_checks(
    ranges: Mapping[PathPattern, NumberRanges], as_written: Collection[PathPattern]
) -> dict[PathPattern, list[tuple[str, float, _NumberCheck]]]:
    """By object, the names of numbers, above what nothing is wrong with each, and what to ask of the others."""
    checks: dict[PathPattern, list[tuple[str, float, _NumberCheck]]] = {}
    for at in sorted({*ranges, *as_written}):
        found = ranges.get(at, ALL_NUMBERS)
        check = found.contains_as_written if at in as_written else found.contains
        checks.setdefault(at[:-1], []).append((at[-1], found.safe_above, check))
    return checks
