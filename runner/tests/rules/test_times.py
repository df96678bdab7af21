"""Rules about times take any number that a card may hold."""

import pytest

from agentcard_conformance.model import Json, LiteralFloat
from agentcard_conformance.rules.times import has_come, is_fresh, is_not_ahead, is_not_over

CONTEXT = {"now": 1772452800, "clock_skew": 60, "key_binding_max_age": 300}
HUGE = 10**400


@pytest.mark.parametrize("rule", [is_not_over, is_fresh])
@pytest.mark.parametrize("value", [-HUGE, LiteralFloat("-1e400"), -1e308])
def test_a_time_long_ago_is_told(rule: Json, value: float) -> None:
    (fault,) = rule(value, CONTEXT)

    assert "more than 1e+15 seconds ago" in fault.what


@pytest.mark.parametrize("rule", [has_come, is_not_ahead])
@pytest.mark.parametrize("value", [HUGE, LiteralFloat("1e400"), 1e308])
def test_a_time_far_ahead_is_told(rule: Json, value: float) -> None:
    (fault,) = rule(value, CONTEXT)

    assert "more than 1e+15 seconds" in fault.what


@pytest.mark.parametrize(("age", "faults"), [(300, 0), (300.5, 1), (301, 1), (-60, 0)])
def test_the_age_that_is_taken_is_taken_to_the_second(age: float, faults: int) -> None:
    assert len([*is_fresh(CONTEXT["now"] - age, CONTEXT)]) == faults
