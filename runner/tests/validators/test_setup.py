"""A known validator is made ready once, from its own files, outside the suite, and never by half."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Answer, Description, Question
from agentcard_conformance.validators import open_judge
from agentcard_conformance.validators.descriptions import describe_validator
from agentcard_conformance.validators.setup import is_ready, set_up, setup_folder

SCHEMAS = Path("/suite/schema")
COUNTING = """name = "mine"
setup = "sh -c 'echo made >> {count}; cp given made'"
once = "cat made"
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def validators(tmp_path: Path) -> Path:
    """One validator, whose set-up counts how often it is run."""
    folder = tmp_path / "validators" / "mine"
    folder.mkdir(parents=True)
    (folder / "given").write_text('{"valid": true}')
    (folder / "validator.toml").write_text(COUNTING.format(count=tmp_path / "count"))
    return folder.parent


def ready(validators: Path, said: list[str] | None = None) -> Description:
    return set_up(describe_validator("mine", validators, SCHEMAS), "0.1.0", (said if said is not None else []).append)


def times(validators: Path) -> int:
    count = validators.parent / "count"
    return len(count.read_text().splitlines()) if count.exists() else 0


def toml(validators: Path, text: str) -> None:
    (validators / "mine" / "validator.toml").write_text(text)


def test_it_is_made_in_the_cache_and_asked_there(validators: Path, cache: Path) -> None:
    description = ready(validators)
    with open_judge(description, "0.1.0", {}) as judge:
        assert [each.answer for each in judge.judge([Question(b"{}", "toy")])] == [Answer.VALID]
    assert description.folder.is_relative_to(cache / "agentcard-conformance" / "validators")
    assert sorted(file.name for file in (validators / "mine").iterdir()) == ["given", "validator.toml"]


def test_it_is_made_once(validators: Path) -> None:
    assert ready(validators).folder == ready(validators).folder
    assert times(validators) == 1


def test_it_says_what_it_does_the_first_time_alone(validators: Path) -> None:
    first: list[str] = []
    again: list[str] = []
    ready(validators, first)
    ready(validators, again)
    assert [first[0].startswith("mine: sh -c"), first[-1].startswith("mine: set up in"), again] == [True, True, []]


def test_it_is_made_again_when_a_file_of_it_changes(validators: Path) -> None:
    ready(validators)
    (validators / "mine" / "given").write_text('{"valid": false}')
    ready(validators)
    assert times(validators) == 2


def test_it_is_made_again_for_another_version_of_the_suite(validators: Path) -> None:
    description = describe_validator("mine", validators, SCHEMAS)
    assert setup_folder(description, "0.1.0") != setup_folder(description, "0.2.0")


@pytest.mark.parametrize(
    "name", ["expected/toy.toml", "node_modules/other.js", "__pycache__/bridge.pyc", "target/bridge"]
)
def test_what_is_not_of_its_making_changes_nothing(name: str, validators: Path) -> None:
    before = ready(validators).folder
    (validators / "mine" / name).parent.mkdir(exist_ok=True)
    (validators / "mine" / name).write_text("")
    assert (ready(validators).folder, times(validators)) == (before, 1)


def test_the_suite_may_lie_in_an_environment(tmp_path: Path) -> None:
    """As what was installed from a wheel does."""
    folder = tmp_path / ".venv" / "validators" / "mine"
    folder.mkdir(parents=True)
    (folder / "given").write_text('{"valid": true}')
    (folder / "validator.toml").write_text(COUNTING.format(count=tmp_path / "count"))
    assert (ready(folder.parent).folder / "made").read_text() == '{"valid": true}'


def test_several_command_lines_run_one_after_the_other(validators: Path) -> None:
    toml(validators, """setup = ["sh -c 'echo 1 > made'", "sh -c 'echo 2 >> made'"]\nonce = "cat made"\n""")
    assert (ready(validators).folder / "made").read_text() == "1\n2\n"


def test_python_and_the_schemas_are_named_in_braces(validators: Path) -> None:
    toml(validators, """setup = "sh -c 'echo {python} {schema} $0 > made' {schema}"\nonce = "cat made"\n""")
    assert (ready(validators).folder / "made").read_text() == f"{sys.executable} {SCHEMAS} {SCHEMAS}\n"


