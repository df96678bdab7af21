"""What is to be said of the cards of one slice?"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from agentcard_conformance import dumps
from agentcard_conformance.bulk.engine import CLEAN, Engine
from agentcard_conformance.bulk.records import Batch, Only, end, packed
from agentcard_conformance.bulk.tally import Tally, tally
from agentcard_conformance.dumps import Slice, texts
from agentcard_conformance.model import Assessment, Dialect

AT_ONCE = 1024


class Judged(NamedTuple):
    """A slice, judged."""

    file: str
    begins: bool
    """Is it the first of its file?"""
    weight: int
    batches: tuple[Batch, ...]
    tally: Tally
    mistaken: str
    """What its file seems to be instead of such a dump, if it does."""


class Judging:
    """The work; the engine is made where it is done, and once."""

    def __init__(self, dialect: Dialect, only: Only) -> None:
        self._dialect = dialect
        self._only = only

    def __call__(self, part: Slice) -> Judged:
        """Judge a slice."""
        total, mistaken = Tally(), ""
        batches: list[Batch] = []
        for some in _batches(texts(part)):
            mistaken = mistaken if batches else dumps.mistaken(part, some)
            odd = list(self._odd(some))
            blank = [(number, "") for number, text in enumerate(some, 1) if not text]
            total = total.plus(tally([each for _, each in odd], len(some) - len(odd) - len(blank), len(blank)))
            ends = sorted([*((number, end(each, self._only)) for number, each in odd), *blank])
            batches.append(Batch(len(some), packed(ends)))
        return Judged(part.file, part.start == 0, part.weight, tuple(batches), total, mistaken)

    def _odd(self, some: Sequence[bytes]) -> Iterator[tuple[int, Assessment]]:
        """Those that something is to be said of."""
        numbers = [number for number, text in enumerate(some, 1) if text]
        found = self._engine.assess_all(filter(None, some))
        return ((number, each) for number, each in zip(numbers, found, strict=True) if each is not CLEAN)

    @cached_property
    def _engine(self) -> Engine:
        return Engine(self._dialect)


def _batches(lines: Iterator[bytes]) -> Iterator[list[bytes]]:
    while some := list(islice(lines, AT_ONCE)):
        yield some
