"""What is to be said of all the cards in some dumps?"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from agentcard_conformance import __version__
from agentcard_conformance.bulk.judging import Judged, Judging
from agentcard_conformance.bulk.records import Only, records
from agentcard_conformance.bulk.sinks import Sink, State
from agentcard_conformance.dumps import SIZE, Dump, cut
from agentcard_conformance.errors import CallError
from agentcard_conformance.model import Dialect, Json
from agentcard_conformance.spread import Spread


class Call(NamedTuple):
    """What is asked."""

    dialect: Dialect
    dumps: Sequence[Dump]
    column: str = ""
    only: Only = Only.ALL

    @property
    def told(self) -> Mapping[str, Json]:
        """All that the records depend on, so that a run is only gone on with by the same call."""
        return {
            "version of the suite": __version__,
            "dialect": [self.dialect.id, _digest(self.dialect)],
            "files": [[dump.name, dump.form, dump.size, dump.stamp] for dump in self.dumps],
            "--column": self.column,
            "--only": self.only,
            "size of a slice": SIZE,
        }


def check(call: Call, spread: Spread, sink: Sink, tell: Callable[[State], None]) -> None:
    """Write a record of each card, in the order of the dumps; what the sink has already is left out."""
    if sink.state.slices and not all(dump.stamp for dump in call.dumps):
        raise CallError("--resume cannot go on with a pipe or standard input, which is read only once")
    parts = islice(cut(call.dumps, column=call.column), sink.state.slices, None)
    for judged in spread(Judging(call.dialect, call.only), parts):
        state = sink.state
        before = 0 if judged.begins else state.lines
        text = records(judged.file, before, judged.lines, judged.ends, call.only).encode()
        sink.write(text, _further(state, judged, before, len(text)))
        tell(sink.state)
    sink.finish()


def _further(state: State, judged: Judged, before: int, written: int) -> State:
    return State(
        slices=state.slices + 1,
        lines=before + judged.lines,
        read=state.read + judged.weight,
        written=state.written + written,
        tally=state.tally.plus(judged.tally),
    )


def _digest(dialect: Dialect) -> str:
    return hashlib.sha256(json.dumps(dialect, sort_keys=True, default=sorted).encode()).hexdigest()
