"""What the source leaves open is told of the cards that ask it, and of no valid card."""

from collections.abc import Iterator

import pytest

from agentcard_conformance.model import Assessment, Expected, Fixture
from agentcard_conformance.reference import Reference
from conftest import SUITE

A2A = ["a2a-0.3", "a2a-1.0"]

REFERENCE = Reference(SUITE.dialects)


def assessed(dialect: str, expected: Expected) -> Iterator[tuple[Fixture, Assessment]]:
    for fixture in SUITE.fixtures([dialect]):
        if fixture.expected is expected:
            yield fixture, REFERENCE.assess(fixture.question)


@pytest.mark.parametrize("dialect", A2A)
def test_a_card_that_asks_a_question_is_told_so(dialect: str) -> None:
    silent = [
        fixture.path
        for fixture, found in assessed(dialect, Expected.CONTESTED)
        if fixture.requirement
        not in {each.requirement for each in (*found.violations, *found.advice, *found.contested)}
    ]

    assert silent == []


@pytest.mark.parametrize("dialect", A2A)
def test_a_valid_card_asks_no_question(dialect: str) -> None:
    assert [fixture.path for fixture, found in assessed(dialect, Expected.VALID) if found.contested] == []
