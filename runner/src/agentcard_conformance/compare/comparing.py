"""Compares two revisions: proves what can be proven, searches for cards, and says how far the version has to rise."""

import json
from collections.abc import Iterator, Mapping, Sequence

from agentcard_conformance.compare.attribution import Attribution
from agentcard_conformance.compare.card_search import CardSearch, ComparisonRequest, SearchProgress
from agentcard_conformance.compare.change_answers import ChangeAnswers, prove_changes
from agentcard_conformance.compare.flips import FlipCollection
from agentcard_conformance.compare.proofs.proving import NOT_PROVEN, Proof, prove
from agentcard_conformance.compare.results import (
    Answers,
    Comparison,
    Direction,
    DirectionAnswer,
    FlipAnswer,
    FlipGroup,
    UnwitnessedChange,
    VersionStep,
)
from agentcard_conformance.compare.revision_pair import RevisionPair
from agentcard_conformance.compare.schema_text import draft_name
from agentcard_conformance.compare.schemas import Revision
from agentcard_conformance.compare.schemas.changes import find_changes
from agentcard_conformance.compare.schemas.unknown_keywords import unknown_keywords
from agentcard_conformance.compare.search_clock import SearchClock, TimeOver
from agentcard_conformance.compare.tally import Tally
from agentcard_conformance.errors import ConformanceError
from agentcard_conformance.model import Expected, Json
from agentcard_conformance.schema_engine.engine import deep_recursion
from agentcard_conformance.schema_engine.keywords import METASCHEMA


class ProofContradicted(ConformanceError):
    """A card shows what was proven that none shows: the suite is wrong, in the one or in the other."""

    def __init__(self, flips: FlipGroup, old: Json, new: Json) -> None:
        what = f"it is proven that no card goes from {flips.direction}, and here is one that does"
        super().__init__(
            f"the suite contradicts itself: {what}: {flips.witness.card}\n"
            f"The old schema: {json.dumps(old)}\nThe new schema: {json.dumps(new)}\n"
            "Please report all of this; the card is to be trusted, and the proof is not."
        )


def _draft_note(side: Revision) -> str:
    """What is to be said of the draft; nothing where the schema itself says that it is 2020-12."""
    if side.names_metaschema and side.metaschema == METASCHEMA:
        return ""
    assumed = "" if side.names_metaschema else " is assumed, since it names no $schema"
    return f"{side.label}: {draft_name(side.metaschema)}{assumed}"


def _silent(_stage: str, _done: int, _of: int) -> None:
    pass


