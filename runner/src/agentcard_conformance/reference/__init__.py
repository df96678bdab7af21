"""What does the reference say of a card?"""

from agentcard_conformance.reference.judge import Reference, Remembering, matches

__all__ = ["Reference", "Remembering", "matches"]
