"""Which cards lie in JSON Lines, one on each line?"""

from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO

from agentcard_conformance.dumps.lines import blocks, bounded
from agentcard_conformance.dumps.opening import opened
from agentcard_conformance.dumps.slices import LONGEST, Dump, Slice
from agentcard_conformance.dumps.streams import streamed
from agentcard_conformance.errors import CallError

OPTION = "--jsonl"
HOLDS = "a card on each line"
ENDINGS = (".jsonl", ".ndjson", ".jsonlines")
HAS_COLUMNS = False
BLANK = b" \t\r"
TAIL = 2**16

OTHER_FORMS: Mapping[bytes, tuple[str, str]] = {
    b"PAR1": ("is Parquet, not JSON Lines: say --parquet", ".parquet"),
    b"\x1f\x8b\x08": ("is packed by gzip: unpack it on the way with gzip -dc", ".gz"),
    b"\x28\xb5\x2f\xfd": ("is packed by zstd: unpack it on the way with zstd -dc", ".zst"),
}
"""How files begin that are no lines yet, what to do with them, and the ending that says what they are."""

MISTAKEN: Mapping[bytes, str] = {
    b"{": "looks like one card on several lines: a card alone is checked without --jsonl, and jq -c . puts it on one",
    b"[": "looks like one array: of JSON Lines each line is a card, and jq -c '.[]' puts its items on one each",
}
"""What seems to be there whose first line is no more than this."""


def slices(dump: Dump, column: str, size: int) -> Iterator[Slice]:  # noqa: ARG001  # lines have no columns
    """Byte ranges; of what is read as a stream, blocks of whole lines."""
    if dump.packing or not dump.stamp:
        return _held(dump, size)
    return _ranges(dump, size)


def cards(part: Slice) -> Iterator[bytes]:
    """The lines that begin in a slice, without their ends."""
    lines = _read(part) if part.held is None else part.held.split(b"\n")
    if lines and not lines[-1]:
        lines.pop()
    if lines and not part.start:
        _refuse_other_forms(part.file, lines[0])
    return (line[: LONGEST + 1] if line.strip(BLANK) or len(line) > LONGEST else b"" for line in lines)


def mistaken(lines: Sequence[bytes]) -> str:
    """JSON that is laid out, or a single line with an array."""
    first = lines[0].strip(BLANK)
    return MISTAKEN.get(first[:1] if first[:1] == b"[" and len(lines) == 1 else first, "")


def _refuse_other_forms(name: str, line: bytes) -> None:
    """A verdict on each piece between two line feeds would be true, and help nobody."""
    for begin, (why, ending) in OTHER_FORMS.items():
        if line.startswith(begin):
            raise CallError(f"{name} {why}{'' if name.endswith(ending) else f', or give it a name in {ending}'}")


def _ranges(dump: Dump, size: int) -> Iterator[Slice]:
    for start in range(0, dump.size, size):
        end = min(start + size, dump.size)
        yield Slice(dump.name, dump.path, dump.form, start, end, "", dump.stamp, end - start)


def _held(dump: Dump, size: int) -> Iterator[Slice]:
    at = taken = 0
    with streamed(dump) as stream:
        for block in blocks(bounded(stream.pieces(), LONGEST + 1), size):
            whole = block[: block.rfind(b"\n") + 1] if stream.trouble else block
            end, weight = at + len(whole), stream.taken - taken
            yield Slice(dump.name, dump.path, dump.form, at, end, "", dump.stamp, weight, whole)
            at, taken = end, stream.taken
        stream.settle()


def _read(part: Slice) -> list[bytes]:
    """A line belongs to the slice that it begins in; if one begins right at its start, the byte before it tells."""
    before = min(part.start, 1)
    with opened(part) as file:
        file.seek(part.start - before)
        lines = file.read(part.end - part.start + before).split(b"\n")[before:]
        if lines and lines[-1]:
            lines[-1] += _rest(file, len(lines[-1]))
    return lines


def _rest(file: BinaryIO, length: int) -> bytes:
    """Where the last line goes on behind the slice, as far as it is worth reading."""
    found = bytearray()
    while length + len(found) <= LONGEST and (piece := file.read(TAIL)):
        line, feed, _ = piece.partition(b"\n")
        found += line
        if feed:
            break
    return bytes(found[: LONGEST + 1 - length])
