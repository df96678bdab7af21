"""Runs a validator against the corpus under pytest: the options, one validator a process, the report at the end."""

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any

import pytest

import agentcard_conformance as conformance

PLUGIN = "agentcard-conformance"
TEST = "::test_verdict["
SELF_CHECK = "test_suite.py::"
SCHEDULES_THAT_HANG = ("loadgroup", "loadscope", "loadfile")  # pytest-xdist 3.8, when a worker is killed
MOST_SHOWN = 20
ASKING_NOTHING = ("collectonly", "setuponly", "setupplan", "showfixtures", "show_fixtures_per_test")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of `agentcard-conformance run`."""
    group = parser.getgroup(PLUGIN)
    group.addoption("--validator", metavar="SPEC", default="", help="which one to ask; without it, the reference")
    group.addoption("--dialect", metavar="D", action="append", default=[], help="which cards; may be given again")
    group.addoption("--profile", metavar="P", default="", help="what it is held to; each dialect has its own profiles")
    group.addoption("--exit-status", action="store_true", help="of once:COMMAND: 0 says valid, 1 invalid; weaker")
    group.addoption("--expect", metavar="FILE", default="", help="known failures; 'none' for no file at all")
    group.addoption("--expect-write", metavar="FILE", help="write what fails as known failures")
    group.addoption("--report", metavar="PATH", help="write the report; spell it --report=PATH")


def pytest_configure(config: pytest.Config) -> None:
    """Find out what is asked for, before any worker starts; what is wrong with it is one sentence and status 2."""
    try:
        config.pluginmanager.register(Harness(config), PLUGIN)
    except conformance.ConformanceError as error:
        pytest.exit(str(error), returncode=2)


@pytest.fixture
def ask(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    """Asks the validator of this process for the result of a fixture."""
    harness: Any = request.config.pluginmanager.get_plugin(PLUGIN)
    result: Callable[[Any], Any] = harness.runner.result
    return result


class Harness:
    """One pytest process of a run."""

    def __init__(self, config: pytest.Config) -> None:
        self.option = config.option
        self.is_worker = hasattr(config, "workerinput")
        self.lines: list[str] = []
        self.self_check_seconds = 0.0
        self.restarts: list[str] = []
        self._refuse_schedules_that_hang()
        conformance.check_output_files(self.option.report, self.option.expect_write)
        options = conformance.RunOptions(
            self.option.validator,
            tuple(self.option.dialect),
            self.option.profile,
            self.option.expect,
            exit_status=self.option.exit_status,
        )
        self.runner = conformance.start_runner(options, getattr(config, "workerinput", {}).get(PLUGIN))
        self.collector = conformance.ResultCollector(self.runner.plan)
        self._fixtures = {fixture.path: fixture for fixture in self.runner.plan.fixtures}
        if self._is_distributed() and not self.is_worker:
            self.runner.stop()

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker what the validator said of itself."""
        node.workerinput[PLUGIN] = self.runner.handshake()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker has ended; one that was killed says nothing."""
        self.restarts += getattr(node, "workeroutput", {}).get(PLUGIN, [])

    def pytest_report_header(self) -> list[str]:
        """What will not be run, and why."""
        return list(self.runner.plan.remarks)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """One test for each fixture, in the order of asking: tests side by side are asked together."""
        if "card" in metafunc.fixturenames:
            fixtures = self.runner.plan.fixtures
            metafunc.parametrize("card", fixtures, ids=[fixture.path for fixture in fixtures])

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Select the fixtures that are left after -k and --deselect."""
        if not self._is_distributed() or self.is_worker:
            self._select(item.nodeid for item in session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """The same, where workers collect and this process counts."""
        self._select(ids)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send the result with the report of its test; as a property it would stand in files of JUnit, too."""
        report = yield
        if call.when == "call" and (result := self.runner.known_result(_path(item.nodeid))):
            vars(report)[PLUGIN] = conformance.pack_result(result)
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has come back: one of the suite itself, or one with its result, perhaps from a worker."""
        if SELF_CHECK in report.nodeid:
            self.self_check_seconds += report.duration
        if PLUGIN in vars(report):
            self.collector.add_packed(vars(report)[PLUGIN])

    @pytest.hookimpl(wrapper=True)
    def pytest_report_to_serializable(self) -> Generator[None, Any, Any]:
        """pytest-xdist 3.8 loses a failure that holds half a surrogate pair, and the run is green."""
        return _to_ascii((yield))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hold what came back against what was to come, in the process that counts."""
        self.runner.stop()
        if self.is_worker:
            vars(session.config)["workeroutput"][PLUGIN] = list(self.runner.restarts)
        else:
            self.restarts += self.runner.restarts
            session.exitstatus = self._status(session)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> Generator[None, None, None]:
        """The report, as a person reads it: last, however many failures are listed."""
        yield
        if self.lines and self.self_check_seconds:
            self.lines.append(f"of the time, the suite's check of itself took {self.self_check_seconds:.1f} s")
        if self.lines:
            terminalreporter.section(PLUGIN)
            terminalreporter.write_line("\n".join(self.lines))

    def _status(self, session: pytest.Session) -> int:
        """0 all well, 1 something failed, 2 the call or the suite is wrong; pytest's own statuses are no others."""
        status = int(session.exitstatus)
        if status == pytest.ExitCode.NO_TESTS_COLLECTED:
            self.lines = ["nothing was selected, which is not a pass: widen -k, --dialect or --profile"]
            return 2
        if status == pytest.ExitCode.INTERNAL_ERROR or self._asks_nothing():
            return status
        if not self.runner.selected:
            return self._status_without_cards(status)
        missing = self.collector.missing(self.runner.selected)
        if missing and (status == pytest.ExitCode.INTERRUPTED or session.shouldfail or session.shouldstop):
            self.lines = [f"stopped with {len(missing)} fixtures not asked: no report is written"]
            return 1 if self.option.maxfail else status
        return max(status, self._close(missing))

    def _status_without_cards(self, status: int) -> int:
        """The suite alone may be checked; a call that names a validator or a file to write wants more."""
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return status
        if not (self.option.validator or self.option.report or self.option.expect_write):
            self.lines = ["no card was asked about: the suite itself was checked, and no validator"]
            return status
        self.lines = ["no card was selected, which is not a pass, and nothing is written: widen -k or --deselect less"]
        return 2

    def _close(self, missing: list[str]) -> int:
        results = self.collector.results(self.runner.selected)
        files = self.option.report, self.option.expect_write
        closing = conformance.close_run(self.runner.plan, results, *files, self.restarts)
        self.lines = [*closing.first, *closing.lines, *_describe_missing(missing)]
        return int(closing.status)

    def _select(self, ids: Iterable[str]) -> None:
        self.runner.select(self._fixtures[_path(each)] for each in ids if TEST in each)

    def _asks_nothing(self) -> bool:
        return any(getattr(self.option, name, False) for name in ASKING_NOTHING)

    def _is_distributed(self) -> bool:
        return getattr(self.option, "dist", "no") != "no"

    def _refuse_schedules_that_hang(self) -> None:
        if getattr(self.option, "dist", "no") in SCHEDULES_THAT_HANG:
            raise conformance.CallError(
                f"choose --dist load or worksteal: {self.option.dist} hangs when a worker is killed"
            )


def _describe_missing(missing: list[str]) -> Iterator[str]:
    yield from (
        f"lost with its process, or stopped before there was an answer: {path}" for path in missing[:MOST_SHOWN]
    )
    if more := missing[MOST_SHOWN:]:
        yield f"and {len(more)} more, which the report names"


def _path(test_id: str) -> str:
    """The fixture that the id of a test names."""
    return test_id.partition("[")[2].removesuffix("]")


def _to_ascii(value: Any) -> Any:
    if isinstance(value, str):
        return conformance.escape_surrogates(value)
    if isinstance(value, dict):
        return {name: _to_ascii(each) for name, each in value.items()}
    return [_to_ascii(each) for each in value] if isinstance(value, list) else value
