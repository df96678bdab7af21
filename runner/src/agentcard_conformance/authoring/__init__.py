"""How does a new card come into the corpus?"""

from agentcard_conformance.authoring.draft import Place, Source, draft, neighbourhood
from agentcard_conformance.authoring.release import release

__all__ = ["Place", "Source", "draft", "neighbourhood", "release"]
