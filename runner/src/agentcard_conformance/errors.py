"""What can be wrong with the call or with the suite itself, as opposed to a card?"""

from pathlib import Path


class ConformanceError(Exception):
    """The suite cannot do what it was asked; every command answers with its sentence and exit status 2."""


class CallError(ConformanceError):
    """The call names something that is not there, or that cannot be."""


class Interrupted(ConformanceError):
    """Something stopped the work that was not in it, so that it may well be gone on with."""


class SuiteError(ConformanceError):
    """A file of the suite is wrong."""

    def __init__(self, path: Path | str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


class NotStarted(ConformanceError):
    """A validator could not be started, or did not shake hands."""

    def __init__(self, spec: str, message: str) -> None:
        super().__init__(f"{spec}: {message}")
        self.spec = spec
        self.message = message
