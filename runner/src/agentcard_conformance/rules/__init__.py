"""What must hold of a card that JSON Schema cannot say, or cannot say exactly? One module for each subject.

Beside its rules a module may have tables by their names, for who judges many cards:
SURE, a schema or a question of which no value is true in which the rule finds something;
SAME_AS, a schema whose errors are what the rule finds;
AS_WRITTEN, rules to which a number is its text, so that a zero is only one when it was written so.
"""

from collections.abc import Container, Iterable, Sequence
from importlib import import_module
from typing import Any, TypeAlias, cast

from agentcard_conformance.model import Json, Rule, Step

Steps: TypeAlias = tuple[Step, ...]


def load(name: str) -> Rule:
    """The rule that a dialect names as `module.function`; raises LookupError when there is none."""
    module, _, function = name.partition(".")
    try:
        return cast("Rule", getattr(import_module(f"{__name__}.{module}"), function))
    except (ModuleNotFoundError, AttributeError):
        raise LookupError(name) from None


def sure(name: str) -> Json:
    """A schema or a question true only of values in which the rule finds nothing; at worst, of none."""
    return _table("SURE", name).get(_function(name), same_as(name) or False)


def same_as(name: str) -> Json:
    """A schema whose errors are what the rule finds, if there is one."""
    return _table("SAME_AS", name).get(_function(name))


def reads_as_written(name: str) -> bool:
    """Does the rule look at the text of a number?"""
    return _function(name) in _table("AS_WRITTEN", name)


def _table(table: str, name: str) -> Any:
    return getattr(import_module(f"{__name__}.{name.partition('.')[0]}"), table, {})


def _function(name: str) -> str:
    return name.partition(".")[2]


def places(value: Json, pattern: Sequence[str], closed: Container[Steps] = ()) -> list[tuple[Steps, Json]]:
    """The parts that a pattern of steps points at, none that is closed or within one; `*` is every item and member."""
    found: list[tuple[Steps, Json]] = [((), value)]
    for step in pattern:
        found = [((*at, name), part) for at, whole in found if at not in closed for name, part in _parts(whole, step)]
    return [(at, part) for at, part in found if at not in closed]


def _parts(value: Json, step: str) -> Iterable[tuple[Step, Json]]:
    if step == "*":
        return value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(step, value[step])] if isinstance(value, dict) and step in value else ()
