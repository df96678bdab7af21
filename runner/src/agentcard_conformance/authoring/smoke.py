"""Chooses the cards of the profile smoke: one for each side of each requirement on cards, the fewest to show them all.

A card lies under one requirement, and so shows no other. Where a requirement has both sides, the two cards are those
that differ least, as near as the corpus comes to the line between them; else it is the shortest card.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

from agentcard_conformance.corpus import Suite
from agentcard_conformance.files import write_file
from agentcard_conformance.model import Dialect, Expected, Fixture
from agentcard_conformance.report.credit import ComparedCard, difference, with_lines


def write_smoke(suite: Suite, dialect: Dialect) -> Path:
    """Write the paths of the chosen cards into the dialect's folder; the file they are in."""
    file = suite.smoke_file(dialect.id)
    write_file(file, [f"{path}\n".encode() for path in sorted(choose_smoke(suite.fixtures([dialect.id]), dialect))])
    return file


def choose_smoke(fixtures: Iterable[Fixture], dialect: Dialect) -> Iterator[str]:
    """The path of one card for each side of each requirement, as far as there are such cards."""
    cards: dict[tuple[str, Expected], list[ComparedCard]] = {}
    for each in sorted(fixtures, key=lambda fixture: fixture.path):
        cards.setdefault((each.requirement.id, each.expected), []).append(with_lines(each))
    for requirement in dialect.card_requirements:
        sides = [found for side in requirement.sides if (found := cards.get((requirement.id, side)))]
        chosen = _most_alike(*sides) if len(sides) > 1 else [_shortest(side) for side in sides]
        yield from (each.fixture.path for each in chosen)


def _most_alike(first: Sequence[ComparedCard], second: Sequence[ComparedCard]) -> tuple[ComparedCard, ComparedCard]:
    return min(product(first, second), key=lambda pair: (difference(*pair), _length(pair[0]) + _length(pair[1])))


def _shortest(cards: Sequence[ComparedCard]) -> ComparedCard:
    return min(cards, key=_length)


def _length(card: ComparedCard) -> int:
    return len(card.fixture.question.card)
