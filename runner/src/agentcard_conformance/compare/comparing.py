"""Compares two revisions: replays cards, searches for witnesses, and says how far the version has to rise."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from agentcard_conformance.compare.attribution import Attribution
from agentcard_conformance.compare.card_values import UnreadableCard, read_card_value, value_of_replayed
from agentcard_conformance.compare.flips import MADE_FROM, FlipCollection
from agentcard_conformance.compare.results import (
    Change,
    Comparison,
    Direction,
    FlipGroup,
    MovedFixture,
    UnwitnessedChange,
    VersionStep,
)
from agentcard_conformance.compare.revision_pair import RevisionPair
from agentcard_conformance.compare.schemas import Revision
from agentcard_conformance.compare.schemas.changes import find_changes, unknown_keywords
from agentcard_conformance.compare.tally import Tally
from agentcard_conformance.compare.witnesses.random_edits import RandomEdits, find_by_random_edits
from agentcard_conformance.compare.witnesses.schema_samples import SchemaSampler
from agentcard_conformance.compare.witnesses.search import WitnessSearch
from agentcard_conformance.compare.witnesses.starting_cards import StartingCard, StartingCardRepair
from agentcard_conformance.model import NO_CONTEXT, Context, Dialect, Expected, Fixture, Json
from agentcard_conformance.notations.json_text.fast_reader import NOTATION
from agentcard_conformance.schema_engine.engine import deep_recursion
from agentcard_conformance.variations.values import PLAIN_VALUES

_Progress: TypeAlias = Callable[[str, int, int], None]
"""Told the stage, how many are done, and of how many."""

_MOST_TRIES = 20_000
"""Cards made for one change at the usual effort, 15 us each."""

_ALL_TRIES = 100_000
_LEAST_TRIES = 1_000
_RANDOM_TRIES = 1_000
"""Cards drawn in search of a flip that no change explains, 1.5 ms each."""

_MOST_RANDOM_FLIPS = 3
"""Of such flips, how many are looked for in either direction."""

_MOVES = {
    Direction.REFUSED: (Expected.VALID, Expected.CONTESTED),
    Direction.ACCEPTED: (Expected.INVALID, Expected.CONTESTED),
}
"""Of which fixtures a flip is a move: the schema alone accepts some that stand under invalid/."""


def _silent(_stage: str, _done: int, _of: int) -> None:
    pass


class ComparisonRequest(NamedTuple):
    """What is asked for beside the two revisions."""

    dialect: Dialect | None = None
    """Whose fixtures these are, and whose rules may run."""
    rules: bool = False
    fixtures: Sequence[Fixture] = ()
    seed: int = 0
    effort: float = 1
    """How many times the usual number of cards is made."""
    context: Context = NO_CONTEXT
    """What cards are judged with that have no context of their own, as fixtures have."""

    @property
    def notation(self) -> str:
        """How the cards are written."""
        return self.dialect.notation if self.dialect else NOTATION


class ComparisonRun:
    """The comparison under way, and what it has found so far."""

    def __init__(self, old: Revision, new: Revision, request: ComparisonRequest) -> None:
        self.old, self.new, self.request = old, new, request
        self.pair = RevisionPair(old, new, request.dialect if request.rules else None, request.context)
        with deep_recursion():
            self.changes = find_changes(self.pair.old.schemas, self.pair.new.schemas)
        self.flips = FlipCollection(self.pair, Attribution(self.pair, self.changes))
        self._tally = Tally()
        self._replayed = Counter({"corpus": 0, "cards": 0, "generated": 0})
        self._moved: dict[Expected, list[MovedFixture]] = {expected: [] for expected in Expected}
        self._tried: dict[Change, int] = {}
        self._samplers = SchemaSampler(self.pair.old), SchemaSampler(self.pair.new)

    def add_tally(self, tally: Tally) -> None:
        """Add what came of the user's own cards, all at once."""
        self._tally = tally
        self._replayed["cards"] = tally.cards
        for cause, found in tally.flips.items():
            self.flips.add_counted(cause, self._value_of(found.card), str(found.place), {"cards": found.cards})

    def search(self, progress: _Progress = _silent) -> None:
        """Replay the corpus, edit cards around each change, then at random; what an interrupt leaves is kept."""
        with deep_recursion():
            cards = self._starting_cards(progress)
            self._search_changes(cards, progress)
            self._search_at_random(cards, progress)

    def result(self, progress: _Progress = _silent, *, complete: bool = True) -> Comparison:
        """Everything found, with each witness shrunk; of an interrupted run, with the cards as they were found."""
        most = None if complete else 0
        flips = self.flips.groups(lambda done, of: progress("making cards small", done, of), most)
        shown = {each.change for each in flips}
        unwitnessed = (
            UnwitnessedChange(change, self._tried.get(change, 0)) for change in self.changes if change not in shown
        )
        comparison = Comparison(
            old=self.old.label,
            new=self.new.label,
            dialect=self.request.dialect.id if self.request.dialect else "",
            rules=self.request.rules,
            notation=self.request.notation,
            flips=flips,
            unwitnessed=tuple(unwitnessed),
            moved=(*self._moved[Expected.VALID], *self._moved[Expected.INVALID]),
            contested=tuple(self._moved[Expected.CONTESTED]),
            replayed=dict(self._replayed),
            unread=(),
            unknown=unknown_keywords(self.pair.old.schemas, self.pair.new.schemas),
            step=self._version_step(flips),
            complete=complete,
        )
        return self._tally.complete_comparison(comparison)

    def _value_of(self, card: str) -> Json:
        return value_of_replayed(card, self.request.notation, self.request.context)

    def _starting_cards(self, progress: _Progress) -> list[StartingCard]:
        """Cards to edit, the small ones first: of the corpus and of the user, then samples of the schemas."""
        own = (StartingCard(self._value_of(card), str(place)) for card, place in self._tally.accepted)
        given = self._accepted_by_a_side((*self._replay_corpus(progress), *own))
        samples = [*self._sample_cards()]
        cards = [*given, *self._accepted_by_a_side(samples)] or samples
        return StartingCardRepair(self.pair, cards, self.changes, self._samplers).cards()

    def _replay_corpus(self, progress: _Progress) -> Iterator[StartingCard]:
        for done, fixture in enumerate(self.request.fixtures):
            progress("the corpus", done, len(self.request.fixtures))
            if card := self._replay_fixture(fixture):
                yield card

    def _replay_fixture(self, fixture: Fixture) -> StartingCard | None:
        """Hold a fixture against both sides; both refuse one that cannot be decoded."""
        card, _, context = fixture.question
        self._replayed["corpus"] += 1
        try:
            value, written = read_card_value(card, self.request.notation, context, self.request.dialect)
        except UnreadableCard:
            return None
        direction = self.pair.flip(value, written, context)
        cause = direction and self.flips.add(direction, value, fixture.path, "corpus")
        if direction and cause and fixture.expected in _MOVES[direction]:
            self._moved[fixture.expected].append(MovedFixture(fixture.path, direction, cause.requirement))
        return StartingCard(value, fixture.path)

    def _sample_cards(self) -> Iterator[StartingCard]:
        for sampler, revision in zip(self._samplers, (self.old, self.new), strict=True):
            values = sampler.samples(sampler.side.schemas.root) or PLAIN_VALUES
            yield from (StartingCard(value, revision.label) for value in values)

    def _accepted_by_a_side(self, cards: Iterable[StartingCard]) -> list[StartingCard]:
        """Those that at least one side accepts, the small ones first."""
        old, new = self.pair.old.fast, self.pair.new.fast
        accepted = (card for card in cards if old.is_valid(card.value) or new.is_valid(card.value))
        return sorted(accepted, key=lambda card: (len(json.dumps(card.value)), card.origin))

    def _search_changes(self, cards: Sequence[StartingCard], progress: _Progress) -> None:
        search = WitnessSearch(self.flips, len(self.changes), cards, self._samplers)
        most = min(_MOST_TRIES, max(_LEAST_TRIES, _ALL_TRIES // max(len(self.changes), 1)))
        for done, change in enumerate(self.changes):
            stage = partial(progress, "cards around changed keywords", done, len(self.changes))
            stage()
            count = partial(self._count_tried, change, self._replayed["generated"], stage)
            count(search.run(change, int(most * self.request.effort), count))

    def _count_tried(self, change: Change, before: int, show_progress: Callable[[], None], tried: int) -> None:
        """Count them while they are made, since an interrupt may come between."""
        self._tried[change], self._replayed["generated"] = tried, before + tried
        show_progress()

    def _search_at_random(self, cards: Sequence[StartingCard], progress: _Progress) -> None:
        """Look for flips in either direction that have another cause than those that are known."""
        if not cards or self._are_same_text:
            return
        edits = RandomEdits(cards)
        for direction in Direction:
            for number in range(_MOST_RANDOM_FLIPS):
                show_progress = partial(progress, "cards drawn by chance", number, _MOST_RANDOM_FLIPS)
                if not self._find_new_cause(edits, direction, self.request.seed + number, show_progress):
                    break

    def _find_new_cause(
        self, edits: RandomEdits, direction: Direction, seed: int, show_progress: Callable[[], None]
    ) -> bool:
        def shows(value: Json) -> bool:
            show_progress()
            self._replayed["generated"] += 1
            if self.pair.flip(value) is not direction:
                return False
            return self.flips.attribution.cause(direction, value)[0] not in self.flips

        card = find_by_random_edits(edits, shows, seed, int(_RANDOM_TRIES * self.request.effort))
        return bool(card and self.flips.add(direction, card.value, MADE_FROM + card.origin, "generated"))

    def _version_step(self, flips: Iterable[FlipGroup]) -> VersionStep:
        """What was accepted and is refused breaks somebody."""
        directions = {each.direction for each in flips}
        if Direction.REFUSED in directions:
            return VersionStep.MAJOR
        if directions:
            return VersionStep.MINOR
        return VersionStep.NONE if self._are_same_text else VersionStep.PATCH

    @property
    def _are_same_text(self) -> bool:
        """Whether both revisions have the same keywords with the same values, in whatever order."""
        old, new = (json.dumps([side.schema, {**side.neighbours}], sort_keys=True) for side in (self.old, self.new))
        return old == new


def compare_revisions(old: Revision, new: Revision, request: ComparisonRequest) -> Comparison:
    """Everything that is found without cards of the user's own."""
    run = ComparisonRun(old, new, request)
    run.search()
    return run.result()
