"""An id holds no more than the 128 bits of a ULID."""

import pytest

from agentcard_conformance.rules.ulid import in_range


@pytest.mark.parametrize("first", "01234567")
def test_a_first_symbol_up_to_seven_fits(first: str) -> None:
    assert list(in_range(first + "Z" * 25)) == []


@pytest.mark.parametrize("first", "89ABCDEFGHJKMNPQRSTVWXYZ")
def test_a_first_symbol_beyond_seven_does_not(first: str) -> None:
    assert [fault.what for fault in in_range(first + "0" * 25)] == [
        f"the first symbol is '{first}', which is beyond the 128 bits of a ULID"
    ]


def test_an_empty_id_is_left_to_the_form() -> None:
    assert list(in_range("")) == []
