"""A boundary begins with the words that say how strict it is."""

import pytest

from agentcard_conformance.rules.boundary import is_marked


@pytest.mark.parametrize("text", ["MUST NOT", "MUST NOT spill", "SHOULD NOT hurry", "MUST NOTHING"])
def test_one_of_the_two_in_front_is_enough(text: str) -> None:
    assert list(is_marked(text)) == []


@pytest.mark.parametrize("text", ["", "must not spill", " MUST NOT spill", "MUST spill", "MAY NOT", "It MUST NOT"])
def test_any_other_beginning_is_told(text: str) -> None:
    assert [fault.what for fault in is_marked(text)] == ["the boundary does not begin with MUST NOT or SHOULD NOT"]
