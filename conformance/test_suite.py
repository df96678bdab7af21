"""Checks the suite itself."""

from typing import Any

import pytest

import agentcard_conformance as conformance

SUITE = conformance.shared_suite()
REFERENCE = conformance.shared_reference()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Only the dialects that --dialect selects; without it, all."""
    dialects = [SUITE.dialect(name) for name in dict.fromkeys(metafunc.config.option.dialect or SUITE.dialects)]
    subjects = [conformance.Subject(SUITE, dialect, REFERENCE.assess) for dialect in dialects]
    metafunc.parametrize("subject", subjects, ids=[dialect.id for dialect in dialects])


@pytest.mark.parametrize("check", conformance.CHECKS, ids=[check.__name__ for check in conformance.CHECKS])
def test_suite(subject: Any, check: Any) -> None:
    """There is no problem."""
    problems = [str(problem) for problem in check(subject)]

    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


def test_the_dialect_has_fixtures(subject: Any) -> None:
    """A dialect without cards would be conformed to by everybody."""
    assert subject.fixtures
