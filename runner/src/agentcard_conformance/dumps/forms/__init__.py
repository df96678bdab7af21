"""The forms of dumps: one module each, holding a DumpForm called `FORM`."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, cast

from agentcard_conformance.dumps.layout import DumpCard, DumpLayout
from agentcard_conformance.dumps.slices import Dump, Slice
from agentcard_conformance.plugins import load_plugin, plugin_names


class DumpForm(NamedTuple):
    """How many cards lie in one file."""

    option: str
    """Of `check`, which says of any file that it has this form; empty where its name must tell."""
    holds: str
    """In a few words."""
    endings: tuple[str, ...]
    has_columns: bool
    slices: Callable[[Dump, DumpLayout, int], Iterator[Slice]]
    """The slices of a dump, given where the cards are in it and the bytes of a slice."""
    cards: Callable[[Slice], Iterator[DumpCard]]
    """What each line or row of a slice holds."""
    mistake: Callable[[Sequence[bytes]], str] = lambda _lines: ""
    """What a dump that begins with these lines or rows seems to be instead, if it does."""


def dump_form_names() -> list[str]:
    """The forms that there are."""
    return plugin_names(__name__)


def load_dump_form(name: str) -> DumpForm:
    """The form of that name."""
    return cast("DumpForm", load_plugin(__name__, name).FORM)