class ComparisonRun:
    """The comparison under way, and what it has found so far."""

    def __init__(self, old: Revision, new: Revision, request: ComparisonRequest) -> None:
        self.old, self.new, self.request = old, new, request
        self.pair = RevisionPair(old, new, request.dialect if request.rules else None, request.context)
        with deep_recursion():
            self.changes = find_changes(self.pair.old.schemas, self.pair.new.schemas)
        self.flips = FlipCollection(self.pair, Attribution(self.pair, self.changes))
        self._clock = SearchClock(request.seconds)
        self._proofs: Mapping[Direction, Proof] = dict.fromkeys(Direction, NOT_PROVEN)
        self._of_changes: ChangeAnswers = {}
        self._tally = Tally()
        self._search = CardSearch(self.flips, request)

    def add_tally(self, tally: Tally) -> None:
        """Add what came of the user's own cards, all at once."""
        self._tally = tally
        self._search.replayed["cards"] = tally.cards
        for cause, found in tally.flips.items():
            self.flips.add_counted(cause, self._search.value_of(found.card), str(found.place), {"cards": found.cards})

    def search(self, progress: SearchProgress = _silent) -> None:
        """Prove what can be proven, then look for cards; what an interrupt or the end of the time leaves is kept."""

        def in_time(stage: str, done: int, of: int) -> None:
            self._clock.raise_when_over()
            progress(stage, done, of)

        self._clock.start()
        try:
            with deep_recursion():
                self._prove(progress)
                self._search.run(self._proofs, self._of_changes, self._tally, in_time)
        except TimeOver:  # which the clock remembers
            return

    def _prove(self, progress: SearchProgress) -> None:
        progress("proofs", 0, 1)
        proofs = dict(prove(self.pair.old.schemas, self.pair.new.schemas, self._clock.proof_seconds))
        for direction in (each for each in Direction if not proofs[each].depends_on_spelling):
            if self.pair.accepts_all_listed(direction):
                proofs[direction] = Proof(is_empty=True)
        self._proofs = {each: proof.with_rules() if self.request.rules else proof for each, proof in proofs.items()}
        self._of_changes = prove_changes(
            self.changes, self.pair, self.flips.attribution, self._proofs, self._clock.proof_seconds
        )
        progress("proofs", 1, 1)

    def result(self, progress: SearchProgress = _silent, *, complete: bool = True) -> Comparison:
        """Everything found, with each witness shrunk; of an interrupted run, with the cards as they were found."""
        flips = self.flips.groups(
            lambda done, of: progress("making cards small", done, of),
            None if complete else 0,
            self._clock.is_shrinking_over,
        )
        answers = self._answers(flips)
        moved = self._search.moved
        comparison = Comparison(
            old=self.old.label,
            new=self.new.label,
            dialect=self.request.dialect.id if self.request.dialect else "",
            rules=self.request.rules,
            notation=self.request.notation,
            flips=flips,
            unwitnessed=tuple(self._unwitnessed(flips)),
            moved=(*moved[Expected.VALID], *moved[Expected.INVALID]),
            contested=tuple(moved[Expected.CONTESTED]),
            replayed=dict(self._search.replayed),
            unread=(),
            unknown=unknown_keywords(self.pair.old.schemas, self.pair.new.schemas),
            step=self._version_step(answers),
            complete=complete and not self._clock.was_over,
            seconds=self.request.seconds if self._clock.was_over else None,
            answers=answers,
            drafts=tuple(filter(None, (_draft_note(side) for side in (self.old, self.new)))),
        )
        return self._tally.complete_comparison(comparison)

    def _answers(self, flips: Sequence[FlipGroup]) -> Answers:
        for each in flips:
            if self._proofs[each.direction].is_empty:
                raise ProofContradicted(each, self.old.schema, self.new.schema)
        shown = {each.direction for each in flips}
        return {each: self._answer(self._proofs[each], is_shown=each in shown) for each in Direction}

    def _answer(self, proof: Proof, *, is_shown: bool) -> DirectionAnswer:
        if is_shown:
            return DirectionAnswer(FlipAnswer.CARD)
        if proof.is_empty is None:
            return DirectionAnswer(FlipAnswer.OPEN, proof.why_open)
        return DirectionAnswer(FlipAnswer.NONE if proof.is_empty else FlipAnswer.PROVEN)

    def _unwitnessed(self, flips: Sequence[FlipGroup]) -> Iterator[UnwitnessedChange]:
        shown = {each.change for each in flips}
        for change in self.changes:
            if change not in shown:
                answers = self._of_changes.get(change, dict.fromkeys(Direction, FlipAnswer.OPEN))
                yield UnwitnessedChange(change, self._search.tried.get(change, 0), answers)

    def _version_step(self, answers: Answers) -> VersionStep:
        """What was accepted and is refused breaks somebody."""
        differing = [each for each, found in answers.items() if found.answer in (FlipAnswer.CARD, FlipAnswer.PROVEN)]
        if Direction.REFUSED in differing:
            return VersionStep.MAJOR
        if differing:
            return VersionStep.MINOR
        return VersionStep.NONE if self.old.says_the_same(self.new) else VersionStep.PATCH


def compare_revisions(old: Revision, new: Revision, request: ComparisonRequest) -> Comparison:
    """Everything that is found without cards of the user's own."""
    run = ComparisonRun(old, new, request)
    run.search()
    return run.result()
