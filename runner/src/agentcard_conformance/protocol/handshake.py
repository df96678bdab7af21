"""What do the suite and a validator first say to each other?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from agentcard_conformance.model import Identity, Json
from agentcard_conformance.protocol.lines import Garbled, read, text_in, write
from agentcard_conformance.protocol.text import plain

VERSION: Final = 1
KEY: Final = "agentcard-conformance"

_IDENTITY: Final = ("name", "version", "language", "homepage")


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a validator says of itself."""

    identity: Identity
    dialects: tuple[str, ...]


def greeting_line(suite: str) -> bytes:
    """The first line the suite sends."""
    return write({KEY: VERSION, "suite": suite})


def welcome_line(welcome: Mapping[str, Json]) -> bytes:
    """The first line a validator sends."""
    return write({KEY: VERSION, **welcome})


def read_greeting(line: bytes) -> str:
    """The version of the suite that greets, or why this is no greeting of this protocol."""
    message = read(line)
    _check_version(message)
    return text_in(message, "suite")


def read_welcome(line: bytes) -> Welcome:
    """Who answers the greeting, or why this is no welcome of this protocol."""
    message = read(line)
    _check_version(message)
    return Welcome(_identity(message.get("validator", {})), _dialects(message.get("dialects", [])))


def _check_version(message: Mapping[str, Json]) -> None:
    version = message.get(KEY)
    if type(version) not in (int, float):
        raise Garbled(f'wrote a first line without "{KEY}" as a number, so it does not speak the stream protocol')
    if version != VERSION:
        raise Garbled(f"speaks version {plain(str(version), 20)} of the stream protocol, not version {VERSION}")


def _identity(who: Json) -> Identity:
    if not isinstance(who, dict):
        raise Garbled('wrote a welcome whose "validator" is not an object')
    return Identity(*(text_in(who, key) for key in _IDENTITY))


def _dialects(names: Json) -> tuple[str, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Garbled('wrote a welcome whose "dialects" are not a list of strings')
    return tuple(plain(name) for name in names)
