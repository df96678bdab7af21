"""Which texts does a pattern match, and which characters is it about?"""

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from regress import Regex, RegressError

from agentcard_conformance.variations.patterns import PatternToken, class_members, tokenize_pattern
from agentcard_conformance.variations.values import edits

USUAL = "0aA_- x.\n\u00e9"
MOST = 24
LONGEST = 5_000
"""Characters of a repetition that is written out; beyond, no pattern of a card goes in earnest."""

BASES = 80
"""Texts of either pattern that are edited in search of one that tells them apart: 1 ms each."""

OPEN = 2
"""What stands for without end."""

Bounds: TypeAlias = tuple[int, int]


class Piece(NamedTuple):
    """An atom or a group, and how often it may stand."""

    texts: tuple[str, ...]
    bounds: Bounds


@cache
def samples(pattern: str) -> tuple[str, ...]:
    """A few texts that match, the plain ones first; none where a pattern is beyond us."""
    return tuple(islice(_matching(pattern), MOST))


def _matching(pattern: str) -> Iterator[str]:
    engine = Regex(pattern, "u")
    return (text for text in _texts(_tokens(pattern)) if engine.find(text))


@cache
def apart(one: str, other: str) -> tuple[str, ...]:
    """A few texts that one of two patterns matches and the other does not, short ones first."""
    engines = Regex(one, "u"), Regex(other, "u")
    letters = [*dict.fromkeys(characters(one) + characters(other))]
    bases = dict.fromkeys(text for pattern in (one, other) for text in islice(_texts(_tokens(pattern)), BASES))
    near = (edit.new for base in bases for edit in edits(base, letters) if isinstance(edit.new, str))
    told = (text for text in (*bases, *near) if (engines[0].find(text) is None) is not (engines[1].find(text) is None))
    return tuple(sorted(dict.fromkeys(told), key=lambda text: (len(text), text))[:MOST])


@cache
def characters(pattern: str) -> str:
    """At the ends of its classes, and one beyond."""
    found: list[str] = []
    for token in tokenize_pattern(pattern):
        for member in class_members(token.text) if token.kind == "set" else ():
            found += [member.low, member.high, *_beside(member.low, -1), *_beside(member.high, 1)]
    return "".join(dict.fromkeys(found))


def _tokens(pattern: str) -> list[PatternToken]:
    """A class of Unicode is one piece: those who break patterns on purpose take it for five."""
    found: list[PatternToken] = []
    for token in tokenize_pattern(pattern):
        if found and found[-1].text[:2] in ("\\p", "\\P") and not found[-1].text.endswith("}"):
            found[-1] = PatternToken("shorthand", found[-1].text + token.text)
        else:
            found.append(token)
    return found


def _beside(character: str, step: int) -> Iterator[str]:
    code = ord(character) + step
    if 0 <= code <= sys.maxunicode and not "\ud800" <= chr(code) <= "\udfff":
        yield chr(code)


def _texts(pattern: Sequence[PatternToken]) -> Iterator[str]:
    for alternative in _alternatives(pattern):
        yield from dict.fromkeys(islice(_sequences([*_pieces(alternative)]), 2 * BASES))


def _alternatives(pattern: Sequence[PatternToken]) -> list[list[PatternToken]]:
    found: list[list[PatternToken]] = [[]]
    depth = 0
    for token in pattern:
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind == "bar" and not depth:
            found.append([])
        else:
            found[-1].append(token)
    return found


def _sequences(pieces: Sequence[Piece]) -> Iterator[str]:
    """The first of everything, the shortest, then every piece in turn in another of its ways."""
    ways = [[*_ways(piece)] for piece in pieces]
    if not all(ways):
        return
    first = [way[0] for way in ways]
    yield "".join(first)
    yield "".join(min(way, key=len) for way in ways)
    for number in range(1, max(map(len, ways), default=0)):
        for index, way in enumerate(ways):
            yield from ("".join([*first[:index], other, *first[index + 1 :]]) for other in way[number : number + 1])


def _ways(piece: Piece) -> Iterator[str]:
    """One text as often as it may stand, then the others once."""
    low, high = piece.bounds
    counts = [max(low, 1) if high else 0, low, low + 1, high]
    allowed = [count for count in dict.fromkeys(counts) if low <= count <= high]
    ways = [*((text, count) for text in piece.texts[:1] for count in allowed)]
    ways += [(text, count) for count in allowed[:1] for text in piece.texts[1:]]
    yield from dict.fromkeys(text * count for text, count in ways if len(text) * count <= LONGEST)


def _pieces(pattern: Sequence[PatternToken]) -> Iterator[Piece]:
    index = 0
    while index < len(pattern):
        end = _end(pattern, index)
        texts = _of_group(pattern[index:end]) if pattern[index].kind == "open" else _of_atom(pattern[index])
        quantifier = pattern[end].text if end < len(pattern) and pattern[end].kind == "quantifier" else ""
        yield Piece(texts, _bounds(quantifier))
        index = end + bool(quantifier)


def _end(pattern: Sequence[PatternToken], start: int) -> int:
    depth = 0
    for index in range(start, len(pattern)):
        depth += (pattern[index].kind == "open") - (pattern[index].kind == "close")
        if depth <= 0:
            return index + 1
    return len(pattern)


def _of_group(pattern: Sequence[PatternToken]) -> tuple[str, ...]:
    """A look-around takes no character, and is about a text that begins or ends with what is in it."""
    around = [""] if pattern[0].text[-1] in "=!" else []
    return tuple(dict.fromkeys([*around, *islice(_texts(pattern[1:-1]), 2 * MOST)]))


def _of_atom(token: PatternToken) -> tuple[str, ...]:
    if not token.is_atom:
        return ("",)
    text = {"set": token.text, "literal": f"[{token.text}]"}.get(token.kind, "[]")
    ends = [end for member in class_members(text) for end in (member.low, member.high)]
    likely = [*ends, *((token.text,) if token.kind == "letter" else ()), token.text[-1], *USUAL]
    return tuple(each for each in dict.fromkeys(likely) if _matches(token.text, each))


def _matches(atom: str, text: str) -> bool:
    try:
        return len(text) == 1 and Regex(f"^(?:{atom})$", "u").find(text) is not None
    except RegressError:
        return False


def _bounds(quantifier: str) -> Bounds:
    simple = {"": (1, 1), "?": (0, 1), "*": (0, OPEN), "+": (1, OPEN)}
    plain = quantifier[:-1] if len(quantifier) > 1 and quantifier.endswith("?") else quantifier
    if plain in simple:
        return simple[plain]
    low, comma, high = plain[1:-1].partition(",")
    return int(low), int(high or int(low) + OPEN) if comma else int(low)
