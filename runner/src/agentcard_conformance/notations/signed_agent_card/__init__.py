"""A2A Agent Cards with signatures: the card, what of it is signed, and each signature taken apart."""

from agentcard_conformance.notations.signed_agent_card.decoder import LARGEST_CARD, REPORTS, decode

__all__ = ["LARGEST_CARD", "REPORTS", "decode"]
