"""Searches for a card that would show that something is broken."""

import base64
import json
import re
import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, takewhile, zip_longest
from typing import NamedTuple, TypeAlias, TypeVar

from agentcard_conformance.adequacy.breakage import Breakage, BrokenPart, KnownCard
from agentcard_conformance.adequacy.decoded_cards import (
    CARD_BYTES,
    DecodedCard,
    DecodedFixtures,
    PlacedValue,
    decode_card,
)
from agentcard_conformance.adequacy.odd_texts import odd_texts
from agentcard_conformance.adequacy.time_limit import Misbehaviour, call_safely
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import (
    Absent,
    Assessment,
    Dialect,
    Expected,
    Fixture,
    PathPattern,
    Question,
    to_pointer,
)
from agentcard_conformance.notations import HouseForm, load_house_form
from agentcard_conformance.variations.values import Edit, edits

_MOST_TRIED = 20_000
"""Values, before the search gives up."""

_MOST_SECONDS = 30
"""For one breakage: of code that every card meets, 100,000 cards of four dialects took four minutes."""

_MOST_EDITED = 150
"""Fixtures whose value at the place is edited."""

_LONGEST_NAME = 60

Assess: TypeAlias = Callable[[Question], Assessment]
_CandidateT = TypeVar("_CandidateT")


class Suggestion(NamedTuple):
    """A fixture that would notice."""

    path: str
    command: str
    card: bytes


class SearchResult(NamedTuple):
    """What was found, and among how many."""

    suggestion: Suggestion | None
    tried: int
    bytes_only: tuple[str, ...] = ()
    """The dialects whose values could not be tried, since their notation writes none."""


class EditedFixture(NamedTuple):
    """A fixture with another card."""

    dialect: Dialect
    original: Fixture
    card: DecodedCard
    options: str
    """What makes it with the command `new`; empty where only its bytes do."""


class SuggestionSearch:
    """Searches for one breakage after another over the same fixtures, by dialect."""

    def __init__(self, fixtures: Mapping[str, DecodedFixtures], assess: Assess) -> None:
        self._fixtures = fixtures
        self._assess = assess
        self._tried = 0
        self._end = 0.0
        self._bytes_only: dict[str, None] = {}

    def search(self, breakage: Breakage) -> SearchResult:
        """The first card with one fault at most; else the first at all."""
        self._tried, self._bytes_only = 0, {}
        self._end = time.process_time() + _MOST_SECONDS
        second: Suggestion | None = None
        for candidate in self._differing(breakage):
            suggestion, is_clean = self._to_suggestion(breakage, candidate)
            if is_clean:
                return SearchResult(suggestion, self._tried)
            second = second or suggestion
        return SearchResult(second, self._tried, tuple(self._bytes_only))

    def _differing(self, breakage: Breakage) -> Iterator[EditedFixture]:
        """The cards that would show it, one dialect after the other."""
        for name in breakage.dialects:
            fixtures = self._fixtures[name]
            if breakage.witness:
                yield from self._known_card(breakage.witness, fixtures)
                continue
            for broken in breakage.make(fixtures.dialect):
                candidates = self._candidates(breakage, broken, fixtures)
                yield from (each for each in candidates if broken.differs_on_card(each.card))

    def _known_card(self, witness: KnownCard, fixtures: DecodedFixtures) -> Iterator[EditedFixture]:
        """The card that is known to show it, beside the shortest valid fixture."""
        self._tried += 1
        for original in _shortest_valid(fixtures):
            yield _edited(original, witness.card, fixtures.dialect, witness.options)

    def _candidates(self, breakage: Breakage, broken: BrokenPart, fixtures: DecodedFixtures) -> Iterator[EditedFixture]:
        house_form = load_house_form(fixtures.dialect.notation)
        if CARD_BYTES in broken.places or not house_form:
            self._bytes_only |= {} if CARD_BYTES in broken.places else {fixtures.dialect.id: None}
            yield from self._odd_texts(breakage, fixtures)
        else:
            for place in broken.places:
                yield from self._edited_values(breakage, broken, place, fixtures, house_form)

    def _odd_texts(self, breakage: Breakage, fixtures: DecodedFixtures) -> Iterator[EditedFixture]:
        """Of the shortest valid fixture: whatever is read out of its bytes."""
        for original in _shortest_valid(fixtures):
            for text in self._in_time(odd_texts(original.question.card, breakage.hints)):
                self._tried += 1
                yield _edited(original, text, fixtures.dialect)

    def _edited_values(
        self,
        breakage: Breakage,
        broken: BrokenPart,
        place: PathPattern,
        fixtures: DecodedFixtures,
        house_form: HouseForm,
    ) -> Iterator[EditedFixture]:
        """One edit of each fixture in turn, so that none takes up everything that may be tried."""
        values = _values_to_edit(fixtures, place)
        turns = zip_longest(*(edits(value.value, breakage.hints) for value in values))
        pairs = ((value, edit) for turn in turns for value, edit in zip(values, turn, strict=True) if edit)
        for value, edit in self._in_time(islice(pairs, _MOST_TRIED)):
            self._tried += 1
            removes_it = isinstance(edit.new, Absent) and not edit.at
            if not removes_it and broken.differs_on_value(
                place, PlacedValue(edit.apply(value.value), context=value.context)
            ):
                yield _edit_fixture(fixtures, value, edit.below(*value.at), house_form)

    def _in_time(self, candidates: Iterable[_CandidateT]) -> Iterator[_CandidateT]:
        """Those for which there is time."""
        return takewhile(lambda _: time.process_time() < self._end, candidates)

    def _to_suggestion(self, breakage: Breakage, candidate: EditedFixture) -> tuple[Suggestion, bool]:
        """How the card is added, and whether it has no other fault."""
        assessment = self._assess(candidate.card.question)
        findings = assessment.violations or assessment.advice or assessment.contested
        found = {each.requirement.id for each in findings}
        side = "invalid" if assessment.violations else "contested" if assessment.contested else "valid"
        dialect = candidate.dialect
        requirement = found.pop() if len(found) == 1 else _likely_requirement(dialect, breakage, candidate.original)
        place = f"{dialect.id}/{requirement}/{_fixture_name(breakage)}"
        command = f"agentcard-conformance new {side} {place} {candidate.options or '--raw -'}"
        if not candidate.options:
            command = f"echo {_base64(candidate.card.question.card)} | base64 -d | {command}"
        path = f"{side}/{place}.{dialect.extension}"
        return Suggestion(path, command, candidate.card.question.card), not found


