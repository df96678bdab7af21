"""How many validators that are a little broken does a corpus tell from a right one?"""

from agentcard_conformance.adequacy import document, text
from agentcard_conformance.adequacy.equivalents import Equivalent, read_equivalents
from agentcard_conformance.adequacy.measure import Adequacy, Call, breakages, measure

__all__ = ["Adequacy", "Call", "Equivalent", "breakages", "document", "measure", "read_equivalents", "text"]
