"""Ways not to greet."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, NoReturn

from zoo.behaviour import Asked, in_turn
from zoo.processes import MEBIBYTE, daemon, hang, kill, leave, write_all
from zoo.streams import flood, writes


class Start(NamedTuple):
    """What is done instead of greeting, and what is then told of it."""

    told: str
    act: Callable[[Asked], object]


def greet(name: str, dialects: Iterable[str]) -> None:
    """Shake hands as the protocol asks."""
    who = {"name": f"zoo {name}", "version": "1", "language": "Python"}
    welcome = {"agentcard-conformance": 1, "validator": who, "dialects": list(dialects)}
    write_all(1, json.dumps(welcome).encode() + b"\n")


def greets(text: bytes) -> Callable[[Asked], object]:
    return in_turn(writes(text), hang)


def die(_: Asked) -> NoReturn:
    sys.exit("no licence found\nbye")


def drip(_: Asked) -> None:
    while True:
        write_all(1, b" ")
        time.sleep(0.05)


def complain_for_ever(_: Asked) -> None:
    while True:
        write_all(2, MEBIBYTE)


STARTS: Mapping[str, Start] = {
    "start-die": Start("exited with status 1\n  | no licence found\n  | bye", die),
    "start-exit": Start("exited with status 0", leave(0)),
    "start-abort": Start("was ended by SIGABRT", kill(signal.SIGABRT)),
    "start-hang": Start("did not answer the greeting within", hang),
    "start-drip": Start("did not answer the greeting within", drip),
    "start-noise": Start("did not answer the greeting within", complain_for_ever),
    "start-close": Start("closed its standard output", in_turn(lambda _: os.close(1), hang)),
    "start-daemon": Start("exited with status 0", in_turn(daemon, leave(0))),
    "start-prose": Start("not one JSON object in UTF-8: Hello! Ready", greets(b"Hello! Ready when you are.")),
    "start-empty-line": Start("not one JSON object in UTF-8: an empty line", greets(b"")),
    "start-list": Start("wrote JSON that is not an object", greets(b"[]")),
    "start-deep": Start("not one JSON object in UTF-8", greets(b"[" * 100_000)),
    "start-no-version": Start("so it does not speak the stream protocol", greets(b"{}")),
    "start-true-version": Start("so it does not speak", greets(b'{"agentcard-conformance": true}')),
    "start-version-2": Start("speaks version 2 of the stream protocol", greets(b'{"agentcard-conformance": 2}')),
    "start-huge-version": Start("speaks version 999", greets(b'{"agentcard-conformance": ' + b"9" * 4000 + b"}")),
    "start-nameless": Start(
        '"name" is not a string', greets(b'{"agentcard-conformance": 1, "validator": {"name": 1}}')
    ),
    "start-dialect": Start("not a list of strings", greets(b'{"agentcard-conformance": 1, "dialects": "all"}')),
    "start-flood": Start("wrote a line of more than 16 MiB", flood(b"x" * 65536)),
}
