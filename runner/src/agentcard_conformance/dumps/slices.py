"""What is one piece of work, cut out of a file with many cards?"""

from collections.abc import Sequence
from typing import NamedTuple

LONGEST = 10 * 2**20
"""Bytes of a card, as the reference reads them; of a longer one just enough is held to see that it is longer."""


class Dump(NamedTuple):
    """A file that holds cards, found and not yet opened."""

    name: str
    """As it is shown."""
    path: str
    """As any process on this machine finds it; a URL as it is."""
    form: str
    packing: str
    """The ending of its name that says how it is packed, or nothing."""
    size: int
    stamp: str
    """Changes when the file does; nothing for what can be read only once."""

    @property
    def can_be_read_again(self) -> bool:
        """Not a pipe, nor standard input."""
        return bool(self.stamp)

    @property
    def told(self) -> Sequence[str | int]:
        """In a journal: its name, and whatever changes when the file does."""
        return [self.name, self.form, self.size, self.stamp]


class Slice(NamedTuple):
    """Some of a dump's cards: where they lie, or the lines themselves where only one reader can reach them."""

    file: str
    path: str
    form: str
    start: int
    """The first of its bytes, or rows; a line belongs to the slice that it begins in."""
    end: int
    column: str
    stamp: str
    weight: int
    """How many of the file's bytes it stands for."""
    held: bytes | None = None
    trouble: str = ""
    """Why the dump cannot be read from here on, in a sentence that comes in its turn, after the cards before it."""
