"""What must hold of a card that JSON Schema cannot say, or cannot say exactly? One module for each subject."""

from importlib import import_module
from typing import cast

from agentcard_conformance.model import Rule


def load(name: str) -> Rule:
    """The rule that a dialect names as `module.function`; raises LookupError when there is none."""
    module, _, function = name.partition(".")
    try:
        return cast("Rule", getattr(import_module(f"{__name__}.{module}"), function))
    except (ModuleNotFoundError, AttributeError):
        raise LookupError(name) from None
