"""A file that is one card."""

from collections.abc import Iterator

from agentcard_conformance.dumps.forms import DumpForm
from agentcard_conformance.dumps.layout import DumpLayout
from agentcard_conformance.dumps.opening import open_dump
from agentcard_conformance.dumps.slices import Dump, Slice
from agentcard_conformance.dumps.streams import open_stream
from agentcard_conformance.notations import LARGEST_READ


def _slices(dump: Dump, layout: DumpLayout, _size: int) -> Iterator[Slice]:
    """The file: there is nothing to cut."""
    if dump.packing or not dump.fingerprint:
        yield _held_slice(dump, layout)
    else:
        yield Slice(dump.name, dump.path, dump.form, 0, dump.size, layout, dump.fingerprint, dump.size)


def _cards(part: Slice) -> Iterator[bytes]:
    if part.held is not None:
        yield part.held
        return
    with open_dump(part) as file:
        card = file.read(LARGEST_READ + 1)
    yield card


FORM = DumpForm(option="", holds="a card", endings=(".json",), has_columns=False, slices=_slices, cards=_cards)


def _held_slice(dump: Dump, layout: DumpLayout) -> Slice:
    card = bytearray()
    with open_stream(dump) as stream:
        for piece in stream.pieces():
            card += piece[: LARGEST_READ + 1 - len(card)]
            if len(card) > LARGEST_READ:
                break
        stream.raise_error()
    return Slice(dump.name, dump.path, dump.form, 0, len(card), layout, dump.fingerprint, dump.size, bytes(card))
