"""The programs that others read JUnit, CTRF and HTML with read ours."""

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from junitparser import JUnitXml, TestSuite

from agentcard_conformance.report.formats import load_report_format
from agentcard_conformance.report.report import Report
from agentcard_conformance.report.reported_runs import ReportedRuns
from many_reports import SUITE

PACKAGES = ("ctrf@0.3.0", "html-validate@10.17.0", "junit-to-ctrf@0.0.14")
VALIDATE = """
import { readFileSync } from "node:fs";
import { validate } from "ctrf";
console.log(JSON.stringify(validate(JSON.parse(readFileSync(process.argv[1], "utf8")))));
"""


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which CTRF's own packages are installed."""
    folder = tmp_path_factory.mktemp("packages")
    quiet = ("--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel", "error")
    subprocess.run(["npm", "install", *quiet, "--prefix", folder, *PACKAGES], check=True, timeout=300)
    return folder


@pytest.fixture(scope="session")
def report(reports: list[Report]) -> Report:
    """That of one validator."""
    return reports[0]


def written(report: Report, form: str, folder: Path) -> Path:
    file = folder / f"report.{form}"
    file.write_text(load_report_format(form).render(ReportedRuns(SUITE, (report,))), "utf-8")
    return file


def validated(packages: Path, file: Path) -> Any:
    """What CTRF's own validator says."""
    command = ["node", "--input-type=module", "--eval", VALIDATE, str(file)]
    done = subprocess.run(command, cwd=packages, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def html_problems(packages: Path, page: Path) -> str:
    """What html-validate says of a page."""
    command = [packages / "node_modules" / ".bin" / "html-validate", "--preset", "standard", page]
    return subprocess.run(command, cwd=packages, capture_output=True, text=True, check=False).stdout


def test_ctrf_is_what_its_own_validator_accepts(report: Report, packages: Path, tmp_path: Path) -> None:
    assert validated(packages, written(report, "ctrf", tmp_path))["valid"] is True


def test_its_validator_refuses_what_is_none(packages: Path, tmp_path: Path) -> None:
    (tmp_path / "report.ctrf").write_text('{"reportFormat": "CTRF"}')

    assert validated(packages, tmp_path / "report.ctrf")["valid"] is False


def test_ctrf_converts_our_junit(report: Report, packages: Path, tmp_path: Path) -> None:
    written(report, "junit", tmp_path)
    command = [packages / "node_modules" / ".bin" / "junit-to-ctrf", "report.junit", "-o", "converted.json"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    converted = json.loads((tmp_path / "converted.json").read_text())["results"]

    assert converted["summary"]["tests"] == len(report.results)
    assert {each["status"] for each in converted["tests"]} >= {"passed"}


def test_the_page_of_a_report_is_valid_html(reports: list[Report], packages: Path, tmp_path: Path) -> None:
    assert html_problems(packages, written(reports[-1], "html", tmp_path)) == ""


def test_the_page_of_a_source_is_valid_html(source: str, packages: Path) -> None:
    assert html_problems(packages, Path(source.removeprefix("file://"))) == ""


def test_html_validate_finds_what_is_none(packages: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_text("<p><div></p>")

    assert "close-order" in html_problems(packages, tmp_path / "bad.html")


def test_junitparser_counts_what_the_report_counts(report: Report, tmp_path: Path) -> None:
    suites = [
        each for each in JUnitXml.fromfile(str(written(report, "junit", tmp_path))) if isinstance(each, TestSuite)
    ]
    outcomes = Counter(each.result for each in report.results.values())

    assert sum(suite.tests for suite in suites) == len(report.results)
    assert sum(suite.failures for suite in suites) == outcomes["fail"] + outcomes["stale"]
    assert sum(suite.errors for suite in suites) == outcomes["no-answer"]
