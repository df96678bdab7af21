"""JSON text, as RFC 8259 defines it."""

from agentcard_conformance.notations.json_text.decoder import LARGEST_CARD, REPORTS, decode
from agentcard_conformance.notations.json_text.encoder import HOUSE_FORM, encode, lay_out

__all__ = ["HOUSE_FORM", "LARGEST_CARD", "REPORTS", "decode", "encode", "lay_out"]
