"""The validator's side of the stream protocol answers what it is asked, whatever its callable does."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentcard_conformance.errors import CallError
from agentcard_conformance.validators.protocol.handshake import greeting_line
from agentcard_conformance.validators.protocol.questions import question_line
from agentcard_conformance.validators.serve import serve

MODULE = """
import os, subprocess, sys, time

def by_name(card, dialect, context):
    return b"name" in card

def loud(card, dialect, context):
    print("a print", flush=True)
    os.write(1, b"a write to descriptor 1\\n")
    subprocess.run([sys.executable, "-c", "print('a child that prints')"])
    return True

def curious(card, dialect, context):
    return {"skip": f"read {sys.stdin.read()!r} from standard input"}

def raising(card, dialect, context):
    raise ValueError("boom \\ud800 \\x1b[2J")

def silent(card, dialect, context):
    return None

def unwritable(card, dialect, context):
    return {"valid": {1, 2}}

def leaving(card, dialect, context):
    sys.exit("I am off")

def telling(card, dialect, context):
    return {"valid": False, "errors": [{"message": f"{card} {dialect} {context}"}]}

class Validator:
    @staticmethod
    def judge(card, dialect, context):
        return True

number = 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bridge.py").write_text(MODULE)
    (tmp_path / "broken.py").write_text("import no_such_thing\n")
    return tmp_path


def question(number: int, card: bytes = b"{}", dialect: str = "toy") -> bytes:
    return question_line(number, card, dialect, {"now": 1})


def bridge(folder: Path, name: str, *lines: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "agentcard_conformance.validators.serve", name]
    said = b"".join((greeting_line("0.1.0"), *lines))
    return subprocess.run(command, cwd=folder, input=said, capture_output=True, timeout=60, check=False)


def answers(folder: Path, name: str, *lines: bytes) -> list[dict[str, Any]]:
    welcome, *rest = map(json.loads, bridge(folder, name, *lines).stdout.splitlines())
    assert welcome["agentcard-conformance"] == 1
    return rest


def test_a_bool_becomes_an_answer(folder: Path) -> None:
    heard = answers(folder, "bridge:by_name", question(7, b"name"), question(3))
    assert heard == [{"id": 7, "valid": True}, {"id": 3, "valid": False}]


def test_an_answer_object_is_passed_on_with_what_was_told(folder: Path) -> None:
    (heard,) = answers(folder, "bridge:telling", question(1, b"\xff"))
    assert heard == {"id": 1, "valid": False, "errors": [{"message": "b'\\xff' toy {'now': 1}"}]}


def test_a_callable_may_lie_in_a_class(folder: Path) -> None:
    assert answers(folder, "bridge:Validator.judge", question(1)) == [{"id": 1, "valid": True}]


def test_what_a_callable_prints_does_not_reach_the_protocol(folder: Path) -> None:
    done = bridge(folder, "bridge:loud", question(1))
    assert [b"valid" in line for line in done.stdout.splitlines()] == [True, True]
    assert b"a write to descriptor 1" in done.stderr
    assert b"a child that prints" in done.stderr


def test_a_callable_cannot_eat_the_questions(folder: Path) -> None:
    more_than_a_chunk = [question(number, b" " * 1000) for number in range(200)]
    heard = answers(folder, "bridge:curious", *more_than_a_chunk)
    assert [each["skip"] for each in heard] == ["read '' from standard input"] * 200


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("raising", r"ValueError: boom \ud800 \x1b[2J"),
        ("silent", "it returned NoneType, neither a bool nor a dict"),
        ("unwritable", "TypeError: Object of type set is not JSON serializable"),
    ],
)
def test_an_exception_is_no_answer_for_its_card_alone(folder: Path, name: str, error: str) -> None:
    heard = answers(folder, f"bridge:{name}", question(1), question(2))
    assert heard == [{"id": 1, "error": error}, {"id": 2, "error": error}]


def test_an_exception_shows_its_traceback(folder: Path) -> None:
    assert b"in raising" in bridge(folder, "bridge:raising", question(1)).stderr


def test_a_callable_that_leaves_takes_the_bridge_along(folder: Path) -> None:
    done = bridge(folder, "bridge:leaving", question(1))
    assert (done.returncode, done.stderr.strip()) == (1, b"I am off")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("no_module:judge", "no module no_module in "),
        ("bridge:nothing", "bridge:nothing: bridge has no callable nothing"),
        ("bridge:number", "bridge has no callable number"),
        ("broken:judge", "ModuleNotFoundError: No module named 'no_such_thing'"),
        ("bridge", "usage: python -m agentcard_conformance.validators.serve module:callable"),
    ],
)
def test_a_callable_that_is_not_there_is_said_before_the_handshake(folder: Path, name: str, sentence: str) -> None:
    done = bridge(folder, name)
    assert sentence in done.stderr.decode()
    assert (done.stdout, done.returncode != 0) == (b"", True)


def test_a_malformed_question_ends_the_bridge_with_a_sentence(folder: Path) -> None:
    done = bridge(folder, "bridge:by_name", question(1), b'{"id": 2}\n')
    assert done.returncode == 2
    assert done.stderr.startswith(b"the caller does not keep to the stream protocol: it wrote a question without")


def served(judge_one: Callable[[bytes, str, dict[str, Any]], bool | dict[str, Any]]) -> tuple[int, int]:
    source, asking = os.pipe()
    hearing, sink = os.pipe()

    def run() -> None:
        serve(judge_one, {}, source, sink)
        os.close(source)
        os.close(sink)

    threading.Thread(target=run, daemon=True).start()
    os.write(asking, greeting_line("0.1.0"))
    os.read(hearing, 1000)
    return asking, hearing


def test_an_answer_does_not_wait_for_the_next_question() -> None:
    asking, hearing = served(lambda card, dialect, context: True)
    os.write(asking, question(1))
    assert os.read(hearing, 1000) == b'{"id": 1, "valid": true}\n'
    os.close(asking)
    assert os.read(hearing, 1000) == b""
    os.close(hearing)


def test_an_answer_does_not_wait_for_a_slow_card_behind_a_slow_one() -> None:
    go_on = threading.Event()
    slow = iter([0.02, 10.0])

    def judge_one(card: bytes, dialect: str, context: dict[str, Any]) -> bool:
        return go_on.wait(next(slow)) or True

    asking, hearing = served(judge_one)
    os.write(asking, question(1) + question(2))
    assert os.read(hearing, 1000) == b'{"id": 1, "valid": true}\n'
    go_on.set()
    os.close(asking)
    assert os.read(hearing, 1000) == b'{"id": 2, "valid": true}\n'
    os.close(hearing)


def test_a_first_line_that_is_no_greeting_is_refused() -> None:
    source, asking = os.pipe()
    os.write(asking, question(1))
    os.close(asking)
    with pytest.raises(CallError, match="does not speak the stream protocol"):
        serve(lambda card, dialect, context: True, {}, source, 1)
    os.close(source)
