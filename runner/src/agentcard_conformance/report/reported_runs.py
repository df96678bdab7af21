"""Reports of one validator or of several, as the formats are given them: with the suite, and what has changed."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.report.changes import Changes
from agentcard_conformance.report.document import read_report
from agentcard_conformance.report.report import Report


class ReportedRuns(NamedTuple):
    """What a format shows."""

    suite: Suite
    """With the very cards that the reports are about."""
    reports: tuple[Report, ...]
    changes: tuple[Changes, ...] = ()
    """Of each report, what differs from an older one; empty where none was named."""

    @property
    def dialects(self) -> list[str]:
        """Those with cards that were asked about, in the order of the suite."""
        return [name for name in self.suite.dialects if self.about(name)]

    def about(self, dialect: str) -> list[Report]:
        """The reports in which a card of the dialect was asked about."""
        return [each for each in self.reports if dialect in each.dialects and each.dialects[dialect].run]

    def only_report(self, form: str) -> Report:
        """The report, for a format that has room for one; raises CallError when there are several."""
        if len(self.reports) != 1:
            raise CallError(f"{form} is made from one report, and {len(self.reports)} were named: name one")
        return self.reports[0]


def report_files(places: Iterable[Path]) -> list[Path]:
    """The files that are named, and those of the folders that are; raises CallError when there is none."""
    places = list(places)
    files = [file for place in places for file in (sorted(place.glob("*.json")) if place.is_dir() else [place])]
    if not files:
        make = "agentcard-conformance validators run --reports reports/"
        raise CallError(f"there is no report in {', '.join(map(str, places))}: make some with {make}")
    return files


def read_reports(suite: Suite, places: Iterable[Path]) -> tuple[Report, ...]:
    """Those of files and folders; one that is about other cards than the suite has is refused."""
    reports = tuple(read_report(file, suite.root / "schema" / "suite") for file in report_files(places))
    for report in reports:
        _refuse_other_cards(suite, report)
    return reports


def _refuse_other_cards(suite: Suite, report: Report) -> None:
    for name, dialect in report.dialects.items():
        if name not in suite.dialects or dialect.corpus != suite.digest(name):
            validator = to_ascii(report.validator.name)
            raise CallError(f"the report of {validator} is about other cards of {to_ascii(name)}: run it again")
