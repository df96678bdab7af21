"""Edits the value of a card or a recipe at a JSON Pointer, with a sentence for a place that is not there."""

import re
from collections.abc import Iterable, Sequence

from agentcard_conformance.errors import CallError
from agentcard_conformance.minting import RecipeEdit
from agentcard_conformance.model import Absent, Json, Step, Steps, parse_pointer, replaced_at, to_pointer

_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")
_END = "-"
"""The place after an array's last item, as RFC 6901 names it."""


def set_value(value: Json, pointer: str, new: Json) -> Json:
    """The value with another one in that place, or added: as a new member, or as an item after the last."""
    return replaced_at(value, _find_place(value, pointer, may_be_new=True), new)


def remove_value(value: Json, pointer: str) -> Json:
    """The value without what stands in that place."""
    steps = _find_place(value, pointer, may_be_new=False)
    if not steps:
        raise CallError("--remove takes a place within the card, such as /name")
    return replaced_at(value, steps, Absent.ABSENT)


def apply_edits(value: Json, edits: Iterable[RecipeEdit]) -> Json:
    """The value after some edits, one after another; raises CallError for a place that is not there."""
    for pointer, new in edits:
        value = remove_value(value, pointer) if new is Absent.ABSENT else set_value(value, pointer, new)
    return value


def _find_place(value: Json, pointer: str, *, may_be_new: bool) -> Steps:
    """The steps of a pointer into a value; the last one may lead to where nothing stands yet."""
    if pointer and not pointer.startswith("/"):
        raise CallError(f"{pointer!a} is not a JSON Pointer; it begins with a slash, as in /endpoint/url")
    names = parse_pointer(pointer)
    steps: list[Step] = []
    for number in range(1, len(names) + 1):
        is_new = may_be_new and number == len(names)
        steps.append(_find_step(value, names[:number], may_be_new=is_new))
        value = None if is_new else value[steps[-1]]
    return tuple(steps)


def _find_step(holder: Json, names: Sequence[str], *, may_be_new: bool) -> Step:
    """The last of some steps, out of the array or object that the others lead to."""
    if not isinstance(holder, dict | list):
        where = to_pointer(names[:-1])
        raise CallError(f"{where!a} is neither an object nor an array in the card that is to be edited")
    if isinstance(holder, list):
        return _find_index(holder, names, may_be_new=may_be_new)
    if not may_be_new and names[-1] not in holder:
        raise CallError(f"there is no {to_pointer(names)!a} in the card that is to be edited: {_parts(holder, names)}")
    return names[-1]


def _find_index(items: Sequence[Json], names: Sequence[str], *, may_be_new: bool) -> int:
    if may_be_new and names[-1] == _END:
        return len(items)
    if not _INDEX.fullmatch(names[-1]) or int(names[-1]) >= len(items) + may_be_new:
        what = f"there is no item {to_pointer(names)!a} in the card that is to be edited: {_parts(items, names)}"
        raise CallError(what)
    return int(names[-1])


def _parts(holder: Json, names: Sequence[str]) -> str:
    where = ascii(to_pointer(names[:-1])) if names[:-1] else "the card"
    if isinstance(holder, list):
        return f"{where} has {len(holder)}, counted from 0"
    return f"{where} has {', '.join(map(ascii, holder)) or 'no members'}"
