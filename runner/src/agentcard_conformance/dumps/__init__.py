"""Dumps: files with many cards each, found, cut into slices and read."""

from collections.abc import Iterable, Iterator, Sequence

from agentcard_conformance.dumps.finding import find_dumps
from agentcard_conformance.dumps.forms import load_dump_form
from agentcard_conformance.dumps.layout import CardEntry, DumpCard, DumpLayout
from agentcard_conformance.dumps.slices import Dump, Slice
from agentcard_conformance.errors import CallError

SLICE_SIZE = 2 * 2**20
"""Bytes of a slice: 25 ms of judging, beside which sending it costs nothing, and little enough to hold several."""

_AS_IT_IS = DumpLayout()

__all__ = [
    "SLICE_SIZE",
    "CardEntry",
    "Dump",
    "DumpCard",
    "DumpLayout",
    "Slice",
    "cut_dumps",
    "find_dumps",
    "likely_mistake",
    "read_cards",
    "refuse_resuming",
]


def cut_dumps(dumps: Iterable[Dump], layout: DumpLayout = _AS_IT_IS, *, size: int = SLICE_SIZE) -> Iterator[Slice]:
    """The slices of dumps, in their order; the same ones each time, so that those done can be left out by number."""
    for dump in dumps:
        try:
            yield from load_dump_form(dump.form).slices(dump, layout, size)
        except CallError as error:
            yield Slice(dump.name, dump.path, dump.form, 0, 0, layout, dump.fingerprint, 0, error=str(error))


def read_cards(part: Slice) -> Iterator[DumpCard]:
    """What each line or row of a slice holds; nothing where there is no card.

    Of a card that is too large only one byte too many is given. Raises CallError when the dump cannot be read.
    """
    if part.error:
        raise CallError(part.error)
    return load_dump_form(part.form).cards(part)


def likely_mistake(part: Slice, cards: Sequence[DumpCard]) -> str:
    """What a dump seems to be instead that begins with a slice, of which these are the first lines or rows."""
    lines = [card.card if isinstance(card, CardEntry) else card for card in cards[:2]]
    return "" if part.start else load_dump_form(part.form).mistake(lines)


def refuse_resuming(dumps: Iterable[Dump]) -> None:
    """Raise CallError where one of them cannot be read again from where another run left it."""
    for dump in dumps:
        if not dump.can_be_read_again:
            raise CallError(f"--resume cannot continue with {dump.name}: a pipe or standard input is read only once")
