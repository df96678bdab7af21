"""A dump, and a slice of it: one piece of work."""

from collections.abc import Sequence
from typing import NamedTuple

from agentcard_conformance.dumps.layout import DumpLayout


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
    fingerprint: str
    """Changes when the file does; empty for what can be read only once."""

    @property
    def can_be_read_again(self) -> bool:
        """Whether it is neither a pipe nor standard input."""
        return bool(self.fingerprint)

    @property
    def journal_entry(self) -> Sequence[str | int]:
        """Its name, and whatever changes when the file does."""
        return [self.name, self.form, self.size, self.fingerprint]


class Slice(NamedTuple):
    """Some of a dump's cards: where they lie, or the lines themselves where only one reader can reach them."""

    file: str
    path: str
    form: str
    start: int
    """The first of its bytes, or rows; a line belongs to the slice that it begins in."""
    end: int
    layout: DumpLayout
    fingerprint: str
    size: int
    """How many of the file's bytes it stands for."""
    held: bytes | None = None
    error: str = ""
    """Why the dump cannot be read from here on: told in its turn, after the cards before it."""
