"""What do the lines of the stream protocol say, and what is an answer in every form?"""

from agentcard_conformance.protocol.answers import answer_line, read_answer, read_sole_answer
from agentcard_conformance.protocol.handshake import (
    KEY,
    VERSION,
    Welcome,
    greeting_line,
    read_greeting,
    read_welcome,
    welcome_line,
)
from agentcard_conformance.protocol.lines import ID_LIMIT, LINE_LIMIT, Garbled, Lines
from agentcard_conformance.protocol.order import turn
from agentcard_conformance.protocol.questions import Request, question_line, read_question
from agentcard_conformance.protocol.text import TEXT_LIMIT, plain, printable, quote

__all__ = [
    "ID_LIMIT",
    "KEY",
    "LINE_LIMIT",
    "TEXT_LIMIT",
    "VERSION",
    "Garbled",
    "Lines",
    "Request",
    "Welcome",
    "answer_line",
    "greeting_line",
    "plain",
    "printable",
    "question_line",
    "quote",
    "read_answer",
    "read_greeting",
    "read_question",
    "read_sole_answer",
    "read_welcome",
    "turn",
    "welcome_line",
]
