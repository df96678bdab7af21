"""What are the things this suite speaks of?

Most are named tuples: as frozen as a frozen dataclass, and defined in a tenth of its time, of which `check` has little.
"""

from agentcard_conformance.model.suite import Dialect, Expected, Fixture, Kind, Level, Question, Requirement, RuleUse
from agentcard_conformance.model.validators import Description, Identity, Judge
from agentcard_conformance.model.values import Context, Json, Position, Real, Step, pointer
from agentcard_conformance.model.verdicts import (
    NOT_ASKED,
    Answer,
    Assessment,
    Complaint,
    Fault,
    Finding,
    KnownFailure,
    Outcome,
    Result,
    Rule,
    Stage,
    Verdict,
)

__all__ = [
    "NOT_ASKED",
    "Answer",
    "Assessment",
    "Complaint",
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
    "Outcome",
    "Position",
    "Question",
    "Real",
    "Requirement",
    "Result",
    "Rule",
    "RuleUse",
    "Stage",
    "Step",
    "Verdict",
    "pointer",
]
