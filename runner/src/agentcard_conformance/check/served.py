"""Fetches the cards that a host serves, and checks each exchange and the card in it."""

import time
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import NamedTuple

from agentcard_conformance.check.checking import CheckedFile, check_served
from agentcard_conformance.check.exchanges import ServingDialect, card_in, choose_serving, serving_dialects
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import to_short_ascii
from agentcard_conformance.fast_reference.bounded_reference import QuickReference
from agentcard_conformance.fetching import SECONDS, FetchBounds, Recording, WebAddress, parse_address, record
from agentcard_conformance.model import Assessment, Context, Dialect, Json, Question

_LONGEST_SHOWN = 100
_ANY = ""
"""In place of the dialect where none was chosen."""


class Answered(NamedTuple):
    """An exchange that took place: what was recorded, and a line that says what was answered."""

    recording: Recording
    line: str
    is_success: bool
    """Whether it has the status 200, or goes against HTTP, so that nobody knows."""
    has_json: bool
    """Whether JSON is in it, or nobody can tell: many hosts answer with a page wherever nothing lies."""


class ServedCards:
    """The cards of a host, as one call finds them."""

    def __init__(self, suite: Suite, chosen: Dialect | None, context: Context) -> None:
        """Of the chosen dialect of cards or of exchanges, or of all; raises CallError where it is served nowhere."""
        self._suite = suite
        self._context = context
        self._reference = QuickReference(suite.dialects)
        self._servings = [each for each in serving_dialects(suite) if chosen is None or each.is_of(chosen)]
        if chosen and not self._servings:
            what = f"how cards of {chosen.id} are served is not known here"
            raise CallError(f"{what}; fetch the card, and check the file")

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

    def check(self, answered: Iterable[Answered]) -> tuple[list[CheckedFile], list[str]]:
        """Each exchange that serves a card, and the card; where none does, those that say they do.

        A card that lies where those of its dialect once lay, too, is judged where it is first found.
        """
        successes = [each for each in answered if each.is_success]
        chosen = [each for each in successes if each.has_json] or successes
        unread: list[str] = []
        checked: list[CheckedFile] = []
        seen: list[tuple[str, Json]] = []
        for recording in (each.recording for each in chosen):
            serving, card = self._choose(recording)
            if (serving.body, card) not in seen:
                checked += self._check(recording, serving, unread)
                seen += [(serving.body, card)] * (card is not None)
        return checked, unread

    def _addresses(self, address: WebAddress) -> list[WebAddress]:
        if address.target != "/":
            return [address]
        paths = (path for each in self._servings for path in each.serves.paths)
        return [address._replace(target=path) for path in dict.fromkeys(paths)]

    def _accepted(self) -> str:
        wanted = [each.serves.accept for each in self._servings]
        return ", ".join([*dict.fromkeys([*wanted, "application/json"]), "*/*;q=0.1"])

    def _answered(self, recording: Recording) -> Answered:
        value = self._assess(recording, self._servings[0]).value
        if value is None:
            return Answered(recording, f"{recording.address}: no answer in HTTP/1.1", is_success=True, has_json=False)
        media_type = value.get("answer", {}).get("media_type")
        led = f", from {value['source']['authority']} by way of redirects" * (value["source"] != value["request"])
        kind = f", {to_short_ascii(media_type, _LONGEST_SHOWN)}" if media_type else ""
        line = f"{recording.address}: {value['status']} {_phrase(value['status'])}{kind}{led}"
        is_success = value["status"] == HTTPStatus.OK
        has_json = "card" in value.get("answer", {}) or "unread" in value
        return Answered(recording, line, is_success=is_success, has_json=has_json)

    def _assess(self, recording: Recording, serving: ServingDialect) -> Assessment:
        return self._reference.assess(Question(recording.exchange, serving.dialect.id))

    def _choose(self, recording: Recording) -> tuple[ServingDialect, Json]:
        """As the dialect that the card looks like, or else as one whose cards lie at its address; and the card."""
        value = self._assess(recording, self._servings[0]).value
        card = value and card_in(value)
        return choose_serving(self._suite, self._reference, card, recording.address.target, self._servings), card

    def _check(self, recording: Recording, serving: ServingDialect, unread: list[str]) -> Iterator[CheckedFile]:
        checked = CheckedFile(str(recording.address), serving.dialect, self._assess(recording, serving))
        asked = _ANY if self._servings[1:] else serving.dialect.id
        question = Question(recording.exchange, asked, self._context)
        yield checked
        yield from check_served(self._suite, self._reference, checked, question, unread)


def _phrase(status: int) -> str:
    return HTTPStatus(status).phrase if status in {*HTTPStatus} else ""
