"""Runs a plan: asks the validator by the chunk, and holds each verdict against what was expected, once."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

from agentcard_conformance.corpus import Suite, read_suite
from agentcard_conformance.errors import NotStarted
from agentcard_conformance.model import (
    NOT_ASKED,
    Answer,
    Fixture,
    Identity,
    Judge,
    Question,
    ReportedError,
    Result,
    Verdict,
)
from agentcard_conformance.reference import CachedReference, Reference
from agentcard_conformance.run.known_failures import hold_verdict
from agentcard_conformance.run.plan import Plan, RunOptions, Target, find_target, make_plan
from agentcard_conformance.validators.fault_limit import NOT_ASKED_VERDICT, FaultLimit

_CHUNK = 16
"""Cards asked ahead of one test: one by one would cost a round trip each, all at once would make -x wait."""

_LOST = Verdict(Answer.NONE, "its test was lost with its process, or stopped before there was an answer")


@cache
def shared_suite() -> Suite:
    """The suite of this process, read once."""
    return read_suite()


@cache
def shared_reference() -> Reference:
    """The reference of this process, which the fixtures ask and the suite's tests of itself ask again."""
    return CachedReference(shared_suite().dialects)


class Runner:
    """One validator and one plan; a result is there once the chunk of its fixture was asked."""

    def __init__(self, plan: Plan, judge: Judge, *, started: bool) -> None:
        self.plan = plan
        self.selected: tuple[str, ...] = ()
        self._judge = judge
        self._is_started = started
        self._why_not_started = ""
        self._results: dict[str, Result] = {}
        self._chunks: dict[str, Sequence[Fixture]] = {}

    @property
    def restarts(self) -> Sequence[str]:
        """Why the validator's process had to be replaced, each time."""
        return self._judge.restarts

    def select(self, fixtures: Iterable[Fixture], chunk: int = _CHUNK) -> None:
        """Say which fixtures will be run, in this order."""
        chosen = tuple(fixtures)
        self.selected = tuple(fixture.path for fixture in chosen)
        for start in range(0, len(chosen), chunk):
            together = chosen[start : start + chunk]
            self._chunks.update((fixture.path, together) for fixture in together)

    def result(self, fixture: Fixture) -> Result:
        """The result of one fixture."""
        if fixture.path not in self._results:
            chunk = self._chunks.get(fixture.path, (fixture,))
            for each, verdict in zip(chunk, self._ask(chunk), strict=True):
                self._results[each.path] = hold_verdict(each, verdict, self.plan.known)
        return self._results[fixture.path]

    def known_result(self, path: str) -> Result | None:
        """The result of the fixture of that path, if it was asked."""
        return self._results.get(path)

    def run_all(self, fixtures: Sequence[Fixture], chunk: int) -> Iterator[Result]:
        """The results of all these fixtures, in their order."""
        self.select(fixtures, chunk)
        return map(self.result, fixtures)

    def stop(self) -> None:
        """End the validator."""
        if self._is_started:
            self._judge.__exit__(None, None, None)
            self._is_started = False

    def handshake(self) -> dict[str, Any]:
        """What the validator said of itself, so that all processes of a run plan the same."""
        return {"identity": self.plan.identity._asdict(), "dialects": list(self.plan.dialects)}

    def _ask(self, chunk: Sequence[Fixture]) -> list[Verdict]:
        """A validator that started before and does not start now is one that died: no answer, and no second wait."""
        try:
            if not self._why_not_started:
                self._start()
                return self._judged([fixture.question for fixture in chunk])
        except NotStarted as error:
            self._why_not_started = str(error)
        return [Verdict(Answer.NONE, self._why_not_started)] * len(chunk)

    def _judged(self, questions: Sequence[Question]) -> list[Verdict]:
        """A time limit on tests may break in: no answer to this chunk may then come in the middle of the next."""
        with ExitStack() as unless_answered:
            unless_answered.callback(self.stop)
            verdicts = self._judge.judge(questions)
            unless_answered.pop_all()
        return verdicts

    def _start(self) -> None:
        if not self._is_started:
            self._judge.__enter__()
            self._is_started = True


def start_runner(options: RunOptions, handshake: Mapping[str, Any] | None = None) -> Runner:
    """Start a validator and plan the run; a worker that is told of the handshake starts it when it first asks."""
    target = find_target(options, shared_suite())
    judge = target.open() if target.description else shared_reference()
    if handshake:
        identity = Identity(**handshake["identity"])
        return Runner(make_plan(options, target, identity, handshake["dialects"]), judge, started=False)
    return _started_runner(options, target, judge)


@contextmanager
def running(options: RunOptions, target: Target) -> Iterator[Runner]:
    """A runner whose validator is started, and is ended when this is left."""
    runner = _started_runner(options, target, target.open())
    try:
        yield runner
    finally:
        runner.stop()


def _started_runner(options: RunOptions, target: Target, judge: Judge) -> Runner:
    with ExitStack() as unless_planned:
        unless_planned.enter_context(judge)
        plan = make_plan(options, target, judge.identity, judge.dialects)
        unless_planned.pop_all()
    return Runner(plan, judge, started=True)


class ResultCollector:
    """What has come back from tests, perhaps of other processes, in the process that counts."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._fixtures = {fixture.path: fixture for fixture in plan.fixtures}
        self._results: dict[str, Result] = {}

    def add_packed(self, text: str) -> None:
        """Take in the result of a test, of this process or another."""
        told = json.loads(text)
        fixture = self._fixtures[told["fixture"]]
        errors = tuple(ReportedError(**each) for each in told["errors"])
        verdict = Verdict(Answer(told["answer"]), told["why"], errors, told["projection"])
        self._results[fixture.path] = hold_verdict(fixture, verdict, self._plan.known)

    def missing(self, selected: Iterable[str]) -> list[str]:
        """The fixtures whose tests were to run and did not come back."""
        return sorted(set(selected) - self._results.keys())

    def results(self, selected: Iterable[str]) -> list[Result]:
        """One result for each fixture that was to be asked, also for those that were lost."""
        wanted = set(selected) | self._results.keys()
        results = [self._found_or_lost(fixture) for fixture in self._plan.fixtures if fixture.path in wanted]
        return list(self._given_up(results)) if _has_unasked(results) else results

    def _given_up(self, results: Iterable[Result]) -> Iterator[Result]:
        """From the tenth fault in a row on, each is told as not asked, also where every worker met ten of its own."""
        limit = FaultLimit()
        for result in results:
            if limit.is_reached and result.verdict.answer is Answer.NONE:
                yield hold_verdict(result.fixture, NOT_ASKED_VERDICT, self._plan.known)
            else:
                limit.count(result.verdict)
                yield result

    def _found_or_lost(self, fixture: Fixture) -> Result:
        return self._results.get(fixture.path) or hold_verdict(fixture, _LOST, self._plan.known)


def _has_unasked(results: Iterable[Result]) -> bool:
    return any(result.verdict.why.startswith(NOT_ASKED) for result in results)


def pack_result(result: Result) -> str:
    """A result as ASCII for another process: pytest-xdist loses a test whose report holds half a surrogate pair."""
    verdict = result.verdict
    errors = [error._asdict() for error in verdict.errors]
    told = {"answer": verdict.answer, "why": verdict.why, "errors": errors, "projection": verdict.projection}
    return json.dumps({"fixture": result.fixture.path, **told})
