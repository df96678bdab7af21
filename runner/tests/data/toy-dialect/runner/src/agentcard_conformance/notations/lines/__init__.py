"""Cards of lines, each a name, a colon, a blank and a value."""

from agentcard_conformance.notations.lines.reader import LARGEST_CARD, REPORTS, decode
from agentcard_conformance.notations.lines.writer import encode, lay_out

__all__ = ["LARGEST_CARD", "REPORTS", "decode", "encode", "lay_out"]
