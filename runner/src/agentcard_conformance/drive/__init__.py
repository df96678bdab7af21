"""Who asks somebody else's validator, given its description?"""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Protocol

from agentcard_conformance.drive.commands import words
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Description, Dialect, Judge

__all__ = ["DrivenJudge", "open_judge"]


class DrivenJudge(Judge, Protocol):
    """Somebody else's validator, which may have to be given up."""

    @property
    def gave_up(self) -> bool:
        """Were cards left unasked after ten faults in a row?"""
        ...

    @property
    def troubles(self) -> Sequence[str]:
        """What made it necessary to replace its process, each time."""
        ...


def open_judge(description: Description, suite_version: str, dialects: Mapping[str, Dialect]) -> DrivenJudge:
    """The judge for a description, to be entered with `with`; entering starts the validator."""
    # Each form is imported when it is asked for: http.client alone costs more than an interpreter's start.
    if description.form == "http":
        from agentcard_conformance.drive.http import HttpJudge

        return HttpJudge(description, dialects)
    if os.name == "nt":
        raise CallError(
            f"{description.spec}: on Windows only the built-in reference and http:// or https:// validators can be run"
        )
    if description.form == "once":
        from agentcard_conformance.drive.once import OnceJudge

        return OnceJudge(description, words(description))
    from agentcard_conformance.drive.stream import StreamJudge

    return StreamJudge(description, _stream_command(description), suite_version)


def _stream_command(description: Description) -> list[str]:
    if description.form == "python":
        return [sys.executable, "-m", "agentcard_conformance.serve", description.target]
    if description.form == "stream":
        return words(description)
    raise CallError(f"{description.spec}: a validator of the form {description.form!r} is not asked from outside")
