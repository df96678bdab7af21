"""Which right refusals are earned: those beside which the same validator accepts the nearest valid card.

The nearest is looked for among the valid cards of the run: those of the same requirement, or those of the dialect where
the requirement has none. It is one with the same context, if there is one; of these, the one with the fewest lines that
only one of the two cards has, blanks around a line and a comma at its end left out; of these, the one with the fewest
bytes from the first to the last at which the two differ; of these, the first by its path.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from agentcard_conformance.model import Expected, Fixture, Result

_Group = tuple[str, str]


class ComparedCard(NamedTuple):
    """A card with its lines, which tell how near another one is."""

    fixture: Fixture
    lines: frozenset[bytes]


def nearest_valid_cards(results: Iterable[Result]) -> dict[str, str]:
    """By the path of each card that is rightly refused, that of the nearest valid card, where a valid one was run."""
    by_path = sorted(results, key=lambda result: result.fixture.path)
    groups = _valid_cards(by_path)
    nearest = {}
    for result in by_path:
        if is_right_refusal(result.fixture.expected, result.verdict.answer):
            own, dialect = _groups_of(result.fixture)
            if candidates := groups.get(own) or groups.get(dialect):
                nearest[result.fixture.path] = _nearest(with_lines(result.fixture), candidates)
    return nearest


def is_right_refusal(expected: str, got: str) -> bool:
    """Whether a card is invalid, and the validator says so."""
    return expected == got == Expected.INVALID


def with_lines(fixture: Fixture) -> ComparedCard:
    """A card with its lines, without the blanks around each and the comma at its end."""
    lines = (line.strip().removesuffix(b",") for line in fixture.question.card.split(b"\n"))
    return ComparedCard(fixture, frozenset(lines))


def difference(card: ComparedCard, other: ComparedCard) -> tuple[bool, int, int]:
    """How far two cards are from each other: by their contexts, then by lines, then by bytes."""
    return *_differing_lines(card, other), _differing_bytes(card, other)


def _valid_cards(results: Iterable[Result]) -> Mapping[_Group, Sequence[ComparedCard]]:
    """By dialect and requirement, and by dialect alone."""
    groups: dict[_Group, list[ComparedCard]] = defaultdict(list)
    for result in results:
        if result.fixture.expected is Expected.VALID:
            card = with_lines(result.fixture)
            for group in _groups_of(result.fixture):
                groups[group].append(card)
    return groups


def _groups_of(fixture: Fixture) -> tuple[_Group, _Group]:
    return (fixture.dialect, fixture.requirement.id), (fixture.dialect, "")


def _nearest(card: ComparedCard, candidates: Sequence[ComparedCard]) -> str:
    """Bytes are compared only where lines do not decide: that takes ten times as long."""
    lines = [_differing_lines(card, each) for each in candidates]
    fewest = min(lines)
    tied = [each for each, count in zip(candidates, lines, strict=True) if count == fewest]
    return min(tied, key=lambda each: _differing_bytes(card, each)).fixture.path


def _differing_lines(card: ComparedCard, other: ComparedCard) -> tuple[bool, int]:
    is_another_context = card.fixture.question.context != other.fixture.question.context
    return is_another_context, len(card.lines ^ other.lines)


def _differing_bytes(card: ComparedCard, other: ComparedCard) -> int:
    """How long the longer one is without the beginning and the end that both have."""
    one, another = card.fixture.question.card, other.fixture.question.card
    length = min(len(one), len(another))
    beginning = _common_beginning(one[:length], another[:length])
    end = _common_beginning(one[::-1][: length - beginning], another[::-1][: length - beginning])
    return max(len(one), len(another)) - beginning - end


def _common_beginning(card: bytes, other: bytes) -> int:
    """Of two cards of the same length; as whole numbers they are compared at once."""
    differing = int.from_bytes(card) ^ int.from_bytes(other)
    return len(card) - (differing.bit_length() + 7) // 8
