"""Judges the cards of one slice, in whatever process that is."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from agentcard_conformance.bulk.counts import CardCounts, count_cards
from agentcard_conformance.bulk.records import RecordBatch, RecordFilter, pack_endings, record_ending
from agentcard_conformance.dumps import Slice, likely_mistake, read_cards
from agentcard_conformance.fast_reference.fast_reference import NO_FINDINGS, FastReference
from agentcard_conformance.model import Assessment, Dialect

_BATCH = 1024


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

    def __init__(self, dialect: Dialect, only: RecordFilter) -> None:
        self._dialect = dialect
        self._only = only

    def __call__(self, part: Slice) -> JudgedSlice:
        """Judge a slice."""
        total, mistake = CardCounts(), ""
        batches: list[RecordBatch] = []
        for cards in _batches(read_cards(part)):
            mistake = mistake if batches else likely_mistake(part, cards)
            found = list(self._with_findings(cards))
            blank = [(number, "") for number, card in enumerate(cards, 1) if not card]
            clean = len(cards) - len(found) - len(blank)
            total = total.plus(count_cards([each for _, each in found], clean, len(blank)))
            endings = sorted([*((number, record_ending(each, self._only)) for number, each in found), *blank])
            batches.append(RecordBatch(len(cards), pack_endings(endings)))
        return JudgedSlice(part.file, part.start == 0, part.size, tuple(batches), total, mistake)

    def _with_findings(self, cards: Sequence[bytes]) -> Iterator[tuple[int, Assessment]]:
        """The assessments of the cards of which something is to be said, each with its number."""
        numbers = [number for number, card in enumerate(cards, 1) if card]
        found = self._reference.assess_all(filter(None, cards))
        return ((number, each) for number, each in zip(numbers, found, strict=True) if each is not NO_FINDINGS)

    @cached_property
    def _reference(self) -> FastReference:
        return FastReference(self._dialect)


def _batches(cards: Iterator[bytes]) -> Iterator[list[bytes]]:
    while some := list(islice(cards, _BATCH)):
        yield some
