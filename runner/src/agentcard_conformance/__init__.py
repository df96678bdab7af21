"""The AgentCard conformance suite: which names may others rely on?"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "CHECKS": "lint",
    "Call": "plan",
    "CallError": "errors",
    "ConformanceError": "errors",
    "Count": "harness",
    "Fixture": "model",
    "Outcome": "model",
    "Reference": "reference",
    "Session": "harness",
    "Subject": "lint",
    "close": "harness",
    "explain": "report",
    "own_reference": "harness",
    "own_suite": "harness",
    "packed": "harness",
    "read_suite": "corpus",
    "ready_to_write": "harness",
}

__all__ = [*_HOMES, "__version__"]  # noqa: PLE0604  # the table is the list


def __getattr__(name: str) -> Any:
    """Import a name's home when it is first asked for: `--version` needs none of them, and each costs a start."""
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
