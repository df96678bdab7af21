"""The zoo, through all that a user runs: a fault costs its own card, no other verdict, and nothing is left running."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from agentcard_conformance.errors import NotStarted
from agentcard_conformance.validators import open_judge
from agentcard_conformance.validators.descriptions import read_description
from checkout_copy import NOISE, ROOT, Checkout
from conftest import SUITE
from program_call import call
from small_checkout import small
from zoo.animals import BEHAVIOURS
from zoo.behaviour import Asked
from zoo.services import COSTS as COSTS_OF_SERVICE
from zoo.services import service
from zoo.starts import STARTS

pytestmark = [pytest.mark.slow, pytest.mark.alone]

TESTS = Path(__file__).parents[1]
WAYS: Mapping[str, tuple[str, ...]] = {"one process": (), "two workers": ("-n", "2")}
COSTS: Mapping[str, Mapping[str, str]] = {
    form: {name: each.costs[form] for name, each in BEHAVIOURS.items() if form in each.costs}
    for form in ("stream", "once", "python")
} | {"http": COSTS_OF_SERVICE}
TIMEOUTS = {"stream": 2.0, "once": 6.0, "http": 2.0, "python": 2.0}
"""In seconds; a program for each card needs more, since it starts slowly beside validators that flood."""
TARGETS = {
    "stream": f"{sys.executable} -m zoo.program named",
    "once": f"{sys.executable} -m zoo.animals",
    "python": "zoo.animals:judge",
}
NAMES = list(dict.fromkeys(name for costs in COSTS.values() for name in costs))
HONEST = [f"honest-{number}" for number in range(len(NAMES))]
CARDS = {
    f"{side}/note-1/{requirement}/{name}.json": b'{"%s": "%s", "zoo": "%s"}\n' % (member, name.encode(), name.encode())
    for number, name in enumerate([*NAMES, *HONEST])
    for side, requirement, member in [
        ("valid", "closed-note", b"title") if number % 2 else ("invalid", "title-required", b"headline")
    ]
}
SPAWNED = "AGENTCARD_ZOO"
"""A variable of the environment of each run, by which what is left of it is found."""


class Run(NamedTuple):
    """What came of one run, and which processes it left."""

    status: int
    report: dict[str, Any]
    left: list[str]


def described(folder: Path, form: str, target: str) -> Path:
    """A validator.toml of the zoo, with little patience."""
    toml = folder / "validator.toml"
    path = os.pathsep.join([str(TESTS), str(ROOT / "runner" / "src")])
    toml.write_text(
        f"name = 'zoo'\n{form} = '{target}'\ntimeout = {TIMEOUTS[form]}\nstartup_timeout = 20\n"
        f"[environment]\nPYTHONPATH = '{path}'\n"
    )
    return toml


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout of the small suite, with a card for each behaviour and as many for none."""
    made = small(tmp_path_factory.mktemp("checkout"))
    shutil.copytree(ROOT / "conformance", made.root / "conformance", ignore=NOISE)
    shutil.rmtree(made.root / "fixtures")
    for path, card in CARDS.items():
        made.write(f"fixtures/{path}", card)
    return made


def run(checkout: Checkout, toml: Path, *options: str) -> Run:
    """What comes of pytest over all cards."""
    report, token = toml.with_name("report.json"), f"{SPAWNED}={toml.parent}"
    options = ("-q", "-k", "test_verdict", "--tb=no", "--validator", str(toml), f"--report={report}", *options)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "conformance", *options]
    environment = {**os.environ, "PYTHONPATH": str(checkout.root / "runner" / "src"), SPAWNED: str(toml.parent)}
    done = subprocess.run(command, cwd=checkout.root, env=environment, capture_output=True, check=False)
    told = json.loads(report.read_text()) if report.exists() else {"printed": (done.stdout + done.stderr).decode()}
    return Run(done.returncode, told, list(running(token)))


def running(token: str) -> Iterator[str]:
    """The processes of a run that are there still."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment, command = (folder / "environ").read_bytes(), (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if token.encode() in environment.split(b"\0"):
            yield command.replace(b"\0", b" ").decode(errors="replace")


def nameless(folder: Path) -> list[int]:
    """The processes of runs in a folder that have no environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if bytes(folder) in (process / "cmdline").read_bytes() and not (process / "environ").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue
    return found


@pytest.fixture(scope="module")
def runs(checkout: Checkout, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[tuple[str, str], Future[Run]]]:
    """Each form in each way; most of the time nothing happens, so that several go side by side."""
    with service() as address, ThreadPoolExecutor(4) as pool:
        targets = {**TARGETS, "http": address}
        yield {
            (form, way): pool.submit(
                run, checkout, described(tmp_path_factory.mktemp("run"), form, targets[form]), *WAYS[way]
            )
            for form in COSTS
            for way in WAYS
        }


