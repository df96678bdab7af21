"""Sample texts for regular expressions: texts that match one, and texts that only one of two matches."""

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple, TypeAlias

from regress import Regex, RegressError

from agentcard_conformance.variations.patterns import PatternToken, class_members, tokenize_pattern
from agentcard_conformance.variations.values import edits

_USUAL_CHARACTERS = "0aA_- x.\n\u00e9"
_MOST_SAMPLES = 24
_LONGEST_REPETITION = 5_000
"""Characters of a repetition that is written out; no pattern of a card is meant to go beyond."""

_MOST_EDITED = 80
"""Texts of either pattern that are edited in search of one that tells them apart: 1 ms each."""

_UNBOUNDED = 2
"""Repetitions beyond the least, where there is no bound."""

_Bounds: TypeAlias = tuple[int, int]


class _Piece(NamedTuple):
    """Texts for an atom or a group, and how often it may be repeated."""

    texts: tuple[str, ...]
    bounds: _Bounds


@cache
def pattern_samples(pattern: str) -> tuple[str, ...]:
    """A few texts that match, the plain ones first; none where a pattern is too hard."""
    engine = Regex(pattern, "u")
    return tuple(islice(filter(engine.find, _texts(_tokens(pattern))), _MOST_SAMPLES))


@cache
def distinguishing_texts(one: str, other: str) -> tuple[str, ...]:
    """A few texts that one of two patterns matches and the other does not, short ones first."""
    engines = Regex(one, "u"), Regex(other, "u")
    letters = [*dict.fromkeys(boundary_characters(one) + boundary_characters(other))]
    bases = dict.fromkeys(text for pattern in (one, other) for text in islice(_texts(_tokens(pattern)), _MOST_EDITED))
    near = (edit.new for base in bases for edit in edits(base, letters) if isinstance(edit.new, str))
    differing = (
        text for text in (*bases, *near) if (engines[0].find(text) is None) is not (engines[1].find(text) is None)
    )
    return tuple(sorted(dict.fromkeys(differing), key=lambda text: (len(text), text))[:_MOST_SAMPLES])


@cache
def boundary_characters(pattern: str) -> str:
    """The characters at both ends of each class of a pattern, and those beside them."""
    found: list[str] = []
    for token in tokenize_pattern(pattern):
        for member in class_members(token.text) if token.kind == "set" else ():
            found += [member.low, member.high, *_neighbour(member.low, -1), *_neighbour(member.high, 1)]
    return "".join(dict.fromkeys(found))


def _tokens(pattern: str) -> list[PatternToken]:
    """The tokens of a pattern, with a class of Unicode as one, of which the tokenizer makes five."""
    found: list[PatternToken] = []
    for token in tokenize_pattern(pattern):
        if found and found[-1].text[:2] in ("\\p", "\\P") and not found[-1].text.endswith("}"):
            found[-1] = PatternToken("shorthand", found[-1].text + token.text)
        else:
            found.append(token)
    return found


def _neighbour(character: str, step: int) -> Iterator[str]:
    code = ord(character) + step
    if 0 <= code <= sys.maxunicode and not "\ud800" <= chr(code) <= "\udfff":
        yield chr(code)


def _texts(pattern: Sequence[PatternToken]) -> Iterator[str]:
    for alternative in _alternatives(pattern):
        yield from dict.fromkeys(islice(_sequences([*_pieces(alternative)]), 2 * _MOST_EDITED))


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


def _sequences(pieces: Sequence[_Piece]) -> Iterator[str]:
    """The first text of every piece, the shortest ones, then every piece in turn with another of its texts."""
    ways = [[*_repetitions(piece)] for piece in pieces]
    if not all(ways):
        return
    first = [way[0] for way in ways]
    yield "".join(first)
    yield "".join(min(way, key=len) for way in ways)
    for number in range(1, max(map(len, ways), default=0)):
        for index, way in enumerate(ways):
            yield from ("".join([*first[:index], other, *first[index + 1 :]]) for other in way[number : number + 1])


def _repetitions(piece: _Piece) -> Iterator[str]:
    """One text as often as it may be repeated, then the others as seldom as allowed."""
    low, high = piece.bounds
    counts = [max(low, 1) if high else 0, low, low + 1, high]
    allowed = [count for count in dict.fromkeys(counts) if low <= count <= high]
    ways = [*((text, count) for text in piece.texts[:1] for count in allowed)]
    ways += [(text, count) for count in allowed[:1] for text in piece.texts[1:]]
    yield from dict.fromkeys(text * count for text, count in ways if len(text) * count <= _LONGEST_REPETITION)


def _pieces(pattern: Sequence[PatternToken]) -> Iterator[_Piece]:
    index = 0
    while index < len(pattern):
        end = _end_of_piece(pattern, index)
        texts = _group_texts(pattern[index:end]) if pattern[index].kind == "open" else _atom_texts(pattern[index])
        quantifier = pattern[end].text if end < len(pattern) and pattern[end].kind == "quantifier" else ""
        yield _Piece(texts, _bounds(quantifier))
        index = end + bool(quantifier)


def _end_of_piece(pattern: Sequence[PatternToken], start: int) -> int:
    depth = 0
    for index in range(start, len(pattern)):
        depth += (pattern[index].kind == "open") - (pattern[index].kind == "close")
        if depth <= 0:
            return index + 1
    return len(pattern)


def _group_texts(pattern: Sequence[PatternToken]) -> tuple[str, ...]:
    """A look-around takes no character, and is about a text that begins or ends with what is in it."""
    around = [""] if pattern[0].text[-1] in "=!" else []
    return tuple(dict.fromkeys([*around, *islice(_texts(pattern[1:-1]), 2 * _MOST_SAMPLES)]))


def _atom_texts(token: PatternToken) -> tuple[str, ...]:
    if not token.is_atom:
        return ("",)
    text = {"set": token.text, "literal": f"[{token.text}]"}.get(token.kind, "[]")
    ends = [end for member in class_members(text) for end in (member.low, member.high)]
    likely = [*ends, *((token.text,) if token.kind == "letter" else ()), token.text[-1], *_USUAL_CHARACTERS]
    return tuple(each for each in dict.fromkeys(likely) if _matches(token.text, each))


def _matches(atom: str, text: str) -> bool:
    try:
        return len(text) == 1 and Regex(f"^(?:{atom})$", "u").find(text) is not None
    except RegressError:
        return False


def _bounds(quantifier: str) -> _Bounds:
    simple = {"": (1, 1), "?": (0, 1), "*": (0, _UNBOUNDED), "+": (1, _UNBOUNDED)}
    plain = quantifier[:-1] if len(quantifier) > 1 and quantifier.endswith("?") else quantifier
    if plain in simple:
        return simple[plain]
    low, comma, high = plain[1:-1].partition(",")
    return int(low), int(high or int(low) + _UNBOUNDED) if comma else int(low)
