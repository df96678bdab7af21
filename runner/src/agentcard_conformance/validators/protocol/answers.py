"""Answers: what a validator says of one card, in every form in which one can be asked."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from agentcard_conformance.escaping import bytes_to_ascii, to_short_ascii
from agentcard_conformance.model import Answer, Json, ReportedError, Verdict
from agentcard_conformance.validators.protocol.lines import (
    ProtocolError,
    message_line,
    parse_id,
    parse_members,
    parse_text,
    to_members,
)

MOST_ERRORS: Final = 32
"""Of one answer; the rest are not shown."""

_MOST_LEVELS: Final = 100
"""Of what is published of a card; no format comes near."""

_VALID: Final = Verdict(Answer.VALID)
_INVALID: Final = Verdict(Answer.INVALID)
_BARE_ANSWER: Final = re.compile(rb'\{"id": ?(0|[1-9][0-9]{0,15}), ?"valid": ?(true|false)\}')
"""What nearly every answer looks like, read at a quarter of the price; no id of ours has more digits."""


def answer_line(number: int, answer: bool | Mapping[str, Json]) -> bytes:  # noqa: FBT001  # an answer, and no option
    """One answer, given as a bool or as the answer object."""
    if isinstance(answer, bool):
        return b'{"id": %d, "valid": %s}\n' % (number, b"true" if answer else b"false")
    return message_line({**answer, "id": number})


def parse_answer(line: bytes) -> tuple[int, Verdict]:
    """Which question a line answers, and how; a known id with an unreadable answer is that card's own fault."""
    if bare := _BARE_ANSWER.fullmatch(line):
        return int(bare[1]), _VALID if bare[2] == b"true" else _INVALID
    message = parse_members(line)
    number = parse_id(message)
    try:
        return number, _parse_verdict(message)
    except ProtocolError as error:
        shown = "" if "error" in message else f": {bytes_to_ascii(line)}"
        return number, Verdict(Answer.NONE, f"{error}{shown}")


def parse_sole_answer(text: bytes) -> Verdict:
    """The verdict in the whole of an output or a body, where each card has one of its own."""
    try:
        message = parse_members(text)
        if "id" in message:
            parse_id(message)
        return _parse_verdict(message)
    except ProtocolError as error:
        return Verdict(Answer.NONE, str(error))


def _parse_verdict(answer: Mapping[str, Json]) -> Verdict:
    valid, errors = answer.get("valid"), _parse_errors(answer.get("errors"))
    projection = _parse_projection(answer["projection"]) if "projection" in answer else None
    if "skip" in answer:
        return _parse_skip(answer)
    if isinstance(answer.get("error"), str) and valid is None:
        raise ProtocolError(f"could not judge it: {to_short_ascii(answer['error'])}")
    if not isinstance(valid, bool):
        raise ProtocolError('gave an answer without "valid" as true or false, and without "skip"')
    if valid and projection is not None:
        return Verdict(Answer.VALID, errors=errors, projection=projection)
    if errors:
        return Verdict(Answer.VALID if valid else Answer.INVALID, errors=errors)
    return _VALID if valid else _INVALID


def _parse_skip(answer: Mapping[str, Json]) -> Verdict:
    if "valid" in answer or not isinstance(answer["skip"], str):
        raise ProtocolError('gave an answer with "skip" that is not a string, or that comes with "valid"')
    return Verdict(Answer.SKIP, to_short_ascii(answer["skip"]))


def _parse_projection(projection: Json) -> Json:
    if not isinstance(projection, tuple):
        raise ProtocolError('gave an answer with a "projection" that is not an object')
    return _to_value(projection)


def _to_value(part: Json, level: int = 1) -> Json:
    """A value of which each object is still a tuple of its members."""
    if not isinstance(part, (tuple, list)):
        return part
    if level > _MOST_LEVELS:
        raise ProtocolError(f'gave an answer with a "projection" that is nested more than {_MOST_LEVELS} levels deep')
    if isinstance(part, list):
        return [_to_value(item, level + 1) for item in part]
    return {name: _to_value(member, level + 1) for name, member in _unique_members(part, 'a "projection"').items()}


def _parse_errors(errors: Json) -> tuple[ReportedError, ...]:
    # JavaScript's Ajv has null for no errors.
    if errors is None:
        return ()
    if not isinstance(errors, list):
        raise ProtocolError('gave an answer with "errors" that are not a list')
    # An object is a tuple here, and nothing else is; beyond those that are shown, no error is looked into.
    if set(map(type, errors)) - {tuple}:
        raise ProtocolError('gave an answer with "errors" that are not all objects')
    return tuple(map(_parse_error, errors[:MOST_ERRORS]))


def _parse_error(error: Sequence[tuple[str, Json]]) -> ReportedError:
    members = _unique_members(error, '"errors"')
    return ReportedError(*(parse_text(members, key) for key in ("pointer", "message", "requirement")))


def _unique_members(pairs: Sequence[tuple[str, Json]], where: str) -> Mapping[str, Json]:
    try:
        return to_members(pairs)
    except ValueError:
        raise ProtocolError(f"gave an answer with {where} in which a member stands twice") from None
