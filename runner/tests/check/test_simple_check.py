"""A call that is answered before click is imported is answered as click would answer it."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from agentcard_conformance.cli.check_cards import read_simple_check
from program_call import COMMAND, call, surroundings

CARD = {
    "agent_id": "01HZQK3P8EMXR9V7T5N2W4J6C0",
    "name": "WebSearchAgent",
    "version": "1.0.0",
    "capabilities": [{"id": "tool.web_search", "description": "Searches the public web."}],
    "endpoint": {"protocol": "https", "url": "https://agents.example.com/search"},
}


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """A folder with cards of every exit status."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "good.json").write_text(json.dumps(CARD))
    (tmp_path / "bad.json").write_text(json.dumps(CARD | {"version": "\u001b[31m1", "name": ""}))
    (tmp_path / "other.json").write_text('{"skills": [], "url": "https://example.com"}')
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [["check", "a"], ["check", "-"], ["check", "", "a b", "check"], ["check", "--dialect", "b", "a"]],
    ids=" ".join,
)
def test_files_are_plain_alone_or_after_a_dialect(arguments: Sequence[str]) -> None:
    assert read_simple_check(arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        *([], ["check"], ["chec", "a"], ["lint", "a"], ["--version"], ["--help", "check", "a"], ["-h"]),
        *(["check", "-h"], ["check", "a", "--help"], ["check", "--strict", "a"], ["check", "a", "--strict"]),
        *(["check", "--", "a"], ["check", "a", "-x"], ["check", "--jsonl", "a"], ["check", "a", "--dialect=b"]),
        *(["check", "--dialect"], ["check", "--dialect", "b"], ["check", "--dialect", "--strict", "a"]),
    ],
    ids=" ".join,
)
def test_all_else_is_for_click(arguments: Sequence[str]) -> None:
    assert not read_simple_check(arguments)


def test_a_shell_that_asks_for_words_is_answered_by_click(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_AGENTCARD_CONFORMANCE_COMPLETE", "bash_complete")

    assert not read_simple_check(["check", "a"])


@pytest.mark.parametrize(
    "files",
    [
        *(["good.json"], ["bad.json"], ["other.json"], ["folder"], ["nowhere.json"], [""], ["-"], ["\u200b\udcff"]),
        *(["good.json", "nowhere.json", "bad.json", "good.json"], ["-", "-", "folder"]),
        *(["--dialect", "a2a-1.0", "good.json", "other.json"], ["--dialect", "a2a-1", "good.json"]),
        *(["--dialect", "", "bad.json"], ["--dialect", "sd-card-02", "-"]),
    ],
    ids=ascii,
)
def test_with_and_without_click_the_answer_is_the_same(files: list[str], cards: Path) -> None:
    names = list(map(os.fsencode, files))
    plainly = call("check", *names, cwd=cards, stdin=b"[")
    by_click = call("check", "--format", "text", *names, cwd=cards, stdin=b"[")

    answers = [(done.stdout, done.stderr, done.returncode) for done in (plainly, by_click)]
    assert answers[0] == answers[1]
    assert b"".join(answers[0][:2]) != b""


def test_what_is_found_and_what_cannot_be_read_come_in_order(cards: Path) -> None:
    both = subprocess.run(
        [*COMMAND, "check", "nowhere.json", "good.json"],
        cwd=cards, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, env=surroundings(),
    )  # fmt: skip

    assert both.stdout.endswith(b"no violations\nagentcard-conformance: nowhere.json cannot be read: "
                                b"No such file or directory\n")  # fmt: skip


@pytest.mark.parametrize("option", [[], ["--strict"]])
def test_a_reader_that_is_gone_is_met_in_silence(option: list[str], cards: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [*COMMAND, "check", *option, "good.json"]
    done = subprocess.run(command, cwd=cards, stdout=writing, stderr=subprocess.PIPE, check=False, env=surroundings())
    os.close(writing)

    assert (done.stderr, done.returncode) == (b"", 141)
