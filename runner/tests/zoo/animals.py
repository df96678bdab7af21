"""All behaviours by name, and the two ways in which a process shows them."""

import sys
from collections.abc import Mapping
from types import MappingProxyType

from zoo import callables, processes, streams, texts
from zoo.behaviour import Asked, Behaviour, named_in

BEHAVIOURS: Mapping[str, Behaviour] = MappingProxyType(
    {
        behaviour.name: behaviour
        for module in (texts, processes, streams, callables)
        for behaviour in module.behaviours()
    }
)


def judge(card: bytes, dialect: str, context: object) -> object:
    """The callable of the zoo."""
    behaviour = BEHAVIOURS.get(named_in(card))
    if not behaviour or "python" not in behaviour.costs:
        return Asked(card).honest()["valid"]
    said = behaviour.act(Asked(card))
    return Asked(card).honest()["valid"] if behaviour.name in processes.BEFORE or "thread" in behaviour.name else said


def answer_once() -> None:
    """The program of the zoo that is started for each card."""
    asked = Asked(sys.stdin.buffer.read())
    behaviour = BEHAVIOURS.get(named_in(asked.card))
    said = behaviour.act(asked) if behaviour and "once" in behaviour.costs else asked.line()
    processes.write_all(1, said)


if __name__ == "__main__":
    answer_once()
