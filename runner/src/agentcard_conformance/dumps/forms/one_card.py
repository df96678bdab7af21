"""Which card lies in a file that holds just one?"""

from collections.abc import Iterator, Sequence

from agentcard_conformance.dumps.opening import opened
from agentcard_conformance.dumps.slices import LONGEST, Dump, Slice
from agentcard_conformance.dumps.streams import streamed

OPTION = ""
HOLDS = "a card"
ENDINGS = (".json",)
HAS_COLUMNS = False


def slices(dump: Dump, column: str, size: int) -> Iterator[Slice]:  # noqa: ARG001  # there is nothing to cut
    """The file."""
    if dump.packing or not dump.stamp:
        yield _held(dump)
    else:
        yield Slice(dump.name, dump.path, dump.form, 0, dump.size, "", dump.stamp, dump.size)


def cards(part: Slice) -> Iterator[bytes]:
    """One, as it lies there."""
    if part.held is not None:
        yield part.held
        return
    with opened(part) as file:
        card = file.read(LONGEST + 1)
    yield card


def mistaken(lines: Sequence[bytes]) -> str:  # noqa: ARG001  # whatever they are
    """Nothing: what is no such file cannot be read."""
    return ""


def _held(dump: Dump) -> Slice:
    card = bytearray()
    with streamed(dump) as stream:
        for piece in stream.pieces():
            card += piece[: LONGEST + 1 - len(card)]
        stream.settle()
    return Slice(dump.name, dump.path, dump.form, 0, len(card), "", dump.stamp, dump.size, bytes(card))
