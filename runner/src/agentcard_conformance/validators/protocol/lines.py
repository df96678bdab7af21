"""Lines of the protocol: where one ends, and the JSON object that it holds."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from agentcard_conformance.collector import collector_paused
from agentcard_conformance.escaping import bytes_to_ascii, to_short_ascii
from agentcard_conformance.model import Json

LONGEST_LINE: Final = 16 * 1024 * 1024
_MOST_VALUES: Final = 2_200_000
"""In one answer, counted by brackets and commas before it is parsed: a million errors, and half a second of work."""

LARGEST_ID: Final = 2**53
"""Beyond it, a reader that keeps numbers as binary64 would hand back another id."""


class ProtocolError(ValueError):
    """A line is not what it should be; the sentence says what its sender did, without a subject."""


class LineBuffer:
    """Puts lines together from chunks of bytes."""

    def __init__(self) -> None:
        self._rest = bytearray()

    @property
    def has_partial_line(self) -> bool:
        """Whether a line has begun that has no end yet."""
        return bool(self._rest)

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that a chunk completes, without their line feeds; raises ProtocolError on one that is too long."""
        *whole, rest = chunk.split(b"\n")
        if whole:
            whole[0] = bytes(self._rest) + whole[0]
            self._rest.clear()
        self._rest += rest
        if max(map(len, (*whole, self._rest))) >= LONGEST_LINE:
            raise ProtocolError("wrote a line of more than 16 MiB")
        return whole


def message_line(message: Mapping[str, Json]) -> bytes:
    """The line that holds a message, in ASCII."""
    return json.dumps(message).encode() + b"\n"


def parse_line(line: bytes) -> dict[str, Json]:
    """The object that a line holds, strictly: UTF-8, no NaN, no member name twice."""
    return _parse_object(line, _decode)


def parse_members(line: bytes) -> dict[str, Json]:
    """The same of a line that may hold very much: an object within it stays a tuple of its members.

    A million small objects take half a second, and were two.
    """
    if sum(map(line.count, (b"[", b"{", b","))) > _MOST_VALUES:
        raise ProtocolError(f"wrote a line of more than {_MOST_VALUES:,} values")
    with collector_paused():
        return _parse_object(line, _decode_members)


def to_members(pairs: Sequence[tuple[str, Json]]) -> dict[str, Json]:
    """The members of one object; raises ValueError where a name is there twice."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member name twice: an answer that says two things is not explicit")
    return members


def parse_id(message: Mapping[str, Json]) -> int:
    """The id of a message; 17.0 is 17, as JSON Schema has it."""
    number = message.get("id")
    if type(number) is float and number.is_integer():
        number = int(number)
    if type(number) is not int or not 0 <= number <= LARGEST_ID:
        raise ProtocolError('wrote a line whose "id" is not a whole number from 0 to 2**53')
    return number


def parse_text(message: Mapping[str, Json], key: str) -> str:
    """A member that is a string where it is given, made safe to show."""
    text = message.get(key, "")
    if not isinstance(text, str):
        raise ProtocolError(f'wrote a line whose "{key}" is not a string')
    return to_short_ascii(text)


def _parse_object(line: bytes, decode: Callable[[str], Json]) -> dict[str, Json]:
    try:
        message = decode(line.decode("utf-8"))
        message = to_members(message) if isinstance(message, tuple) else message
    except (ValueError, RecursionError):
        raise ProtocolError(f"wrote a line that is not one JSON object in UTF-8: {_show(line)}") from None
    if not isinstance(message, dict):
        raise ProtocolError(f"wrote JSON that is not an object: {_show(line)}")
    return message


def _show(line: bytes) -> str:
    return bytes_to_ascii(line) or "an empty line"


def _refuse_constant(constant: str) -> Json:
    raise ValueError(f"{constant} is not JSON")


_decode: Final[Callable[[str], Json]] = json.JSONDecoder(
    object_pairs_hook=to_members, parse_constant=_refuse_constant
).decode
_decode_members: Final[Callable[[str], Json]] = json.JSONDecoder(
    object_pairs_hook=tuple, parse_constant=_refuse_constant
).decode
