"""Other people's validators: described by a SPEC, set up, started and asked, each in one of four forms."""

import os
import sys
from collections.abc import Mapping
from typing import Protocol

from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Description, Dialect, Judge
from agentcard_conformance.validators.commands import target_command

__all__ = ["ExternalJudge", "open_judge", "stream_command"]


class ExternalJudge(Judge, Protocol):
    """Somebody else's validator, which the run may have to give up on."""

    @property
    def gave_up(self) -> bool:
        """Whether cards were left unasked after ten faults in a row."""
        ...


def open_judge(description: Description, suite_version: str, dialects: Mapping[str, Dialect]) -> ExternalJudge:
    """The judge for a description, to be entered with `with`; entering starts the validator."""
    # Each form is imported when it is asked for: http.client alone costs more than an interpreter's start.
    if description.form == "http":
        from agentcard_conformance.validators.http import HttpJudge

        return HttpJudge(description, dialects)
    if os.name == "nt":
        raise CallError(
            f"{description.spec}: on Windows only the built-in reference and http:// or https:// validators can be run"
        )
    if description.form == "once":
        from agentcard_conformance.validators.once import OnceJudge

        return OnceJudge(description, target_command(description), dialects)
    from agentcard_conformance.validators.stream import StreamJudge

    return StreamJudge(description, stream_command(description), suite_version)


def stream_command(description: Description) -> list[str]:
    """The program that speaks the stream protocol, and its arguments."""
    if description.form == "python":
        return [sys.executable, "-m", "agentcard_conformance.validators.serve", description.target]
    if description.form == "stream":
        return target_command(description)
    raise CallError(f"{description.spec}: a validator of the form {description.form!r} is not asked from outside")
