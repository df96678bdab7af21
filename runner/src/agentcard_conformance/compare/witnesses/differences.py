"""Cards made from a schema of the very cards that one side accepts and the other refuses, where a proof gave one."""

from agentcard_conformance.compare.engines import NOT_COMPILED
from agentcard_conformance.compare.revision_pair import RevisionValidator
from agentcard_conformance.compare.schemas import Revision
from agentcard_conformance.compare.witnesses.schema_samples import SchemaSampler
from agentcard_conformance.model import Json


def difference_samples(difference: Json) -> list[Json]:
    """A few values that match it, as far as its keywords tell; none where there is no such schema."""
    if difference is None:
        return []
    try:
        sampler = SchemaSampler(RevisionValidator(Revision("", difference, {}, frozenset())))
        return sampler.samples(sampler.side.schemas.root)
    except NOT_COMPILED:  # a pattern that the proof put together may be too large
        return []
