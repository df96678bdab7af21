"""What is to be said of all the cards in some dumps?"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from agentcard_conformance import __version__
from agentcard_conformance.bulk.judging import Judged, Judging
from agentcard_conformance.bulk.records import Only, records
from agentcard_conformance.bulk.sinks import Sink, State
from agentcard_conformance.dumps import SIZE, Dump, cut, refuse_going_on
from agentcard_conformance.model import Dialect, Json
from agentcard_conformance.spread import Spread


class Call(NamedTuple):
    """What is asked."""

    dialect: Dialect
    dumps: Sequence[Dump]
    column: str = ""
    only: Only = Only.ALL

    @property
    def size(self) -> int:
        """How many bytes the dumps have, as far as that is known."""
        return sum(dump.size for dump in self.dumps)

    @property
    def can_be_read_again(self) -> bool:
        """Can another run go on where this one ends?"""
        return all(dump.can_be_read_again for dump in self.dumps)

    @property
    def told(self) -> Mapping[str, Json]:
        """All that the records depend on, so that a run is only gone on with by the same call."""
        return {
            "version of the suite": __version__,
            "dialect": [self.dialect.id, _digest(self.dialect)],
            "files": [dump.told for dump in self.dumps],
            "--column": self.column,
            "--only": self.only,
            "size of a slice": SIZE,
        }


def check(call: Call, spread: Spread, sink: Sink, tell: Callable[[State], None]) -> None:
    """Write a record of each card, in the order of the dumps; what the sink has already is left out."""
    if sink.state.slices:
        refuse_going_on(call.dumps)
    parts = islice(cut(call.dumps, column=call.column), sink.state.slices, None)
    for judged in spread(Judging(call.dialect, call.only), parts):
        before = 0 if judged.begins else sink.state.lines
        sink.write(_records(judged, before, call.only), _further(sink.state, judged, before))
        tell(sink.state)
    sink.finish()


def _records(judged: Judged, before: int, only: Only) -> Iterator[bytes]:
    """A batch at a time: all those of a slice may be 160 times its size."""
    for batch in judged.batches:
        yield records(judged.file, before, batch, only).encode()
        before += batch.lines


def _further(state: State, judged: Judged, before: int) -> State:
    return State(
        slices=state.slices + 1,
        lines=before + sum(batch.lines for batch in judged.batches),
        read=state.read + judged.weight,
        tally=state.tally.plus(judged.tally),
        hint=state.hint or (judged.mistaken and f"{judged.file} {judged.mistaken}"),
    )


def _digest(dialect: Dialect) -> str:
    return hashlib.sha256(json.dumps(dialect, sort_keys=True, default=sorted).encode()).hexdigest()
