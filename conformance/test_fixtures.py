"""Holds the validator against every fixture."""

from collections.abc import Callable
from typing import Any

import pytest

import agentcard_conformance as conformance


def test_verdict(card: Any, ask: Callable[[Any], Any], pytestconfig: pytest.Config) -> None:
    """A fixture is judged as it expects; a contested one is read and not judged."""
    result = ask(card)

    if result.outcome == conformance.Outcome.SKIP:
        pytest.skip(result.verdict.why)
    if result.outcome == conformance.Outcome.KNOWN_FAILURE:
        pytest.xfail(result.known.reason)
    if result.outcome not in (conformance.Outcome.PASS, conformance.Outcome.READING):
        if result.verdict.why.startswith(conformance.NOT_ASKED):
            # The ten faults before are told in full. The run fails for this card, too, and says how many there are.
            pytest.skip(result.verdict.why)
        reference = conformance.shared_reference()
        pytest.fail(conformance.describe_result(result, pytestconfig.option.validator, reference), pytrace=False)
