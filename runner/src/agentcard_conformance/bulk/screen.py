"""Which cards are certainly without a finding, so that nobody needs to look closer?"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from agentcard_conformance import rules
from agentcard_conformance.bulk.documents import Documents, Node
from agentcard_conformance.bulk.flat import Holds, flat, holder
from agentcard_conformance.bulk.numbers import ALL, Place, is_number, is_zero_fraction, lifted, members
from agentcard_conformance.model import Json, Rule, RuleUse

Uses: TypeAlias = Sequence[tuple[RuleUse, Rule]]
Suits: TypeAlias = Callable[[float, bytes], bool]

ABSENT: Mapping[str, Json] = {}


class Screen:
    """A dialect's schema and what makes its rules content, in one schema and a few looks at the value."""

    def __init__(self, documents: Documents, uses: Uses) -> None:
        self._documents = documents
        self._uses = uses
        self._alone = flat(documents, [documents.root])
        schema = flat(documents, [documents.root, *(self._told(use) for use, _ in uses)])
        self._numbers = [*_numbers(schema, {use.at for use, _ in uses if rules.reads_as_written(use.rule)})]
        self._questions = [_quick_question(use, schema) for use, _ in uses if callable(rules.sure(use.rule))]
        self.holds = holder(schema)
        """Is there nothing to be said of a card, as far as one schema can tell?"""

    def passes(self, value: Json, card: bytes) -> bool:
        """Is there nothing, either, as far as it takes a look at the value?"""
        for way, name, enough, suits in self._numbers:
            whole = value
            for step in way:
                whole = whole.get(step, ABSENT)
            number = whole.get(name, math.inf)
            if not number > enough and not suits(number, card):
                return False
        for question in self._questions:  # noqa: SIM110  # all() makes a generator, 0.3 us on every card
            if not question(value):
                return False
        return True

    def suspects(self, value: Json) -> Iterator[tuple[RuleUse, Rule]]:
        """The rules that may find something, in their order; mostly it is the schema alone that does."""
        are_told = self._all_told(value)
        for use, rule, is_told, question in self._contents:
            if not ((are_told or is_told(value)) and question(value)):
                yield use, rule

    @cached_property
    def _all_told(self) -> Holds:
        return holder(flat(self._documents, [self._told(use) for use, _ in self._uses]))

    @cached_property
    def _contents(self) -> Sequence[tuple[RuleUse, Rule, Holds, Holds]]:
        return [
            (use, rule, holder(flat(self._documents, [self._told(use)])), _question(use)) for use, rule in self._uses
        ]

    def _told(self, use: RuleUse) -> Node:
        """What the card has to hold to; never, where a number's text matters and might stand anywhere."""
        sure = rules.sure(use.rule)
        if callable(sure):
            return Node(True)  # noqa: FBT003  # a schema
        is_nowhere = rules.reads_as_written(use.rule) and not is_number(self._alone, use.at)
        return Node(_below(use.at, False if is_nowhere else sure))


def _question(use: RuleUse) -> Holds:
    """What only a look at the values can tell."""
    sure = rules.sure(use.rule)
    if callable(sure):
        return lambda value: all(sure(part) for _, part in rules.places(value, use.at))
    if rules.reads_as_written(use.rule):
        return lambda value: not any(is_zero_fraction(part) for _, part in rules.places(value, use.at))
    return lambda _: True


def _quick_question(use: RuleUse, schema: Json) -> Holds:
    """The same with less ado for a member of a card that is sure to be an object."""
    name, is_sure = use.at[0], rules.sure(use.rule)
    if len(use.at) > 1 or name not in members(schema):
        return _question(use)
    return lambda value: name not in value or is_sure(value[name])


def _numbers(schema: Json, written: set[Place]) -> Iterator[tuple[Place, str, float, Suits]]:
    """Where it is, above what nothing is wrong with it, and what to ask of the others."""
    allowed = dict(lifted(schema))
    for at in sorted({*allowed, *written}):
        numbers = allowed.get(at, ALL)
        yield at[:-1], at[-1], numbers.enough, numbers.has_as_written if at in written else numbers.has


def _below(at: Place, schema: Json) -> Json:
    """A schema of the whole card, from one of the values at a place in it."""
    for step in reversed(at):
        schema = {"items": schema, "additionalProperties": schema} if step == "*" else {"properties": {step: schema}}
    return schema
