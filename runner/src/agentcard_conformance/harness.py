"""How does a run that is spread over tests, and perhaps over processes, come to one report?"""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any, Self

from agentcard_conformance import expectations, report
from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import CallError, ConformanceError, NotStarted
from agentcard_conformance.model import Answer, Complaint, Fixture, Identity, Judge, Result, Verdict
from agentcard_conformance.plan import WELL, Call, Plan, make_plan, source
from agentcard_conformance.reference import Reference, Remembering

CHUNK = 16  # cards sent ahead of one test: one by one would cost a round trip each, all at once would make -x wait


@cache
def own_suite() -> Suite:
    """The suite of this process, read once."""
    return read_suite()


@cache
def own_reference() -> Reference:
    """The reference of this process, which the fixtures ask and the suite's tests of itself ask again."""
    return Remembering(own_suite().dialects)


class Session:
    """One process of a run: it asks by the chunk when a test first misses a verdict, and may be the one that counts."""

    def __init__(self, plan: Plan, judge: Judge, *, started: bool) -> None:
        self.plan = plan
        self.selected: list[str] = []
        self._judge = judge
        self._started = started
        self._refusal = ""
        self._verdicts: dict[str, Verdict] = {}
        self._chunks: dict[str, Sequence[Fixture]] = {}

    @classmethod
    def begin(cls, call: Call, introduction: Mapping[str, Any] | None = None) -> Self:
        """Start the validator and plan the run; a worker that is given an introduction starts it when it first asks."""
        asked = source(call, own_suite())
        judge = asked.open() if asked.description else own_reference()
        if introduction:
            identity, dialects = Identity(**introduction["identity"]), introduction["dialects"]
            return cls(make_plan(call, asked, identity, dialects), judge, started=False)
        with ExitStack() as started:
            started.enter_context(judge)
            plan = make_plan(call, asked, judge.identity, judge.dialects)
            started.pop_all()
        return cls(plan, judge, started=True)

    def introduction(self) -> dict[str, Any]:
        """What a validator said of itself, so that all processes run the same tests."""
        return {"identity": self.plan.identity._asdict(), "dialects": list(self.plan.dialects)}

    def select(self, paths: Iterable[str]) -> None:
        """The tests of these fixtures will run."""
        self.selected = list(paths)
        fixtures = {fixture.path: fixture for fixture in self.plan.fixtures}
        for start in range(0, len(self.selected), CHUNK):
            chunk = [fixtures[path] for path in self.selected[start : start + CHUNK]]
            self._chunks.update((fixture.path, chunk) for fixture in chunk)

    def result(self, fixture: Fixture) -> Result:
        """The result of one fixture."""
        if fixture.path not in self._verdicts:
            chunk = self._chunks.get(fixture.path, (fixture,))
            self._verdicts.update(zip((each.path for each in chunk), self._ask(chunk), strict=True))
        return self.plan.hold(fixture, self._verdicts[fixture.path])

    def _ask(self, chunk: Sequence[Fixture]) -> list[Verdict]:
        """A validator that started before and does not start now is one that died: no answer, and no second wait."""
        try:
            if not self._refusal:
                self._start()
                return self._judge.judge([fixture.question for fixture in chunk])
        except NotStarted as refusal:
            self._refusal = str(refusal)
        return [Verdict(Answer.NONE, self._refusal)] * len(chunk)

    def _start(self) -> None:
        if not self._started:
            self._judge.__enter__()
            self._started = True

    def stop(self) -> None:
        """End the validator."""
        if self._started:
            self._judge.__exit__(None, None, None)
            self._started = False


class Count:
    """What has come back from the tests, in the process that counts."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._verdicts: dict[str, Verdict] = {}

    def arrive(self, text: str) -> None:
        """Take in a verdict that a test has packed."""
        said = json.loads(text)
        complaints = tuple(Complaint(**each) for each in said["complaints"])
        self._verdicts[said["fixture"]] = Verdict(Answer(said["answer"]), said["why"], complaints)

    def missing(self, selected: Iterable[str]) -> list[str]:
        """The fixtures whose tests were to run and did not come back."""
        return sorted(set(selected) - self._verdicts.keys())

    def results(self, selected: Iterable[str]) -> list[Result]:
        """One result for each fixture that was to be asked, also for those that were lost."""
        wanted = set(selected) | self._verdicts.keys()
        lost = Verdict(Answer.NONE, "the process that ran its test was lost")
        fixtures = (fixture for fixture in self.plan.fixtures if fixture.path in wanted)
        return [self.plan.hold(fixture, self._verdicts.get(fixture.path, lost)) for fixture in fixtures]


def packed(result: Result) -> str:
    """A verdict as ASCII, since pytest-xdist loses a test whose report holds half a surrogate pair."""
    verdict = result.verdict
    complaints = [complaint._asdict() for complaint in verdict.complaints]
    said = {"answer": verdict.answer, "why": verdict.why, "complaints": complaints}
    return json.dumps({"fixture": result.fixture.path, **said})


def ready_to_write(*files: str | None) -> None:
    """Can these files be written at the end? Better said before a long run than after it."""
    for file in filter(None, files):
        if not Path(file).parent.is_dir() or Path(file).is_dir():
            raise CallError(f"{file} cannot be written: name a file in a folder that exists")


def close(
    plan: Plan, results: Sequence[Result], report_file: str | None, expect_file: str | None
) -> tuple[list[str], int]:
    """Write what was asked for; the lines that a person reads at the end, and the exit status."""
    written = plan.report(results)
    complaints = plan.complaints(results)
    said = [*report.lines(written), *plan.remarks(results), *complaints]
    well = not complaints and all(result.outcome in WELL for result in results)
    try:
        if report_file:
            report.write(written, Path(report_file))
            said.append(f"the report is in {report_file}")
        if expect_file:
            count = expectations.write(Path(expect_file), plan.identity.name, results)
            said.append(f"{count} known failures are in {expect_file}")
    except ConformanceError as error:
        return [*said, str(error)], 2
    return said, 0 if well else 1
