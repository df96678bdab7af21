"""What does a line say that asks about one card?"""

import binascii
import json
import re
from functools import lru_cache
from typing import Final, NamedTuple

from agentcard_conformance.model import Context, Json
from agentcard_conformance.protocol.lines import Garbled, id_in, read

_HEAD: Final = re.compile(rb'\{"id": (0|[1-9][0-9]{0,15}), "dialect": "([a-z0-9.-]*)", "card": "')
_TAIL: Final = b'", "context": {}}'
"""What stands around a card in a line as question_line writes it, to be taken apart at half the price of JSON."""


class Request(NamedTuple):
    """One question as it arrives at the validator's side."""

    id: int
    card: bytes
    dialect: str
    context: dict[str, Json]


def question_line(number: int, card: bytes, dialect: str, context: Context) -> bytes:
    """One question; the card is spliced in, since encoding a whole message costs six times as much."""
    told = json.dumps(dict(context)).encode() if context else b"{}"
    card64 = binascii.b2a_base64(card, newline=False)
    return b'{"id": %d, "dialect": %s, "card": "%s", "context": %s}\n' % (number, _quoted(dialect), card64, told)


def read_question(line: bytes) -> Request:
    """The question in a line, or why it holds none."""
    if line.endswith(_TAIL) and (head := _HEAD.match(line)):
        return Request(int(head[1]), _card(line[head.end() : -len(_TAIL)]), head[2].decode(), {})
    message = read(line)
    dialect, card, context = message.get("dialect"), message.get("card"), message.get("context")
    if not isinstance(dialect, str) or not isinstance(card, str) or not isinstance(context, dict):
        raise Garbled('wrote a question without "dialect" and "card" as strings and "context" as an object')
    return Request(id_in(message), _card(card), dialect, context)


def _card(text: str | bytes) -> bytes:
    try:
        return binascii.a2b_base64(text, strict_mode=True)
    except ValueError as error:
        raise Garbled(f"wrote a question whose card is not base64 ({error})") from None


@lru_cache(64)
def _quoted(text: str) -> bytes:
    return json.dumps(text).encode()
