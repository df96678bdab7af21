"""Where does a line begin and end, and what JSON object does it hold?"""

import json
from collections.abc import Callable, Mapping
from typing import Final

from agentcard_conformance.model import Json
from agentcard_conformance.protocol.text import plain, quote

LINE_LIMIT: Final = 16 * 1024 * 1024
ID_LIMIT: Final = 2**53
"""The largest id: beyond it, a reader that keeps numbers as binary64 would hand back another one."""


class Garbled(ValueError):
    """What somebody did who sent a line that is not what it should be: a sentence without its subject."""


class Lines:
    """Which whole lines have come in, when bytes come in by the chunk?"""

    def __init__(self) -> None:
        self._rest = bytearray()

    @property
    def unfinished(self) -> bool:
        """Has a line begun that has no end yet?"""
        return bool(self._rest)

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that this chunk completes, without their line feeds."""
        *whole, rest = chunk.split(b"\n")
        if whole:
            whole[0] = bytes(self._rest) + whole[0]
            self._rest.clear()
        self._rest += rest
        if max(map(len, (*whole, self._rest))) >= LINE_LIMIT:
            raise Garbled("wrote a line of more than 16 MiB")
        return whole


def write(message: Mapping[str, Json]) -> bytes:
    """The line that holds a message, in ASCII."""
    return json.dumps(message).encode() + b"\n"


def read(line: bytes) -> dict[str, Json]:
    """The object that a line holds, strictly: UTF-8, no NaN, no member name twice."""
    try:
        message = _decode(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Garbled(f"wrote what is not one JSON object in UTF-8: {quote(line) or 'nothing'}") from None
    if not isinstance(message, dict):
        raise Garbled(f"wrote JSON that is not an object: {quote(line)}")
    return message


def id_in(message: Mapping[str, Json]) -> int:
    """The id of a message; 17.0 is 17, as JSON Schema has it."""
    number = message.get("id")
    if type(number) is float and number.is_integer():
        number = int(number)
    if type(number) is not int or not 0 <= number <= ID_LIMIT:
        raise Garbled('wrote a line whose "id" is not a whole number from 0 to 2**53')
    return number


def text_in(message: Mapping[str, Json], key: str) -> str:
    """A member that is a string where it is given, fit to be shown."""
    text = message.get(key, "")
    if not isinstance(text, str):
        raise Garbled(f'wrote a line whose "{key}" is not a string')
    return plain(text)


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member name twice: what says two things is not explicit")
    return members


def _refuse(constant: str) -> Json:
    raise ValueError(f"{constant} is not JSON")


_decode: Final[Callable[[str], Json]] = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse).decode
