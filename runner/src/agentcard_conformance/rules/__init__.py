"""What must hold of a card that JSON Schema cannot say, or cannot say exactly? One module for each subject."""

from collections.abc import Container, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TypeAlias, cast

from agentcard_conformance.model import Json, Rule, Step

Steps: TypeAlias = tuple[Step, ...]


def load(name: str) -> Rule:
    """The rule that a dialect names as `module.function`; raises LookupError when there is none."""
    module, _, function = name.partition(".")
    try:
        return cast("Rule", getattr(import_module(f"{__name__}.{module}"), function))
    except (ModuleNotFoundError, AttributeError):
        raise LookupError(name) from None


def places(
    value: Json, pattern: Sequence[str], closed: Container[Steps] = (), at: Steps = ()
) -> Iterator[tuple[Steps, Json]]:
    """The parts that a pattern of steps points at, none that is closed or within one; `*` is every item and member."""
    if at in closed:
        return
    if not pattern:
        yield at, value
        return
    for step, part in _parts(value):
        if pattern[0] in ("*", step):
            yield from places(part, pattern[1:], closed, (*at, step))


def _parts(value: Json) -> Iterable[tuple[Step, Json]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()
