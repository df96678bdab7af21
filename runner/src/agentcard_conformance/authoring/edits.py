"""What is a card's value once the value at a JSON Pointer is another?"""

import re
from collections.abc import Sequence

from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Json, pointer

_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")
END = "-"
"""The place after an array's last item, as RFC 6901 names it."""


def put(value: Json, at: str, new: Json) -> Json:
    """Put another value in that place, or add it: as a new member, or as an item after the last."""
    steps = _steps(at)
    if not steps:
        return new
    holder = _holder(value, steps)
    if isinstance(holder, dict):
        holder[steps[-1]] = new
    else:
        index = len(holder) if steps[-1] == END else _index(holder, steps, beyond=1)
        holder[index : index + 1] = [new]
    return value


def remove(value: Json, at: str) -> Json:
    """Leave out what stands in that place."""
    steps = _steps(at)
    if not steps:
        raise CallError("--remove takes a place within the card, such as /name")
    holder = _holder(value, steps)
    _part(holder, steps)
    del holder[int(steps[-1]) if isinstance(holder, list) else steps[-1]]
    return value


def _steps(at: str) -> list[str]:
    if at and not at.startswith("/"):
        raise CallError(f"{at!a} is no JSON Pointer; it begins with a slash, as in /endpoint/url")
    return [step.replace("~1", "/").replace("~0", "~") for step in at.split("/")[1:]]


def _holder(value: Json, steps: Sequence[str]) -> Json:
    """The array or object that the last step leads out of."""
    for number in range(1, len(steps)):
        value = _part(_sure(value, steps[: number - 1]), steps[:number])
    return _sure(value, steps[:-1])


def _sure(value: Json, steps: Sequence[str]) -> Json:
    if not isinstance(value, dict | list):
        raise CallError(f"{pointer(steps)!a} is neither an object nor an array in the card that is to be edited")
    return value


def _part(holder: Json, steps: Sequence[str]) -> Json:
    if isinstance(holder, list):
        return holder[_index(holder, steps)]
    if steps[-1] not in holder:
        raise CallError(f"there is no {pointer(steps)!a} in the card that is to be edited: {_there(holder, steps)}")
    return holder[steps[-1]]


def _index(items: Sequence[Json], steps: Sequence[str], beyond: int = 0) -> int:
    if not _INDEX.fullmatch(steps[-1]) or int(steps[-1]) >= len(items) + beyond:
        raise CallError(f"there is no item {pointer(steps)!a} in the card that is to be edited: {_there(items, steps)}")
    return int(steps[-1])


def _there(holder: Json, steps: Sequence[str]) -> str:
    where = ascii(pointer(steps[:-1])) if steps[:-1] else "the card"
    if isinstance(holder, list):
        return f"{where} has {len(holder)}, counted from 0"
    return f"{where} has {', '.join(map(ascii, holder)) or 'no members'}"
