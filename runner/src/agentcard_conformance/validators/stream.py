"""A validator that stays up and speaks the stream protocol."""

from collections.abc import Sequence
from typing import Final, Self

from agentcard_conformance.errors import NotStarted
from agentcard_conformance.model import Answer, Description, Identity, Question, Verdict
from agentcard_conformance.validators.descriptions import identity_of
from agentcard_conformance.validators.fault_limit import NOT_ASKED_VERDICT, FaultLimit
from agentcard_conformance.validators.protocol.answers import parse_answer
from agentcard_conformance.validators.protocol.handshake import Welcome
from agentcard_conformance.validators.protocol.lines import ProtocolError
from agentcard_conformance.validators.question_queue import IdSource, QuestionQueue
from agentcard_conformance.validators.stream_session import SessionFault, StreamSession

_WINDOW: Final = 128 * 1024
"""Bytes of cards under way: what a pipe holds in each direction, and as much again in the validator's hands."""


class StreamJudge:
    """A validator behind two pipes; whatever it does costs only the card that it did it to."""

    def __init__(self, description: Description, command: Sequence[str], suite_version: str) -> None:
        self.restarts: list[str] = []
        self._description = description
        self._command = command
        self._suite_version = suite_version
        self._session: StreamSession | None = None
        self._fault_limit = FaultLimit()
        self._ids = IdSource()
        self._welcome = Welcome(Identity(""), ())

    @property
    def identity(self) -> Identity:
        """Who it says it is: its description, else the handshake, else what it was called."""
        return identity_of(self._description, self._welcome.identity)

    @property
    def dialects(self) -> tuple[str, ...]:
        """The dialects its description names, else its handshake."""
        return self._description.dialects or self._welcome.dialects

    @property
    def gave_up(self) -> bool:
        """Whether cards were left unasked after ten faults in a row."""
        return self._fault_limit.is_reached

    def __enter__(self) -> Self:
        try:
            self._welcome = self._start().welcome
        except SessionFault as fault:
            raise NotStarted(self._description.spec, f"the validator {fault}") from None
        return self

    def __exit__(self, *exc: object) -> None:
        if self._session:
            self._session.close()
            self._session = None

    def judge(self, questions: Sequence[Question]) -> list[Verdict]:
        """One verdict for each question, in their order."""
        queue = QuestionQueue(questions, self._ids)
        while not queue.is_done and not self.gave_up:
            try:
                self._ask(queue)
            except SessionFault as fault:
                self._handle_fault(queue, str(fault))
        queue.give_rest(NOT_ASKED_VERDICT)
        return queue.verdicts

    def _ask(self, queue: QuestionQueue) -> None:
        session = self._session or self._start()
        while not queue.is_done and not self.gave_up:
            if not session.is_sending:
                session.send(queue.lines_to_send(_WINDOW))
            if queue.sent and self._record(queue, session.receive_lines()):
                session.restart_clock()
            elif queue.sent:
                session.check_clock()

    def _record(self, queue: QuestionQueue, lines: Sequence[bytes]) -> bool:
        """Whether a card was answered; the first answer counts, since a second may come at any time, or too late."""
        is_answered = False
        for line in lines:
            if self.gave_up:
                break
            try:
                number, verdict = parse_answer(line)
            except ProtocolError as error:
                raise SessionFault(str(error)) from None
            if queue.record(number, _without_id(verdict, number)):
                is_answered = True
                self._fault_limit.count(verdict)
            elif not self._ids.has_given(number):
                raise SessionFault("answered an id that it was not asked")
        return is_answered

    def _handle_fault(self, queue: QuestionQueue, why: str) -> None:
        self.restarts.append(why)
        session, self._session = self._session, None
        if session is None:
            self._fault_limit.count_fault()
            return
        session.kill()
        # A process that was asked nothing else can have failed at nothing else; otherwise ask those that are out again.
        if session.questions_sent == len(queue.sent) == 1:
            (number,) = queue.sent
            queue.record(number, _without_id(Verdict(Answer.NONE, why + session.last_error_line()), number))
            self._fault_limit.count_fault()
        queue.suspect_sent()

    def _start(self) -> StreamSession:
        self._session = StreamSession(self._description, self._command, self._suite_version)
        return self._session


def _without_id(verdict: Verdict, number: int) -> Verdict:
    """A fault as every run tells it: ids differ from one process that asks to another, and a report has none."""
    return Verdict(Answer.NONE, verdict.why.replace(str(number), "ID")) if verdict.answer is Answer.NONE else verdict
