"""A validator that is a program started for each card."""

import json
import os
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

from agentcard_conformance.model import Answer, Context, Description, Question, Verdict
from agentcard_conformance.validators.child_process import ChildProcess
from agentcard_conformance.validators.descriptions import identity_of
from agentcard_conformance.validators.fault_limit import NOT_ASKED_VERDICT, FaultLimit
from agentcard_conformance.validators.protocol.answers import parse_sole_answer

_LONGEST_OUTPUT: Final = 1024 * 1024

_AT_A_TIME: Final = min(4, os.cpu_count() or 1)


class OnceJudge:
    """A validator that is a fresh process for each card, so that no card can harm another."""

    def __init__(self, description: Description, command: Sequence[str]) -> None:
        self.identity = identity_of(description)
        self.dialects = description.dialects
        self._description = description
        self._command = command
        self._fault_limit = FaultLimit()

    @property
    def gave_up(self) -> bool:
        """Whether cards were left unasked after ten faults in a row."""
        return self._fault_limit.is_reached

    @property
    def restarts(self) -> Sequence[str]:
        """None: a process for each card is never replaced."""
        return ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        return None

    def judge(self, questions: Sequence[Question]) -> list[Verdict]:
        """One verdict for each question, in their order."""
        with ThreadPoolExecutor(_AT_A_TIME) as pool:
            return list(self._verdicts_in_order(questions, pool))

    def _verdicts_in_order(self, questions: Sequence[Question], pool: ThreadPoolExecutor) -> Iterator[Verdict]:
        # Counted in the order of the questions, so that giving up does not depend on who is ready first.
        waiting: deque[Future[Verdict]] = deque()
        unasked = iter(questions)
        for _ in questions:
            while not self.gave_up and len(waiting) <= _AT_A_TIME and (question := next(unasked, None)):
                waiting.append(pool.submit(self._ask, question))
            verdict = NOT_ASKED_VERDICT if self.gave_up else waiting.popleft().result()
            if not self.gave_up:
                self._fault_limit.count(verdict)
            yield verdict

    def _ask(self, question: Question) -> Verdict:
        with _context_file(question.context, wanted="{context}" in self._description.target) as context:
            command = [_fill_placeholders(word, question.dialect, context) for word in self._command]
            try:
                child = ChildProcess(command, self._description.folder, self._description.environment)
            except OSError as error:
                return Verdict(Answer.NONE, f"could not be run: {error.strerror or error}")
            return self._verdict_of(child, question.card)

    def _verdict_of(self, child: ChildProcess, card: bytes) -> Verdict:
        try:
            child.send(card)
            child.finish_input()
            output = self._read_output(child)
        finally:
            child.end()
        verdict = parse_sole_answer(output) if isinstance(output, bytes) else output
        if verdict.answer is Answer.NONE and (lines := child.last_error_lines(1)):
            return Verdict(Answer.NONE, f"{verdict.why}; its standard error ends: {lines[0]}")
        return verdict

    def _read_output(self, child: ChildProcess) -> bytes | Verdict:
        output = bytearray()
        deadline = time.monotonic() + self._description.timeout
        while (chunk := child.receive(deadline - time.monotonic())) is not None:
            output += chunk
            if len(output) > _LONGEST_OUTPUT:
                return Verdict(Answer.NONE, "wrote more than 1 MiB")
            if time.monotonic() > deadline:
                return Verdict(Answer.NONE, f"gave no answer within {self._description.timeout:g} seconds")
        return bytes(output)


def _fill_placeholders(word: str, dialect: str, context: str) -> str:
    return word.replace("{dialect}", dialect).replace("{context}", context)


@contextmanager
def _context_file(context: Context, *, wanted: bool) -> Iterator[str]:
    if not wanted:
        yield ""
        return
    with tempfile.TemporaryDirectory(prefix="agentcard-") as folder:
        path = Path(folder, "context.json")
        path.write_text(json.dumps(dict(context)), encoding="ascii")
        yield str(path)
