"""Decides which rules may find something in a card, by what each says that it passes."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property

from agentcard_conformance.fast_reference.flattening import flatten
from agentcard_conformance.fast_reference.number_ranges import demands_number, is_fraction_zero
from agentcard_conformance.fast_reference.references import SchemaDocuments, SchemaPart
from agentcard_conformance.model import Json, PathPattern, RuleUse, parts_at
from agentcard_conformance.rules import declaration, reads_number_text
from agentcard_conformance.schema_engine.fast_engine import IsValid, compile_check


def passing_schema(use: RuleUse, flat: Json) -> Json:
    """A schema of the whole card that matches only where a rule finds nothing, as far as a schema can tell.

    None does where the text of a number matters and the card's own schema, flat, demands no number there.
    """
    passes = _passes(use)
    if callable(passes):
        return True
    may_be_elsewhere = reads_number_text(use.rule) and not demands_number(flat, use.at)
    return _schema_at(use.at, False if may_be_elsewhere else passes)


def passing_check(use: RuleUse) -> IsValid | None:
    """What looks at the value besides, if anything does."""
    passes = _passes(use)
    if callable(passes):
        return lambda card: all(passes(value) for _, value in parts_at(card, use.at))
    if reads_number_text(use.rule):
        return lambda card: not is_fraction_zero(_member_at(card, use.at))
    return None


def passing_function(use: RuleUse) -> IsValid | None:
    """The function by which a rule says what it passes, where it is one."""
    passes = _passes(use)
    return passes if callable(passes) else None


class RuleSelector:
    """Selects the rules of a dialect that have to be asked about a card."""

    def __init__(self, documents: SchemaDocuments, rules: Sequence[RuleUse]) -> None:
        self._documents = documents
        self._rules = rules
        self._schema_of_one = cache(lambda number: self._schema_of([number]))

    def rules_to_ask(self, value: Json) -> Iterator[RuleUse]:
        """Those that may find something, in their order; mostly it is the schema alone that does."""
        doubtful = {number for number, check in self._checks if not check(value)}
        if not self._schema_of_all(value):
            # Of 222 rules, three are to be asked about a card with securityRequirements: each alone, that took 80 us.
            groups = (numbers for schema, numbers in self._groups if not schema(value))
            doubtful |= {number for numbers in groups for number in numbers if not self._schema_of_one(number)(value)}
        return (self._rules[number] for number in sorted(doubtful))

    @cached_property
    def _checks(self) -> Sequence[tuple[int, IsValid]]:
        checks = enumerate(passing_check(use) for use in self._rules)
        return [(number, check) for number, check in checks if check]

    @cached_property
    def _groups(self) -> Sequence[tuple[IsValid, Sequence[int]]]:
        """The rules that look below the same member of a card, with what all of them pass."""
        numbers: dict[PathPattern, list[int]] = {}
        for number, use in enumerate(self._rules):
            numbers.setdefault(use.at[:1], []).append(number)
        return [(self._schema_of(group), group) for group in numbers.values()]

    @cached_property
    def _schema_of_all(self) -> IsValid:
        return self._schema_of(range(len(self._rules)))

    def _schema_of(self, numbers: Iterable[int]) -> IsValid:
        """Whether a card matches what these rules say that they pass."""
        passing = (passing_schema(self._rules[number], self._flat) for number in numbers)
        return compile_check(flatten(self._documents, [SchemaPart(schema) for schema in passing]))

    @cached_property
    def _flat(self) -> Json:
        return flatten(self._documents, [self._documents.root])


def _passes(use: RuleUse) -> Json:
    declared = declaration(use.rule)
    return declared.passes if declared else False


def _member_at(value: Json, at: PathPattern) -> Json:
    for step in at:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _schema_at(at: PathPattern, schema: Json) -> Json:
    """A schema of the whole card, from one of the values at a place in it."""
    for step in reversed(at):
        schema = {"items": schema, "additionalProperties": schema} if step == "*" else {"properties": {step: schema}}
    return schema
