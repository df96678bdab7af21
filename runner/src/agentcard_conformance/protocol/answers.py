"""What does an answer say, whichever form it comes in?"""

import re
from collections.abc import Mapping
from typing import Final

from agentcard_conformance.model import Answer, Complaint, Json, Verdict
from agentcard_conformance.protocol.lines import Garbled, id_in, read, text_in, write
from agentcard_conformance.protocol.text import plain, quote

COMPLAINT_LIMIT: Final = 32

_VALID: Final = Verdict(Answer.VALID)
_INVALID: Final = Verdict(Answer.INVALID)
_BARE: Final = re.compile(rb'\{"id": ?(0|[1-9][0-9]{0,15}), ?"valid": ?(true|false)\}')
"""What nearly every answer looks like, to be read at a quarter of the price; no id of ours has more digits."""


def answer_line(number: int, answer: bool | Mapping[str, Json]) -> bytes:  # noqa: FBT001  # an answer, and no option
    """One answer, given as a bool or as the answer object."""
    if isinstance(answer, bool):
        return b'{"id": %d, "valid": %s}\n' % (number, b"true" if answer else b"false")
    return write({**answer, "id": number})


def read_answer(line: bytes) -> tuple[int, Verdict]:
    """Which question a line answers, and how; a known id with an unreadable answer is that card's own fault."""
    if bare := _BARE.fullmatch(line):
        return int(bare[1]), _VALID if bare[2] == b"true" else _INVALID
    message = read(line)
    number = id_in(message)
    try:
        return number, _verdict(message)
    except Garbled as garbled:
        return number, Verdict(Answer.NONE, f"{garbled}: {quote(line)}")


def read_sole_answer(text: bytes) -> Verdict:
    """What the whole of an output or a body says, where each card has one of its own."""
    try:
        message = read(text)
        if "id" in message:
            id_in(message)
        return _verdict(message)
    except Garbled as garbled:
        return Verdict(Answer.NONE, str(garbled))


def _verdict(answer: Mapping[str, Json]) -> Verdict:
    valid, complaints = answer.get("valid"), _complaints(answer.get("errors"))
    if "skip" in answer:
        return _skip(answer)
    if isinstance(answer.get("error"), str) and valid is None:
        raise Garbled(f"could not judge it: {plain(answer['error'])}")
    if not isinstance(valid, bool):
        raise Garbled('gave an answer without "valid" as true or false, and without "skip"')
    if complaints:
        return Verdict(Answer.VALID if valid else Answer.INVALID, complaints=complaints)
    return _VALID if valid else _INVALID


def _skip(answer: Mapping[str, Json]) -> Verdict:
    if "valid" in answer or not isinstance(answer["skip"], str):
        raise Garbled('gave an answer with "skip" that is not a string, or that comes with "valid"')
    return Verdict(Answer.SKIP, plain(answer["skip"]))


def _complaints(errors: Json) -> tuple[Complaint, ...]:
    # JavaScript's Ajv has null for no errors.
    if errors is None:
        return ()
    if not isinstance(errors, list):
        raise Garbled('gave an answer with "errors" that are not a list')
    return tuple([_complaint(error) for error in errors][:COMPLAINT_LIMIT])


def _complaint(error: Json) -> Complaint:
    if not isinstance(error, dict):
        raise Garbled('gave an answer with "errors" that are not all objects')
    return Complaint(*(text_in(error, key) for key in ("pointer", "message", "requirement")))
