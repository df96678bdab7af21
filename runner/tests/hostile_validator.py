"""The ways to be a bad validator: `python hostile_validator.py BEHAVIOUR [--on WHICH] [--state FILE]`.

A behaviour shows on every card; with `--on TEXT` only on cards that hold the text, with `--on sha256:HEX` only on
those whose SHA-256 begins so. Every other card is judged honestly: it is valid if it holds `"name"`.
"""

import argparse
import base64
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn


@dataclass
class Question:
    """One card, and the id it came with."""

    id: int
    card: bytes


ASKED: list[Question] = []
OPTIONS = argparse.Namespace()


def write(data: bytes) -> None:
    """Put bytes on standard output, at once."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(*messages: object) -> None:
    """Put messages on standard output, in one write."""
    write(b"".join(json.dumps(message).encode() + b"\n" for message in messages))


def honest(question: Question) -> dict[str, Any]:
    """A verdict that depends on nothing but the card."""
    return {"id": question.id, "valid": b'"name"' in question.card}


def misbehaves_on(question: Question) -> bool:
    """Whether this is a card to misbehave on."""
    which: str = OPTIONS.on
    if which.startswith("sha256:"):
        return hashlib.sha256(question.card).hexdigest().startswith(which.removeprefix("sha256:"))
    return which.encode() in question.card


def crash(_: Question) -> NoReturn:
    raise ZeroDivisionError("a bug of the validator")


def crash_once(question: Question) -> None:
    if not OPTIONS.state.exists():
        OPTIONS.state.touch()
        crash(question)
    say(honest(question))


def crash_first(question: Question) -> None:
    if len(ASKED) == 1:
        crash(question)
    say(honest(question))


def crash_fifth(question: Question) -> None:
    if len(ASKED) == 5:
        crash(question)
    say(honest(question))


def crash_after(question: Question) -> None:
    say(honest(question))
    os._exit(3)


def segfault(_: Question) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def exit_with_one(_: Question) -> None:
    os._exit(1)


def hang(_: Question) -> None:
    time.sleep(600)


def flood(_: Question) -> None:
    while True:
        write(b"x" * 65536)


def flood_of_lines(_: Question) -> None:
    while True:
        write(b"[]\n" * 20_000)


def half_a_line(question: Question) -> None:
    write(json.dumps(honest(question)).encode()[:10])
    hang(question)


def half_a_line_and_exit(question: Question) -> None:
    write(json.dumps(honest(question)).encode()[:10])
    os._exit(0)


def close_output(question: Question) -> None:
    os.close(1)
    hang(question)


def leave_a_child(_: Question) -> None:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    os._exit(0)


def answer_in_reverse(question: Question) -> None:
    if len(ASKED) % 3 == 0:
        time.sleep(0.01)
        say(*map(honest, reversed(ASKED[-3:])))
    elif len(ASKED) > OPTIONS.count - OPTIONS.count % 3:
        say(honest(question))


def say_it_again(question: Question) -> None:
    say(honest(question))
    time.sleep(0.001)
    say(honest(question))


def be_slow(question: Question) -> None:
    time.sleep(0.02)
    say(honest(question))


def be_noisy(question: Question) -> None:
    sys.stderr.write("\x1b[2J noise \u00fc\n" * 50_000)
    say(honest(question))


def complain_a_lot(question: Question) -> None:
    error = {"pointer": "/\ud800", "message": "\x1b[31m" + "long" * 1000, "requirement": "\u202e"}
    say({**honest(question), "errors": [error] * 1000})


BEHAVIOURS: dict[str, tuple[str, Callable[[Question], object]]] = {
    "honest": ("no fault at all", lambda q: say(honest(q))),
    "accept": ("every card is valid", lambda q: say({"id": q.id, "valid": True})),
    "refuse": ("every card is invalid", lambda q: say({"id": q.id, "valid": False, "errors": [{"message": "never"}]})),
    "skip": ("judges no card", lambda q: say({"id": q.id, "skip": "not today"})),
    "alternate": ("judges by the order of cards", lambda q: say({"id": q.id, "valid": len(ASKED) % 2 == 1})),
    "crash": ("an uncaught exception", crash),
    "crash-once": ("an uncaught exception once ever, remembered in the file --state", crash_once),
    "crash-first": ("an uncaught exception at the first card of each life", crash_first),
    "crash-fifth": ("an uncaught exception at the fifth card of each life, whatever it holds", crash_fifth),
    "crash-after": ("answers, then ends", crash_after),
    "segfault": ("ended by a signal", segfault),
    "exit-1": ("ends with status 1 and not a word", exit_with_one),
    "hang": ("no answer, ever", hang),
    "garbage": (
        "a line that is not JSON, with control characters",
        lambda _: write(b"valid, I suppose \xff \x1b[31m\n"),
    ),
    "blank-line": ("an empty line", lambda _: write(b"\n")),
    "deep": ("a line nested 100,000 levels", lambda _: write(b"[" * 100_000 + b"]" * 100_000 + b"\n")),
    "no-verdict": ("a known id, and valid is a string", lambda q: say({"id": q.id, "valid": "yes"})),
    "both": ("valid and skip at once", lambda q: say({"id": q.id, "valid": True, "skip": "and skipped"})),
    "wrong-id": ("an id that was not asked", lambda q: say({**honest(q), "id": q.id // 2})),
    "true-id": ("the id true", lambda q: say({**honest(q), "id": True})),
    "twice": ("the same answer twice", lambda q: say(honest(q), honest(q))),
    "contradict": ("two different answers", lambda q: say({"id": q.id, "valid": True}, {"id": q.id, "valid": False})),
    "twice-apart": ("the same answer twice, a moment apart", say_it_again),
    "half-a-line": ("half an answer, then silence", half_a_line),
    "half-a-line-and-exit": ("half an answer, then the end", half_a_line_and_exit),
    "flood": ("output without end and without a line feed", flood),
    "flood-of-lines": ("lines without end", flood_of_lines),
    "close-output": ("closes its standard output and stays", close_output),
    "leave-a-child": ("leaves a child that keeps the pipes open, and ends", leave_a_child),
    "reverse": ("answers by threes, late, in reverse order; --count cards in all", answer_in_reverse),
    "slow": ("a while for each card", be_slow),
    "noisy": ("a megabyte of standard error for each card", be_noisy),
    "complain": ("a thousand errors of hostile text for each card", complain_a_lot),
    "handshake-die": ("ends instead of greeting", lambda _: sys.exit("no licence found\nbye")),
    "handshake-hang": ("does not greet", hang),
    "handshake-garbage": ("greets in prose", lambda _: write(b"Hello! Ready when you are.\n")),
    "handshake-flood": ("output without end instead of a greeting", flood),
    "handshake-version-2": ("speaks version 2 of the protocol", lambda _: say({"agentcard-conformance": 2})),
}


def greet() -> None:
    """Shake hands as the protocol asks."""
    who = {"name": f"zoo {OPTIONS.behaviour}", "version": "1", "language": "Python"}
    say({"agentcard-conformance": 1, "validator": who, "dialects": OPTIONS.dialects})


def read_options() -> None:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("behaviour", choices=BEHAVIOURS)
    parser.add_argument("--on", default="")
    parser.add_argument("--state", type=Path, default=Path("crashed-once"))
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--dialect", dest="dialects", action="append", default=[])
    parser.parse_args(namespace=OPTIONS)


def main() -> None:
    """Shake hands, then answer line by line until the input ends."""
    read_options()
    sys.stdin.readline()
    behave = BEHAVIOURS[OPTIONS.behaviour][1]
    if OPTIONS.behaviour.startswith("handshake-"):
        behave(Question(0, b""))
    else:
        greet()
    for line in sys.stdin:
        message = json.loads(line)
        question = Question(message["id"], base64.b64decode(message["card"]))
        ASKED.append(question)
        behave(question) if misbehaves_on(question) else say(honest(question))


if __name__ == "__main__":
    main()
