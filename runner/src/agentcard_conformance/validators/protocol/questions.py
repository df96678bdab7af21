"""Lines that ask about one card."""

import binascii
import json
import re
from functools import lru_cache
from typing import Final, NamedTuple

from agentcard_conformance.model import Context, Json
from agentcard_conformance.validators.protocol.lines import ProtocolError, parse_id, parse_line

_HEAD: Final = re.compile(rb'\{"id": (0|[1-9][0-9]{0,15}), "dialect": "([a-z0-9.-]*)", "card": "')
_TAIL: Final = b'", "context": {}}'
"""What stands around a card in a line as question_line writes it, which is taken apart at half the price of JSON."""


class ReceivedQuestion(NamedTuple):
    """One question as it arrives at the validator's side."""

    id: int
    card: bytes
    dialect: str
    context: dict[str, Json]


def question_line(number: int, card: bytes, dialect: str, context: Context) -> bytes:
    """One question; the card is spliced in, since encoding a whole message costs six times as much."""
    told = json.dumps(dict(context)).encode() if context else b"{}"
    card64 = binascii.b2a_base64(card, newline=False)
    return b'{"id": %d, "dialect": %s, "card": "%s", "context": %s}\n' % (number, _to_json(dialect), card64, told)


def parse_question(line: bytes) -> ReceivedQuestion:
    """The question in a line; raises ProtocolError when it holds none."""
    if line.endswith(_TAIL) and (head := _HEAD.match(line)):
        return ReceivedQuestion(int(head[1]), _decode_card(line[head.end() : -len(_TAIL)]), head[2].decode(), {})
    message = parse_line(line)
    dialect, card, context = message.get("dialect"), message.get("card"), message.get("context")
    if not isinstance(dialect, str) or not isinstance(card, str) or not isinstance(context, dict):
        raise ProtocolError('wrote a question without "dialect" and "card" as strings and "context" as an object')
    return ReceivedQuestion(parse_id(message), _decode_card(card), dialect, context)


def _decode_card(text: str | bytes) -> bytes:
    try:
        return binascii.a2b_base64(text, strict_mode=True)
    except ValueError as error:
        raise ProtocolError(f"wrote a question whose card is not base64 ({error})") from None


@lru_cache(64)
def _to_json(text: str) -> bytes:
    return json.dumps(text).encode()
