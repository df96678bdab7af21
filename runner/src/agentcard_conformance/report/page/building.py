"""Makes what the page shows from reports and the suite they are about."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from operator import ne

from agentcard_conformance.model import Answer, Dialect, Expected, Fixture, Requirement
from agentcard_conformance.reference import Reference
from agentcard_conformance.report.page.answer_groups import (
    KINDS,
    common_answers,
    result_kind,
    tally_cards,
    words_limit,
)
from agentcard_conformance.report.page.shown_cards import show_card
from agentcard_conformance.report.page.view import (
    AreaBar,
    CardTally,
    PageView,
    RequirementCell,
    ShownDialect,
    ShownFixture,
    ShownRequirement,
    ShownValidator,
    SilentCards,
    ValidatorStanding,
)
from agentcard_conformance.report.readings import question_readers
from agentcard_conformance.report.report import Report, ReportedResult
from agentcard_conformance.report.reported_runs import ReportedRuns
from agentcard_conformance.report.standings import CONFORMANT, describe_identity, validator_labels

_CHARACTERS = 1_200_000
"""Of all cards together: with everything else the page stays below 8 MB."""
_LEAST, _MOST = 160, 4000
"""Characters of one card."""
_MOST_FAULTS = 3
_LETTERS = {answer: answer.value[0] for answer in Answer}
_NOT_RUN = "-"


def build_view(runs: ReportedRuns) -> PageView:
    """Everything, with as much of each card as leaves the page small enough."""
    missed = {path for report in runs.reports for path, each in report.results.items() if result_kind(each)}
    limit = min(max(_CHARACTERS // max(len(missed), 1), _LEAST), _MOST)
    run = {name for report in runs.reports for name in report.dialects}
    return PageView(
        suite=runs.reports[0].suite,
        dialects=tuple(_DialectBuilder(runs, name, limit).build() for name in runs.dialects),
        not_run=tuple(name for name in runs.suite.dialects if name not in run),
        changes=runs.changes,
        is_single=len(runs.reports) == 1,
    )


class _DialectBuilder:
    """Makes what is shown of one dialect."""

    def __init__(self, runs: ReportedRuns, name: str, limit: int) -> None:
        self._suite = runs.suite
        self._dialect: Dialect = runs.suite.dialects[name]
        self._reports = runs.about(name)
        self._labels = validator_labels(self._reports)
        self._reference = Reference(runs.suite.dialects)
        self._limit = limit
        asked = {path for report in self._reports for path in report.results}
        self._fixtures = [each for each in runs.suite.fixtures([name]) if each.path in asked]
        self._words = words_limit(self._reports)

    def build(self) -> ShownDialect:
        name, paths = self._dialect.id, tuple(each.path for each in self._fixtures)
        answers = tuple(_answers(report, paths) for report in self._reports)
        return ShownDialect(
            dialect=self._dialect,
            corpus=self._reports[0].dialects[name].corpus,
            standings=tuple(map(self._standing, self._reports, self._labels)),
            areas=tuple(self._areas()),
            requirements=tuple(self._requirements()),
            silent=tuple(self._silent()),
            readings=tuple(question_readers(self._suite, self._dialect, self._reports)),
            disagreements=tuple(tuple(sum(map(ne, one, other)) for other in answers) for one in answers),
            paths=paths,
            answers=answers,
        )

    def _standing(self, report: Report, label: str) -> ValidatorStanding:
        run = report.dialects[self._dialect.id]
        counts = tally_cards(each for path, each in report.results.items() if path.split("/")[1] == self._dialect.id)
        homepage = report.validator.homepage if report.validator.homepage.startswith(("https://", "http://")) else ""
        who = ShownValidator(label, describe_identity(report.validator), homepage)
        profiles = {profile: CONFORMANT[answer] for profile, answer in run.conformant.items()}
        return ValidatorStanding(who, run, counts, profiles)

    def _areas(self) -> Iterable[AreaBar]:
        """Those with a scored card."""
        by_area: dict[str, list[str]] = defaultdict(list)
        for fixture in self._fixtures:
            by_area[fixture.requirement.area].append(fixture.path)
        for area, paths in sorted(by_area.items()):
            counts = self._counts(paths)
            if any(each.scored for each in counts):
                yield AreaBar(area, counts)

    def _counts(self, paths: Iterable[str]) -> tuple[CardTally, ...]:
        """Of each validator, what became of these cards."""
        asked = list(paths)
        return tuple(
            tally_cards(report.results[path] for path in asked if path in report.results) for report in self._reports
        )

    def _requirements(self) -> Iterable[ShownRequirement]:
        """In the order of the source; those of which no card was asked are left out."""
        by_requirement: dict[str, list[Fixture]] = defaultdict(list)
        for fixture in self._fixtures:
            by_requirement[fixture.requirement.id].append(fixture)
        for requirement in self._dialect.requirements.values():
            if fixtures := by_requirement.get(requirement.id):
                yield self._requirement(requirement, fixtures)

    def _requirement(self, requirement: Requirement, fixtures: Sequence[Fixture]) -> ShownRequirement:
        missed = {each.path for each in fixtures if any(map(result_kind, self._results(each.path).values()))}
        return ShownRequirement(
            requirement=requirement,
            cells=tuple(map(_cell, self._counts(each.path for each in fixtures))),
            missed=tuple(self._fixture(each) for each in fixtures if each.path in missed),
            right=tuple(each.path for each in fixtures if each.path not in missed),
        )

    def _results(self, path: str) -> Mapping[int, ReportedResult]:
        """By the number of the validator."""
        return {number: each.results[path] for number, each in enumerate(self._reports) if path in each.results}

    def _fixture(self, fixture: Fixture) -> ShownFixture:
        is_wrong = fixture.expected is Expected.INVALID
        faults = self._reference.assess(fixture.question).violations[:_MOST_FAULTS] if is_wrong else ()
        results = self._results(fixture.path)
        kinds = {result_kind(each) for each in results.values()}
        return ShownFixture(
            path=fixture.path,
            name=fixture.path.split("/", 3)[-1].removesuffix(f".{self._dialect.extension}"),
            expected=fixture.expected,
            faults=tuple(f"{each.pointer or 'the top level'}: {each.what}" for each in faults),
            card=show_card(fixture, self._dialect.notation, faults, self._limit),
            said=common_answers(self._reports, self._labels, fixture.path, self._words),
            kinds=" ".join(kind for kind in KINDS if kind in kinds),
        )

    def _silent(self) -> Iterable[SilentCards]:
        """By validator and reason; the numbers in a reason make no other one."""
        for report, label in zip(self._reports, self._labels, strict=True):
            groups: dict[str, list[str]] = defaultdict(list)
            whys: dict[str, str] = {}
            for path in (each.path for each in self._fixtures if each.path in report.results):
                if report.results[path].got is Answer.NONE:
                    why = report.said[path].why if path in report.said else ""
                    alike = "".join(each for each in why if not each.isdigit())
                    groups[alike].append(path)
                    whys.setdefault(alike, why)
            yield from (SilentCards(label, whys[alike], tuple(paths)) for alike, paths in groups.items())


def _cell(counts: CardTally) -> RequirementCell:
    if not counts.scored:
        return RequirementCell("open" if counts.read else "absent", 0)
    kinds = {"silent": counts.silent, "wrong": counts.wrong, "skipped": counts.skipped, "met": counts.right}
    return RequirementCell(next(kind for kind, count in kinds.items() if count), counts.missed)


def _answers(report: Report, paths: Sequence[str]) -> str:
    return "".join(_LETTERS[report.results[path].got] if path in report.results else _NOT_RUN for path in paths)
