"""Cards of lines, each a name, a colon, a blank and a value."""

from agentcard_conformance.notations.lines.reader import LARGEST_CARD, REPORTS, decode
from agentcard_conformance.notations.lines.writer import HOUSE_FORM, encode, lay_out

__all__ = ["HOUSE_FORM", "LARGEST_CARD", "REPORTS", "decode", "encode", "lay_out"]
