"""JSON Lines: a card on each line."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import BinaryIO

from agentcard_conformance.dumps.forms import DumpForm
from agentcard_conformance.dumps.layout import DumpCard, DumpLayout
from agentcard_conformance.dumps.lines import is_blank, limit_lines, whole_line_blocks
from agentcard_conformance.dumps.opening import open_dump
from agentcard_conformance.dumps.packings import packing_by_name
from agentcard_conformance.dumps.slices import Dump, Slice
from agentcard_conformance.dumps.streams import open_stream
from agentcard_conformance.errors import CallError
from agentcard_conformance.notations import LARGEST_READ

_READ_AHEAD = 2**16

_FILE_SIGNATURES: Mapping[bytes, tuple[str, str]] = {
    b"PAR1": ("is Parquet, not JSON Lines: say --parquet", ".parquet"),
    b"\x1f\x8b\x08": ("is packed by gzip: unpack it on the way with gzip -dc", ".gz"),
    b"\x28\xb5\x2f\xfd": ("is packed by zstd: unpack it on the way with zstd -dc", ".zst"),
}
"""How files begin that are no lines yet, what to do with them, and the ending that says what they are."""

_MISTAKES: Mapping[bytes, str] = {
    b"{": "looks like one card on several lines: check it without --jsonl, or put it on one line with jq -c .",
    b"[": "looks like one array: in JSON Lines each line is a card, and jq -c '.[]' puts its items on one each",
}
"""What seems to be there whose first line is no more than this."""


def _slices(dump: Dump, layout: DumpLayout, size: int) -> Iterator[Slice]:
    """Byte ranges; of what is read as a stream, blocks of whole lines."""
    if dump.packing or not dump.fingerprint:
        return _stream_slices(dump, layout, size)
    return _byte_ranges(dump, layout, size)


def _cards(part: Slice) -> Iterator[DumpCard]:
    """The cards on the lines that begin in a slice."""
    text = _read_lines(part) if part.held is None else part.held
    if is_blank(text):
        return repeat(b"", text.count(b"\n") + (text[-1:] not in b"\n"))
    lines = text.removesuffix(b"\n").split(b"\n")
    if not part.start:
        _refuse_other_files(part.file, lines[0])
    texts = (b"" if is_blank(line) else line[: LARGEST_READ + 1] for line in lines)
    if not part.layout.is_wrapped:
        return texts
    from agentcard_conformance.dumps.wrapped_cards import unwrap_card  # not above: `check --help` reads nothing

    return (text and unwrap_card(text, part.layout) for text in texts)


def _mistake(lines: Sequence[bytes]) -> str:
    """JSON on several lines, or a single line with an array."""
    first = lines[0].strip()
    return _MISTAKES.get(first[:1] if first[:1] == b"[" and len(lines) == 1 else first, "")


FORM = DumpForm(
    option="--jsonl",
    holds="a card on each line",
    endings=(".jsonl", ".ndjson", ".jsonlines"),
    has_columns=False,
    slices=_slices,
    cards=_cards,
    mistake=_mistake,
)


def _refuse_other_files(name: str, line: bytes) -> None:
    """A verdict on each piece between two line feeds would be true, and help nobody."""
    for begin, (why, ending) in _FILE_SIGNATURES.items():
        if line.startswith(begin):
            if packing_by_name(name):
                raise CallError(f"{name}: what it unpacks to {why}")
            raise CallError(f"{name} {why}{'' if name.endswith(ending) else f', or give it a name in {ending}'}")


def _byte_ranges(dump: Dump, layout: DumpLayout, size: int) -> Iterator[Slice]:
    for start in range(0, dump.size, size):
        end = min(start + size, dump.size)
        yield Slice(dump.name, dump.path, dump.form, start, end, layout, dump.fingerprint, end - start)


def _stream_slices(dump: Dump, layout: DumpLayout, size: int) -> Iterator[Slice]:
    at = read = 0
    with open_stream(dump) as stream:
        for block in whole_line_blocks(limit_lines(stream.pieces(), LARGEST_READ + 1), size):
            whole = block[: block.rfind(b"\n") + 1] if stream.error else block
            end, weight = at + len(whole), stream.bytes_read - read
            yield Slice(dump.name, dump.path, dump.form, at, end, layout, dump.fingerprint, weight, whole)
            at, read = end, stream.bytes_read
        stream.raise_error()


def _read_lines(part: Slice) -> bytes:
    """A line belongs to the slice that it begins in; if one begins right at its start, the byte before it tells."""
    before = min(part.start, 1)
    with open_dump(part) as file:
        file.seek(part.start - before)
        text = file.read(part.end - part.start + before)
        lines = text.partition(b"\n")[2] if before else text
        end = lines.rfind(b"\n") + 1
        return lines[:end] + _whole_line(lines[end:], file) if lines[end:] else lines


def _whole_line(begun: bytes, file: BinaryIO) -> bytes:
    """A line that goes on behind the slice, as far as it is worth reading: one of blanks to what follows them."""
    kept, blank = bytearray(), True
    for piece in limit_lines(chain([begun], _rest_of_line(file)), LARGEST_READ + 1):
        kept += piece
        blank = blank and is_blank(piece)
        if len(kept) > LARGEST_READ and not blank:
            break
    return bytes(kept)


def _rest_of_line(file: BinaryIO) -> Iterator[bytes]:
    while piece := file.read(_READ_AHEAD):
        line, feed, _ = piece.partition(b"\n")
        yield line
        if feed:
            return
