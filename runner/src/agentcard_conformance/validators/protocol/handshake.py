"""The first lines: the suite's greeting and the validator's welcome."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from agentcard_conformance.escaping import to_short_ascii
from agentcard_conformance.model import Identity, Json
from agentcard_conformance.validators.protocol.lines import ProtocolError, message_line, parse_line, parse_text

_VERSION: Final = 1
_VERSION_KEY: Final = "agentcard-conformance"


class Welcome(NamedTuple):
    """What a validator says of itself."""

    identity: Identity
    dialects: tuple[str, ...]


def greeting_line(suite_version: str) -> bytes:
    """The first line that the suite sends."""
    return message_line({_VERSION_KEY: _VERSION, "suite": suite_version})


def welcome_line(welcome: Mapping[str, Json]) -> bytes:
    """The first line that a validator sends."""
    return message_line({_VERSION_KEY: _VERSION, **welcome})


def parse_greeting(line: bytes) -> str:
    """The version of the suite that greets; raises ProtocolError when this is no greeting."""
    message = parse_line(line)
    _check_version(message)
    return parse_text(message, "suite")


def parse_welcome(line: bytes) -> Welcome:
    """Who answers the greeting; raises ProtocolError when this is no welcome."""
    message = parse_line(line)
    _check_version(message)
    return Welcome(_parse_identity(message.get("validator", {})), _parse_dialects(message.get("dialects", [])))


def _check_version(message: Mapping[str, Json]) -> None:
    version = message.get(_VERSION_KEY)
    if type(version) not in (int, float):
        raise ProtocolError(
            f'wrote a first line without "{_VERSION_KEY}" as a number, so it does not speak the stream protocol'
        )
    if version != _VERSION:
        shown = to_short_ascii(str(version), 20)
        raise ProtocolError(f"speaks version {shown} of the stream protocol, not version {_VERSION}")


def _parse_identity(who: Json) -> Identity:
    if not isinstance(who, dict):
        raise ProtocolError('wrote a welcome whose "validator" is not an object')
    return Identity(*(parse_text(who, key) for key in ("name", "version", "language", "homepage")))


def _parse_dialects(names: Json) -> tuple[str, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ProtocolError('wrote a welcome whose "dialects" are not a list of strings')
    return tuple(to_short_ascii(name) for name in names)
