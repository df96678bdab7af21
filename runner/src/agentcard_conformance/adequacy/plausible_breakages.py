"""The plausible wrong validators of a dialect as breakages: the whole validator is another one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from agentcard_conformance.adequacy.breakage import Breakage, BreakageKind, KnownCard
from agentcard_conformance.adequacy.decoded_cards import CARD_BYTES, DecodedCard, PlacedValue
from agentcard_conformance.adequacy.wrong_validators import (
    Accepts,
    JudgedCard,
    Violation,
    read_witnesses,
    read_wrong_validators,
)
from agentcard_conformance.corpus import Suite
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.fast_reference.fast_reference import FastReference
from agentcard_conformance.model import Answer, Assessment, Dialect, Json, PathPattern, Question, parse_pointer
from agentcard_conformance.notations import load_house_form


class JudgedCards:
    """What the reference says of cards of one dialect, each asked once."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._judged: dict[tuple[bytes, str], JudgedCard] = {}
        self._verdicts: dict[bytes, bool] = {}

    def judge(self, card: DecodedCard) -> JudgedCard:
        """A card with what the reference finds in it."""
        key = (card.question.card, repr(card.question.context) if card.question.context else "")
        if key not in self._judged:
            found = self._assess(card.question)
            violations = tuple(Violation(each.requirement.id, parse_pointer(each.pointer)) for each in found.violations)
            self._judged[key] = JudgedCard(
                card.question.card, card.value, violations, card.question.context, self._encode, self._is_valid
            )
        return self._judged[key]

    def _is_valid(self, card: bytes) -> bool:
        """In no context: cards are altered where the dialect has none."""
        if card not in self._verdicts:
            self._verdicts[card] = self._assess(Question(card, self._dialect.id)).verdict.answer is Answer.VALID
        return self._verdicts[card]

    def _assess(self, question: Question) -> Assessment:
        return self._reference.with_context(question.context).assess(question.card)

    def _encode(self, value: Json) -> bytes:
        house_form = load_house_form(self._dialect.notation)
        if not house_form:
            raise SuiteError(f"notations/{self._dialect.notation}", "has no `encode`, which a wrong validator asks for")
        return house_form.encode(value)

    @cached_property
    def _reference(self) -> FastReference:
        """Made in the process that asks it."""
        return FastReference(self._dialect)


@dataclass(frozen=True, slots=True)
class WrongVerdicts:
    """A wrong validator beside the reference."""

    accepts: Accepts
    judged: JudgedCards
    on_contested: bool = False
    typed: bool = False

    @property
    def places(self) -> tuple[PathPattern, ...]:
        """Anything in a card may mislead it."""
        return (CARD_BYTES,)

    def differs_on_value(self, _place: PathPattern, value: PlacedValue) -> bool:
        """The value is the card."""
        return self.differs_on_card(value.value)

    def differs_on_card(self, card: DecodedCard) -> bool:
        """No answer is always a difference."""
        judged = self.judged.judge(card)
        return self.accepts(judged) is not judged.is_valid


def plausible_breakages(suite: Suite, dialect: Dialect) -> Iterator[Breakage]:
    """Each wrong validator in the dialect's folder, with its witness."""
    judged, witnesses = JudgedCards(dialect), read_witnesses(suite, dialect)
    for name, each in read_wrong_validators(suite, dialect).items():
        make, about = _maker(WrongVerdicts(each.accepts, judged)), f"plausible {name.partition('/')[0]}"
        kind, witness = BreakageKind.PLAUSIBLE, KnownCard(witnesses[name], each.new_options)
        yield Breakage(f"plausible {name}", kind, about, dialect.id, (dialect.id,), make, witness=witness)


def _maker(part: WrongVerdicts) -> Callable[[Dialect], Sequence[WrongVerdicts]]:
    return lambda _: [part]
