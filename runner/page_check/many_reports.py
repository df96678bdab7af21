"""Reports of thirty validators on six thousand cards, each wrong about other ones."""

from hashlib import sha256

from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Answer, Fixture, Identity, ReportedError, Result, Verdict
from agentcard_conformance.report.report import DialectScope, Report, Run, build_report
from agentcard_conformance.run.known_failures import KnownFailures, hold_verdict

VALIDATORS, FIXTURES = 30, 6000


def many_reports(suite: Suite, *, wrong_in_256: int) -> list[Report]:
    """The same ones each time."""
    fixtures = [each for each in suite.fixtures() if each.projection is None][:FIXTURES]
    return [_report(suite, fixtures, f"validator-{number}", wrong_in_256) for number in range(VALIDATORS)]


def _report(suite: Suite, fixtures: list[Fixture], name: str, wrong_in_256: int) -> Report:
    dialects = {each.dialect for each in fixtures}
    scopes = {each: DialectScope("full", suite.digest(each), {"full": frozenset()}) for each in sorted(dialects)}
    results = tuple(hold_verdict(each, _verdict(each, name, wrong_in_256), KnownFailures()) for each in fixtures)
    # Which refusals are earned takes minutes for thirty validators, and the page shows only their number.
    refused = tuple(Result(each.fixture, each.verdict, each.outcome) for each in results)
    return build_report(Run("0.0.0", Identity(name, "1.0", "Python"), scopes, (), refused))


def _verdict(fixture: Fixture, name: str, wrong_in_256: int) -> Verdict:
    digest = sha256(f"{name} {fixture.path}".encode()).digest()
    right = Answer.VALID if fixture.expected.value == "contested" else Answer(fixture.expected.value)
    if digest[0] >= wrong_in_256:
        return Verdict(right)
    if digest[1] < 20:
        return Verdict(Answer.NONE, f"exited with status {digest[2]}")
    other = Answer.VALID if right is Answer.INVALID else Answer.INVALID
    return Verdict(other, errors=(ReportedError("/name", f"what {name} says of it, in {digest[3]} words" * 2),))
