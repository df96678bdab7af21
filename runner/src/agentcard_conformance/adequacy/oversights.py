"""What a wrong validator does not see: acceptance functions that several are made of, whatever the dialect."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, Violation
from agentcard_conformance.model import Json, parse_pointer

_Seen: TypeAlias = Callable[[int, int], bool]
"""Whether an item is looked at, by its number and how many there are."""


def overlooking(is_overlooked: Callable[[JudgedCard, Violation], bool]) -> Accepts:
    """Does not see some violations."""
    return lambda card: card.is_valid_but_for(lambda violation: is_overlooked(card, violation))


def not_asking(*requirements: str) -> Accepts:
    """Asks nothing of what some requirements are about, named by how they begin."""
    return overlooking(lambda _, violation: violation.requirement.startswith(requirements))


def taking(requirement: str, is_taken: Callable[[Json], bool]) -> Accepts:
    """Takes more values than one requirement lets."""
    return overlooking(
        lambda card, violation: violation.requirement == requirement and bool(is_taken(card.value_at(violation.at)))
    )


def unseen_where(requirements: Sequence[str], is_unseen: Callable[[JudgedCard], bool]) -> Accepts:
    """Passes over requirements, named by how they begin, in some cards."""
    return overlooking(
        lambda card, violation: violation.requirement.startswith(tuple(requirements)) and is_unseen(card)
    )


def seeing_items(pattern: str, is_seen: _Seen) -> Accepts:
    """Looks at some items of arrays, or members of objects in the order in which they stand."""
    depth = len(parse_pointer(pattern))

    def is_unseen(card: JudgedCard, violation: Violation) -> bool:
        if not violation.is_below(f"{pattern}/*"):
            return False
        names = _names(card.value_at(violation.at[:depth]))
        return not is_seen(names.index(violation.at[depth]), len(names))

    return overlooking(is_unseen)


def refusing_together(one: str, other: str) -> Accepts:
    """Refuses a card for two members that may both be there."""
    return lambda card: card.is_valid and not (card.values(one) and card.values(other))


def _names(holder: Json) -> list[str]:
    return [*holder] if isinstance(holder, dict) else [str(number) for number in range(len(holder))]
