"""What a check looks at, and what it finds."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from agentcard_conformance.corpus import Suite
from agentcard_conformance.corpus.contexts import CONTEXT_FILE
from agentcard_conformance.model import Assessment, Context, Dialect, Fixture, Json, Question
from agentcard_conformance.notations import HouseForm, load_house_form, load_notation, notation_names


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

    @cached_property
    def house_form(self) -> HouseForm | None:
        """How the cards of the corpus are laid out; None where nothing says it, or the notation does not exist."""
        is_known = self.dialect.notation in notation_names()
        return load_house_form(self.dialect.notation) if is_known else None

    @cached_property
    def default_context(self) -> Context:
        """What the example is judged with."""
        return self.suite.default_context(self.dialect)

    @cached_property
    def example(self) -> Json:
        """The value of the example, the card that `new` begins with; None without one."""
        card = example_file(self.suite, self.dialect)
        return self.read_as_card(card.read_bytes()) if card.exists() else None

    def read_as_card(self, card: bytes) -> Json:
        """The value of any bytes as a card of the dialect; None where they are none."""
        return self.assess(Question(card, self.dialect.id, self.default_context)).value

    @property
    def check_options(self) -> str:
        """What `check` is told, so that it judges the example as the suite does."""
        dialect = f" --dialect {self.dialect.id}" * (not self.dialect.default)
        return dialect + f" --context {self.folder}/{CONTEXT_FILE}" * bool(self.default_context)

    @property
    def folder(self) -> str:
        """Where the dialect's own files lie, as a person writes it."""
        return f"schema/{self.dialect.id}"


def example_file(suite: Suite, dialect: Dialect) -> Path:
    """The file of the dialect's example, whether it is there or not."""
    return suite.root / "schema" / dialect.id / f"example.{dialect.extension}"


Check: TypeAlias = Callable[[Subject], Iterator[Problem]]