def _shortest_valid(fixtures: DecodedFixtures) -> list[Fixture]:
    """One, or none where no fixture is valid."""
    valid = [fixture for fixture in fixtures.fixtures if fixture.expected is Expected.VALID]
    return sorted(valid, key=lambda fixture: len(fixture.question.card))[:1]


def _values_to_edit(fixtures: DecodedFixtures, place: PathPattern) -> list[PlacedValue]:
    """Those of valid fixtures first, the short ones of them: what is edited is best the only fault."""

    def rank(value: PlacedValue) -> tuple[bool, int]:
        fixture = fixtures.fixtures[value.fixtures[0]]
        return fixture.expected is not Expected.VALID, len(fixture.question.card)

    values = [value for value in fixtures.values_at(place, typed=False) if value.fixtures]
    return sorted(values, key=rank)[:_MOST_EDITED]


def _edit_fixture(fixtures: DecodedFixtures, value: PlacedValue, edit: Edit, house_form: HouseForm) -> EditedFixture:
    index = value.fixtures[0]
    original, card = fixtures.fixtures[index], fixtures.cards[index]
    options = f"--from {shlex.quote(original.path)} {_new_option(edit)}"
    return _edited(original, house_form.encode(edit.apply(card.value)), fixtures.dialect, options)


def _edited(original: Fixture, text: bytes, dialect: Dialect, options: str = "") -> EditedFixture:
    """Decoded by the unbroken decoder, which may have a fault that no fixture shows."""
    card = call_safely(lambda: decode_card(dialect, original.question._replace(card=text)))
    if isinstance(card, Misbehaviour):
        what = f"the decoder {card.value} on the card that `echo {_base64(text)} | base64 -d` prints"
        raise SuiteError(f"notations/{dialect.notation}", what)
    return EditedFixture(dialect, original, card, options)


def _base64(card: bytes) -> str:
    return base64.b64encode(card).decode()


def _likely_requirement(dialect: Dialect, breakage: Breakage, original: Fixture) -> str:
    return breakage.about if breakage.about in dialect.requirements else original.requirement.id


def _new_option(edit: Edit) -> str:
    if isinstance(edit.new, Absent):
        return f"--remove {shlex.quote(to_pointer(edit.at))}"
    return f"--set {shlex.quote(f'{to_pointer(edit.at)}={json.dumps(edit.new)}')}"


def _fixture_name(breakage: Breakage) -> str:
    """Words to begin with; whoever adds the card knows better ones."""
    words = re.findall(r"[a-z0-9]+", breakage.id.rpartition("/")[2].lower())
    return "-".join(words)[:_LONGEST_NAME].strip("-") or "card"
