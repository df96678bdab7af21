"""How is a validator asked that stays up and speaks the stream protocol?"""

from collections.abc import Sequence
from typing import Final, Self

from agentcard_conformance import protocol
from agentcard_conformance.drive.conversation import Conversation, Trouble
from agentcard_conformance.drive.identity import known_as
from agentcard_conformance.drive.ledger import Ledger
from agentcard_conformance.drive.patience import UNASKED, Patience
from agentcard_conformance.errors import NotStarted
from agentcard_conformance.model import Answer, Description, Identity, Question, Verdict

WINDOW: Final = 128 * 1024
"""Bytes of cards under way: what a pipe holds in each direction, and as much again in the validator's hands."""

_LINGER: Final = 0.005
"""Seconds in which a second answer to the last card is still noticed."""


class StreamJudge:
    """A validator behind two pipes; whatever it does costs the card it did it to."""

    def __init__(self, description: Description, command: Sequence[str], suite: str) -> None:
        self._description = description
        self._command = command
        self._suite = suite
        self.troubles: list[str] = []
        self._talk: Conversation | None = None
        self._patience = Patience()
        self._taken: set[int] = set()
        self._welcome = protocol.Welcome(Identity(""), ())

    @property
    def identity(self) -> Identity:
        """Who it says it is: its description, else the handshake, else what it was called."""
        return known_as(self._description, self._welcome.identity)

    @property
    def dialects(self) -> tuple[str, ...]:
        """The dialects its description names, else its handshake."""
        return self._description.dialects or self._welcome.dialects

    @property
    def gave_up(self) -> bool:
        """Were cards left unasked after ten faults in a row?"""
        return self._patience.gone

    def __enter__(self) -> Self:
        try:
            self._welcome = self._start().welcome
        except Trouble as trouble:
            raise NotStarted(self._description.spec, f"the validator {trouble}") from None
        return self

    def __exit__(self, *exc: object) -> None:
        if self._talk:
            self._talk.close()
            self._talk = None

    def judge(self, questions: Sequence[Question]) -> list[Verdict]:
        """One verdict for each question, in their order."""
        ledger = Ledger(questions, self._taken)
        while not ledger.settled and not self.gave_up:
            try:
                self._converse(ledger)
            except Trouble as trouble:
                self._lay_blame(ledger, str(trouble))
        ledger.abandon(UNASKED)
        return ledger.verdicts

    def _converse(self, ledger: Ledger) -> None:
        talk = self._talk or self._start()
        while not ledger.settled and not self.gave_up:
            if not talk.sending:
                talk.send(ledger.draw(WINDOW))
            if ledger.out:
                self._note(ledger, talk.hear())
        self._note(ledger, talk.linger(_LINGER))

    def _note(self, ledger: Ledger, lines: Sequence[bytes]) -> None:
        for line in lines:
            if self.gave_up:
                return
            try:
                number, verdict = protocol.read_answer(line)
            except protocol.Garbled as garbled:
                raise Trouble(str(garbled)) from None
            if not ledger.settle(number, verdict):
                self._refuse(ledger, number)
            self._patience.weigh(verdict)

    def _refuse(self, ledger: Ledger, number: int) -> None:
        again = Verdict(Answer.NONE, "answered this card twice")
        if not ledger.revoke(number, again):
            raise Trouble("answered an id that it was not asked")
        # The lie has an owner: only its own card pays for it.
        self._patience.revoked()
        self._patience.fault()
        raise Trouble("answered a card twice")

    def _lay_blame(self, ledger: Ledger, why: str) -> None:
        self.troubles.append(why)
        talk, self._talk = self._talk, None
        if talk is None:
            self._patience.fault()
            return
        talk.kill()
        # A process that was asked nothing else can have failed at nothing else; otherwise ask those that are out again.
        if talk.asked == len(ledger.out) == 1:
            (number,) = ledger.out
            ledger.settle(number, Verdict(Answer.NONE, why + talk.last_words()))
            self._patience.fault()
        ledger.suspect_all_out()

    def _start(self) -> Conversation:
        self._talk = Conversation(self._description, self._command, self._suite)
        return self._talk
