"""A goal says what it is measured by."""

from agentcard_conformance.rules.goal import names_a_metric


def test_a_goal_with_a_metric_is_measured() -> None:
    assert list(names_a_metric({"id": "g", "metric": ""})) == []


def test_a_goal_without_one_is_not() -> None:
    assert [fault.what for fault in names_a_metric({"id": "g", "target": "0"})] == ["the goal names no metric"]
