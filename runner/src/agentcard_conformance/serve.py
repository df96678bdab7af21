"""How does a validator written in Python answer the stream protocol?"""

import importlib
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias, cast

from agentcard_conformance import protocol
from agentcard_conformance.errors import CallError, ConformanceError
from agentcard_conformance.model import Json

JudgeOne: TypeAlias = Callable[[bytes, str, dict[str, Json]], bool | dict[str, Json]]
"""What answers for one card: whether it is valid, or the answer object."""

_CHUNK: Final = 65536
_PATIENCE: Final = 0.005
"""Seconds for which answers may be kept to go out in one write; a bridge that flushes each line is half as fast."""


def serve(judge_one: JudgeOne, welcome: Mapping[str, Json], source: int = 0, sink: int = 1) -> None:
    """Answer every question that comes in, until the input ends."""
    desk = _Desk(judge_one, welcome, sink)
    lines = protocol.Lines()
    try:
        while chunk := os.read(source, _CHUNK):
            for line in lines.feed(chunk):
                desk.answer(line)
            desk.send()
    except protocol.Garbled as garbled:
        raise CallError(f"whoever asks does not keep to the stream protocol: it {garbled}") from None


class _Desk:
    """Where lines come in, and answers lie until they are sent."""

    def __init__(self, judge_one: JudgeOne, welcome: Mapping[str, Json], sink: int) -> None:
        self._judge_one = judge_one
        self._welcome = welcome
        self._sink = sink
        self._greeted = False
        self._answers: list[bytes] = []
        self._sent = time.monotonic()

    def answer(self, line: bytes) -> None:
        self._answers.append(self._answer(line))
        if time.monotonic() - self._sent > _PATIENCE:
            self.send()

    def send(self) -> None:
        data = memoryview(b"".join(self._answers))
        self._answers.clear()
        while data:
            data = data[os.write(self._sink, data) :]
        self._sent = time.monotonic()

    def _answer(self, line: bytes) -> bytes:
        if self._greeted:
            return _answer(self._judge_one, protocol.read_question(line))
        protocol.read_greeting(line)
        self._greeted = True
        return protocol.welcome_line(self._welcome)


def _answer(judge_one: JudgeOne, request: protocol.Request) -> bytes:
    try:
        answer: object = judge_one(request.card, request.dialect, request.context)
        if isinstance(answer, bool | dict):
            return protocol.answer_line(request.id, answer)
        error = f"it returned {type(answer).__name__}, neither a bool nor a dict"
    # A stranger's code, which may raise anything: no answer for this card, and the next one is asked all the same.
    except Exception as raised:  # noqa: BLE001
        traceback.print_exc()
        error = protocol.plain("".join(traceback.format_exception_only(raised)).strip())
    # An object without a verdict is no answer, and names its card: no process need die for it.
    return protocol.answer_line(request.id, {"error": error})


def load(name: str) -> JudgeOne:
    """The callable that module:callable names."""
    module, _, path = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    found = _imported(module)
    for step in path.split("."):
        found = getattr(found, step, None)
    if not callable(found):
        raise CallError(f"{name}: {path} is nothing in {module} that can be called")
    return cast("JudgeOne", found)


def _imported(module: str) -> object:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        # What the module itself fails to import is its own matter, and its traceback tells it best.
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise CallError(f"no module {module} in {Path.cwd()} or where this Python looks for modules") from None


def main(arguments: Sequence[str]) -> int:
    """Serve a callable, its own input and output kept away from the protocol's."""
    if len(arguments) != 1 or ":" not in arguments[0]:
        print("usage: python -m agentcard_conformance.serve module:callable", file=sys.stderr)
        return 2
    source, sink = os.dup(0), os.dup(1)
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    try:
        serve(load(arguments[0]), {"validator": {"language": "Python"}}, source, sink)
    except ConformanceError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
