"""How is a card of the corpus written? One module for each notation with a house form, named as its decoder is."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules

from agentcard_conformance.model import Json


@dataclass(frozen=True, slots=True)
class HouseForm:
    """How a notation looks in the corpus."""

    encode: Callable[[Json], bytes]
    """A decoded value, written down."""
    lay_out: Callable[[bytes], bytes]
    """The same text, every name, string and number spelled as it was, with the house's line breaks and blanks."""


def known() -> list[str]:
    """Which notations have a house form?"""
    return sorted(module.name for module in iter_modules(__path__))


def load(name: str) -> HouseForm | None:
    """The house form of a notation, if it has one."""
    if name not in known():
        return None
    module = import_module(f"{__name__}.{name}")
    return HouseForm(module.encode, module.lay_out)
