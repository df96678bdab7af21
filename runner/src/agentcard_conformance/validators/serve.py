"""Answers the stream protocol with a Python callable; run as a program, with the one that is named."""

import importlib
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias, cast

from agentcard_conformance.errors import CallError, ConformanceError
from agentcard_conformance.escaping import to_short_ascii
from agentcard_conformance.model import Json
from agentcard_conformance.validators.protocol.answers import answer_line
from agentcard_conformance.validators.protocol.handshake import parse_greeting, welcome_line
from agentcard_conformance.validators.protocol.lines import LineBuffer, ProtocolError
from agentcard_conformance.validators.protocol.questions import ReceivedQuestion, parse_question

JudgeCard: TypeAlias = Callable[[bytes, str, dict[str, Json]], bool | dict[str, Json]]
"""Says of one card whether it is valid, or gives the answer object."""

_CHUNK: Final = 65536
_SEND_INTERVAL: Final = 0.005
"""Seconds for which answers may be kept to go out in one write; a bridge that flushes each line is half as fast."""


def serve(judge_card: JudgeCard, welcome: Mapping[str, Json], source: int = 0, sink: int = 1) -> None:
    """Answer every question that comes in on a file descriptor, until the input ends."""
    server = _Server(judge_card, welcome, sink)
    lines = LineBuffer()
    try:
        while chunk := os.read(source, _CHUNK):
            for line in lines.feed(chunk):
                server.receive(line)
            server.send_answers()
    except ProtocolError as error:
        raise CallError(f"the caller does not keep to the stream protocol: it {error}") from None


class _Server:
    """Takes in lines, and keeps answers until they are sent."""

    def __init__(self, judge_card: JudgeCard, welcome: Mapping[str, Json], sink: int) -> None:
        self._judge_card = judge_card
        self._welcome = welcome
        self._sink = sink
        self._is_greeted = False
        self._answers: list[bytes] = []
        self._last_sent = time.monotonic()

    def receive(self, line: bytes) -> None:
        self._answers.append(self._reply(line))
        if time.monotonic() - self._last_sent > _SEND_INTERVAL:
            self.send_answers()

    def send_answers(self) -> None:
        data = memoryview(b"".join(self._answers))
        self._answers.clear()
        while data:
            data = data[os.write(self._sink, data) :]
        self._last_sent = time.monotonic()

    def _reply(self, line: bytes) -> bytes:
        if self._is_greeted:
            return _answer_question(self._judge_card, parse_question(line))
        parse_greeting(line)
        self._is_greeted = True
        return welcome_line(self._welcome)


def _answer_question(judge_card: JudgeCard, question: ReceivedQuestion) -> bytes:
    try:
        answer: object = judge_card(question.card, question.dialect, question.context)
        if isinstance(answer, bool | dict):
            return answer_line(question.id, answer)
        error = f"it returned {type(answer).__name__}, neither a bool nor a dict"
    # A stranger's code, which may raise anything: no answer for this card, and the next one is asked all the same.
    except Exception as raised:  # noqa: BLE001
        traceback.print_exc()
        error = to_short_ascii("".join(traceback.format_exception_only(raised)).strip())
    # An object without a verdict is no answer, and names its card: no process need die for it.
    return answer_line(question.id, {"error": error})


def import_callable(name: str) -> JudgeCard:
    """The callable that module:callable names, looked for in the current folder first."""
    module, _, path = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    found = _import_module(module)
    for step in path.split("."):
        found = getattr(found, step, None)
    if not callable(found):
        raise CallError(f"{name}: {module} has no callable {path}")
    return cast("JudgeCard", found)


def _import_module(module: str) -> object:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        # What the module itself fails to import is its own matter, and its traceback tells it best.
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise CallError(f"no module {module} in {Path.cwd()} or where this Python looks for modules") from None


def run_server(arguments: Sequence[str]) -> int:
    """Serve a callable, its own input and output kept away from the protocol's; the exit status."""
    if len(arguments) != 1 or ":" not in arguments[0]:
        print("usage: python -m agentcard_conformance.validators.serve module:callable", file=sys.stderr)
        return 2
    source, sink = os.dup(0), os.dup(1)
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    try:
        serve(import_callable(arguments[0]), {"validator": {"language": "Python"}}, source, sink)
    except ConformanceError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(run_server(sys.argv[1:]))
