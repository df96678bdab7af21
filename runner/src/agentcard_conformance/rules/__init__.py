"""The format-checker module: what must hold of a card that JSON Schema cannot say, or cannot say exactly.

Each module is a plugin with rules about one subject. A rule is a function from a value, or from a value and the
context, to the faults in it, named in a dialect.json as `module.function`. `@rule` above it says what needs no look,
for checking many cards.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from agentcard_conformance.errors import UnknownName
from agentcard_conformance.model import Context, Fault, Json, LiteralFloat, Rule
from agentcard_conformance.plugins import load_plugin

Passes: TypeAlias = Json | Callable[[Json], bool]

_RuleT = TypeVar("_RuleT", bound=Rule)


class Declaration(NamedTuple):
    """What a rule says of itself."""

    passes: Passes
    """A schema or a function, true only of values in which the rule finds nothing in any context; False is none."""
    errors_of: Json
    """A schema whose errors are exactly what the rule finds, if there is one."""


_DECLARATIONS: dict[Rule, Declaration] = {}


def rule(*, passes: Passes = False, errors_of: Json = None) -> Callable[[_RuleT], _RuleT]:
    """Declare a rule, and either the values that it passes or the schema that finds the same."""

    def declare(function: _RuleT) -> _RuleT:
        _DECLARATIONS[function] = Declaration(passes if errors_of is None else errors_of, errors_of)
        return function

    return declare


def load_rule(name: str) -> Rule:
    """The rule that a dialect names as `module.function`; raises UnknownName when there is none."""
    try:
        return cast("Rule", getattr(_module(name), name.partition(".")[2]))
    except (AttributeError, LookupError):
        raise UnknownName("dialect.json", f"names a rule {name!a}, which no module of rules has") from None


def apply_rule(rule: Rule, value: Json, context: Context) -> Iterator[Fault]:
    """What a rule finds in a value; one that takes two arguments is given the context, too."""
    return rule(value, context) if rule.__code__.co_argcount > 1 else rule(value)


def declaration(name: str) -> Declaration | None:
    """What the rule of that name says of itself, if it says anything."""
    return _DECLARATIONS.get(load_rule(name))


def reads_number_text(name: str) -> bool:
    """Whether the rule of that name may look at how a number was written: its module knows the type that keeps it."""
    return _knows_number_text(name.partition(".")[0])


@cache
def _knows_number_text(module: str) -> bool:
    return LiteralFloat in vars(load_plugin(__name__, module)).values()


def _module(name: str) -> Any:
    return load_plugin(__name__, name.partition(".")[0])
