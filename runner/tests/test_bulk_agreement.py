"""Does the bulk engine say what the reference says, of every fixture and of cards that nobody wrote?"""

import pytest

from agentcard_conformance.bulk.engine import Engine
from conftest import REFERENCE, SUITE
from mutants import compared, said

COUNT, CHUNKS = 50_000, 25
ENGINE = Engine(SUITE.default)


def test_of_every_fixture() -> None:
    differing = [
        fixture.path
        for fixture in SUITE.fixtures([SUITE.default.id])
        if said(ENGINE.assess(fixture.question.card)) != said(REFERENCE.assess(fixture.question))
    ]

    assert differing == []


@pytest.mark.parametrize("seed", range(CHUNKS))
def test_of_mutants(seed: int) -> None:
    assert [*compared(ENGINE, REFERENCE, SUITE, seed, COUNT // CHUNKS)] == []
