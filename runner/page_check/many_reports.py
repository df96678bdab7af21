"""Reports of thirty validators on six thousand cards, each wrong about other ones, and pages of reports."""

from hashlib import sha256
from pathlib import Path

from agentcard_conformance.corpus import read_suite
from agentcard_conformance.model import Answer, Fixture, Identity, ReportedError, Verdict
from agentcard_conformance.report.formats import load_report_format
from agentcard_conformance.report.report import DialectScope, Report, Run, build_report
from agentcard_conformance.report.reported_runs import ReportedRuns
from agentcard_conformance.run.known_failures import KnownFailures, hold_verdict

SUITE = read_suite()
VALIDATORS, FIXTURES = 30, 6000
SILENT_IN_256 = 20


def many_reports(*, wrong_in_256: int) -> list[Report]:
    """The same ones each time."""
    fixtures = [each for each in SUITE.fixtures() if each.projection is None][:FIXTURES]
    return [_report(fixtures, f"validator-{number}", wrong_in_256) for number in range(VALIDATORS)]


def written(runs: ReportedRuns, file: Path) -> str:
    """The address of the page of some reports, in a file."""
    file.write_text(load_report_format("html").render(runs), "utf-8")
    return file.as_uri()


def _report(fixtures: list[Fixture], name: str, wrong_in_256: int) -> Report:
    dialects = {each.dialect for each in fixtures}
    scopes = {each: DialectScope("full", SUITE.digest(each), {"full": frozenset()}) for each in sorted(dialects)}
    results = tuple(hold_verdict(each, _verdict(each, name, wrong_in_256), KnownFailures()) for each in fixtures)
    return build_report(Run("0.0.0", Identity(name, "1.0", "Python"), scopes, (), results))


def _verdict(fixture: Fixture, name: str, wrong_in_256: int) -> Verdict:
    digest = sha256(f"{name} {fixture.path}".encode()).digest()
    right = Answer.VALID if fixture.expected.value == "contested" else Answer(fixture.expected.value)
    if digest[0] >= wrong_in_256:
        return Verdict(right)
    if digest[1] < SILENT_IN_256:
        return Verdict(Answer.NONE, f"exited with status {digest[2]}")
    other = Answer.VALID if right is Answer.INVALID else Answer.INVALID
    return Verdict(other, errors=(ReportedError("/name", f"what {name} says of it, in {digest[3]} words" * 2),))
