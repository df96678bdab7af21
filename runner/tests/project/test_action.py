"""The GitHub Action and the pre-commit hooks call what is there."""

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from agentcard_conformance.cli.program import program
from checkout_copy import ROOT, Checkout
from document_steps import install
from small_checkout import small

ACTION = ROOT / "action.yml"
WORKFLOWS = ROOT / ".github" / "workflows"


def script(name: str) -> str:
    """The shell lines of one step of action.yml."""
    found = re.search(rf"- name: {name}\n.*?run: \|\n(.*?)(?=\n    - |\Z)", ACTION.read_text("utf-8"), re.DOTALL)
    assert found
    return textwrap.dedent(found[1])


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    made = small(tmp_path / "checkout")
    made.write("cards/good.json", '{"title": "Tea"}')
    made.write("cards/deep/er/bad.json", '{"title": 7}')
    return made


def step(checkout: Checkout, command: str, arguments: str, validator: str = "") -> subprocess.CompletedProcess[str]:
    """The last step, with our program where the step before would have put it."""
    folder = checkout.root.parent / "agentcard-conformance"
    folder.mkdir()
    install(folder / "bin")
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script("Run")],
        cwd=checkout.root,
        env={
            **os.environ,
            "COMMAND": command,
            "ARGUMENTS": arguments,
            "VALIDATOR": validator,
            "RUNNER_TEMP": str(checkout.root.parent),
            "PYTHONPATH": str(checkout.root / "runner" / "src"),
        },
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_validator_is_named_with_its_blanks_and_quotes(checkout: Checkout) -> None:
    checkout.write("my bridge.py", "def judge(card, dialect, context):\n    return True\n")
    serve = "-m agentcard_conformance.validators.serve"
    named = f"stream:{sys.executable} {serve} 'my bridge:judge'"
    done = step(checkout, "check", "--fixture invalid/note-1/title-type", named)

    assert (done.returncode, done.stderr) == (1, ""), done.stderr
    assert "::error file=fixtures/invalid/note-1/title-type/number.json," in done.stdout


def test_cards_are_checked_and_faults_shown_beside_their_lines(checkout: Checkout) -> None:
    done = step(checkout, "check", "cards/**/*.json")

    assert (done.returncode, done.stderr) == (1, "")
    assert "::error file=cards/deep/er/bad.json,line=1," in done.stdout


def test_another_format_may_be_asked_for(checkout: Checkout) -> None:
    done = step(checkout, "check", "--format text cards/good.json")

    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "cards/good.json: valid as note-1")


def test_any_command_may_be_run(checkout: Checkout) -> None:
    done = step(checkout, "lint", "fixtures/valid")

    assert (done.returncode, done.stdout) == (0, "no problems: fixtures/valid\n")


def test_an_argument_is_never_run(checkout: Checkout) -> None:
    step(checkout, "check", "$(touch ran) `touch ran` ; touch ran")

    assert not (checkout.root / "ran").exists()


def test_inputs_reach_the_shell_by_its_environment_alone() -> None:
    assert "${{" not in script("Install") + script("Run")


def test_other_actions_are_pinned_by_commit_and_say_their_version() -> None:
    files = [ACTION, *WORKFLOWS.glob("*.yml")]
    used = re.findall(r"uses: (.+)", "".join(file.read_text("utf-8") for file in files))

    assert [
        each for each in used if not re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+|\./", each)
    ] == []


def test_every_environment_of_tox_has_a_job() -> None:
    environments = re.search(r"env_list = (.+)", (ROOT / "tox.ini").read_text("utf-8"))
    jobs = (WORKFLOWS / "ci.yml").read_text("utf-8")

    assert environments and [each for each in environments[1].split(", ") if not re.search(rf"\b{each}\b", jobs)] == []


def test_every_part_of_the_gate_has_a_job() -> None:
    parts = re.search(r"parts=\((released .+)\)", (ROOT / ".ci" / "run").read_text("utf-8"))
    jobs = (WORKFLOWS / "ci.yml").read_text("utf-8")

    assert parts and set(parts[1].split()) - set(re.findall(r"\w+", jobs)) == set()


def compared(checkout: Checkout, title: str) -> subprocess.CompletedProcess[str]:
    """What the workflow calls when a pull request has changed the title of a note to this."""
    text = (WORKFLOWS / "revisions.yml").read_text("utf-8")
    file = "schema/note-1/card.schema.json"
    found = re.search(r"arguments: >-\n((?: {12}.*\n)+)", text)
    assert found
    arguments = found[1].replace("${{ env.FILE }}", file).replace("${{ matrix.dialect }}", "note-1")
    checkout.write("CHANGELOG.md", "## [Unreleased]\n")
    _committed(checkout, "init", "--quiet")
    schema = (checkout.root / file).read_text("utf-8")
    checkout.write(file, schema.replace('"type": "string"', f'"type": "string", {title}'))
    _committed(checkout)
    return step(checkout, "compare", arguments)


def _committed(checkout: Checkout, *first: str) -> None:
    author = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"]
    for command in filter(None, (first, ["add", "."], [*author, "commit", "--quiet", "--message", "A state"])):
        subprocess.run(["git", *command], cwd=checkout.root, check=True)


def test_a_pull_request_that_breaks_cards_is_told_so(checkout: Checkout) -> None:
    done = compared(checkout, '"minLength": 2')

    assert (done.returncode, "CHANGELOG.md lacks a line" in done.stderr) == (1, True)
    assert (checkout.root / "note-1.md").read_text("utf-8").startswith("## 1 breaking: this is a major step\n")


def test_a_pull_request_that_breaks_none_passes(checkout: Checkout) -> None:
    done = compared(checkout, '"description": "In a word."')

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", [".pre-commit-config.yaml", ".pre-commit-hooks.yaml"])
def test_hooks_call_commands_that_there_are(name: str) -> None:
    called = re.findall(r"entry: agentcard-conformance (\S+)", (ROOT / name).read_text("utf-8"))

    assert called and all(program.get_command(None, each) for each in called)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("file", "matches"),
    [
        ("agent-card.json", True),
        ("a/b/agent_card.json", True),
        ("agentcard.json", True),
        ("invoice.agent-card.json", True),
        ("a/invoice.kno", True),
        ("my-agent-card.json", False),
    ],
)
def test_a_card_of_another_repository_is_known_by_its_name(file: str, *, matches: bool) -> None:
    pattern = re.search(r"files: (\S+)", (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))

    assert pattern and bool(re.search(pattern[1], file)) is matches
