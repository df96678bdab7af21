"""How fast the program is, as ratios to something measured in the same run. Prints, and never fails: times vary."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import IO

from measured import PROGRAM, ROUNDS, SCRIPTS, Line, at_most, printed, side_by_side

from agentcard_conformance import __version__
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.model import Description, Dialect, Question
from agentcard_conformance.notations.json_text.fast_reader import NOTATION
from agentcard_conformance.validators import open_judge
from agentcard_conformance.validators.commands import target_command
from agentcard_conformance.validators.descriptions import describe_validator
from agentcard_conformance.validators.protocol.handshake import greeting_line
from agentcard_conformance.validators.protocol.questions import question_line
from agentcard_conformance.validators.setup import set_up

SENT = 100_000
WANTED = 60_000
CONFORMANCE = str(Path(__file__).parents[2] / "conformance")

BARE_LOOP = """
from agentcard_conformance.corpus import read_suite
from agentcard_conformance.reference import Reference
suite = read_suite()
reference = Reference(suite.dialects)
for fixture in suite.fixtures():
    reference.assess(fixture.question)
"""
STOCK = """
import pytest
@pytest.mark.parametrize("number", range({count}))
def test_nothing(number):
    assert number >= 0
"""
AT_ONCE = """
def judge(card, dialect, context):
    return True
