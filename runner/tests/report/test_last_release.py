"""Is every card of the last release judged as it was then, and counted as it was?"""

import lzma

import pytest

from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Expected, Fixture, Identity
from agentcard_conformance.report.document import read_report
from agentcard_conformance.report.report import DialectScope, Report, Run, build_report
from agentcard_conformance.run.known_failures import KnownFailures, hold_verdict
from conftest import DATA, REFERENCE

PACKED = DATA / "reports" / "reference-0.2.0.json.xz"
"""What `agentcard-conformance run --report=FILE` wrote in 0.2.0."""

NOBODY = Identity("")


@pytest.fixture(scope="module")
def released(suite: Suite, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The reference's report of the last release."""
    file = tmp_path_factory.mktemp("released") / "report.json"
    file.write_bytes(lzma.decompress(PACKED.read_bytes()))
    return read_report(file, suite.root / "schema" / "suite")


def report_on(fixtures: tuple[Fixture, ...], profiles: tuple[str, ...]) -> Report:
    """The reference's report of today on these fixtures of one dialect."""
    verdicts = REFERENCE.judge([each.question for each in fixtures])
    results = (hold_verdict(*each, KnownFailures()) for each in zip(fixtures, verdicts, strict=True))
    scored = {name: frozenset(each.path for each in fixtures if is_scored(each, name)) for name in profiles}
    scope = {fixtures[0].dialect: DialectScope("full", "", scored)}
    return build_report(Run("", NOBODY, scope, (), tuple(results)))


def is_scored(fixture: Fixture, profile: str) -> bool:
    return fixture.expected is not Expected.CONTESTED and profile in fixture.requirement.profiles


def without_versions(report: Report) -> Report:
    """A report as reports are compared: without the versions it names, what was said, and what format 1 lacked."""
    dialects = {name: each._replace(corpus="", earned=None) for name, each in report.dialects.items()}
    results = {path: each._replace(nearest_valid="") for path, each in report.results.items()}
    return report._replace(suite="", validator=NOBODY, dialects=dialects, not_run=(), results=results, said={})


def test_the_report_equals_that_of_the_last_release(suite: Suite, released: Report) -> None:
    (name,) = released.dialects
    fixtures = tuple(each for each in suite.fixtures([name]) if each.path in released.results)
    today = report_on(fixtures, tuple(suite.dialects[name].profiles))

    assert today.said
    assert without_versions(today) == without_versions(released)


def test_every_fixture_of_the_last_release_is_there(suite: Suite, released: Report) -> None:
    (name,) = released.dialects
    listed = (suite.root / "schema" / name / "released" / released.suite / "fixtures.txt").read_text().split()

    assert sorted(released.results) == listed
