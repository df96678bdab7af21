"""Every card of the last release is judged as it was then, and counted as it was."""

import lzma
from collections.abc import Iterable, Sequence

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


def report_on(fixtures: Sequence[Fixture], suite: Suite, released: Report) -> Report:
    """The reference's report of today on these fixtures."""
    verdicts = REFERENCE.judge([each.question for each in fixtures])
    results = (hold_verdict(*each, KnownFailures()) for each in zip(fixtures, verdicts, strict=True))
    scopes = {
        dialect: DialectScope("full", "", scored_fixtures(suite.fixtures([dialect]), suite.dialects[dialect].profiles))
        for dialect in released.dialects
    }
    return build_report(Run("", NOBODY, scopes, (), tuple(results)))


def scored_fixtures(fixtures: Sequence[Fixture], profiles: Iterable[str]) -> dict[str, frozenset[str]]:
    return {name: frozenset(each.path for each in fixtures if is_scored(each, name)) for name in profiles}


def is_scored(fixture: Fixture, profile: str) -> bool:
    return fixture.expected is not Expected.CONTESTED and profile in fixture.requirement.profiles


def without_versions(report: Report) -> Report:
    """A report as reports are compared: without the versions it names, what was said, and what format 1 lacked."""
    dialects = {name: each._replace(corpus="", earned=None) for name, each in report.dialects.items()}
    results = {path: each._replace(nearest_valid="") for path, each in report.results.items()}
    return report._replace(suite="", validator=NOBODY, dialects=dialects, not_run=(), results=results, said={})


def test_the_report_equals_that_of_the_last_release(suite: Suite, released: Report) -> None:
    fixtures = [each for each in suite.fixtures(released.dialects) if each.path in released.results]
    today = report_on(fixtures, suite, released)

    assert today.said
    assert without_versions(today) == without_versions(released)


def test_every_fixture_of_the_last_release_is_there(suite: Suite, released: Report) -> None:
    folders = (suite.root / "schema" / name / "released" / released.suite for name in released.dialects)
    listed = {path for folder in folders for path in (folder / "fixtures.txt").read_text().split()}
    left_out = {tuple(path.split("/")[1:3]) for path in listed - released.results.keys()}

    assert released.results.keys() <= listed
    assert [name for name, each in left_out if "full" in suite.dialects[name].requirements[each].profiles] == []
