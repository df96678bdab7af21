"""Validators: who gives verdicts, and how such a one is described."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol, Self

from agentcard_conformance.model.suite import Question
from agentcard_conformance.model.verdicts import Verdict

_NOTHING: Mapping[str, str] = MappingProxyType({})
_NO_FILES: Mapping[str, Path] = MappingProxyType({})


class Identity(NamedTuple):
    """Who a validator says it is."""

    name: str
    version: str = ""
    language: str = ""
    homepage: str = ""


class Judge(Protocol):
    """Anything that gives verdicts: the reference, or a bridge to somebody else's validator."""

    @property
    def identity(self) -> Identity:
        """Who it says it is."""
        ...

    @property
    def dialects(self) -> tuple[str, ...]:
        """The dialects it declares; empty when it declares none."""
        ...

    @property
    def restarts(self) -> Sequence[str]:
        """Why its process had to be replaced, each time."""
        ...

    def judge(self, questions: Sequence[Question]) -> list[Verdict]:
        """One verdict for each question, in their order; never raises for what a card or a validator does."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *exc: object) -> None: ...


class Description(NamedTuple):
    """A validator as its validator.toml, or a SPEC on the command line, describes it."""

    spec: str
    form: str
    """stream, once, python, http or reference."""
    target: str
    """The command line, module:callable or address."""
    identity: Identity
    folder: Path
    """Where its commands run, and where relative files of the description lie."""
    dialects: tuple[str, ...] = ()
    profile: str = ""
    setup: tuple[str, ...] = ()
    """Command lines, run one after the other."""
    needs: tuple[str, ...] = ()
    """Tools that must be on the PATH."""
    judges_by_exit_status: bool = False
    """Of one that is started for each card: 0 is valid, 1 invalid, anything else no answer, and nothing is read."""
    has_own_clock: bool = False
    """Whether it cannot be told the time, so that it is given cards that are made for the present one."""
    timeout: float = 5.0
    startup_timeout: float = 60.0
    environment: Mapping[str, str] = _NOTHING
    issues: str = ""
    expected: Mapping[str, Path] = _NO_FILES
    """By dialect, the file of its known failures."""
    known: bool = False
    """Whether it comes with the suite; such a one is set up on first use."""
    placeholders: Mapping[str, str] = _NOTHING
    """What the {names} in its command lines stand for."""
