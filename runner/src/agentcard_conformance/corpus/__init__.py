"""The dialects and fixtures on disk."""

from agentcard_conformance.corpus.contexts import context_problem, given_context, missing_context, read_context
from agentcard_conformance.corpus.files import parse_json, read_json
from agentcard_conformance.corpus.suite import OtherFormat, Suite, read_suite

__all__ = [
    "OtherFormat",
    "Suite",
    "context_problem",
    "given_context",
    "missing_context",
    "parse_json",
    "read_context",
    "read_json",
    "read_suite",
]
