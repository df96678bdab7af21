"""How do the bytes of a card become a value? One module for each notation, found by its name."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple, TypeAlias, cast

from agentcard_conformance.model import Context, Json, Position, Step


class DecodeFault(NamedTuple):
    """What a decoder finds wrong; `requirement` is the id that every dialect of this notation gives it."""

    requirement: str
    what: str
    at: tuple[Step, ...] = ()
    position: Position | None = None


class NotDecodable(Exception):
    """The bytes hold no value at all."""

    def __init__(self, fault: DecodeFault) -> None:
        super().__init__(fault.what)
        self.fault = fault


class Document(NamedTuple):
    """A decoded card: its value, what was odd on the way, and where each part of it stands in the text."""

    value: Json
    faults: tuple[DecodeFault, ...]
    locate: Callable[[tuple[Step, ...]], Position]


Decoder: TypeAlias = Callable[[bytes, Context], Document]


def known() -> list[str]:
    """Which notations are there?"""
    return sorted(module.name for module in iter_modules(__path__))


@cache
def load(name: str) -> Decoder:
    """The decoder of a notation; raises LookupError when there is none."""
    if name not in known():
        raise LookupError(name)
    return cast("Decoder", import_module(f"{__name__}.{name}").decode)


def reports(name: str) -> frozenset[str]:
    """The requirements that a decoder can find unmet, so that each dialect of the notation can be held to list them."""
    if name not in known():
        return frozenset()
    return cast("frozenset[str]", import_module(f"{__name__}.{name}").REPORTS)
