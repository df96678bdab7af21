"""Searches for flips that no known change explains, with random edits of cards that hypothesis draws.

Several edits are drawn at once; what they put in comes from the cards. Bits are drawn and no integers: hypothesis mixes
into integers what it reads in whatever modules are loaded, so that one seed would give other cards on another machine;
and it keeps a folder for that in the current one.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from agentcard_conformance.compare.witnesses.starting_cards import StartingCard
from agentcard_conformance.model import Absent, Json, Steps, replaced_at
from agentcard_conformance.variations.values import PLAIN_VALUES, UNKNOWN_MEMBER

_CARD_BITS, _PLACE_BITS, _KIND_BITS, _VALUE_BITS = 5, 7, 2, 10
"""Bits for each choice: 27 us apiece, so there are no more than are useful."""

_MOST_EDITS = 2
_ALL_BITS = _CARD_BITS + 1 + _MOST_EDITS * (_PLACE_BITS + _KIND_BITS + _VALUE_BITS)


class RandomEdits:
    """Cards with one or two edits, each chosen by the bits of a number."""

    def __init__(self, cards: Sequence[StartingCard]) -> None:
        self._cards = cards[:: max(1, -(-len(cards) // 2**_CARD_BITS))]
        parts = [part for card in self._cards for _, part in _places(card.value)]
        values = [*{json.dumps(each): each for each in (*PLAIN_VALUES, *parts)}.values()]
        self._values = values[:: max(1, -(-len(values) // 2**_VALUE_BITS))]
        names = (name for part in parts if isinstance(part, dict) for name in part)
        self._names = [*dict.fromkeys([UNKNOWN_MEMBER, *names])]

    def card(self, number: int) -> StartingCard:
        """The card that a number stands for."""
        bits = _Bits(number)
        card = self._cards[bits.choose(_CARD_BITS, len(self._cards))]
        value = card.value
        for _ in range(1 + bits.choose(1, _MOST_EDITS)):
            value = self._edited(bits, value)
        return StartingCard(value, card.origin)

    def _edited(self, bits: "_Bits", value: Json) -> Json:
        places = [*_places(value)]
        at, part = places[bits.choose(_PLACE_BITS, len(places))]
        kind, other = bits.choose(_KIND_BITS, 4), bits.choose(_VALUE_BITS, len(self._values))
        if kind == 0 and at:
            return replaced_at(value, at, Absent.ABSENT)
        if kind == 1 and isinstance(part, (dict, list)):
            step = self._names[other % len(self._names)] if isinstance(part, dict) else len(part)
            return replaced_at(value, (*at, step), self._values[other])
        return replaced_at(value, at, self._values[other])


class _Bits:
    """What has not been used of a number."""

    def __init__(self, number: int) -> None:
        self._left = number

    def choose(self, bits: int, among: int) -> int:
        """Choose one of so many; what lies beyond the range of the bits is never chosen."""
        self._left, number = divmod(self._left, 1 << bits)
        return number % among


def find_by_random_edits(
    edits: RandomEdits, shows: Callable[[Json], bool], seed: int, most: int
) -> StartingCard | None:
    """The first card that shows it, among so many; always the same for the same seed."""
    if most <= 0:
        return None
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis import strategies as st
    from hypothesis.errors import NoSuchExample

    how = settings(
        max_examples=most,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    bits = st.tuples(*[st.booleans()] * _ALL_BITS)
    cards = bits.map(lambda drawn: edits.card(int("".join("01"[bit] for bit in drawn), 2)))
    try:
        return find(cards, lambda card: shows(card.value), settings=how, random=Random(seed))  # noqa: S311  # it is to be the same again
    except NoSuchExample:
        return None


def _places(value: Json, at: Steps = ()) -> Iterator[tuple[Steps, Json]]:
    yield at, value
    parts: Iterable[tuple[Any, Json]] = ()
    if isinstance(value, (dict, list)):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
    for step, part in parts:
        yield from _places(part, (*at, step))
