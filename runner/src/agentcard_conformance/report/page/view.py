"""What the page shows, as frozen types: the template only lays it out."""

from collections.abc import Mapping
from typing import NamedTuple

from agentcard_conformance.model import Dialect, Expected, Requirement
from agentcard_conformance.report.changes import Changes
from agentcard_conformance.report.page.shown_cards import Pieces
from agentcard_conformance.report.readings import QuestionReaders
from agentcard_conformance.report.report import DialectReport


class ShownValidator(NamedTuple):
    """A validator, as it is called on the page: two of one name are told apart."""

    label: str
    title: str
    """With version and language."""
    homepage: str
    """Empty where it is no http address."""


class CardTally(NamedTuple):
    """What became of some cards with one validator."""

    right: int
    wrong: int
    """Known failures among them."""
    silent: int
    """Without an answer, which may be known, too."""
    skipped: int
    known: int
    read: int
    """Not scored."""

    @property
    def scored(self) -> int:
        """How many count."""
        return self.right + self.missed

    @property
    def missed(self) -> int:
        """How many are not right."""
        return self.wrong + self.silent + self.skipped


class ValidatorStanding(NamedTuple):
    """How a validator does in one dialect."""

    validator: ShownValidator
    run: DialectReport
    counts: CardTally
    profiles: Mapping[str, str]
    """What is said of each profile: yes, no, or that it was not run in full."""


class AreaBar(NamedTuple):
    """How many scored cards of an area each validator gets right."""

    area: str
    counts: tuple[CardTally, ...]


class RequirementCell(NamedTuple):
    """What became of one requirement with one validator."""

    kind: str
    """`met`, `wrong`, `silent` where a card got no answer, `skipped`, `open` where nothing is scored, or `absent`."""
    missed: int
    """How many of its cards are not right."""


class CommonAnswer(NamedTuple):
    """What some validators have in common about one card."""

    outcome: str
    got: str
    words: str
    validators: tuple[str, ...]
    who: str
    """Their names, or that it is all but some."""


class ShownFixture(NamedTuple):
    """A card that some validator does not get right."""

    path: str
    name: str
    expected: Expected
    faults: tuple[str, ...]
    card: Pieces
    said: tuple[CommonAnswer, ...]
    kinds: str
    """Those of its results, apart by blanks: `wrong`, `silent`, `skipped`."""

    @property
    def missed_by(self) -> tuple[str, ...]:
        """The validators that do not get it right."""
        return tuple(name for each in self.said for name in each.validators)


class ShownRequirement(NamedTuple):
    """A requirement with what became of it, and its cards."""

    requirement: Requirement
    cells: tuple[RequirementCell, ...]
    missed: tuple[ShownFixture, ...]
    right: tuple[str, ...]
    """The paths of the cards that each validator gets right, and of those that are only read."""

    @property
    def met(self) -> int:
        """How many validators meet it."""
        return sum(cell.kind == "met" for cell in self.cells)

    @property
    def asked(self) -> int:
        """How many were asked."""
        return sum(cell.kind not in ("open", "absent") for cell in self.cells)

    @property
    def differs(self) -> bool:
        """Whether not all who were asked do alike."""
        return len({cell for cell in self.cells if cell.kind not in ("open", "absent")}) > 1


class SilentCards(NamedTuple):
    """Cards that one validator gave no answer to, all for one reason."""

    validator: str
    why: str
    paths: tuple[str, ...]


class ShownDialect(NamedTuple):
    """All that the reports say of a dialect."""

    dialect: Dialect
    corpus: str
    standings: tuple[ValidatorStanding, ...]
    areas: tuple[AreaBar, ...]
    requirements: tuple[ShownRequirement, ...]
    silent: tuple[SilentCards, ...]
    readings: tuple[QuestionReaders, ...]
    disagreements: tuple[tuple[int, ...], ...]
    """By two validators: on how many cards their answers differ."""
    paths: tuple[str, ...]
    answers: tuple[str, ...]
    """Of each validator, a letter for each path: what it said."""

    @property
    def labels(self) -> tuple[str, ...]:
        """What the validators are called."""
        return tuple(each.validator.label for each in self.standings)


class PageView(NamedTuple):
    """The whole page."""

    suite: str
    """Its version."""
    dialects: tuple[ShownDialect, ...]
    not_run: tuple[str, ...]
    changes: tuple[Changes, ...]
    is_single: bool

    @property
    def areas(self) -> list[str]:
        """Of all dialects."""
        return sorted({each.requirement.area for dialect in self.dialects for each in dialect.requirements})

    @property
    def levels(self) -> list[str]:
        """The same of levels."""
        return sorted({each.requirement.level for dialect in self.dialects for each in dialect.requirements})

    @property
    def labels(self) -> list[str]:
        """What all validators are called."""
        return sorted({label for dialect in self.dialects for label in dialect.labels}, key=str.casefold)
