"""SD-JWT in its compact serialisation (RFC 9901), read as headers, payloads, disclosures and the card they make."""

from agentcard_conformance.notations.sd_jwt.decoder import LARGEST_CARD, REPORTS, decode
from agentcard_conformance.notations.sd_jwt.description import describe, inspect

__all__ = ["LARGEST_CARD", "REPORTS", "decode", "describe", "inspect"]
