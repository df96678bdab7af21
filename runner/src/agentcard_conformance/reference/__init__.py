"""The reference: our own validator."""

from agentcard_conformance.reference.dialect_judge import DialectJudge
from agentcard_conformance.reference.reference import CachedReference, Reference, matches_schema

__all__ = ["CachedReference", "DialectJudge", "Reference", "matches_schema"]
