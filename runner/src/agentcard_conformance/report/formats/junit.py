"""The report as JUnit's XML, which CI systems show as tests."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.model import Dialect, Outcome
from agentcard_conformance.report.report import Report, ReportedResult, Said
from agentcard_conformance.report.reported_runs import ReportedRuns

_FAILURES = (Outcome.FAIL, Outcome.STALE)
_SKIPPED = (Outcome.SKIP, Outcome.KNOWN_FAILURE)


def render(runs: ReportedRuns) -> str:
    """A suite for each dialect, a test for each fixture; a contested one is a test that passes."""
    report = runs.only_report("junit")
    root = Element("testsuites", name=to_ascii(report.validator.name))
    for name, dialect in runs.suite.dialects.items():
        own = {path: each for path, each in report.results.items() if path.split("/")[1] == name}
        if own:
            _add_suite(root, report, dialect, own)
    indent(root)
    return f"<?xml version='1.0' encoding='US-ASCII'?>\n{tostring(root, 'us-ascii', xml_declaration=False).decode()}\n"


def _add_suite(root: Element, report: Report, dialect: Dialect, results: Mapping[str, ReportedResult]) -> None:
    outcomes = [each.result for each in results.values()]
    counts = {
        "name": dialect.id,
        "tests": str(len(outcomes)),
        "failures": str(sum(each in _FAILURES for each in outcomes)),
        "errors": str(outcomes.count(Outcome.NO_ANSWER)),
        "skipped": str(sum(each in _SKIPPED for each in outcomes)),
    }
    suite = SubElement(root, "testsuite", counts)
    for path, result in results.items():
        requirement = path.split("/")[2]
        case = SubElement(suite, "testcase", classname=f"{dialect.id}.{requirement}", name=path)
        _add_outcome(case, result, report.said.get(path, Said()), dialect.requirements[requirement].statement)


def _add_outcome(case: Element, result: ReportedResult, said: Said, statement: str) -> None:
    told = "; ".join(filter(None, (f"{each.pointer} {each.message}".strip() for each in said.errors)))
    message = f"expected {result.expected}, got {result.got}"
    if result.result in _FAILURES:
        SubElement(case, "failure", type=result.result, message=message).text = f"{statement}\n{told}".strip()
    elif result.result is Outcome.NO_ANSWER:
        SubElement(case, "error", type=result.result, message=said.why or message).text = statement
    elif result.result in _SKIPPED:
        reason = f"known failure: {result.known.reason}" if result.known else result.why
        SubElement(case, "skipped", message=to_ascii(reason))
