"""Looks for cards that flip: replays the corpus, takes samples of the schemas, and edits cards around each change."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from agentcard_conformance.compare.card_values import UnreadableCard, read_card_value, value_of_replayed
from agentcard_conformance.compare.change_answers import ChangeAnswers
from agentcard_conformance.compare.flips import MADE_FROM, FlipCollection
from agentcard_conformance.compare.proofs.proving import Proof
from agentcard_conformance.compare.results import Change, Direction, FlipAnswer, MovedFixture
from agentcard_conformance.compare.tally import Tally
from agentcard_conformance.compare.witnesses.differences import difference_samples
from agentcard_conformance.compare.witnesses.random_edits import RandomEdits, find_by_random_edits
from agentcard_conformance.compare.witnesses.schema_samples import SchemaSampler
from agentcard_conformance.compare.witnesses.search import WitnessSearch
from agentcard_conformance.compare.witnesses.starting_cards import StartingCard, StartingCardRepair
from agentcard_conformance.model import NO_CONTEXT, Context, Dialect, Expected, Fixture, Json
from agentcard_conformance.notations.json_text.fast_reader import NOTATION, UNREADABLE, fast_read
from agentcard_conformance.variations.values import PLAIN_VALUES

SearchProgress: TypeAlias = Callable[[str, int, int], None]
"""Told the stage, how many are done, and of how many."""

_MOST_TRIES = 20_000
"""Cards made for one change at the usual effort, 15 us each."""

_ALL_TRIES = 100_000
_LEAST_TRIES = 1_000
_TRIES_AGAINST_PROOF = 300
"""Cards made around a change in the attempt to show that a proof is wrong."""

_RANDOM_TRIES = 1_000
"""Cards drawn in search of a flip that no change explains, 1.5 ms each."""

_MOST_RANDOM_FLIPS = 3
"""Of such flips, how many are looked for in either direction."""

_MOVES = {
    Direction.REFUSED: (Expected.VALID, Expected.CONTESTED),
    Direction.ACCEPTED: (Expected.INVALID, Expected.CONTESTED),
}
"""Of which fixtures a flip is a move: the schema alone accepts some that stand under invalid/."""


class ComparisonRequest(NamedTuple):
    """What is asked for beside the two revisions."""

    dialect: Dialect | None = None
    """Whose fixtures these are, and whose rules may run."""
    rules: bool = False
    fixtures: Callable[[], Sequence[Fixture]] = tuple
    """Reads the corpus, when there is a need to replay it."""
    seed: int = 0
    effort: float = 1
    """How many times the usual number of cards is made."""
    context: Context = NO_CONTEXT
    """What cards are judged with that have no context of their own, as fixtures have."""
    seconds: float | None = None
    """How long the search may take; when it is cut short, what is found depends on the machine."""

    @property
    def notation(self) -> str:
        """How the cards are written."""
        return self.dialect.notation if self.dialect else NOTATION


class CardSearch:
    """The search for cards in both directions, and what it has found so far."""

    def __init__(self, flips: FlipCollection, request: ComparisonRequest) -> None:
        self._flips, self._pair, self._request = flips, flips.pair, request
        self._samplers = SchemaSampler(self._pair.old), SchemaSampler(self._pair.new)
        self.replayed = Counter({"corpus": 0, "cards": 0, "generated": 0})
        self.moved: dict[Expected, list[MovedFixture]] = {expected: [] for expected in Expected}
        self.tried: dict[Change, int] = {}

    def run(
        self, proofs: Mapping[Direction, Proof], known: ChangeAnswers, tally: Tally, progress: SearchProgress
    ) -> None:
        """All of it; where both directions are proven, only as much as may show that a proof is wrong."""
        if all(proof.is_empty for proof in proofs.values()):
            samples = self._accepted_by_a_side(self._samples())
            self._add_flips(samples, progress)
            self._search_changes(samples, known, progress, _TRIES_AGAINST_PROOF)
            return
        cards = self._starting_cards(proofs, tally, progress)
        self._search_changes(cards, known, progress)
        self._search_at_random(
            cards, [each for each in Direction if self._is_open(proofs[each], known, each)], progress
        )

    @property
    def _changes(self) -> Sequence[Change]:
        return self._flips.attribution.changes

    def value_of(self, card: str) -> Json:
        """The value of a card of the user's own."""
        return value_of_replayed(card, self._request.notation, self._request.context)

    def _starting_cards(
        self, proofs: Mapping[Direction, Proof], tally: Tally, progress: SearchProgress
    ) -> Sequence[StartingCard]:
        """Cards to edit, the small ones first: of the corpus and of the user, then samples of the schemas."""
        own = (StartingCard(self.value_of(card), str(place)) for card, place in tally.accepted)
        given = self._accepted_by_a_side((*self._replay_corpus(progress), *own))
        samples = [*self._samples(), *self._samples_of_differences(proofs)]
        accepted = self._accepted_by_a_side(samples)
        self._add_flips(accepted, progress)
        cards = [*given, *accepted] or samples
        return StartingCardRepair(self._pair, cards, self._changes, self._samplers).cards()

    def _replay_corpus(self, progress: SearchProgress) -> Iterator[StartingCard]:
        for done, fixture in enumerate(fixtures := self._request.fixtures()):
            progress("the corpus", done, len(fixtures))
            if card := self._replay_fixture(fixture):
                yield card

    def _replay_fixture(self, fixture: Fixture) -> StartingCard | None:
        """Hold a fixture against both sides; both refuse one that cannot be decoded."""
        card, _, context = fixture.question
        self.replayed["corpus"] += 1
        value = fast_read(card) if self._request.notation == NOTATION else UNREADABLE
        if value is not UNREADABLE and not self._pair.differs(value):
            return StartingCard(value, fixture.path)
        try:
            value, written = read_card_value(card, self._request.notation, context, self._request.dialect)
        except UnreadableCard:
            return None
        direction = self._pair.flip(value, written, context)
        cause = direction and self._flips.add(direction, value, fixture.path, "corpus")
        if direction and cause and fixture.expected in _MOVES[direction]:
            self.moved[fixture.expected].append(MovedFixture(fixture.path, direction, cause.requirement))
        return StartingCard(value, fixture.path)

    def _samples(self) -> Iterator[StartingCard]:
        for sampler in self._samplers:
            values = sampler.samples(sampler.side.schemas.root) or PLAIN_VALUES
            yield from (StartingCard(value, sampler.side.schemas.revision.label) for value in values)

    def _samples_of_differences(self, proofs: Mapping[Direction, Proof]) -> Iterator[StartingCard]:
        for direction, proof in proofs.items():
            origin = self._pair.accepting(direction).schemas.revision.label
            yield from (StartingCard(value, origin) for value in difference_samples(proof.difference))

    def _add_flips(self, cards: Sequence[StartingCard], progress: SearchProgress) -> None:
        """Add those that flip as they are; what was found is told before the exact engine may not come back."""
        for done, card in enumerate(cards):
            self.replayed["generated"] += 1
            progress("samples", done, len(cards))
            if direction := self._pair.flip(card.value):
                self._flips.add(direction, card.value, MADE_FROM + card.origin, "generated")

    def _accepted_by_a_side(self, cards: Iterable[StartingCard]) -> list[StartingCard]:
        """Those that at least one side accepts, the small ones first."""
        old, new = self._pair.old.fast, self._pair.new.fast
        accepted = (card for card in cards if old.is_valid(card.value) or new.is_valid(card.value))
        return sorted(accepted, key=lambda card: (len(json.dumps(card.value)), card.origin))

    def _search_changes(
        self, cards: Sequence[StartingCard], known: ChangeAnswers, progress: SearchProgress, tries: int = _MOST_TRIES
    ) -> None:
        search = WitnessSearch(self._flips, len(self._changes), cards, self._samplers)
        most = min(tries, max(_LEAST_TRIES, _ALL_TRIES // max(len(self._changes), 1)))
        for done, change in enumerate(self._changes):
            stage = partial(progress, "cards around changed keywords", done, len(self._changes))
            stage()
            count = partial(self._count_tried, change, self.replayed["generated"], stage)
            looked_for = [each for each in Direction if known[change][each] is not FlipAnswer.NONE]
            enough = most if looked_for else min(most, _TRIES_AGAINST_PROOF)
            count(search.run(change, int(enough * self._request.effort), count, looked_for))

    def _count_tried(self, change: Change, before: int, show_progress: Callable[[], None], tried: int) -> None:
        """Count them while they are made, since an interrupt may come between."""
        self.tried[change], self.replayed["generated"] = tried, before + tried
        show_progress()

    def _search_at_random(
        self, cards: Sequence[StartingCard], directions: Sequence[Direction], progress: SearchProgress
    ) -> None:
        """Look for flips that have another cause than those that are known."""
        if not cards or not directions:
            return
        edits = RandomEdits(cards)
        for direction in directions:
            for number in range(_MOST_RANDOM_FLIPS):
                show_progress = partial(progress, "cards drawn by chance", number, _MOST_RANDOM_FLIPS)
                if not self._find_new_cause(edits, direction, self._request.seed + number, show_progress):
                    break

    def _find_new_cause(
        self, edits: RandomEdits, direction: Direction, seed: int, show_progress: Callable[[], None]
    ) -> bool:
        def shows(value: Json) -> bool:
            show_progress()
            self.replayed["generated"] += 1
            if self._pair.flip(value) is not direction:
                return False
            return self._flips.attribution.cause(direction, value)[0] not in self._flips

        card = find_by_random_edits(edits, shows, seed, int(_RANDOM_TRIES * self._request.effort))
        return bool(card and self._flips.add(direction, card.value, MADE_FROM + card.origin, "generated"))

    def _is_open(self, proof: Proof, known: ChangeAnswers, direction: Direction) -> bool:
        """Whether cards may go over for something that none has shown yet."""
        changes = [change for change in self._changes if known[change][direction] is not FlipAnswer.NONE]
        shown = self._flips.changes(direction)
        return not proof.is_empty and not (shown and shown.issuperset(changes))
