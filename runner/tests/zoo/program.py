"""The program of the zoo that stays up: `python -m zoo.program BEHAVIOUR [--on WHICH] [--state FILE] [--count N]`.

A behaviour shows on every card; with `--on TEXT` only on cards that hold the text, with `--on sha256:HEX` only on those
whose SHA-256 begins so. Every other card is judged honestly. The behaviour `named` is the one that a card names.
"""

import argparse
import base64
import hashlib
import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from zoo.animals import BEHAVIOURS
from zoo.behaviour import Asked, in_turn, named_in
from zoo.processes import crash, noise, write_all
from zoo.starts import STARTS, greet
from zoo.streams import LAST, answer

ASKED: list[Asked] = []
OPTIONS = argparse.Namespace()


def say(**members: object) -> Callable[[Asked], None]:
    return lambda asked: write_all(1, json.dumps({"id": asked.id, **members}).encode() + b"\n")


def answer_by_order(asked: Asked) -> None:
    say(valid=len(ASKED) % 2 == 1)(asked)


def crash_at(place: int) -> Callable[[Asked], None]:
    return lambda asked: crash(asked) if len(ASKED) == place else answer(asked)


def crash_once(asked: Asked) -> None:
    if not OPTIONS.state.exists():
        OPTIONS.state.touch()
        crash(asked)
    answer(asked)


def answer_in_reverse(asked: Asked) -> None:
    if len(ASKED) % 3 == 0:
        time.sleep(0.01)
        write_all(1, b"".join(each.line() for each in reversed(ASKED[-3:])))
    elif len(ASKED) > OPTIONS.count - OPTIONS.count % 3:
        answer(asked)


def act_as_named(asked: Asked) -> None:
    act_as(named_in(asked.card))(asked)


def act_as(name: str) -> Callable[[Asked], None]:
    behaviour = BEHAVIOURS.get(name)

    def act(asked: Asked) -> None:
        said = behaviour.act(asked) if behaviour and "stream" in behaviour.costs else asked.line()
        if isinstance(said, bytes):
            write_all(1, said)

    return act


ON_EVERY_CARD: Mapping[str, tuple[str, Callable[[Asked], None]]] = {
    "honest": ("no fault at all", answer),
    "named": ("what the card names", act_as_named),
    "accept": ("every card is valid", say(valid=True)),
    "refuse": ("every card is invalid", say(valid=False, errors=[{"message": "never"}])),
    "skip": ("judges no card", say(skip="not today")),
    "alternate": ("judges by the order of cards", answer_by_order),
    "slow": ("a while for each card", in_turn(lambda _: time.sleep(0.02), answer)),
    "gigabyte": ("a gigabyte of standard error", in_turn(noise(1024), answer)),
    "crash-once": ("an uncaught exception once ever, remembered in the file --state", crash_once),
    "crash-first": ("an uncaught exception at the first card of each life", crash_at(1)),
    "crash-fifth": ("an uncaught exception at the fifth card of each life, whatever it holds", crash_at(5)),
    "reverse": ("answers by threes, late, in reverse order; --count cards in all", answer_in_reverse),
}


def misbehaves_on(asked: Asked) -> bool:
    which: str = OPTIONS.on
    if which.startswith("sha256:"):
        return hashlib.sha256(asked.card).hexdigest().startswith(which.removeprefix("sha256:"))
    return which.encode() in asked.card


def read_options() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("behaviour", choices=[*ON_EVERY_CARD, *BEHAVIOURS, *STARTS])
    parser.add_argument("--on", default="")
    parser.add_argument("--state", type=Path, default=Path("crashed-once"))
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--dialect", dest="dialects", action="append", default=[])
    parser.parse_args(namespace=OPTIONS)


def main() -> None:
    """Shake hands, then answer line by line until the input ends."""
    read_options()
    sys.stdin.readline()
    name = OPTIONS.behaviour
    STARTS[name].act(Asked(b"")) if name in STARTS else greet(name, OPTIONS.dialects)
    behave = ON_EVERY_CARD[name][1] if name in ON_EVERY_CARD else act_as(name)
    for line in sys.stdin:
        message = json.loads(line)
        asked = Asked(base64.b64decode(message["card"]), message["id"])
        ASKED.append(asked)
        behave(asked) if misbehaves_on(asked) else answer(asked)
        LAST[:] = [asked]


if __name__ == "__main__":
    main()
