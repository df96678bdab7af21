"""Fills in what a recipe leaves open, such as `{{now + 300}}` or `{{digest skills}}`."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from agentcard_conformance.minting import UnusableRecipe
from agentcard_conformance.model import Json

_PLACEHOLDER = re.compile(r"\{\{([^{}]+)\}\}")

Fillers: TypeAlias = Mapping[str, Callable[[Sequence[str]], Json]]
"""By the first word of a placeholder, what makes a value of the others."""


def fill_in(value: Json, fillers: Fillers) -> Json:
    """The value with every placeholder replaced; a string that is nothing else becomes what stands for it."""
    if isinstance(value, dict):
        return {name: fill_in(part, fillers) for name, part in value.items()}
    if isinstance(value, list):
        return [fill_in(part, fillers) for part in value]
    if not isinstance(value, str):
        return value
    whole = _PLACEHOLDER.fullmatch(value)
    return _fill(whole, fillers) if whole else _PLACEHOLDER.sub(lambda found: str(_fill(found, fillers)), value)


def filler(value: Json) -> Callable[[Sequence[str]], Json]:
    """What makes that value, whatever the other words are."""
    return lambda _: value


def time_filler(now: int) -> Callable[[Sequence[str]], Json]:
    """What makes a time of `now`, `now + 300` or `now - 0.5`."""

    def fill(words: Sequence[str]) -> Json:
        if not words:
            return now
        sign, seconds = words
        amount = float(seconds) if "." in seconds else int(seconds)
        return now + {"+": amount, "-": -amount}[sign]

    return fill


def _fill(found: re.Match[str], fillers: Fillers) -> Json:
    first, *words = found[1].split()
    if first not in fillers:
        raise UnusableRecipe(f"{found[0]} stands where only {', '.join(sorted(fillers))} can be filled in")
    try:
        return fillers[first](words)
    except (KeyError, ValueError, TypeError, IndexError):
        raise UnusableRecipe(f"{found[0]} cannot be filled in") from None
