"""Which card would show that something is broken?"""

import base64
import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import TypeAlias

from agentcard_conformance.adequacy.breakage import Breakage, Broken
from agentcard_conformance.adequacy.cards import BYTES, Card, Cards, Place, Row, read
from agentcard_conformance.adequacy.edits import Edit, Gone, edits
from agentcard_conformance.adequacy.texts import texts
from agentcard_conformance.model import Assessment, Dialect, Expected, Fixture, Json, Question, pointer

MOST = 20_000
"""Values tried before we give up."""

HOSTS = 150
"""Fixtures whose value at the place is edited."""

Assess: TypeAlias = Callable[[Question], Assessment]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A fixture that would notice."""

    path: str
    command: str
    card: bytes


@dataclass(frozen=True, slots=True)
class Search:
    """What was found, and among how many."""

    suggestion: Suggestion | None
    tried: int


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fixture, edited."""

    host: Fixture
    card: Card
    options: str
    """What makes it with the command `new`; nothing where only its bytes do."""


class Witness:
    """One search after another over the same cards."""

    def __init__(self, cards: Cards, assess: Assess) -> None:
        self.cards = cards
        self.assess = assess
        self._tried = 0

    def search(self, breakage: Breakage) -> Search:
        """The first card with one fault at most; else the first at all."""
        self._tried = 0
        broken = breakage.make()
        second: Suggestion | None = None
        for candidate in self._candidates(breakage, broken):
            if broken.differs(candidate.card):
                suggestion, clean = self._suggestion(breakage, candidate)
                if clean:
                    return Search(suggestion, self._tried)
                second = second or suggestion
        return Search(second, self._tried)

    def _candidates(self, breakage: Breakage, broken: Broken) -> Iterator[_Candidate]:
        for place in broken.places:
            yield from self._texts() if place == BYTES else self._edited(breakage, broken, place)

    def _texts(self) -> Iterator[_Candidate]:
        host = min(self._valid(), key=lambda fixture: len(fixture.question.card))
        for text in texts(host.question.card):
            self._tried += 1
            yield _Candidate(host, self._read(host, text), "")

    def _valid(self) -> Iterable[Fixture]:
        return (fixture for fixture in self.cards.fixtures if fixture.expected is Expected.VALID)

    def _edited(self, breakage: Breakage, broken: Broken, place: Place) -> Iterator[_Candidate]:
        """One edit of each host in turn, so that none takes up all that may be tried."""
        hosts = self._hosts(place)
        turns = zip_longest(*(edits(row.value, breakage.hints) for row in hosts))
        pairs = ((row, edit) for turn in turns for row, edit in zip(hosts, turn, strict=True) if edit)
        for row, edit in islice(pairs, MOST):
            self._tried += 1
            whole = isinstance(edit.put, Gone) and not edit.at
            if not whole and broken.differs_at(place, Row(edit.made(row.value))):
                yield self._candidate(row, edit.below(*row.at))

    def _hosts(self, place: Place) -> list[Row]:
        """Valid ones first, the short ones of them: what is edited is best the only fault."""
        rows = [row for row in self.cards.rows(place, typed=False) if row.fixtures]
        return sorted(rows, key=self._rank)[:HOSTS]

    def _rank(self, row: Row) -> tuple[bool, int]:
        fixture = self.cards.fixtures[row.fixtures[0]]
        return fixture.expected is not Expected.VALID, len(fixture.question.card)

    def _candidate(self, row: Row, edit: Edit) -> _Candidate:
        host, card = self.cards.fixtures[row.fixtures[0]], self.cards.cards[row.fixtures[0]]
        text = json.dumps(edit.made(card.value), indent=2) + "\n"
        return _Candidate(host, self._read(host, text.encode()), f"--from {shlex.quote(host.path)} {_option(edit)}")

    def _read(self, host: Fixture, text: bytes) -> Card:
        return read(self.cards.dialect, host.question._replace(card=text))

    def _suggestion(self, breakage: Breakage, candidate: _Candidate) -> tuple[Suggestion, bool]:
        said = self.assess(candidate.card.question)
        found = {each.requirement.id for each in said.violations or said.advice or said.contested}
        side = "invalid" if said.violations else "contested" if said.contested else "valid"
        requirement = found.pop() if len(found) == 1 else _likely(self.cards.dialect, breakage, candidate.host)
        name = f"{self.cards.dialect.id}/{requirement}/{_name(breakage)}"
        extension = candidate.host.question.notation
        command = f"agentcard-conformance new {side} {name} {candidate.options or '--raw -'}"
        if not candidate.options:
            command = f"echo {base64.b64encode(candidate.card.question.card).decode()} | base64 -d | {command}"
        return Suggestion(f"{side}/{name}.{extension}", command, candidate.card.question.card), not found


def _likely(dialect: Dialect, breakage: Breakage, host: Fixture) -> str:
    return breakage.about if breakage.about in dialect.requirements else host.requirement.id


def _option(edit: Edit) -> str:
    if isinstance(edit.put, Gone):
        return f"--remove {shlex.quote(pointer(edit.at))}"
    return f"--set {shlex.quote(f'{pointer(edit.at)}={_json(edit.put)}')}"


def _json(value: Json) -> str:
    return json.dumps(value)


def _name(breakage: Breakage) -> str:
    """Words to begin with; whoever adds the card knows better ones."""
    words = re.findall(r"[a-z0-9]+", breakage.id.rpartition("/")[2].lower())
    return "-".join(words)[:60].strip("-") or "card"
