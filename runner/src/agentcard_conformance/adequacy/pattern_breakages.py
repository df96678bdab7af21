"""The ways in which a pattern can be a little too wide or too narrow."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agentcard_conformance.variations.patterns import (
    ClassMember,
    PatternToken,
    alternatives,
    class_members,
    escape_in_class,
    group_starts,
    tokenize_pattern,
)

_LET_IN = ("\n", " ", "\u00e0-\u00ff", "\u0660-\u0669")
"""By loose classes: a line feed, a blank, letters and digits beyond ASCII."""

_ANY_CHARACTER = r"[\s\S]"
_BOUNDS = re.compile(r"\{(\d+)(,?)(\d*)\}")
_OTHER_QUANTIFIERS = {"*": ("+", "?"), "+": ("*", "", "{2,}"), "?": ("", "*", "{0}")}


class PatternVariant(NamedTuple):
    """A pattern with one change."""

    label: str
    pattern: str
    characters: str = ""
    """What to try, where the two may differ."""


def pattern_variants(pattern: str) -> Iterator[PatternVariant]:
    """All changes of one step; some may not compile."""
    tokens = tokenize_pattern(pattern)
    starts = group_starts(tokens)
    for index, token in enumerate(tokens):
        repeated = tokens[index + 1 : index + 2] and tokens[index + 1].kind == "quantifier"
        for label, text, characters in _token_changes(token):
            yield PatternVariant(f"{_token_name(tokens, index)} {label}", _replaced(tokens, index, text), characters)
        if (token.is_atom or index in starts) and not repeated:
            for label, suffix in (("optional", "?"), ("repeated", "{1,2}")):
                changed = _replaced(tokens, index, token.text + suffix)
                yield PatternVariant(f"{_token_name(tokens, index)} {label}", changed)
    for start, end in alternatives(tokens):
        gone = "".join(token.text for token in tokens[start:end])
        rest = "".join(token.text for token in tokens[:start] + tokens[end:])
        yield PatternVariant(f"alternative {gone.strip('|')} dropped{_ordinal(tokens, start)}", rest)


def _token_changes(token: PatternToken) -> Iterator[tuple[str, str, str]]:
    """A label, what stands in its place, and characters to try."""
    if token.kind == "anchor":
        yield "dropped", "", "\nx "
    elif token.kind == "quantifier":
        yield from ((f"as {text or 'once'}", text, "") for text in _quantifier_changes(token.text))
    elif token.kind in ("literal", "letter"):
        yield "as any character", _ANY_CHARACTER, "x"
    elif token.kind == "set":
        yield from _class_changes(token.text)


def _quantifier_changes(text: str) -> Iterator[str]:
    if text in _OTHER_QUANTIFIERS:
        yield from _OTHER_QUANTIFIERS[text]
    elif bounds := _BOUNDS.fullmatch(text):
        low, comma, high = int(bounds[1]), bounds[2], bounds[3]
        for new_low, new_high in _near_bounds(low, comma, high):
            yield f"{{{new_low},{new_high}}}"


def _near_bounds(low: int, comma: str, high: str) -> Iterator[tuple[int, int | str]]:
    """One step down and up at either end; an open end stays open."""
    yield from ((step, high if comma else low) for step in (low - 1, low + 1) if step >= 0 and (comma or step < low))
    if high or not comma:
        top = int(high or low)
        yield from ((low, step) for step in (top - 1, top + 1) if step >= low)


def _class_changes(text: str) -> Iterator[tuple[str, str, str]]:
    members = class_members(text)
    opening = "[^" if text.startswith("[^") else "["
    for more in _near_characters(members):
        yield f"with {more!a}", f"{text[:-1]}{more if len(more) > 1 else escape_in_class(more)}]", more[-1]
    for index, member in enumerate(members):
        other = member.text.swapcase()
        if member.low.isalpha() and member.text[0] != "\\" and other not in text:
            yield f"with {other}", f"{text[:-1]}{other}]", other[0]
        for gone, rest in _narrower_members(member):
            texts = [each.text for each in members]
            texts[index] = rest
            yield f"without {gone!a}", f"{opening}{''.join(texts)}]", gone


def _near_characters(members: list[ClassMember]) -> Iterator[str]:
    """Just outside each range, and what gets in by a shorthand or a dot."""
    ranges = [member for member in members if member.low < member.high]
    beside = [chr(ord(member.low) - 1) for member in ranges if member.low > "\0"]
    beside += [chr(ord(member.high) + 1) for member in ranges if member.high < "\U0010ffff"]
    for character in dict.fromkeys([*beside, *(_LET_IN if members else ())]):
        is_member = any(member.low <= character[0] <= member.high for member in members)
        if not is_member and not "\ud800" <= character <= "\udfff":
            yield character


def _narrower_members(member: ClassMember) -> Iterator[tuple[str, str]]:
    if member.low == member.high:
        yield member.low, ""
        return
    low, high = escape_in_class(chr(ord(member.low) + 1)), escape_in_class(chr(ord(member.high) - 1))
    yield member.low, f"{low}-{escape_in_class(member.high)}"
    yield member.high, f"{escape_in_class(member.low)}-{high}"


def _replaced(tokens: list[PatternToken], index: int, text: str) -> str:
    before, after = tokens[:index], tokens[index + 1 :]
    return "".join(token.text for token in before) + text + "".join(token.text for token in after)


def _token_name(tokens: list[PatternToken], index: int) -> str:
    """What is changed, as a reader finds it: the piece, or for what closes or repeats a group, the group."""
    end = index + 1
    start = index - 1 if tokens[index].kind == "quantifier" else index
    start = group_starts(tokens).get(start, start)
    return "".join(token.text for token in tokens[start:end]) + _ordinal(tokens, index)


def _ordinal(tokens: list[PatternToken], index: int) -> str:
    """Which one, where a pattern has the same piece again."""
    same = [number for number, token in enumerate(tokens) if token == tokens[index]]
    return f" #{same.index(index) + 1}" if len(same) > 1 and index in same else ""
