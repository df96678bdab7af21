"""How is a run written down, and read again?"""

from agentcard_conformance.report.document import Run, Scope, build, read, write
from agentcard_conformance.report.failure import explain
from agentcard_conformance.report.summary import lines

__all__ = ["Run", "Scope", "build", "explain", "lines", "read", "write"]
