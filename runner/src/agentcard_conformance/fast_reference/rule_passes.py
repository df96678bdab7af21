"""Decides which rules may find something in a card, by what each says that it passes."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from agentcard_conformance.fast_reference.flattening import flatten
from agentcard_conformance.fast_reference.number_ranges import demands_number, is_fraction_zero
from agentcard_conformance.fast_reference.references import SchemaDocuments, SchemaPart
from agentcard_conformance.model import Json, PathPattern, Rule, RuleUse, parts_at
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

    def __init__(self, documents: SchemaDocuments, rules: Sequence[tuple[RuleUse, Rule]]) -> None:
        self._documents = documents
        self._rules = rules

    def rules_to_ask(self, value: Json) -> Iterator[tuple[RuleUse, Rule]]:
        """Those that may find something, in their order; mostly it is the schema alone that does."""
        all_match = self._all_schemas_match(value)
        for use, rule, schema_matches, check in self._checked_rules if all_match else self._selectable_rules:
            if not ((all_match or schema_matches(value)) and (check is None or check(value))):
                yield use, rule

    @cached_property
    def _selectable_rules(self) -> Sequence["_SelectableRule"]:
        return [_SelectableRule(use, rule, self._check_of(use), passing_check(use)) for use, rule in self._rules]

    @cached_property
    def _checked_rules(self) -> Sequence["_SelectableRule"]:
        return [each for each in self._selectable_rules if each.check]

    @cached_property
    def _all_schemas_match(self) -> IsValid:
        return self._check_of(*(use for use, _ in self._rules))

    def _check_of(self, *uses: RuleUse) -> IsValid:
        return compile_check(flatten(self._documents, [SchemaPart(passing_schema(use, self._flat)) for use in uses]))

    @cached_property
    def _flat(self) -> Json:
        return flatten(self._documents, [self._documents.root])


class _SelectableRule(NamedTuple):
    use: RuleUse
    rule: Rule
    schema_matches: IsValid
    check: IsValid | None


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
