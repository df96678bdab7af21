"""Which cards flip that no change explains?

Hypothesis draws several edits of a card at once; what is put in place comes from the cards and from the schemas. It
draws bits and no integers, as it mixes into those what it reads in whatever modules are loaded, so that one seed would
give other cards on another machine; and it keeps a folder for that in the current one.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from agentcard_conformance.compare.findings import Address
from agentcard_conformance.compare.witnesses.search import Host
from agentcard_conformance.compare.witnesses.shrink import put
from agentcard_conformance.model import Absent, Json
from agentcard_conformance.variations.values import PLAIN_VALUES, UNKNOWN_MEMBER

HOSTS, PLACES, WAYS, POOL = 5, 7, 2, 10
"""Bits for each choice: 27 us apiece, so that there are no more than tell something."""

EDITS = 2
BITS = HOSTS + 1 + EDITS * (PLACES + WAYS + POOL)


class Bits:
    """What has not been used of a number."""

    def __init__(self, number: int) -> None:
        self._left = number

    def choose(self, bits: int, among: int) -> int:
        """One of so many; beyond what the bits can tell, none is chosen."""
        self._left, number = divmod(self._left, 1 << bits)
        return number % among


class Drawn:
    """Cards with one or two edits, each chosen by bits."""

    def __init__(self, hosts: Sequence[Host]) -> None:
        self._hosts = hosts[:: max(1, -(-len(hosts) // 2**HOSTS))]
        parts = [part for host in self._hosts for _, part in _places(host.value)]
        pool = [*{json.dumps(each): each for each in (*PLAIN_VALUES, *parts)}.values()]
        self._pool = pool[:: max(1, -(-len(pool) // 2**POOL))]
        self._names = [
            *dict.fromkeys([UNKNOWN_MEMBER, *(name for part in parts if isinstance(part, dict) for name in part)])
        ]

    def card(self, number: int) -> Host:
        """The card that a number stands for."""
        bits = Bits(number)
        host = self._hosts[bits.choose(HOSTS, len(self._hosts))]
        value = host.value
        for _ in range(1 + bits.choose(1, EDITS)):
            value = self._edited(bits, value)
        return Host(value, host.origin)

    def _edited(self, bits: Bits, value: Json) -> Json:
        places = [*_places(value)]
        at, part = places[bits.choose(PLACES, len(places))]
        way, other = bits.choose(WAYS, 4), bits.choose(POOL, len(self._pool))
        if way == 0 and at:
            return put(value, at, Absent.ABSENT)
        if way == 1 and isinstance(part, (dict, list)):
            step = self._names[other % len(self._names)] if isinstance(part, dict) else len(part)
            return put(value, (*at, step), self._pool[other])
        return put(value, at, self._pool[other])


def _places(value: Json, at: Address = ()) -> Iterator[tuple[Address, Json]]:
    yield at, value
    parts: Iterable[tuple[Any, Json]] = ()
    if isinstance(value, (dict, list)):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
    for step, part in parts:
        yield from _places(part, (*at, step))


def found(drawn: Drawn, shows: Callable[[Json], bool], seed: int, most: int) -> Host | None:
    """The first card that shows it, among so many; always the same for the same seed."""
    return _drawn(drawn, shows, seed, most) if most > 0 else None


def _drawn(drawn: Drawn, shows: Callable[[Json], bool], seed: int, most: int) -> Host | None:
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
    cards = st.tuples(*[st.booleans()] * BITS).map(lambda bits: drawn.card(int("".join("01"[bit] for bit in bits), 2)))
    try:
        return find(cards, lambda card: shows(card.value), settings=how, random=Random(seed))  # noqa: S311  # it is to be the same again
    except NoSuchExample:
        return None
