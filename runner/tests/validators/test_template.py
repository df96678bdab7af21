"""Each bridge that people copy works as it stands, and is short."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from agentcard_conformance import __version__
from agentcard_conformance.model import Answer, Question
from agentcard_conformance.validators import open_judge
from agentcard_conformance.validators.descriptions import describe_validator
from conftest import SUITE
from program_call import call

TEMPLATE = Path(__file__).parents[2] / "validators" / "TEMPLATE"
LONGEST = 60
COMMANDS = {
    "bridge.py": (f"{sys.executable} bridge.py", ()),
    "bridge.mjs": ("node bridge.mjs", ("node",)),
    "bridge.sh": ("sh bridge.sh", ("jq", "base64")),
    "bridge.rb": ("ruby bridge.rb", ("ruby",)),
    "bridge.php": ("php bridge.php", ("php",)),
    "bridge.go": ("./bridge", ("go",)),
    "Bridge.java": ("java Bridge.java", ("java",)),
    "bridge.rs": ("target/release/bridge", ("cargo",)),
}
BUILD = {"bridge.go": "go build -o bridge bridge.go"}
FAR_AWAY = "bridge.rs"
"""It needs two packages of a registry: it is tried in runner/validators_check, beside those that need a network too."""

CORPUS = SUITE.root / "fixtures"
HANDFUL = 12


def handful() -> list[str]:
    """Cards, and such as are cut off before their last brace: the simplest of rules gets them right."""
    good = sorted(CORPUS.glob(f"valid/{SUITE.default.id}/card-object/*.json"))
    bad = sorted(CORPUS.glob(f"invalid/{SUITE.default.id}/json-syntax/cut-off-*.json"))
    cut = [file for file in bad if not file.read_bytes().strip().endswith(b"}")]
    return [file.relative_to(CORPUS).as_posix() for file in [*good, *cut][:HANDFUL]]


def built(name: str, folder: Path) -> str:
    """The command of a bridge, in a folder of its own."""
    command, tools = COMMANDS[name]
    if absent := [tool for tool in tools if shutil.which(tool) is None]:
        pytest.skip(f"{', '.join(absent)} is not installed here")
    shutil.copy(TEMPLATE / name, folder)
    if name in BUILD:
        subprocess.run(BUILD[name].split(), cwd=folder, check=True, timeout=300)
    return command


def test_there_is_a_bridge_for_each_language() -> None:
    assert sorted(file.name for file in TEMPLATE.iterdir()) == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_it_is_short(name: str) -> None:
    assert len((TEMPLATE / name).read_text("utf-8").splitlines()) < LONGEST


@pytest.mark.parametrize("name", COMMANDS)
def test_its_dialects_stand_in_one_line(name: str) -> None:
    lines = (TEMPLATE / name).read_text("utf-8").splitlines()
    assert len([line for line in lines if any(dialect in line for dialect in SUITE.dialects)]) == 1


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != FAR_AWAY])
def test_a_card_of_another_dialect_is_skipped(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = built(name, tmp_path)
    monkeypatch.chdir(tmp_path)
    asked = [Question(b"{}", dialect) for dialect in ("of-somebody-else", SUITE.default.id)]
    with open_judge(describe_validator(f"stream:{command}", SUITE.validators), __version__, {}) as judge:
        assert [verdict.answer for verdict in judge.judge(asked)] == [Answer.SKIP, Answer.VALID]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != FAR_AWAY])
def test_it_gets_a_handful_of_cards_right(name: str, tmp_path: Path) -> None:
    command = built(name, tmp_path)
    chosen = [word for path in handful() for word in ("--fixture", path)]
    done = call("run", "--validator", f"stream:{command}", "--report", "report.json", *chosen, cwd=tmp_path)
    results = json.loads((tmp_path / "report.json").read_text())["results"]
    assert {path: each["result"] for path, each in results.items()} == dict.fromkeys(handful(), "pass")
    assert done.returncode == 0


@pytest.mark.parametrize("name", ["bridge.py", "bridge.mjs", "bridge.rb", "bridge.php"])
def test_the_doctor_finds_it_well(name: str, tmp_path: Path) -> None:
    command = built(name, tmp_path)
    done = call("doctor", "--validator", f"stream:{command}", cwd=tmp_path)
    assert done.returncode == 0, done.stdout.decode()
