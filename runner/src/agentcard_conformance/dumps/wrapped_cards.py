"""Takes a card out of the JSON on a line or in a row: a member of an object, or a string with the text of the card.

The card is cut out as it was written, since its verdict depends on that: on repeated names, on how a number is spelled.
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from agentcard_conformance.dumps.layout import CONTEXT_NAME, CardEntry, DumpLayout
from agentcard_conformance.model import Json
from agentcard_conformance.notations import LARGEST_READ

_BLANKS = b" \t\r\n"
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+'
_MARK = re.compile(_STRING + rb'"?|[{}\[\],]', re.DOTALL)
"""A string is one mark whether it ends or not, so that no text is looked at twice."""
_NAME = re.compile(rb"[ \t\r\n]*(" + _STRING + rb'")[ \t\r\n]*:', re.DOTALL)
_DEPTHS = {b"{": 1, b"[": 1, b"}": -1, b"]": -1}

_TOO_LARGE = f"the line is larger than {LARGEST_READ // 2**20} MiB, which is not read"


class _Member(NamedTuple):
    name: str
    start: int
    """Of its value."""
    end: int


def unwrap_card(line: bytes, layout: DumpLayout) -> CardEntry:
    """The card on a line, and its context; what is wrong within the card is for its notation to say."""
    if len(line) > LARGEST_READ:
        return CardEntry(line, problem=_TOO_LARGE)
    if not layout.member:
        return _to_entry(line, line, layout)
    names = (layout.member, CONTEXT_NAME)
    # Of three members by two names one is repeated, and a hostile line may have a million.
    found = list(islice((each for each in _members(line) if each.name in names), 3))
    cards = [each for each in found if each.name == layout.member]
    if len(cards) != 1 or not _is_object(line[: cards[0].start] + b"0" + line[cards[0].end :]):
        return CardEntry(line, problem=_what_is_expected(layout))
    entry = _to_entry(line, line[cards[0].start : cards[0].end], layout)
    contexts = [line[each.start : each.end] for each in found if each.name != layout.member]
    return entry if entry.problem or not contexts else with_context(entry, *contexts)


def with_context(entry: CardEntry, *written: bytes) -> CardEntry:
    """A card with the context that stands beside it as JSON text; a second one leaves open which is meant."""
    try:
        (context,) = (
            _read_json(each, object_pairs_hook=_to_object, parse_constant=_refuse_constant) for each in written
        )
    except ValueError:
        return entry._replace(problem="the context beside the card is not one JSON text without repeated names")
    return entry._replace(context=context)


def _to_entry(line: bytes, written: bytes, layout: DumpLayout) -> CardEntry:
    """The card from its JSON: the JSON itself, or what the string holds."""
    if not layout.as_text:
        return CardEntry(written.strip(_BLANKS))
    try:
        return CardEntry(str.encode(_read_json(written)))
    except (ValueError, TypeError):  # no JSON, no string, or half of a surrogate pair in it
        return CardEntry(line, problem=_what_is_expected(layout))


def _what_is_expected(layout: DumpLayout) -> str:
    text = "a JSON string with the text of a card"
    if not layout.member:
        return f"the line holds no card: it must be {text}"
    held = text if layout.as_text else "which is the card"
    return f"the line holds no card: it must be a JSON object with one member {layout.member!a}, {held}"


def _members(line: bytes) -> Iterator[_Member]:
    """Those of the object on a line, as far as brackets and commas tell; what is between them may be anything."""
    depth = start = 0
    for mark in _MARK.finditer(line):
        before, depth = depth, depth + _DEPTHS.get(mark[0], 0)
        if before == 1 and (depth == 0 or mark[0] == b","):
            yield from _member(line, start, mark.start())
        if depth == 1 and (before == 0 or mark[0] == b","):
            start = mark.end()


def _member(line: bytes, start: int, end: int) -> Iterator[_Member]:
    if found := _NAME.match(line, start, end):
        try:
            yield _Member(_read_json(found[1]), found.end(), end)
        except ValueError:
            return


def _is_object(text: bytes) -> bool:
    """As Python reads JSON, which takes what crawlers write beside cards: NaN, and half of a surrogate pair."""
    try:
        return isinstance(_read_json(text), dict)
    except ValueError:
        return False


def _read_json(text: bytes, **hooks: Any) -> Json:
    try:
        return json.loads(text.decode("utf-8"), **hooks)
    except RecursionError:
        raise ValueError from None


def _to_object(members: list[tuple[str, Json]]) -> Json:
    found = dict(members)
    if len(found) < len(members):
        raise ValueError
    return found


def _refuse_constant(_: str) -> Json:
    raise ValueError