def test_a_program_that_is_made_need_not_be_there_before(validators: Path) -> None:
    toml(validators, 'setup = "cp given judge"\nonce = "./judge"\n')
    (validators / "mine" / "given").write_text("#!/bin/sh\necho '{\"valid\": true}'\n")
    (validators / "mine" / "given").chmod(0o755)
    with open_judge(ready(validators), "0.1.0", {}) as judge:
        assert [each.answer for each in judge.judge([Question(b"{}", "toy")])] == [Answer.VALID]


def test_one_without_a_set_up_runs_where_it_lies(validators: Path) -> None:
    toml(validators, 'once = "cat given"\n')
    assert ready(validators).folder == validators / "mine"


def test_one_of_somebody_else_is_never_set_up_unasked(validators: Path) -> None:
    path = validators / "mine" / "validator.toml"
    description = set_up(describe_validator(str(path), validators, SCHEMAS), "0.1.0", list[str]().append)
    assert (description.folder, times(validators)) == (path.parent, 0)


def test_it_is_told_whether_it_is_ready(validators: Path) -> None:
    before = is_ready(describe_validator("mine", validators, SCHEMAS), "0.1.0")
    ready(validators)
    assert (before, is_ready(describe_validator("mine", validators, SCHEMAS), "0.1.0")) == (False, True)


def test_a_set_up_that_fails_is_told_with_its_last_words(validators: Path) -> None:
    toml(validators, """setup = "sh -c 'echo no network >&2; exit 7'"\nonce = "cat made"\n""")
    with pytest.raises(CallError) as raised:
        ready(validators)
    assert str(raised.value).startswith("mine: its set-up ended with status 7: sh -c")
    assert str(raised.value).endswith("\n  | no network")


def test_a_set_up_that_fails_leaves_nothing_that_looks_ready(validators: Path, cache: Path) -> None:
    toml(validators, """setup = "sh -c 'echo half > made; exit 1'"\nonce = "cat made"\n""")
    with pytest.raises(CallError):
        ready(validators)
    assert [file.name for file in cache.rglob("*") if file.name != ".mine.lock" and not file.is_dir()] == []
    assert not is_ready(describe_validator("mine", validators, SCHEMAS), "0.1.0")


def test_a_tool_that_is_missing_is_told_with_where_to_get_it(
    validators: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toml(validators, 'needs = ["go", "no-such-tool"]\nsetup = "go build"\nonce = "./judge"\n')
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CallError) as raised:
        ready(validators)
    sentence = "mine: needs go (https://go.dev/dl/), no-such-tool, which is not on the PATH; install it"
    assert str(raised.value) == sentence


def test_a_cache_that_cannot_be_written_is_told(validators: Path, cache: Path) -> None:
    cache.write_text("a file")
    with pytest.raises(CallError, match="mine: cannot be set up in "):
        ready(validators)


def test_two_processes_that_need_it_at_once_make_it_once(validators: Path) -> None:
    slowly = COUNTING.format(count=validators.parent / "count").replace("cp given made", "sleep 1; cp given made")
    toml(validators, slowly)
    script = (
        "import sys, pathlib\n"
        "from agentcard_conformance.validators.descriptions import describe_validator\n"
        "from agentcard_conformance.validators.setup import set_up\n"
        "print(set_up(describe_validator('mine', pathlib.Path(sys.argv[1])), '0.1.0', lambda text: None).folder)\n"
    )
    both = [
        subprocess.Popen([sys.executable, "-c", script, str(validators)], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    folders = {process.communicate(timeout=60)[0] for process in both}
    assert (len(folders), times(validators)) == (1, 1)


@pytest.mark.parametrize("lock", sorted(Path(__file__).parents[2].glob("validators/*/package-lock.json")), ids=str)
def test_a_lock_file_names_no_place_to_download_from(lock: Path) -> None:
    packages = json.loads(lock.read_text())["packages"]
    assert [name for name, package in packages.items() if "resolved" in package] == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands a daemon to who started its family")
def test_what_a_set_up_leaves_running_is_ended(validators: Path, tmp_path: Path) -> None:
    daemon = (
        f"setsid sh -c 'echo $$ > {tmp_path}/pid; exec sleep 60' & while [ ! -s {tmp_path}/pid ]; do sleep 0.01; done"
    )
    (validators / "mine" / "start").write_text(daemon)
    toml(validators, "name = 'mine'\nsetup = 'sh start'\nonce = 'cat given'\n")

    ready(validators)

    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