def expected(form: str) -> dict[str, str]:
    """What is to be got for each card: its own verdict, or what its behaviour costs."""
    honest = {path: "valid" if Asked(card).honest()["valid"] else "invalid" for path, card in CARDS.items()}
    return {path: COSTS[form].get(Path(path).stem) or answer for path, answer in honest.items()}


def answers(report: dict[str, Any]) -> dict[str, str]:
    assert "results" in report, report
    return {path: result["got"] for path, result in report["results"].items()}


def test_the_zoo_has_more_than_a_hundred_behaviours() -> None:
    assert len(NAMES) + len(STARTS) > 100
    assert min(map(len, COSTS.values())) > 50


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", COSTS)
def test_a_behaviour_costs_its_own_card_and_no_other_verdict(
    form: str, way: str, runs: Mapping[tuple[str, str], Future[Run]]
) -> None:
    got, wanted = answers(runs[form, way].result().report), expected(form)

    assert {path: got.get(path) for path, answer in wanted.items() if got.get(path) != answer} == {}


@pytest.mark.parametrize("form", COSTS)
def test_two_workers_report_the_same(form: str, runs: Mapping[tuple[str, str], Future[Run]]) -> None:
    alone, spread = (runs[form, way].result() for way in WAYS)

    assert alone.status == spread.status == 1
    assert {name: each for name, each in alone.report["said"].items() if spread.report["said"].get(name) != each} == {}
    assert alone.report == spread.report


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands a daemon to who started its family")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("form", COSTS)
def test_nothing_is_left_running(form: str, way: str, runs: Mapping[tuple[str, str], Future[Run]]) -> None:
    assert runs[form, way].result().left == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands a daemon to who started its family")
def test_not_even_a_daemon_without_an_environment(
    runs: Mapping[tuple[str, str], Future[Run]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    for each in runs.values():
        each.result()

    assert nameless(tmp_path_factory.getbasetemp()) == []


@pytest.mark.parametrize("behaviour", ["prose", "daemons-and-abort"])
def test_a_validator_that_is_given_up_on_is_reported_alike(behaviour: str, checkout: Checkout, tmp_path: Path) -> None:
    toml = described(tmp_path, "stream", f"{sys.executable} -m zoo.program {behaviour}")

    # So many that the second worker begins in a chunk of its own, and asks about cards whose tests it runs.
    some = ("-k", "test_verdict and (honest-1 or honest-2)")

    alone, spread = (run(checkout, toml, *some, *WAYS[way]) for way in WAYS)

    assert set(answers(alone.report).values()) == {"no-answer"}
    assert alone == spread == Run(1, alone.report, [])


def test_judging_by_the_order_of_cards_does_not_conform(checkout: Checkout, tmp_path: Path) -> None:
    alternating = run(checkout, described(tmp_path, "stream", f"{sys.executable} -m zoo.program alternate"), "-n", "2")

    assert (alternating.status, "fail" in alternating.report["counts"]["all"]) == (1, True)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("start", ["start-die", "start-version-2", "start-daemon"])
def test_a_validator_that_cannot_be_started_is_a_wrong_call(
    start: str, way: str, checkout: Checkout, tmp_path: Path
) -> None:
    done = run(checkout, described(tmp_path, "stream", f"{sys.executable} -m zoo.program {start}"), *WAYS[way])

    assert (done.status, done.left) == (2, [])
    assert "printed" in done.report, "a report was written"


@pytest.mark.parametrize("behaviour", ["accept", "refuse", "skip", "alternate"])
def test_nobody_conforms_without_looking_at_the_cards(behaviour: str, tmp_path: Path) -> None:
    report, dialect = tmp_path / "report.json", SUITE.default.id
    toml = described(tmp_path, "stream", f"{sys.executable} -m zoo.program {behaviour}")

    done = call("run", "--validator", str(toml), "--report", str(report))

    assert json.loads(report.read_text())["dialects"][dialect]["conformant"] == {"core": False, "full": False}
    assert done.returncode == 1


@pytest.mark.parametrize("start", STARTS)
def test_who_does_not_greet_is_not_started(start: str, tmp_path: Path) -> None:
    toml = described(tmp_path, "stream", f"{sys.executable} -m zoo.program {start}")
    judge = open_judge(read_description(toml, "zoo")._replace(startup_timeout=2.0), "0.1.0", {})

    with pytest.raises(NotStarted) as raised, judge:
        pass

    assert STARTS[start].told in str(raised.value)
