"""What only a program that stays up can do: with ids, with the order of answers, and with the moment."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping

from zoo.behaviour import CARD, NOTHING, Asked, Behaviour, in_turn
from zoo.processes import hang, kill, leave, write_all

LAST: list[Asked] = []
"""The card before, if any."""


def again_after(seconds: float) -> Callable[[Asked], None]:
    """Answer, and answer otherwise a moment later."""

    def answer_again(asked: Asked) -> None:
        write_all(1, asked.line())
        time.sleep(seconds)
        write_all(1, otherwise(asked))

    return answer_again


def again_by_thread(asked: Asked) -> None:
    threading.Timer(0.04, write_all, (1, otherwise(asked))).start()
    write_all(1, asked.line())


def otherwise(asked: Asked) -> bytes:
    return b'{"id": %d, "valid": %s}\n' % (asked.id, b"false" if asked.honest()["valid"] else b"true")


def drip(asked: Asked) -> None:
    for byte in asked.line():
        write_all(1, bytes([byte]))
        time.sleep(0.001)


def drip_for_ever(_: Asked) -> None:
    while True:
        write_all(1, b" ")
        time.sleep(0.01)


def flood(what: bytes) -> Callable[[Asked], None]:
    def write_for_ever(_: Asked) -> None:
        while True:
            write_all(1, what)

    return write_for_ever


def flood_of_itself(asked: Asked) -> None:
    while True:
        write_all(1, asked.line() * 1000)


def answer_the_last_again(asked: Asked) -> None:
    write_all(1, b"".join(map(otherwise, LAST)) + asked.line())


def cut_off(asked: Asked) -> None:
    write_all(1, asked.line()[:10])


def answer(asked: Asked) -> None:
    write_all(1, asked.line())


def writes(text: bytes) -> Callable[[Asked], None]:
    return lambda asked: write_all(1, text.replace(b"ID", b"%d" % asked.id) + b"\n")


COST_NOTHING: Mapping[str, tuple[str, Callable[[Asked], None]]] = {
    "twice": ("the same answer twice", lambda asked: write_all(1, asked.line() * 2)),
    "contradict": ("two answers", lambda asked: write_all(1, asked.line() + otherwise(asked))),
    "thousand-times": ("the same answer a thousand times", lambda asked: write_all(1, asked.line() * 1000)),
    "twice-1-ms-apart": ("two answers", again_after(0.001)),
    "twice-12-ms-apart": ("two answers", again_after(0.012)),
    "twice-30-ms-apart": ("two answers", again_after(0.03)),
    "twice-70-ms-apart": ("two answers", again_after(0.07)),
    "twice-by-a-thread": ("two answers, the second while others are given", again_by_thread),
    "last-again": ("another answer for the card before, too", answer_the_last_again),
    "prose-behind": ("an answer, and prose", in_turn(answer, writes(b"so there"))),
    "prose-later": ("an answer, and prose 30 ms later", in_turn(answer, lambda _: time.sleep(0.03), writes(b"well"))),
    "unknown-id-behind": ("an answer, and one of nobody", in_turn(answer, writes(b'{"id": 3, "valid": true}'))),
    "exit-behind": ("answers, then ends", in_turn(answer, leave(3))),
    "abort-behind": ("answers, then aborts", in_turn(answer, kill(signal.SIGABRT))),
    "half-a-line-behind": ("an answer, and half a line", in_turn(answer, cut_off, leave(0))),
    "stop-reading": ("answers, and reads no more", in_turn(answer, hang)),
    "close-input": ("answers, and closes its input", in_turn(answer, lambda _: os.close(0))),
    "itself-for-ever": ("the same answer without end", flood_of_itself),
    "drip": ("a byte at a time", drip),
}
COST_A_CARD: Mapping[str, tuple[str, Callable[[Asked], None]]] = {
    "drip-for-ever": ("a byte at a time, without end", drip_for_ever),
    "flood": ("output without end", flood(b"x" * 65536)),
    "flood-of-lines": ("lines without end", flood(b"[]\n" * 20_000)),
    "flood-of-empty-lines": ("line feeds without end", flood(b"\n" * 65536)),
    "half-a-line": ("half an answer, then silence", in_turn(cut_off, hang)),
    "half-a-line-and-exit": ("half an answer, then the end", in_turn(cut_off, leave(0))),
    "wrong-id": ("an id that was not asked", writes(b'{"id": 3, "valid": true}')),
    "echo": ("the id and no more", writes(b'{"id": ID, "dialect": "", "card": "e30=", "context": {}}')),
    "greet-again": ("greets again", writes(b'{"agentcard-conformance": 1}')),
    "ask-back": ("asks", writes(b'{"id": 3, "dialect": "", "card": "", "context": {}}')),
}


def behaviours() -> Iterator[Behaviour]:
    """All of them write for themselves."""
    for cost, table in ((NOTHING, COST_NOTHING), (CARD, COST_A_CARD)):
        for name, (what, act) in table.items():
            yield Behaviour(name, what, {"stream": cost}, act)
