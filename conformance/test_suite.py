"""Checks the suite itself."""

from typing import Any

import pytest

import agentcard_conformance as conformance

SUITE = conformance.shared_suite()
REFERENCE = conformance.shared_reference()
SUBJECTS = [conformance.Subject(SUITE, dialect, REFERENCE.assess) for dialect in SUITE.dialects.values()]


@pytest.mark.parametrize("check", conformance.CHECKS, ids=[check.__name__ for check in conformance.CHECKS])
@pytest.mark.parametrize("subject", SUBJECTS, ids=[subject.dialect.id for subject in SUBJECTS])
def test_suite(subject: Any, check: Any) -> None:
    """There is no problem."""
    problems = [str(problem) for problem in check(subject)]

    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


def test_every_dialect_has_fixtures() -> None:
    """A dialect without cards would be conformed to by everybody."""
    empty = [subject.dialect.id for subject in SUBJECTS if not subject.fixtures]

    assert empty == []
