"""Searches for a card that would show that something is broken."""

import base64
import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, zip_longest
from typing import NamedTuple, TypeAlias

from agentcard_conformance.adequacy.breakage import Breakage, BrokenPart
from agentcard_conformance.adequacy.decoded_cards import (
    CARD_BYTES,
    DecodedCard,
    DecodedFixtures,
    PlacedValue,
    decode_card,
)
from agentcard_conformance.adequacy.odd_texts import odd_texts
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
from agentcard_conformance.variations.values import Edit, edits

_MOST_TRIED = 20_000
"""Values, before the search gives up."""

_MOST_EDITED = 150
"""Fixtures whose value at the place is edited."""

_LONGEST_NAME = 60

Assess: TypeAlias = Callable[[Question], Assessment]


class Suggestion(NamedTuple):
    """A fixture that would notice."""

    path: str
    command: str
    card: bytes


class SearchResult(NamedTuple):
    """What was found, and among how many."""

    suggestion: Suggestion | None
    tried: int


class EditedFixture(NamedTuple):
    """A fixture with another card."""

    original: Fixture
    card: DecodedCard
    options: str
    """What makes it with the command `new`; empty where only its bytes do."""


class SuggestionSearch:
    """Searches for one breakage after another over the same fixtures."""

    def __init__(self, fixtures: DecodedFixtures, assess: Assess) -> None:
        self._fixtures = fixtures
        self._assess = assess
        self._tried = 0

    def search(self, breakage: Breakage) -> SearchResult:
        """The first card with one fault at most; else the first at all."""
        self._tried = 0
        broken = breakage.make()
        second: Suggestion | None = None
        for candidate in self._candidates(breakage, broken):
            if broken.differs_on_card(candidate.card):
                suggestion, is_clean = self._to_suggestion(breakage, candidate)
                if is_clean:
                    return SearchResult(suggestion, self._tried)
                second = second or suggestion
        return SearchResult(second, self._tried)

    def _candidates(self, breakage: Breakage, broken: BrokenPart) -> Iterator[EditedFixture]:
        for place in broken.places:
            yield from self._odd_texts() if place == CARD_BYTES else self._edited_values(breakage, broken, place)

    def _odd_texts(self) -> Iterator[EditedFixture]:
        original = min(self._valid_fixtures(), key=lambda fixture: len(fixture.question.card))
        for text in odd_texts(original.question.card):
            self._tried += 1
            yield EditedFixture(original, self._decode(original, text), "")

    def _valid_fixtures(self) -> Iterable[Fixture]:
        return (fixture for fixture in self._fixtures.fixtures if fixture.expected is Expected.VALID)

    def _edited_values(self, breakage: Breakage, broken: BrokenPart, place: PathPattern) -> Iterator[EditedFixture]:
        """One edit of each fixture in turn, so that none takes up everything that may be tried."""
        values = self._values_to_edit(place)
        turns = zip_longest(*(edits(value.value, breakage.hints) for value in values))
        pairs = ((value, edit) for turn in turns for value, edit in zip(values, turn, strict=True) if edit)
        for value, edit in islice(pairs, _MOST_TRIED):
            self._tried += 1
            removes_it = isinstance(edit.new, Absent) and not edit.at
            if not removes_it and broken.differs_on_value(place, PlacedValue(edit.apply(value.value))):
                yield self._edit_fixture(value, edit.below(*value.at))

    def _values_to_edit(self, place: PathPattern) -> list[PlacedValue]:
        """Those of valid fixtures first, the short ones of them: what is edited is best the only fault."""
        values = [value for value in self._fixtures.values_at(place, typed=False) if value.fixtures]
        return sorted(values, key=self._rank)[:_MOST_EDITED]

    def _rank(self, value: PlacedValue) -> tuple[bool, int]:
        fixture = self._fixtures.fixtures[value.fixtures[0]]
        return fixture.expected is not Expected.VALID, len(fixture.question.card)

    def _edit_fixture(self, value: PlacedValue, edit: Edit) -> EditedFixture:
        index = value.fixtures[0]
        original, card = self._fixtures.fixtures[index], self._fixtures.cards[index]
        text = json.dumps(edit.apply(card.value), indent=2) + "\n"
        options = f"--from {shlex.quote(original.path)} {_new_option(edit)}"
        return EditedFixture(original, self._decode(original, text.encode()), options)

    def _decode(self, original: Fixture, text: bytes) -> DecodedCard:
        return decode_card(self._fixtures.dialect, original.question._replace(card=text))

    def _to_suggestion(self, breakage: Breakage, candidate: EditedFixture) -> tuple[Suggestion, bool]:
        """How the card is added, and whether it has no other fault."""
        assessment = self._assess(candidate.card.question)
        findings = assessment.violations or assessment.advice or assessment.contested
        found = {each.requirement.id for each in findings}
        side = "invalid" if assessment.violations else "contested" if assessment.contested else "valid"
        dialect = self._fixtures.dialect
        requirement = found.pop() if len(found) == 1 else _likely_requirement(dialect, breakage, candidate.original)
        place = f"{dialect.id}/{requirement}/{_fixture_name(breakage)}"
        command = f"agentcard-conformance new {side} {place} {candidate.options or '--raw -'}"
        if not candidate.options:
            command = f"echo {base64.b64encode(candidate.card.question.card).decode()} | base64 -d | {command}"
        path = f"{side}/{place}.{dialect.extension}"
        return Suggestion(path, command, candidate.card.question.card), not found


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
