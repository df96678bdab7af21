"""A version is one by Semantic Versioning 2.0.0, whatever its length."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentcard_conformance.rules.semantic_version import is_semver

VERSIONS = json.loads((Path(__file__).parents[1] / "data" / "versions.json").read_text("utf-8"))
NUMBER = "(0|[1-9][0-9]{0,30})"
IDENTIFIER = f"({NUMBER}|[0-9]{{0,5}}[A-Za-z-][0-9A-Za-z-]{{0,5}})"
BUILD = r"[0-9A-Za-z-]{1,6}"
BY_THE_GRAMMAR = rf"{NUMBER}\.{NUMBER}\.{NUMBER}(-{IDENTIFIER}(\.{IDENTIFIER}){{0,3}})?(\+{BUILD}(\.{BUILD}){{0,3}})?"


@pytest.mark.parametrize("text", VERSIONS["valid"])
def test_a_version_is_one(text: str) -> None:
    assert list(is_semver(text)) == []


@pytest.mark.parametrize("text", VERSIONS["invalid"], ids=ascii)
def test_what_is_no_version_is_none(text: str) -> None:
    (fault,) = is_semver(text)

    assert fault.what == f"{text!a} is not a version of the form MAJOR.MINOR.PATCH[-PRE-RELEASE][+BUILD]"


@settings(max_examples=50, deadline=None)
@given(st.from_regex(BY_THE_GRAMMAR, fullmatch=True))
def test_whatever_the_grammar_writes_is_a_version(text: str) -> None:
    assert list(is_semver(text)) == []


@settings(max_examples=50, deadline=None)
@given(st.from_regex(BY_THE_GRAMMAR, fullmatch=True), st.sampled_from("\n \u0661_/."))
def test_a_stranger_at_the_end_makes_it_none(text: str, stranger: str) -> None:
    assert list(is_semver(text + stranger)) != []


@pytest.mark.parametrize("digits", [3999, 4000, 4300, 4301, 5000, 100_000])
@pytest.mark.parametrize(
    "form", ["{}.0.0", "0.{}.0", "0.0.{}", "1.0.0-{}", "1.0.0+{}", "1.0.0-a{}", "{0}.{0}.{0}-{0}+{0}"]
)
def test_a_number_may_have_any_length(form: str, digits: int) -> None:
    assert list(is_semver(form.format("9" * digits))) == []


@pytest.mark.parametrize("digits", [3999, 5000])
@pytest.mark.parametrize("form", ["0{}.0.0", "0.0{}.0", "0.0.0{}", "1.0.0-0{}", "{}.0", "{}"])
def test_a_long_number_hides_no_fault(form: str, digits: int) -> None:
    assert list(is_semver(form.format("9" * digits))) != []


def test_a_number_of_zeros_is_none_however_long() -> None:
    assert list(is_semver("1.0.0-" + "0" * 5000)) != []


def test_a_thousand_numbers_just_too_short_to_be_long_are_read_in_one_pass() -> None:
    began = time.process_time()

    assert list(is_semver("1.0.0-" + ".".join(["9" * 3999] * 1000))) == []
    assert time.process_time() - began < 5, "trying each digit as the first took 12 s"


@pytest.mark.parametrize("text", ["1.0.0-0{}", "1.0.0-a.0{}", "1.0.0+0{}", "1.0.0-0{}a", "1.0.0-a0{}"])
def test_zeros_ahead_of_a_long_number_count(text: str) -> None:
    assert bool(list(is_semver(text.format("9" * 5000)))) is bool(list(is_semver(text.format("9"))))


def test_a_version_of_three_digits_is_told_without_the_package() -> None:
    asked = "import sys; from agentcard_conformance.rules.semantic_version import is_semver; "
    asked += "assert not list(is_semver('1.0.0')); print('semver' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True)

    assert done.stdout == b"False\n"
