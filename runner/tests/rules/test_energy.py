"""A price is compared as the decimal that was written."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agentcard_conformance.model import Fault, LiteralFloat
from agentcard_conformance.rules.energy import landauer_floor, not_negative

FLOOR = Fraction("2.854e-21")
TEXTS = st.builds(
    "{}{}.{}e{}".format,
    st.sampled_from(["", "-"]),
    st.integers(0, 99),
    st.from_regex(r"[0-9]{1,25}", fullmatch=True),
    st.integers(-30, 5) | st.just(-21),
)
NEAR_THE_FLOOR = st.builds("2.85{}e-21".format, st.from_regex(r"(39{1,30}|40{0,30}[01]?)[0-9]?", fullmatch=True))


def number(text: str) -> int | LiteralFloat:
    """A number as the decoder hands it over."""
    return int(text) if text.lstrip("-").isdecimal() else LiteralFloat(text)


def spoken(faults: Iterator[Fault]) -> list[str]:
    return [fault.what for fault in faults]


@pytest.mark.parametrize(
    "text",
    [
        *("0", "-0", "0.0", "-0.0", "0e0", "0.000e-300", "0E+999999999999999999999999999999", "-0e-400"),
        *(
            "2.854e-21",
            "2.8540e-21",
            "2854e-24",
            "28.54E-22",
            "0.000000000000000000002854",
            "0.2854e-20",
            "2.854E-0021",
        ),
        *("2.8540000000000000000000000001e-21", "2.8541e-21", "2.87098e-21", "1", "100", "1e400"),
        *("1e999999999999999999999999999999", "1" + "0" * 5000 + ".5", "-1e-21", "-5"),
    ],
)
def test_a_price_of_nothing_or_of_the_limit_and_more_is_possible(text: str) -> None:
    assert spoken(landauer_floor(number(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        *("2.853e-21", "2.8539e-21", "2.8539999999999997e-21", "2853e-24", "0.000000000000000000002853999"),
        *("2.8539999999999999999999999999999999e-21", "1e-22", "1e-400", "0.1e-400"),
        *("1e-999999999999999999999999999999", "9.9e-00000000000000000000000000022", "0." + "0" * 5000 + "1"),
    ],
)
def test_a_price_between_nothing_and_the_limit_is_not(text: str) -> None:
    assert spoken(landauer_floor(number(text))) == ["it lies between zero and the Landauer limit of 2.854E-21 J"]


@pytest.mark.parametrize("text", ["0", "-0", "-0.0", "-0e5", "-0E-999999999999999999999999999999", "1e-400", "7"])
def test_zero_in_every_spelling_is_not_negative(text: str) -> None:
    assert spoken(not_negative(number(text))) == []


@pytest.mark.parametrize(
    "text", ["-1", "-0.1", "-1e-400", "-1e400", "-1e-999999999999999999999999999999", "-9" + "0" * 4000]
)
def test_less_than_zero_is_negative_however_little(text: str) -> None:
    assert spoken(not_negative(number(text))) == ["it is negative"]


@settings(max_examples=150, deadline=None)
@given(TEXTS | NEAR_THE_FLOOR)
@example("2.8539999999999999999999999e-21")
@example("-2.854e-21")
def test_the_limit_lies_where_fractions_put_it(text: str) -> None:
    assert bool(spoken(landauer_floor(number(text)))) is (0 < Fraction(text) < FLOOR)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_the_sign_is_that_of_the_fraction(text: str) -> None:
    assert bool(spoken(not_negative(number(text)))) is (Fraction(text) < 0)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_a_number_as_written_is_exactly_what_a_fraction_reads(text: str) -> None:
    assert Fraction(LiteralFloat(text).exact) == Fraction(text)


def test_an_exponent_beyond_the_decimals_of_python_is_cut_and_stays_on_its_side() -> None:
    assert (
        LiteralFloat("1e-" + "9" * 30).exact
        < LiteralFloat("1e-400").exact
        < LiteralFloat("1e400").exact
        < LiteralFloat("1e" + "9" * 30).exact
    )


def test_leading_zeros_of_an_exponent_are_not_taken_for_its_size() -> None:
    assert LiteralFloat("1e-" + "0" * 30 + "21").exact == LiteralFloat("1e-21").exact


def test_no_price_is_neither_negative_nor_below_the_limit() -> None:
    assert [*not_negative(None), *landauer_floor(None)] == []
