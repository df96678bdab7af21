"""Fetches the cards that a host serves, and checks each exchange and the card in it."""

import time
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from itertools import chain
from typing import NamedTuple

from agentcard_conformance.check.checking import CheckedFile, served_cards
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import to_short_ascii
from agentcard_conformance.fast_reference.bounded_reference import QuickReference
from agentcard_conformance.fetching import SECONDS, FetchBounds, Recording, WebAddress, parse_address, record
from agentcard_conformance.model import Dialect, Json, Question, Serving

_LONGEST_SHOWN = 100


class _Serving(NamedTuple):
    """A dialect of exchanges, and what its cards serve."""

    dialect: Dialect
    serves: Serving


class Answered(NamedTuple):
    """An exchange that took place: what was recorded, and a line that says what was answered."""

    recording: Recording
    line: str
    is_success: bool
    """Whether it has the status 200, or goes against HTTP, so that nobody knows."""
    has_json: bool
    """Whether JSON is in it: many hosts answer with a page wherever nothing lies."""


class ServedCards:
    """The cards of a host, as one call finds them."""

    def __init__(self, suite: Suite, chosen: Dialect | None) -> None:
        """Of the chosen dialect of cards or of exchanges, or of all; raises CallError where it is served nowhere."""
        self._suite = suite
        self._reference = QuickReference(suite.dialects)
        about = [_Serving(each, each.serves) for each in suite.dialects.values() if each.serves]
        self._servings = [each for each in about if chosen in (None, each.dialect, self._cards(each))]
        if not self._servings:
            name = chosen.id if chosen else "any dialect"
            raise CallError(f"how cards of {name} are served is not known here; fetch the card, and check the file")

    def fetch(self, text: str, *, allow_private: bool) -> tuple[list[Answered], list[str]]:
        """What is answered at an address, or of a host at every path where cards lie; a sentence for what is not."""
        answered: list[Answered] = []
        unread: dict[str, None] = {}
        bounds = FetchBounds(allow_private, time.monotonic() + SECONDS)
        for address in self._addresses(parse_address(text)):
            try:
                answered.append(self._answered(record(address, self._accepted(), bounds)))
            except CallError as error:
                unread[str(error)] = None
        return answered, [*unread]

    def check(self, answered: Iterable[Answered]) -> list[CheckedFile]:
        """Each exchange that serves a card, and the card; where none does, those that say they do."""
        successes = [each for each in answered if each.is_success]
        chosen = [each for each in successes if each.has_json] or successes
        return [checked for each in chosen for checked in self._check(each.recording)]

    def _addresses(self, address: WebAddress) -> list[WebAddress]:
        if address.target != "/":
            return [address]
        paths = (path for each in self._servings for path in each.serves.paths)
        return [address._replace(target=path) for path in dict.fromkeys(paths)]

    def _accepted(self) -> str:
        cards = (self._cards(each).media_type for each in self._servings)
        return ", ".join([*dict.fromkeys([*cards, "application/json"]), "*/*;q=0.1"])

    def _answered(self, recording: Recording) -> Answered:
        value = self._value(recording, self._servings[0])
        if value is None:
            return Answered(recording, f"{recording.address}: no answer in HTTP/1.1", is_success=True, has_json=False)
        response = value["response"]
        led = f", from {value['source']['authority']} by way of redirects" * bool(value["redirects"])
        kind = f", {to_short_ascii(response['media_type'], _LONGEST_SHOWN)}" if "media_type" in response else ""
        line = f"{recording.address}: {response['status']} {_phrase(response['status'])}{kind}{led}"
        return Answered(recording, line, is_success=response["status"] == HTTPStatus.OK, has_json="card" in response)

    def _value(self, recording: Recording, serving: _Serving) -> Json:
        return self._reference.assess(Question(recording.exchange, serving.dialect.id)).value

    def _check(self, recording: Recording) -> Iterator[CheckedFile]:
        """As the dialect that the card looks like, or else as one whose cards lie at its address."""
        dialect = self._best(recording).dialect
        assessment = self._reference.assess(Question(recording.exchange, dialect.id))
        checked = CheckedFile(str(recording.address), dialect, assessment)
        yield checked
        yield from served_cards(self._suite, self._reference, checked, recording.exchange)

    def _best(self, recording: Recording) -> _Serving:
        value = self._value(recording, self._servings[0])
        card = value and value["response"].get("card")
        path = recording.address.target
        alike = (each for each in self._servings if self._reference.matches(self._cards(each).looks_like, card))
        there = (each for each in self._servings if path in each.serves.paths)
        return next(chain(alike, there, self._servings))

    def _cards(self, serving: _Serving) -> Dialect:
        return self._suite.dialects[serving.serves.dialect]


def _phrase(status: int) -> str:
    return HTTPStatus(status).phrase if status in {*HTTPStatus} else ""
