"""The AgentCard conformance suite: the names that others may rely on."""

from importlib import import_module
from typing import Any

__version__ = "0.2.0"

_MODULES = {
    "CHECKS": "authoring.lint",
    "CallError": "errors",
    "ConformanceError": "errors",
    "Fixture": "model",
    "NOT_ASKED": "model",
    "Outcome": "model",
    "Reference": "reference",
    "ResultCollector": "run.runner",
    "RunOptions": "run.plan",
    "Runner": "run.runner",
    "Subject": "authoring.lint",
    "check_output_files": "run.closing",
    "close_run": "run.closing",
    "describe_result": "report.failure",
    "escape_surrogates": "escaping",
    "pack_result": "run.runner",
    "read_suite": "corpus",
    "shared_reference": "run.runner",
    "shared_suite": "run.runner",
    "start_runner": "run.runner",
}

__all__ = [*_MODULES, "__version__"]  # noqa: PLE0604  # the table is the list


def __getattr__(name: str) -> Any:
    """Import a name when it is first asked for: `--version` needs none of them, and each costs a start."""
    if name not in _MODULES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
