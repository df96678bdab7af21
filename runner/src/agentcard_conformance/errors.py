"""The exceptions of the package: the call, or the suite itself, is wrong. A wrong card never raises one."""

from pathlib import Path


class ConformanceError(Exception):
    """The suite cannot do what it was asked; every command prints the sentence and exits with status 2."""


class CallError(ConformanceError):
    """The call names something that does not exist, or that cannot be done."""


class Interrupted(ConformanceError):
    """Something outside the work stopped it, so that another run can continue it."""


class SuiteError(ConformanceError):
    """A file of the suite is wrong."""

    def __init__(self, path: Path | str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


class UnknownName(SuiteError, LookupError):
    """A dialect.json names a notation or a rule that does not exist."""


class NotStarted(ConformanceError):
    """A validator could not be started, or did not answer the greeting."""

    def __init__(self, spec: str, message: str) -> None:
        super().__init__(f"{spec}: {message}")
        self.spec = spec
        self.message = message
