"""How does pytest hold a validator against the corpus? Its options, one validator a process, the report at the end."""

from collections.abc import Generator, Iterable, Iterator
from typing import Any

import pytest

import agentcard_conformance as conformance

KEY = "agentcard-conformance"
TEST = "::test_verdict["
SCHEDULES_THAT_HANG = ("loadgroup", "loadscope", "loadfile")  # pytest-xdist 3.8, when a worker is killed


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of `agentcard-conformance run`."""
    group = parser.getgroup(KEY)
    group.addoption("--validator", metavar="SPEC", default="", help="whom to ask; without it, the reference")
    group.addoption("--dialect", metavar="D", action="append", default=[], help="which cards; may be given again")
    group.addoption("--profile", metavar="P", default="", help="what the validator is held to: core or full")
    group.addoption("--expect", metavar="FILE", default="", help="known failures; 'none' for no file at all")
    group.addoption("--expect-write", metavar="FILE", help="write what fails as known failures")
    group.addoption("--report", metavar="PATH", help="write the report; spell it --report=PATH")


def pytest_configure(config: pytest.Config) -> None:
    """Find out what is asked for, before any worker starts; what is wrong with it is one sentence and status 2."""
    try:
        config.pluginmanager.register(Harness(config), KEY)
    except conformance.ConformanceError as error:
        pytest.exit(str(error), returncode=2)


@pytest.fixture(scope="session")
def ask(pytestconfig: pytest.Config) -> Iterator[Any]:
    """Asks the validator of this process for the result of a fixture."""
    harness: Any = pytestconfig.pluginmanager.get_plugin(KEY)
    yield harness.session.result
    harness.session.stop()


class Harness:
    """One pytest process of a run."""

    def __init__(self, config: pytest.Config) -> None:
        self.option = config.option
        self.worker = hasattr(config, "workerinput")
        self.said: list[str] = []
        self._refuse_schedules_that_hang()
        conformance.ready_to_write(self.option.report, self.option.expect_write)
        call = conformance.Call(
            self.option.validator, tuple(self.option.dialect), self.option.profile, self.option.expect
        )
        self.session = conformance.Session.begin(call, getattr(config, "workerinput", {}).get(KEY))
        self.count = conformance.Count(self.session.plan)
        if self._spread() and not self.worker:
            self.session.stop()

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker what the validator said of itself."""
        node.workerinput[KEY] = self.session.introduction()

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """One test for each fixture, in the order of asking: tests side by side are asked together."""
        if "card" in metafunc.fixturenames:
            fixtures = self.session.plan.in_turn
            metafunc.parametrize("card", fixtures, ids=[fixture.path for fixture in fixtures])

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Which fixtures are left after -k and --deselect?"""
        if not self._spread() or self.worker:
            self.session.select(_paths(item.nodeid for item in session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """The same, where workers collect and this process counts."""
        self.session.select(_paths(ids))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has come back, with its verdict."""
        for name, text in report.user_properties:
            if name == KEY and report.when == "call":
                self.count.arrive(text)

    @pytest.hookimpl(wrapper=True)
    def pytest_report_to_serializable(self) -> Generator[None, Any, Any]:
        """pytest-xdist 3.8 loses a failure that holds half a surrogate pair, and the run is green."""
        return _ascii_only((yield))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hold what came back against what was to come, in the process that counts."""
        self.session.stop()
        if not self.worker:
            session.exitstatus = self._status(session)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> Generator[None, None, None]:
        """The report, as a person reads it: last, however many failures are listed."""
        yield
        if self.said:
            terminalreporter.section(KEY)
            terminalreporter.write_line("\n".join(self.said))

    def _status(self, session: pytest.Session) -> int:
        """0 all well, 1 something failed, 2 the call or the suite is wrong; pytest's own statuses are no others."""
        status = int(session.exitstatus)
        if status == pytest.ExitCode.NO_TESTS_COLLECTED:
            self.said = ["nothing was selected, which is not a pass: widen -k, --dialect or --profile"]
            return 2
        if not self.session.selected or status == pytest.ExitCode.INTERNAL_ERROR:
            return status
        missing = self.count.missing(self.session.selected)
        if missing and (status == pytest.ExitCode.INTERRUPTED or session.shouldfail or session.shouldstop):
            self.said = [f"stopped with {len(missing)} fixtures not asked: no report is written"]
            return 1 if self.option.maxfail else status
        return max(status, self._close(missing))

    def _close(self, missing: list[str]) -> int:
        results = self.count.results(self.session.selected)
        self.said, status = conformance.close(self.session.plan, results, self.option.report, self.option.expect_write)
        self.said += [f"lost with the process that ran its test: {path}" for path in missing]
        return int(status)

    def _spread(self) -> bool:
        return getattr(self.option, "dist", "no") != "no"

    def _refuse_schedules_that_hang(self) -> None:
        if getattr(self.option, "dist", "no") in SCHEDULES_THAT_HANG:
            raise conformance.CallError("choose --dist load or worksteal: the others hang when a worker is killed")


def _paths(ids: Iterable[str]) -> list[str]:
    """The fixtures that the ids of tests name."""
    return [each.partition("[")[2].removesuffix("]") for each in ids if TEST in each]


def _ascii_only(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {name: _ascii_only(each) for name, each in value.items()}
    return [_ascii_only(each) for each in value] if isinstance(value, list) else value
