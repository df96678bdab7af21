"""What a check looks at, and what it finds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from agentcard_conformance.corpus import Suite
from agentcard_conformance.model import Assessment, Dialect, Fixture, Question
from agentcard_conformance.notations import load_notation, notation_names


@dataclass(frozen=True, slots=True)
class Problem:
    """A file, what is wrong with it, and how to fix it."""

    path: str
    what: str
    fix: str = ""
    fixed: bytes | None = None
    """What the file is to hold, where a program can tell."""

    def __str__(self) -> str:
        return f"{self.path}: {self.what}" + (f"\n    {self.fix}" if self.fix else "")


@dataclass(frozen=True)
class Subject:
    """One dialect of a suite, its fixtures, and what assesses them."""

    suite: Suite
    dialect: Dialect
    assess: Callable[[Question], Assessment]

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        """The fixtures of the dialect."""
        return self.suite.fixtures([self.dialect.id])

    @cached_property
    def assessed(self) -> tuple[tuple[Fixture, Assessment], ...]:
        """Each fixture with what the reference finds in it."""
        return tuple((fixture, self.assess(fixture.question)) for fixture in self.fixtures)

    @cached_property
    def reported(self) -> frozenset[str]:
        """The requirements that a decoder or a rule of the dialect can find unmet."""
        by_rules = frozenset(use.requirement for use in self.dialect.rules)
        is_known = self.dialect.notation in notation_names()
        return by_rules | load_notation(self.dialect.notation).REPORTS if is_known else by_rules

    @property
    def folder(self) -> str:
        """Where the dialect's own files lie, as a person writes it."""
        return f"schema/{self.dialect.id}"


Check: TypeAlias = Callable[[Subject], Iterator[Problem]]
