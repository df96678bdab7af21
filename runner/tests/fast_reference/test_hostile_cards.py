"""What costs the reference too much is found all the same: each hostile card, made small, is judged alike."""

import pytest

from agentcard_conformance.fast_reference.fast_judge import make_fast_judge
from agentcard_conformance.model import Assessment, Question
from conftest import REFERENCE, SUITE
from hostile_cards import HOSTILE_CARDS

pytestmark = pytest.mark.slow

SMALL = 2_500


@pytest.mark.parametrize("name", HOSTILE_CARDS)
def test_a_hostile_card_is_judged_as_the_reference_judges_it(name: str) -> None:
    judge = make_fast_judge(SUITE.default)
    question = Question(HOSTILE_CARDS[name](SMALL), SUITE.default.id)

    assert judge
    assert places(judge.assess_large(question)) == places(REFERENCE.assess(question))


def test_every_fixture_is_judged_as_a_large_card_is_as_the_reference_judges_it() -> None:
    judge = make_fast_judge(SUITE.default)

    assert judge
    assert [
        fixture.path
        for fixture in SUITE.fixtures([SUITE.default.id])
        if places(judge.assess_large(fixture.question)) != places(REFERENCE.assess(fixture.question))
    ] == []


def places(found: Assessment) -> list[set[tuple[str, str]]]:
    """Which requirements are not met, and where."""
    return [
        {(finding.requirement.id, finding.pointer) for finding in findings}
        for findings in (found.violations, found.advice, found.contested)
    ]
