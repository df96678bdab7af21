"""Somebody who has never been here can follow CONTRIBUTING.md, from a clone to a green lint."""

import subprocess
from pathlib import Path

import pytest

from checkout_copy import ROOT, Checkout, copied
from document_steps import Given, Step, follow, install, is_as_shown, steps

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/a2a-signatures.md"]
SOMEBODY = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_command_does_what_the_document_shows(name: str, tmp_path: Path) -> None:
    checkout, programs = copied(tmp_path / "checkout"), install(tmp_path / "programs")
    for command in (["init", "--quiet"], ["add", "fixtures", "schema"], [*SOMEBODY, "commit", "-m", "As cloned"]):
        subprocess.run(["git", *command], cwd=checkout.root, check=True, stdout=subprocess.DEVNULL)

    differences = [follow(step, checkout, programs) for step in steps((ROOT / name).read_text("utf-8"))]

    assert [difference for difference in differences if difference] == []


def test_the_walk_ends_with_a_green_lint() -> None:
    walk = [step for step in steps((ROOT / "CONTRIBUTING.md").read_text("utf-8")) if isinstance(step, Step)]
    lints = [step for step in walk if "agentcard-conformance lint" in step.commands]

    assert lints[-1].shown and lints[-1].shown.startswith("no problems")
    assert any("agentcard-conformance lint" in step.commands.splitlines() for step in lints)


def test_commands_stand_in_blocks_and_sessions() -> None:
    text = "```sh\nls\n```\n\n```text\na\n```\n\n```console\n$ true\n$ echo b\nb\n```\n"

    assert steps(text) == [Step("ls\n", "a\n"), Step("true"), Step("echo b", "b\n")]


def test_text_is_output_only_right_behind_a_command() -> None:
    assert steps("```sh\nls\n```\n```json\n1\n```\n```text\na\n```\n") == [Step("ls\n")]


@pytest.mark.parametrize(
    "begin", ["<!-- not run: why -->\n\n```sh\nls", "```sh\npython3 -m venv x", "```sh\ngit clone y"]
)
def test_what_needs_a_network_or_is_no_reader_s_is_left_out(begin: str) -> None:
    assert steps(f"{begin}\n```\n\n```text\na\n```\n") == []


def test_a_named_block_is_a_file() -> None:
    assert steps("```python mine.py\npass\n```\n") == [Given("mine.py", "pass\n")]


@pytest.mark.parametrize(
    ("printed", "shown", "same"),
    [
        ("a\nb\n", "a\nb", True),
        ("a  \nb\n", "a\nb", True),
        ("a\nb\n", "a", False),
        ("a\nb\nc\n", "a\n…", True),
        ("9 of 10 cards\n", "… of … cards", True),
        ("a.b", "axb", False),
        ("axb", "a.b", False),
    ],
)
def test_three_dots_stand_for_anything_and_nothing_else_does(printed: str, shown: str, *, same: bool) -> None:
    assert is_as_shown(printed, shown) is same


@pytest.mark.parametrize("commands", ["false\n", "false | cat\n", "echo b\n", "echo $NOT_SET\n"])
def test_a_command_that_does_something_else_is_noticed(commands: str, tmp_path: Path) -> None:
    assert follow(Step(commands, "a\n"), Checkout(tmp_path), install(tmp_path / "programs")) != ""


def test_a_command_that_does_as_shown_is_fine(tmp_path: Path) -> None:
    assert follow(Step("echo a\n", "a\n"), Checkout(tmp_path), install(tmp_path / "programs")) == ""
