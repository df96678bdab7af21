"""The words of the suite as frozen types.

Most are named tuples: as frozen as a frozen dataclass, and defined in a tenth of its time, which `check` would notice.
"""

from agentcard_conformance.model.paths import (
    Absent,
    PathPattern,
    Step,
    Steps,
    parse_pointer,
    parts_at,
    replaced_at,
    to_pointer,
)
from agentcard_conformance.model.suite import (
    ADVISING,
    SMOKE,
    Dialect,
    Expected,
    Fixture,
    Kind,
    Level,
    Question,
    Requirement,
    RuleUse,
)
from agentcard_conformance.model.validators import Description, Identity, Judge
from agentcard_conformance.model.values import NO_CONTEXT, Context, Json, LiteralFloat, Position
from agentcard_conformance.model.verdicts import (
    NOT_ASKED,
    Answer,
    Assessment,
    Fault,
    Finding,
    KnownFailure,
    Outcome,
    ReportedError,
    Result,
    Rule,
    Stage,
    Verdict,
)

__all__ = [
    "ADVISING",
    "NOT_ASKED",
    "NO_CONTEXT",
    "SMOKE",
    "Absent",
    "Answer",
    "Assessment",
    "Context",
    "Description",
    "Dialect",
    "Expected",
    "Fault",
    "Finding",
    "Fixture",
    "Identity",
    "Json",
    "Judge",
    "Kind",
    "KnownFailure",
    "Level",
    "LiteralFloat",
    "Outcome",
    "PathPattern",
    "Position",
    "Question",
    "ReportedError",
    "Requirement",
    "Result",
    "Rule",
    "RuleUse",
    "Stage",
    "Step",
    "Steps",
    "Verdict",
    "parse_pointer",
    "parts_at",
    "replaced_at",
    "to_pointer",
]
