"""What only a Python callable can do: return and raise what nobody expects."""

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from zoo.behaviour import CARD, NOTHING, Asked, Behaviour


class Unprintable(Exception):
    """An exception that cannot be told."""

    def __str__(self) -> str:
        raise RuntimeError("not even this")


def returns(value: object) -> Callable[[Asked], Any]:
    return lambda _: value


def raises(error: BaseException) -> Callable[[Asked], Any]:
    def raise_it(_: Asked) -> None:
        raise error

    return raise_it


def own_container() -> list[Any]:
    itself: list[Any] = []
    itself.append(itself)
    return itself


def print_and_answer(asked: Asked) -> bool:
    sys.stdout.write('{"id": 1, "valid": true}\n' * 100)
    sys.stdout.flush()
    return bool(asked.honest()["valid"])


RETURNS: Mapping[str, Any] = {
    "none": None,
    "number-one": 1,
    "word": "valid",
    "bytes": b'{"valid": true}',
    "empty-dict": {},
    "dict-of-a-word": {"valid": "yes"},
    "dict-of-both": {"valid": True, "skip": "too"},
    "set-within": {"valid": True, "errors": {1, 2}},
    "itself-within": {"valid": True, "errors": own_container()},
    "nan-within": {"valid": True, "cost": float("nan")},
    "bytes-as-name": {b"valid": True},
}
RAISES: Mapping[str, BaseException] = {
    "unprintable": Unprintable(),
    "half-a-pair": ValueError("\ud800 \x1b[2J"),
    "long-message": ValueError("x" * 10_000_000),
    "exit": SystemExit(0),
    "exit-with-text": SystemExit("::error::owned"),
    "interrupt": KeyboardInterrupt(),
    "generator-exit": GeneratorExit(),
    "stop-iteration": StopIteration(),
    "out-of-memory": MemoryError(),
}


def behaviours() -> Iterator[Behaviour]:
    """What is returned, what is raised, and one that prints."""
    for name, value in RETURNS.items():
        yield Behaviour(f"return-{name}", "returns it", {"python": CARD}, returns(value))
    for name, error in RAISES.items():
        yield Behaviour(f"raise-{name}", "raises it", {"python": CARD}, raises(error))
    yield Behaviour("print", "prints answers", {"python": NOTHING}, print_and_answer)
