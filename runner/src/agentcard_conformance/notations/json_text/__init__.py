"""JSON text, as RFC 8259 defines it."""

from agentcard_conformance.notations.json_text.decoder import LARGEST_CARD, REPORTS, decode
from agentcard_conformance.notations.json_text.encoder import encode, lay_out

__all__ = ["LARGEST_CARD", "REPORTS", "decode", "encode", "lay_out"]
