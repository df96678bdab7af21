"""Judges the cards of one slice, in whatever process that is."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

from agentcard_conformance.bulk.counts import CardCounts, count_cards
from agentcard_conformance.bulk.records import RecordBatch, RecordFilter, pack_endings, record_ending
from agentcard_conformance.dumps import DumpCard, Slice, likely_mistake, read_cards
from agentcard_conformance.fast_reference.fast_reference import NO_FINDINGS, FastReference
from agentcard_conformance.model import NO_CONTEXT, Answer, Assessment, Context, Dialect, Verdict

_BATCH = 1024
_MOST_CONTEXTS = 64  # kept at a time: often many cards in a row have the same


class JudgedSlice(NamedTuple):
    """A slice, judged."""

    file: str
    begins_file: bool
    size: int
    batches: tuple[RecordBatch, ...]
    counts: CardCounts
    mistake: str
    """What its file seems to be instead of such a dump, if it does."""


class SliceJudge:
    """The work on a slice; the engine is made where it is done, and once."""

    def __init__(self, dialect: Dialect, only: RecordFilter, context: Context = NO_CONTEXT) -> None:
        """The context is for cards that have none beside them."""
        self._dialect = dialect
        self._only = only
        self._context = dict(context)  # which can be sent to another process

    def __call__(self, part: Slice) -> JudgedSlice:
        """Judge a slice."""
        total, mistake = CardCounts(), ""
        batches: list[RecordBatch] = []
        for cards in _batches(read_cards(part)):
            mistake = mistake if batches else likely_mistake(part, cards)
            batch, counts = self._judge_batch(cards)
            total = total.plus(counts)
            if batch.is_blank and batches and batches[-1].is_blank:  # a slice may have a million such lines
                batch = batch._replace(lines=batch.lines + batches.pop().lines)
            batches.append(batch)
        return JudgedSlice(part.file, part.start == 0, part.size, tuple(batches), total, mistake)

    def _judge_batch(self, cards: Sequence[DumpCard]) -> tuple[RecordBatch, CardCounts]:
        if not any(cards):
            return RecordBatch(len(cards), b"", is_blank=True), CardCounts(blank=len(cards))
        found = list(self._with_findings(cards))
        blank = [(number, "") for number, card in enumerate(cards, 1) if not card]
        clean = len(cards) - len(found) - len(blank)
        endings = sorted([*((number, record_ending(each, self._only)) for number, each in found), *blank])
        counts = count_cards([each for _, each in found], clean, len(blank))
        return RecordBatch(len(cards), pack_endings(endings)), counts

    def _with_findings(self, cards: Sequence[DumpCard]) -> Iterator[tuple[int, Assessment]]:
        """The assessments of the cards of which something is to be said, each with its number."""
        numbers = [number for number, card in enumerate(cards, 1) if card]
        found = self._assess_all([card for card in cards if card])
        return ((number, each) for number, each in zip(numbers, found, strict=True) if each is not NO_FINDINGS)

    def _assess_all(self, cards: Sequence[DumpCard]) -> Iterator[Assessment]:
        """Cards that stand alone, as most do, together: one by one they would take longer."""
        alone = [card for card in cards if isinstance(card, bytes)]
        return self._reference.assess_all(alone) if len(alone) == len(cards) else map(self._assess, cards)

    def _assess(self, card: DumpCard) -> Assessment:
        if isinstance(card, bytes):
            return self._reference.assess(card)
        if card.problem:
            return Assessment(Verdict(Answer.SKIP, card.problem))
        is_alone = card.context is None
        reference = self._reference if is_alone else self._reference_in_context(json.dumps(card.context))
        return reference.assess(card.card)

    @cached_property
    def _reference(self) -> FastReference:
        return FastReference(self._dialect, self._context)

    @cached_property
    def _reference_in_context(self) -> Callable[[str], FastReference]:
        """By the JSON text of a context, since 1 and true are equal and not the same."""
        return lru_cache(_MOST_CONTEXTS)(lambda context: self._reference.with_context(json.loads(context)))


def _batches(cards: Iterator[DumpCard]) -> Iterator[list[DumpCard]]:
    while some := list(islice(cards, _BATCH)):
        yield some
