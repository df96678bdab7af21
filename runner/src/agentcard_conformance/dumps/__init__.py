"""Which cards lie in a dump, a file with many of them? One module of `forms` for each kind of dump."""

from collections.abc import Iterable, Iterator, Sequence

from agentcard_conformance.dumps import forms
from agentcard_conformance.dumps.finding import find
from agentcard_conformance.dumps.slices import LONGEST, Dump, Slice
from agentcard_conformance.errors import CallError

SIZE = 2 * 2**20
"""Bytes of a slice: 25 ms of judging, beside which sending it costs nothing, and little enough to hold several."""

__all__ = ["LONGEST", "SIZE", "Dump", "Slice", "cards", "cut", "find", "mistaken", "refuse_going_on", "texts"]


def cut(dumps: Iterable[Dump], *, column: str = "", size: int = SIZE) -> Iterator[Slice]:
    """The slices of dumps, in their order; the same ones each time, so that those done can be left out by number."""
    for dump in dumps:
        try:
            yield from forms.load(dump.form).slices(dump, column, size)
        except CallError as error:
            yield Slice(dump.name, dump.path, dump.form, 0, 0, "", dump.stamp, 0, trouble=str(error))


def refuse_going_on(dumps: Iterable[Dump]) -> None:
    """Raise CallError where one of them cannot be read again from where another run left it."""
    for dump in dumps:
        if not dump.can_be_read_again:
            raise CallError(f"--resume cannot go on with {dump.name}: a pipe or standard input is read only once")


def cards(part: Slice) -> Iterator[tuple[int, bytes]]:
    """What each line or row of a slice holds, with its number in the slice, from one."""
    return enumerate(texts(part), 1)


def texts(part: Slice) -> Iterator[bytes]:
    """What each line or row of a slice holds; nothing where there is no card.

    Of a card beyond LONGEST only LONGEST + 1 bytes are given. Raises CallError when the dump cannot be read.
    """
    if part.trouble:
        raise CallError(part.trouble)
    return forms.load(part.form).cards(part)


def mistaken(part: Slice, lines: Sequence[bytes]) -> str:
    """What a dump seems to be instead that begins with a slice, of which these are the first lines or rows."""
    return "" if part.start else forms.load(part.form).mistaken(lines)
