"""Sample texts for regular expressions: texts that match one, and texts that only one of two matches."""

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import nsmallest
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

from regress import Regex, RegressError

from agentcard_conformance.compare.engines import pattern_check
from agentcard_conformance.compare.pattern_languages import UntoldPattern, text_of_one_alone
from agentcard_conformance.variations.patterns import PatternToken, class_members, tokenize_pattern
from agentcard_conformance.variations.values import edits

_USUAL_CHARACTERS = "0aA_- x.\n\u00e9"
_MOST_SAMPLES = 24
_LONGEST_REPETITION = 5_000
"""Characters of a repetition that is written out; no pattern of a card is meant to go beyond."""

_MOST_EDITED = 80
"""Texts of either pattern that are edited in search of one that tells them apart: 1 ms each."""

_LONGEST_TEXT = 20_000
_MOST_PIECES, _DEEPEST_GROUP = 500, 30
"""Of a pattern that samples are made of: each piece may have as many texts as the whole, and some of them are long."""

_MOST_PATTERNS = 256
"""Whose samples are kept, 100 KB each at most."""

_MOST_NAMES, _PADDING = 4, "a"
"""Samples of a pattern that names are made of, and what is put before or after one so that fewer patterns match."""

_UNBOUNDED = 2
"""Repetitions beyond the least, where there is no bound."""

_Bounds: TypeAlias = tuple[int, int]


class _Piece(NamedTuple):
    """Texts for an atom or a group, and how often it may be repeated."""

    texts: tuple[str, ...]
    bounds: _Bounds


@lru_cache(_MOST_PATTERNS)
def pattern_samples(pattern: str) -> tuple[str, ...]:
    """A few texts that match by the fast engine, the plain ones first; none where a pattern is too hard."""
    return tuple(islice(filter(pattern_check(pattern), _texts(_tokens(pattern))), _MOST_SAMPLES))


@lru_cache(_MOST_PATTERNS)
def distinguishing_texts(one: str, other: str) -> tuple[str, ...]:
    """A few texts that one of two patterns matches and the other does not, short ones first."""
    matches = pattern_check(one), pattern_check(other)
    letters = [*dict.fromkeys(boundary_characters(one) + boundary_characters(other))]
    bases = dict.fromkeys(text for pattern in (one, other) for text in islice(_texts(_tokens(pattern)), _MOST_EDITED))
    near = (edit.new for base in bases for edit in edits(base, letters) if isinstance(edit.new, str))
    told = _told_texts(one, other)
    differing = (text for text in chain(told, bases, near) if matches[0](text) is not matches[1](text))
    return tuple(nsmallest(_MOST_SAMPLES, _each_once(differing), key=lambda text: (len(text), text)))


def names_for_pattern(pattern: str, others: Collection[str]) -> list[str]:
    """Texts that match it, those first that match none of the others."""
    samples = pattern_samples(pattern)[:_MOST_NAMES]
    longer = (text for name in samples for text in (f"{_PADDING}{name}", f"{name}{_PADDING}"))
    fitting = [name for name in dict.fromkeys([*samples, *longer]) if pattern_check(pattern)(name)]
    return sorted(fitting, key=lambda name: any(pattern_check(other)(name) for other in others if other != pattern))


def _told_texts(one: str, other: str) -> Iterator[str]:
    """A shortest text of either alone, where the two can be told."""
    for pattern, without in ((one, other), (other, one)):
        try:
            text = text_of_one_alone(pattern, without)
        except UntoldPattern:
            return
        if text is not None:
            yield text


@lru_cache(_MOST_PATTERNS)
def boundary_characters(pattern: str) -> str:
    """The characters at both ends of each class of a pattern, and those beside them."""
    found: list[str] = []
    for token in tokenize_pattern(pattern):
        for member in class_members(token.text) if token.kind == "set" else ():
            found += [member.low, member.high, *_neighbour(member.low, -1), *_neighbour(member.high, 1)]
    return "".join(dict.fromkeys(found))


def _each_once(texts: Iterable[str]) -> Iterator[str]:
    """Known by their hashes: 100,000 long texts are not held."""
    seen: set[int] = set()
    for text in texts:
        if hash(text) not in seen:
            seen.add(hash(text))
            yield text


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


def _texts(pattern: Sequence[PatternToken], depth: int = 0) -> Iterator[str]:
    for alternative in _alternatives(pattern) if depth < _DEEPEST_GROUP else ():
        pieces = [*islice(_pieces(alternative, depth), _MOST_PIECES + 1)]
        if len(pieces) <= _MOST_PIECES:
            yield from dict.fromkeys(islice(_sequences(pieces), 2 * _MOST_EDITED))


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
    first, shortest = [way[0] for way in ways], [min(way, key=len) for way in ways]
    if sum(map(len, first)) > _LONGEST_TEXT:
        first = shortest
    if sum(map(len, first)) > _LONGEST_TEXT:
        return
    yield "".join(first)
    yield "".join(shortest)
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


def _pieces(pattern: Sequence[PatternToken], depth: int) -> Iterator[_Piece]:
    index = 0
    while index < len(pattern):
        end = _end_of_piece(pattern, index)
        is_group = pattern[index].kind == "open"
        texts = _group_texts(pattern[index:end], depth + 1) if is_group else _atom_texts(pattern[index])
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


def _group_texts(pattern: Sequence[PatternToken], depth: int) -> tuple[str, ...]:
    """A look-around takes no character, and is about a text that begins or ends with what is in it."""
    around = [""] if pattern[0].text[-1] in "=!" else []
    return tuple(dict.fromkeys([*around, *islice(_texts(pattern[1:-1], depth), 2 * _MOST_SAMPLES)]))


@lru_cache(_MOST_PATTERNS)
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