"""


def run_against_a_bare_loop(folder: Path) -> Line:
    """What everything around the reference costs."""
    ours, base = side_by_side([[PROGRAM, "run"], [sys.executable, "-c", BARE_LOOP]], folder)
    return at_most("run / bare loop of the reference", ours, base, 1.5)


def version_against_the_interpreter(folder: Path) -> Line:
    """What a start costs."""
    ours, base = side_by_side([[PROGRAM, "--version"], [sys.executable, "-c", "pass"]], folder, 15)
    return at_most("--version / python -c pass", ours, base, 3)


def check_against_check_jsonschema(dialect: Dialect) -> Callable[[Path], Line]:
    """What one card costs its author."""

    def compared(folder: Path) -> Line:
        suite = read_suite()
        valid = (each.path for each in suite.fixtures([dialect.id]) if each.expected == "valid")
        card = str(suite.root / "fixtures" / next(valid))
        schema = str(suite.root / "schema" / dialect.id / "card.schema.json")
        other = [str(SCRIPTS / "check-jsonschema"), "--schemafile", schema, card]
        ours, base = side_by_side([[PROGRAM, "check", "--dialect", dialect.id, card], other], folder, 9)
        return at_most(f"check one card of {dialect.id} / check-jsonschema", ours, base, 0.15)

    return compared


def check_against_the_interpreter(folder: Path) -> Line:
    """What one card costs beyond a start."""
    ours, base = side_by_side([[PROGRAM, "check", _valid_card()], [sys.executable, "-c", "pass"]], folder, 15)
    return at_most("check one card / python -c pass", ours, base, 3)


def check_of_the_smallest_card_by_its_looks(folder: Path) -> Line:
    """What it costs to find out which dialect a card is of: an A2A card beside one of the default dialect."""
    schemas = read_suite().root / "schema"
    cards = [schemas / dialect / "example.json" for dialect in ("a2a-1.0", "agentcard-draft-00")]
    return _check_by_looks("example", cards, folder)


def check_of_a_full_card_by_its_looks(folder: Path) -> Line:
    """The same of cards that have every member."""
    valid = read_suite().root / "fixtures" / "valid"
    cards = [
        valid / "a2a-1.0" / "card-object" / "full-card.json",
        valid / "agentcard-draft-00" / "optional-members-demanded" / "all-members.json",
    ]
    return _check_by_looks("full card", cards, folder)


def _check_by_looks(which: str, cards: Sequence[Path], folder: Path) -> Line:
    ours, base = side_by_side([[PROGRAM, "check", str(card)] for card in cards], folder, 25)
    return at_most(f"check the {which} of a2a-1.0 / of agentcard-draft-00, no dialect named", ours, base, 1)


def check_of_a_thousand_files(folder: Path) -> Line:
    """What one card costs when its start is shared."""
    suite = read_suite()
    files = [shutil.copy(_valid_card(), folder / f"{number}.json") for number in range(1000)]
    schema = str(suite.root / "schema" / suite.default.id / "card.schema.json")
    other = [str(SCRIPTS / "check-jsonschema"), "--schemafile", schema, *map(str, files)]
    ours, base = side_by_side([[PROGRAM, "check", *map(str, files)], other], folder, 3)
    return at_most("check 1,000 files / check-jsonschema", ours, base, 0.08)


def _valid_card() -> str:
    suite = read_suite()
    fixtures = suite.fixtures([suite.default.id])
    return str(next(suite.root / "fixtures" / each.path for each in fixtures if each.expected == "valid"))


def pytest_against_stock_pytest(folder: Path) -> Line:
    """What the harness costs beyond pytest itself and the judging."""
    count = len(read_suite().fixtures())
    (folder / "test_stock.py").write_text(STOCK.format(count=count))
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    commands = [[*pytest, CONFORMANCE], [*pytest, "test_stock.py"], [PROGRAM, "run"]]
    ours, stock, run = side_by_side(commands, folder, 3)
    return at_most(f"pytest conformance/ / stock pytest of {count} + run", ours, stock + run, 2)


def stream_to_a_validator_that_answers_at_once(folder: Path) -> Line:
    """How many cards a second can be asked, when the validator takes no time."""
    (folder / "at_once.py").write_text(AT_ONCE)
    suite = read_suite()
    cards = [b'{"name": "%d", "padding": "%s"}' % (number, b"x" * 1000) for number in range(SENT)]
    questions = [Question(card, suite.default.id) for card in cards]
    described = describe_validator("python:at_once:judge", suite.validators)
    with open_judge(described, __version__, suite.dialects) as judge:
        start = time.perf_counter()
        verdicts = judge.judge(questions)
        rate = SENT / (time.perf_counter() - start)
    answered = sum(verdict.answer == "valid" for verdict in verdicts)
    measured = f"{rate:,.0f} cards/s, {answered:,} of {SENT:,} answered"
    what = "stream: to a validator that answers at once"
    return Line(what, measured, rate / WANTED, f"at least {WANTED:,}/s", rate >= WANTED)


def stream_to_ajv_against_ajv_alone(_: Path) -> Line:
    """What driving costs: the same program is asked the whole corpus by us, and by a file that it reads itself."""
    suite = read_suite()
    ajv = set_up(describe_validator("ajv", suite.validators, suite.root / "schema"), __version__, print)
    read = [name for name in ajv.dialects if name in suite.dialects]
    questions = [fixture.question for fixture in suite.fixtures(read)]
    lines = [question_line(number, each.card, each.dialect, each.context) for number, each in enumerate(questions)]
    with tempfile.TemporaryFile() as file:
        file.writelines([greeting_line(__version__), *lines])
        pairs = [(_driven(ajv, questions), _alone(ajv, file)) for _ in range(ROUNDS + 1)][1:]
    ours, base = (median(column) for column in zip(*pairs, strict=True))
    return at_most(f"stream: to ajv, {len(questions):,} cards / ajv reading them from a file", ours, base, 1.5)


def _driven(described: Description, questions: Sequence[Question]) -> float:
    start = time.perf_counter()
    with open_judge(described, __version__, {}) as judge:
        judge.judge(questions)
    return time.perf_counter() - start


def _alone(described: Description, file: IO[bytes]) -> float:
    file.seek(0)
    start = time.perf_counter()
    subprocess.run(target_command(described), cwd=described.folder, stdin=file, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


COMPARISONS: tuple[Callable[[Path], Line], ...] = (
    version_against_the_interpreter,
    *(
        check_against_check_jsonschema(dialect)
        for dialect in read_suite().dialects.values()
        if dialect.notation == NOTATION
    ),
    check_against_the_interpreter,
    check_of_the_smallest_card_by_its_looks,
    check_of_a_full_card_by_its_looks,
    check_of_a_thousand_files,
    run_against_a_bare_loop,
    pytest_against_stock_pytest,
    stream_to_a_validator_that_answers_at_once,
    stream_to_ajv_against_ajv_alone,
)


def main() -> None:
    """Print one line for each comparison."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.chdir(folder)  # where python: finds a module
        printed(COMPARISONS, folder)


if __name__ == "__main__":
    main()
