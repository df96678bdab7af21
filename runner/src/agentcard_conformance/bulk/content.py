"""What of a card makes sure that a rule finds nothing in it?"""

from agentcard_conformance import rules
from agentcard_conformance.bulk.flat import Holds
from agentcard_conformance.bulk.numbers import Place, is_number, is_zero_fraction
from agentcard_conformance.model import Json, RuleUse


def told(use: RuleUse, alone: Json) -> Json:
    """As far as a schema can tell; never, where the text of a number matters and the card's own demands none."""
    if is_asked(use):
        return True
    is_anywhere = rules.reads_as_written(use.rule) and not is_number(alone, use.at)
    return _below(use.at, False if is_anywhere else rules.sure(use.rule))


def question(use: RuleUse) -> Holds | None:
    """What takes a look at the value, if anything does."""
    if is_asked(use):
        is_sure: Holds = rules.sure(use.rule)
        return lambda card: all(is_sure(value) for _, value in rules.places(card, use.at))
    if rules.reads_as_written(use.rule):
        return lambda card: not is_zero_fraction(_at(card, use.at))
    return None


def is_asked(use: RuleUse) -> bool:
    """Is there something better to ask than a schema?"""
    return callable(rules.sure(use.rule))


def _at(value: Json, place: Place) -> Json:
    for step in place:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _below(place: Place, schema: Json) -> Json:
    """A schema of the whole card, from one of the values at a place in it."""
    for step in reversed(place):
        schema = {"items": schema, "additionalProperties": schema} if step == "*" else {"properties": {step: schema}}
    return schema
