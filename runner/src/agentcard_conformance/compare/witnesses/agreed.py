"""Which cards do both sides accept, so that each change shows in them alone?

Where several keywords changed at once, what one side accepts the other may refuse for one of them whatever is edited
for the sake of another.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice

from agentcard_conformance.compare.findings import Change
from agentcard_conformance.compare.schemas.shapes import spelled
from agentcard_conformance.compare.verdicts.sides import Complaint, Side, Sides
from agentcard_conformance.compare.witnesses.grown import Grower
from agentcard_conformance.compare.witnesses.hints import hints, proposals
from agentcard_conformance.compare.witnesses.search import Host
from agentcard_conformance.compare.witnesses.shrink import put
from agentcard_conformance.model import Absent, Json, parts_at

EACH = 8
"""Cards with different values at one place that are mended."""

GIVERS = 12
PROPOSALS = 30
ROUNDS = 12
TRIES = 4_000
"""Of mended cards, 100 us each."""


class Mender:
    """Makes cards that one side refuses into such as both accept."""

    def __init__(
        self, sides: Sides, hosts: Sequence[Host], changes: Sequence[Change], growers: Sequence[Grower]
    ) -> None:
        self._both = (sides.old, sides.new)
        self._hosts = hosts
        self._changes = changes
        self._growers = growers
        self._tries = iter(range(TRIES))

    def hosts(self) -> list[Host]:
        """Where several keywords changed: those that both sides accept first, the mended ones too; then the rest."""
        if not self._changes[1:]:
            return [*self._hosts]
        agreed: list[Host] = []
        rest: list[Host] = []
        for host in self._hosts:
            (agreed if all(side.fast.is_valid(host.value) for side in self._both) else rest).append(host)
        return [*agreed, *self._mended(agreed, rest), *rest]

    def _mended(self, agreed: Sequence[Host], rest: Sequence[Host]) -> Iterator[Host]:
        seen: set[object] = set()
        for host in self._wanted(agreed, rest):
            value = self._mend(host.value)
            if value is not Absent.ABSENT and spelled(value) not in seen:
                seen.add(spelled(value))
                yield Host(value, host.origin)

    def _wanted(self, agreed: Sequence[Host], rest: Sequence[Host]) -> list[Host]:
        """The smallest with values that no card has that both sides accept."""
        found: dict[int, Host] = {}
        for place in dict.fromkeys(place for change in self._changes for place in change.places):
            known = {spelled(value) for host in agreed for _, value in parts_at(host.value, place)}
            new = (host for host in rest if _adds(known, host.value, place))
            found |= {id(host): host for host in islice(new, EACH)}
        return [*found.values()]

    def _mend(self, value: Json) -> Json:
        """Each step is one that leaves fewer complaints."""
        for _ in range(ROUNDS):
            faults = self._faults(value)
            if not faults:
                return value
            better = (each for each, _ in zip(self._steps(value, faults), self._tries, strict=False))
            value = next((each for each in better if len(self._faults(each)) < len(faults)), Absent.ABSENT)
            if value is Absent.ABSENT:
                break
        return Absent.ABSENT

    def _faults(self, value: Json) -> list[tuple[Side, Complaint]]:
        return [(side, each) for side in self._both if not side.fast.is_valid(value) for each in side.complaints(value)]

    def _steps(self, value: Json, faults: Iterable[tuple[Side, Complaint]]) -> Iterator[Json]:
        for side, complaint in faults:
            yield from (put(value, complaint.place, part) for part in self._parts(side, value, complaint))
            if complaint.place:
                yield put(value, complaint.place, Absent.ABSENT)

    def _parts(self, side: Side, value: Json, complaint: Complaint) -> Iterator[Json]:
        """What others have there, with as much kept as can be; then what the changed keyword suggests."""
        place = ["*" if isinstance(step, int) else step for step in complaint.place]
        for step in complaint.place:
            value = value[step]
        for giver in self._givers[id(side)]:
            for _, other in parts_at(giver, place):
                yield from _joined(value, other)
        for change in self._changes:
            if change.keyword in complaint.at[-1:]:
                yield from islice(proposals(value, hints(change, self._growers)), PROPOSALS)

    @cached_property
    def _givers(self) -> Mapping[int, Sequence[Json]]:
        """Some cards that each side accepts; made where there is something to mend."""
        pairs = zip(self._both, self._growers, strict=True)
        return {id(side): [*self._given(side, grower)] for side, grower in pairs}

    def _given(self, side: Side, grower: Grower) -> Iterator[Json]:
        values = chain(grower.values(side.schemas.root), (host.value for host in self._hosts))
        return islice(filter(side.fast.is_valid, values), GIVERS)


def _adds(known: set[object], value: Json, place: Sequence[str]) -> bool:
    new = {spelled(each) for _, each in parts_at(value, place)} - known
    known |= new
    return bool(new)


def _joined(value: Json, other: Json) -> Iterator[Json]:
    if isinstance(value, dict) and isinstance(other, dict):
        yield from ({**value, name: other[name]} for name in other if name not in value)
        yield {**other, **value}
    if isinstance(value, list) and isinstance(other, list):
        yield value + other
    yield other
