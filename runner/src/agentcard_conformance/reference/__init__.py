"""What does the reference say of a card?"""

from agentcard_conformance.reference.judge import Reference, matches

__all__ = ["Reference", "matches"]
