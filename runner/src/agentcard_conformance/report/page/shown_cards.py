"""A card as a page shows it: what cannot be seen is escaped, the places of faults are marked, what is long is cut."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from agentcard_conformance.escaping import escape_invisible
from agentcard_conformance.model import Finding, Fixture, parse_pointer
from agentcard_conformance.notations import DescribedPart, load_describing
from agentcard_conformance.report.page.excerpts import Span, excerpt

_TOKEN = re.compile(r'[\udc80-\udcff]+|"(?:[^"\\\n]|\\.)*"?|[^\s,\[\]{}"]+|.')
"""What stands at the place of a fault: bytes that are no UTF-8, a string, a number or word, or one character."""
_WORD = re.compile(r"[a-z]+")

Pieces: TypeAlias = tuple["Piece", ...]


class Piece(NamedTuple):
    """Some characters of a card, all shown alike: as `text`, `escape`, `mark`, or beside the card as `note`."""

    kind: str
    text: str


def show_card(fixture: Fixture, notation: str, faults: Sequence[Finding], limit: int) -> Pieces:
    """About as many characters of a card as the limit says, with all places of faults.

    Below a card that people cannot read stands what is in its parts.
    """
    text = _read_bytes(fixture.question.card)
    describing = load_describing(notation)
    parts = list(describing.inspect(fixture.question.card)) if describing else []
    limit //= 1 + len(parts)
    shown = _show_text(text, _marks(text, faults), limit)
    below = (_show_part(part, _marks_in_part(parts, number, faults), limit) for number, part in enumerate(parts))
    return (*shown, *(piece for each in below for piece in each))


def _read_bytes(card: bytes) -> str:
    """A character for each byte that is no UTF-8, so that places stay what they are; such are escaped as bytes."""
    return card.decode("utf-8", "surrogateescape")


def _to_pieces(text: str, marks: Iterable[Span]) -> Iterator[Piece]:
    """The text in pieces that are marked and not, in which everything without a glyph is escaped."""
    begin = 0
    for start, end in marks:
        yield from _escaped(text[begin:start])
        marked = "".join(piece.text for piece in _escaped(text[start:end]))
        yield Piece("mark", marked.replace("\n", r"\n") or "(here)")
        begin = end
    yield from _escaped(text[begin:])


def _show_text(text: str, marks: Iterable[Span], limit: int) -> Pieces:
    found = excerpt(text, _merged(marks), limit)
    return tuple(piece for part in found for piece in _part_pieces(part.text, part.marks, part.left_out))


def _part_pieces(text: str, marks: Sequence[Span], left_out: str) -> Iterator[Piece]:
    yield from _to_pieces(text, marks)
    if left_out:
        yield Piece("note", left_out)


def _show_part(part: DescribedPart, marks: Iterable[Span], limit: int) -> Pieces:
    return (Piece("note", f"\n{escape_invisible(part.title)}\n"), *_show_text(part.text, marks, limit))


def _merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in their order, those that overlap made one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _marks(text: str, faults: Iterable[Finding]) -> Iterator[Span]:
    """What stands where each fault is, as far as it has a place in the text."""
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    for place in {fault.position for fault in faults if fault.position}:
        if place.line <= len(starts):
            begin = min(starts[place.line - 1] + place.column - 1, len(text))
            token = _TOKEN.match(text, begin)
            yield begin, token.end() if token else begin


def _marks_in_part(parts: Sequence[DescribedPart], number: int, faults: Iterable[Finding]) -> Iterator[Span]:
    """The innermost member that a fault is about, in the part whose title has most words of the pointer."""
    text = parts[number].text
    for fault in faults:
        steps = parse_pointer(fault.pointer)
        words = {word for step in steps for word in _WORD.findall(step)}
        scores = [len(words.intersection(_WORD.findall(part.title))) for part in parts]
        members = (re.search(f'"{re.escape(step)}": ?', text) for step in reversed(steps))
        member = next(filter(None, members), None)
        if member and scores[number] and scores.index(max(scores)) == number:
            token = _TOKEN.match(text, member.end())
            yield member.start(), token.end() if token else member.end()


def _escaped(text: str) -> Iterator[Piece]:
    """Line breaks stay; a tab, a control, half of a surrogate pair, a byte that is no UTF-8 become visible."""
    if text.replace("\n", "").isprintable():
        yield from [Piece("text", text)] * bool(text)
        return
    shown: list[str] = []
    for character in text:
        if character == "\n" or character.isprintable():
            shown.append(character)
            continue
        if shown:
            yield Piece("text", "".join(shown))
        shown = []
        yield Piece("escape", _escape(character))
    if shown:
        yield Piece("text", "".join(shown))


def _escape(character: str) -> str:
    is_byte = "\udc80" <= character <= "\udcff"
    return f"\\x{ord(character) - 0xDC00:02x}" if is_byte else escape_invisible(character)
