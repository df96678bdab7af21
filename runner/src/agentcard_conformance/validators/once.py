"""A validator that is a program started for each card."""

import json
import os
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

from agentcard_conformance.model import Answer, Description, Dialect, Question, Verdict
from agentcard_conformance.validators.child_process import ChildProcess, describe_start_error
from agentcard_conformance.validators.descriptions import identity_of
from agentcard_conformance.validators.fault_limit import NOT_ASKED_VERDICT, FaultLimit
from agentcard_conformance.validators.protocol.answers import parse_sole_answer

_LONGEST_OUTPUT: Final = 1024 * 1024

_WROTE_NOTHING: Final = "wrote nothing; if its exit status is the verdict, add --exit-status"

_EXIT_SECONDS: Final = 2.0
"""For its end, where its status counts, once its output has ended."""

_STATUSES: Final[Mapping[int | None, Answer]] = {0: Answer.VALID, 1: Answer.INVALID}

_AT_A_TIME: Final = min(4, os.cpu_count() or 1)


class OnceJudge:
    """A validator that is a fresh process for each card, so that no card can harm another."""

    def __init__(self, description: Description, command: Sequence[str], dialects: Mapping[str, Dialect]) -> None:
        self.identity = identity_of(description)
        self.dialects = description.dialects
        self._dialects = dialects
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
        with self._files(question) as files:
            command = [_fill_placeholders(word, {"dialect": question.dialect, **files}) for word in self._command]
            try:
                child = ChildProcess(command, self._description.folder, self._description.environment)
            except OSError as error:
                return Verdict(Answer.NONE, describe_start_error(error))
            return self._verdict_of(child, b"" if "card" in files else question.card)

    @contextmanager
    def _files(self, question: Question) -> Iterator[Mapping[str, str]]:
        """The card and the context as files, where the command names them."""
        contents = {"card": question.card, "context": json.dumps(dict(question.context)).encode()}
        wanted = [name for name in contents if f"{{{name}}}" in self._description.target]
        if not wanted:
            yield {}
            return
        with tempfile.TemporaryDirectory(prefix="agentcard-") as folder:
            files = {name: Path(folder, f"{name}{self._extension(name, question.dialect)}") for name in wanted}
            for name, file in files.items():
                file.write_bytes(contents[name])
            yield {name: str(file) for name, file in files.items()}

    def _extension(self, name: str, dialect: str) -> str:
        """Programs tell by it how a card is written."""
        known = self._dialects.get(dialect)
        return f".{known.extension}" if known and name == "card" else ".json"

    def _verdict_of(self, child: ChildProcess, card: bytes) -> Verdict:
        try:
            child.send(card)
            child.finish_input()
            output = self._read_output(child)
        finally:
            status = child.end(_EXIT_SECONDS if self._description.judges_by_exit_status else 0.0)
        if isinstance(output, Verdict):
            verdict = output
        elif self._description.judges_by_exit_status:
            verdict = _verdict_of_status(status)
        else:
            verdict = parse_sole_answer(output) if output else Verdict(Answer.NONE, _WROTE_NOTHING)
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


def _fill_placeholders(word: str, texts: Mapping[str, str]) -> str:
    for name, text in texts.items():
        word = word.replace(f"{{{name}}}", text)
    return word


def _verdict_of_status(status: int | None) -> Verdict:
    if status in _STATUSES:
        return Verdict(_STATUSES[status])
    how = "was ended" if status is None else f"was ended by signal {-status}" if status < 0 else f"exited with {status}"
    return Verdict(Answer.NONE, f"{how}, and 0 says valid, 1 invalid")
