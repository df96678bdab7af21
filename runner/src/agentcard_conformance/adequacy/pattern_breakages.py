"""In which ways can a pattern be a little too wide or too narrow?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agentcard_conformance.adequacy.patterns import Member, Token, branches, escaped, group_starts, members, tokens

EVERYWHERE = ("\n", " ", "\u00e0-\u00ff", "\u0660-\u0669")
"""What loose classes let in: a line feed, a blank, letters and digits beyond ASCII."""

ANYTHING = r"[\s\S]"
_BOUNDS = re.compile(r"\{(\d+)(,?)(\d*)\}")
_SIMPLE = {"*": ("+", "?"), "+": ("*", "", "{2,}"), "?": ("", "*", "{0}")}


@dataclass(frozen=True, slots=True)
class Variant:
    """A pattern with one change."""

    label: str
    pattern: str
    characters: str = ""
    """What to try, where the two may part."""


def variants(pattern: str) -> Iterator[Variant]:
    """All changes of one step; some may not compile."""
    pieces = tokens(pattern)
    starts = group_starts(pieces)
    for index, token in enumerate(pieces):
        repeated = pieces[index + 1 : index + 2] and pieces[index + 1].kind == "quantifier"
        for label, text, characters in _changed(token):
            yield Variant(f"{_where(pieces, index)} {label}", _with(pieces, index, text), characters)
        if (token.is_atom or index in starts) and not repeated:
            for label, suffix in (("optional", "?"), ("repeated", "{1,2}")):
                yield Variant(f"{_where(pieces, index)} {label}", _with(pieces, index, token.text + suffix))
    for start, end in branches(pieces):
        gone = "".join(piece.text for piece in pieces[start:end])
        rest = "".join(piece.text for piece in pieces[:start] + pieces[end:])
        yield Variant(f"alternative {gone.strip('|')} dropped{_ordinal(pieces, start)}", rest)


def _changed(token: Token) -> Iterator[tuple[str, str, str]]:
    if token.kind == "anchor":
        yield "dropped", "", "\nx "
    elif token.kind == "quantifier":
        yield from ((f"as {text or 'once'}", text, "") for text in _quantifiers(token.text))
    elif token.kind in ("literal", "letter"):
        yield "as any character", ANYTHING, "x"
    elif token.kind == "set":
        yield from _sets(token.text)


def _quantifiers(text: str) -> Iterator[str]:
    if text in _SIMPLE:
        yield from _SIMPLE[text]
    elif bounds := _BOUNDS.fullmatch(text):
        low, comma, high = int(bounds[1]), bounds[2], bounds[3]
        for new_low, new_high in _bounds(low, comma, high):
            yield f"{{{new_low},{new_high}}}"


def _bounds(low: int, comma: str, high: str) -> Iterator[tuple[int, int | str]]:
    """One step down and up at either end; an open end stays open."""
    yield from ((step, high if comma else low) for step in (low - 1, low + 1) if step >= 0 and (comma or step < low))
    if high or not comma:
        top = int(high or low)
        yield from ((low, step) for step in (top - 1, top + 1) if step >= low)


def _sets(text: str) -> Iterator[tuple[str, str, str]]:
    listed = members(text)
    opening = "[^" if text.startswith("[^") else "["
    for more in _neighbours(listed):
        yield f"with {more!a}", f"{text[:-1]}{more if len(more) > 1 else escaped(more)}]", more[-1]
    for index, member in enumerate(listed):
        other = member.text.swapcase()
        if member.low.isalpha() and member.text[0] != "\\" and other not in text:
            yield f"with {other}", f"{text[:-1]}{other}]", other[0]
        for gone, rest in _narrowed(member):
            texts = [each.text for each in listed]
            texts[index] = rest
            yield f"without {gone!a}", f"{opening}{''.join(texts)}]", gone


def _neighbours(listed: list[Member]) -> Iterator[str]:
    """Just outside each range, and what gets in by a shorthand or a dot."""
    ranges = [member for member in listed if member.low < member.high]
    beside = [chr(ord(member.low) - 1) for member in ranges if member.low > "\0"]
    beside += [chr(ord(member.high) + 1) for member in ranges if member.high < "\U0010ffff"]
    for character in dict.fromkeys([*beside, *(EVERYWHERE if listed else ())]):
        held = any(member.low <= character[0] <= member.high for member in listed)
        if not held and not "\ud800" <= character <= "\udfff":
            yield character


def _narrowed(member: Member) -> Iterator[tuple[str, str]]:
    if member.low == member.high:
        yield member.low, ""
        return
    low, high = escaped(chr(ord(member.low) + 1)), escaped(chr(ord(member.high) - 1))
    yield member.low, f"{low}-{escaped(member.high)}"
    yield member.high, f"{escaped(member.low)}-{high}"


def _with(pieces: list[Token], index: int, text: str) -> str:
    return "".join(piece.text for piece in pieces[:index]) + text + "".join(piece.text for piece in pieces[index + 1 :])


def _where(pieces: list[Token], index: int) -> str:
    """What is changed, as a reader finds it: the piece, or for what closes or repeats a group, the group."""
    end = index + 1
    start = index - 1 if pieces[index].kind == "quantifier" else index
    start = group_starts(pieces).get(start, start)
    return "".join(piece.text for piece in pieces[start:end]) + _ordinal(pieces, index)


def _ordinal(pieces: list[Token], index: int) -> str:
    """Which one, where a pattern has the same piece again."""
    same = [place for place, piece in enumerate(pieces) if piece == pieces[index]]
    return f" #{same.index(index) + 1}" if len(same) > 1 and index in same else ""
