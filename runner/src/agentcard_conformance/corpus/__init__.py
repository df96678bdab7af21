"""The dialects and fixtures on disk."""

from agentcard_conformance.corpus.dialects import read_json
from agentcard_conformance.corpus.suite import OtherFormat, Suite, context_at, read_suite

__all__ = ["OtherFormat", "Suite", "context_at", "read_json", "read_suite"]
