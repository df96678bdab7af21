"""What a wrong validator does not see: acceptance functions that several are made of, whatever the dialect."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from agentcard_conformance.adequacy.wrong_validators import Accepts, JudgedCard, Violation, WrongValidator, refusing
from agentcard_conformance.model import Json, parse_pointer

_Seen: TypeAlias = Callable[[int, int], bool]
"""Whether an item is looked at, by its number and how many there are."""


class SeenItems(NamedTuple):
    """A list of a card, and what is put into it."""

    place: str
    good: Callable[[int], Json]
    """A right item, by its number."""
    bad: Json
    hold: Callable[[Iterable[Json]], Json] = list
    """What holds the items."""


_PARTS: Mapping[str, tuple[str, int, _Seen]] = {
    "the-first": ("items[0], or a return behind the first turn", 2, lambda number, _: number == 0),
    "the-first-two": ("a loop with a bound of a test", 3, lambda number, _: number < 2),  # noqa: PLR2004  # the bound
    "the-first-ten": ("a slice against long reports", 11, lambda number, _: number < 10),  # noqa: PLR2004  # the bound
    "the-first-hundred": ("a bound against hostile cards", 101, lambda number, _: number < 100),  # noqa: PLR2004  # too
    "the-last": ("a result that each turn overwrites", 2, lambda number, count: number == count - 1),
    "all-but-the-first": ("a loop from 1, as in Lua and R", 2, lambda number, _: number > 0),
    "all-but-the-last": ("i < items.length - 1", 2, lambda number, count: number < count - 1),
    "every-other": ("an index that is counted up twice", 2, lambda number, _: number % 2 == 0),
    "both-ends": ("items.at(0) and items.at(-1)", 3, lambda number, count: number in (0, count - 1)),
}
"""The habit, how many items show it, and which are looked at."""


def partly_seeing_validators(lists: Mapping[str, SeenItems]) -> list[WrongValidator]:
    """Those that look at some items of a list alone."""
    return [
        WrongValidator(
            f"only-{part}-of-{name}",
            habit,
            {each.place: each.hold(each.good(n) if is_seen(n, count) else each.bad for n in range(count))},
            seeing_items(each.place.replace("/0", "/*"), is_seen),
        )
        for name, each in lists.items()
        for part, (habit, count, is_seen) in _PARTS.items()
    ]


class CheckedMember(NamedTuple):
    """A member of a card, and a fault of it."""

    requirements: Sequence[str]
    """Those about it, by how they begin."""
    place: str
    fault: Json


def unseen_beside_validators(
    checked: Mapping[str, CheckedMember], optional: Mapping[str, str], full: Mapping[str, Json]
) -> list[WrongValidator]:
    """Those that do not look at one member where another is there; the edits that make a full card are given."""
    habit = "elif where both may be there, in any language"
    return [
        WrongValidator(
            f"{name}-not-looked-at-beside-{beside}",
            habit,
            {**full, each.place: each.fault},
            unseen_where(each.requirements, _holding(pattern)),
        )
        for name, each in checked.items()
        for beside, pattern in optional.items()
        if not overlaps(each.place, pattern)
    ]


def overlaps(place: str, pattern: str) -> bool:
    """Whether a member is, holds or lies in another one; the first of a list stands for all."""
    place = place.replace("/0", "/*")
    return f"{place}/".startswith(f"{pattern}/") or f"{pattern}/".startswith(f"{place}/")


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


def demanding(is_met: Callable[[JudgedCard], bool]) -> Accepts:
    """Demands more of a card than there is to demand."""
    return lambda card: card.is_valid and is_met(card)


def repairing(requirements: Sequence[str], repair: Callable[[bytes], bytes]) -> Accepts:
    """Takes what breaks some requirements, named by their ids, and none once its bytes are repaired."""

    def accepts(card: JudgedCard) -> bool:
        if card.is_valid or not all(each.requirement in requirements for each in card.violations):
            return card.is_valid
        text = repair(card.text)
        return text != card.text and card.is_valid_text(text)

    return accepts


def refusing_texts(pattern: str, is_refused: Callable[[str], object]) -> Accepts:
    """Refuses a card for one text that stands at a place."""
    return refusing(pattern, lambda value: isinstance(value, str) and bool(is_refused(value)))


def refusing_together(one: str, other: str) -> Accepts:
    """Refuses a card for two members that may both be there."""
    return lambda card: card.is_valid and not (card.values(one) and card.values(other))


def _names(holder: Json) -> list[str]:
    return [*holder] if isinstance(holder, dict) else [str(number) for number in range(len(holder))]


def _holding(pattern: str) -> Callable[[JudgedCard], bool]:
    return lambda card: bool(card.values(pattern))
