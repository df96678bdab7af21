"""Cards inside documents that are none: the answer of a program, a list, or a card written as a text."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from agentcard_conformance.corpus import Suite
from agentcard_conformance.escaping import to_ascii
from agentcard_conformance.fast_reference.bounded_reference import QuickReference
from agentcard_conformance.model import NO_CONTEXT, Json, Question, Steps, to_pointer
from agentcard_conformance.notations import DecodeError, load_notation

_DEEPEST = 2
"""Steps: a card lies at /result, at /result/agentCard, or is an item of /agents."""

_MOST_PARTS = 30
"""Of each array or object, and as many for each step: what is not found there is told nobody."""

_LONGEST_TEXT = 2**14
"""Characters of a text that is read as a card: to read as many as there may be takes half a second."""


class InnerCard(NamedTuple):
    """A part of a document that looks like a card."""

    pointer: str
    looks: str
    """What it looks like, to be read after "looks like"."""
    homepage: str
    is_text: bool
    """Whether it is a string that holds the card."""

    @property
    def sentence(self) -> str:
        """For a person."""
        at = f"at {to_ascii(self.pointer)}" if self.pointer else "in it"
        what, how = "part", "save it"
        if self.is_text:
            what, how = "text", "save it, without its quotes and escapes,"
        looks = f"This is no card itself, but the {what} {at} looks like {self.looks}."
        return f"{looks} To check such a {what}, {how} as a file of its own."


def find_inner_cards(suite: Suite, reference: QuickReference, value: Json, question: Question) -> Iterator[InnerCard]:
    """The parts of a document that look like cards, the first of them first."""
    read_as = suite.dialects[question.dialect].notation
    for at, part in islice(_parts(value), _MOST_PARTS * _DEEPEST):
        is_text = isinstance(part, str)
        looks = _looks(suite, reference, _read_text(part, read_as) if is_text else part, read_as)
        for what, homepage in islice(looks, 1):
            yield InnerCard(to_pointer(at), what, homepage, is_text)


def _looks(suite: Suite, reference: QuickReference, part: Json, read_as: str) -> Iterator[tuple[str, str]]:
    """The dialects and the other formats near to one of them, with where they are described."""
    for each in suite.card_formats.values():
        if read_as in (each.notation, each.contains) and reference.matches(each.looks_like, part):
            yield f"a card of {each.id}", each.source
    for other in suite.other_formats:
        if other.checked_as and reference.matches(other.looks_like, part):
            yield other.name, other.homepage


def _parts(value: Json, at: Steps = ()) -> Iterator[tuple[Steps, Json]]:
    """The objects in a value, and the texts in and at it that may hold one, with where they lie; nearer ones first."""
    if isinstance(value, str) and len(value) <= _LONGEST_TEXT and value.lstrip().startswith("{"):
        yield at, value
    if len(at) == _DEEPEST:
        return
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    within = [((*at, step), part) for step, part in islice(members, _MOST_PARTS)]
    yield from ((steps, part) for steps, part in within if isinstance(part, dict))
    for steps, part in within:
        yield from _parts(part, steps)


def _read_text(text: str, read_as: str) -> Json:
    """What a text holds; None where it is not to be read."""
    try:
        return load_notation(read_as).decode(text.encode("utf-8", "surrogatepass"), NO_CONTEXT).value
    except DecodeError:
        return None
