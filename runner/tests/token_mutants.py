"""Cards that nobody wrote, made by other means than in card_mutants: fixtures whose text is changed token by token.

What the values are does not matter here, only how they are written: the grammar, spellings of numbers and strings,
members that stand twice, blanks, encodings, and one card that goes on as another one. The same cards for a seed.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

Tokens: TypeAlias = list[bytes]
Edit: TypeAlias = Callable[[random.Random, Tokens, Tokens], Tokens]
"""Gives other tokens than those of a card; a second card has tokens to take."""

LONGEST_MUTATED = 4000  # bytes: larger cards take long and are no odder
RECODED, HALF = 0.1, 0.5
TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|[a-z]+|[ \t\r\n]+|.', re.DOTALL)
OPENING, CLOSING = (b"{", b"["), (b"}", b"]")
PUNCTUATION = (*OPENING, *CLOSING, b",", b":", b'"', b"'", b"\\", b";", b"=", b"(", b"<!--")
SCALARS = (b"null", b"true", b"false", b"True", b"nul", b"NaN", b"-Infinity", b"undefined", b"0", b"-", b'""', b"''")
BLANKS = (
    *(b" ", b"\t", b"\r", b"\n", b"\r\n", b"\x0b", b"\x0c", b"\x00", b"\x1f", b"\x85", b"//\n", b"/**/", b"#\n"),
    *(character.encode() for character in "\u0085\u00a0\u200b\u2028\u3000\ufeff"),
)
BEFORE_NUMBERS = (b"-", b"+", b"0", b"00", b"-0", b"0x", b".", b"1_", b" ", b"9" * 30)
BEHIND_NUMBERS = (
    *(b".0", b".00000000000000000001", b".", b"e0", b"E+00", b"0e-1", b"e1", b"e-1", b"e", b"e400", b"e-400", b"e19"),
    *(b"n", b"L", b"_0", b",0", b"0" * 30, b"0" * 400, b"." + b"0" * 400 + b"1", "\uff11".encode(), "\u0661".encode()),
)
ODD_IN_STRINGS = (
    *(b"\\u0000", b"\\u", b"\\u12", b"\\uD800", b"\\udc00", b"\\ud83d\\ude00", b"\\udc00\\ud800", b"\\x41", b"\\'"),
    *(b"\\/", b"\\b", b"\\n", b"\n", b"\t", b"\x00", b"\x7f", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"),
    *(b"\xff", b"\xe2\x82", "\u0301".encode(), "\u202e".encode(), "\U0001f600".encode(), b'\\"', b"\\\\", b'"'),
)
ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-7", "latin-1", "cp1252", "cp037")
MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00", b"\n", b" " * 300, b"\x1e", b",", b"{}", b"\x1a")


def token_mutants(cards: Sequence[bytes], seed: int, count: int) -> Iterator[bytes]:
    """So many of them."""
    draw = random.Random(seed)  # noqa: S311  # the same cards each time, and no secret
    texts = [TOKEN.findall(card) for card in cards if len(card) <= LONGEST_MUTATED]
    for _ in range(count):
        tokens = draw.choice(texts)
        for _ in range(draw.choice((1, 1, 1, 2, 3))):
            tokens = draw.choice(EDITS)(draw, tokens, draw.choice(texts))
        card = b"".join(tokens)
        yield _recoded(draw, card) if draw.random() < RECODED else card


def _recoded(draw: random.Random, card: bytes) -> bytes:
    """In another encoding, or with something before or behind it that a file may have."""
    if draw.random() < HALF:
        return card.decode("utf-8", "replace").encode(draw.choice(ENCODINGS), "replace")
    mark = draw.choice(MARKS)
    return draw.choice((mark + card, card + mark, mark * 2 + card, card + mark + card))


def _flip_bits(draw: random.Random, tokens: Tokens, _: Tokens) -> Tokens:
    card = bytearray(b"".join(tokens))
    for _bit in range(draw.choice((1, 1, 2, 5))):
        if card:
            card[draw.randrange(len(card))] ^= 1 << draw.randrange(8)
    return TOKEN.findall(bytes(card))


def _edit_grammar(draw: random.Random, tokens: Tokens, other: Tokens) -> Tokens:
    """A token less, twice, in place of its neighbour, or another one."""
    at = draw.randrange(len(tokens) + 1)
    here, after = tokens[at : at + 1], tokens[at + 1 : at + 2]
    strange = draw.choice((draw.choice(PUNCTUATION), draw.choice(SCALARS), *other[at : at + 1]))
    changed = draw.choice(([], here * 2, after + here, [strange], [*here, strange]))
    kept = at + 2 if changed == after + here else at + 1
    return [*tokens[:at], *changed, *tokens[kept:]]


def _splice(draw: random.Random, tokens: Tokens, other: Tokens) -> Tokens:
    """The beginning of one card and the end of another."""
    return tokens[: draw.randrange(len(tokens) + 1)] + other[draw.randrange(len(other) + 1) :]


def _graft_value(draw: random.Random, tokens: Tokens, other: Tokens) -> Tokens:
    """A member with the value that another card has somewhere."""
    start, end = _value_span(tokens, _choose(draw, tokens, b":"))
    low, high = _value_span(other, _choose(draw, other, b":"))
    return [*tokens[:start], *other[low:high], *tokens[end:]]


def _respell_number(draw: random.Random, tokens: Tokens, _: Tokens) -> Tokens:
    """A number, or where there is none a value, with something before or behind it."""
    numbers = [at for at, token in enumerate(tokens) if token[:1].isdigit() or token[:1] == b"-"]
    if not numbers:
        start, end = _value_span(tokens, _choose(draw, tokens, b":"))
        return [*tokens[:start], b"1" + draw.choice(BEHIND_NUMBERS), *tokens[end:]]
    at = draw.choice(numbers)
    number = tokens[at]
    spelled = draw.choice((draw.choice(BEFORE_NUMBERS) + number, number + draw.choice(BEHIND_NUMBERS)))
    return [*tokens[:at], spelled, *tokens[at + 1 :]]


def _respell_string(draw: random.Random, tokens: Tokens, _: Tokens) -> Tokens:
    """A character of a name or a text as an escape, or something odd in its place or behind it."""
    at = _choose(draw, tokens, b'"')
    text = tokens[at : at + 1][0][1:-1].decode("utf-8", "replace") if tokens else ""
    cut = draw.randrange(len(text) + 1)
    here = text[cut : cut + 1]
    escaped = "".join(draw.choice((f"\\u{ord(each):04x}", f"\\u{ord(each):04X}")) for each in here)
    middle = draw.choice((escaped.encode(), escaped.encode(), draw.choice(ODD_IN_STRINGS), here.encode() * 2))
    return [*tokens[:at], b'"' + text[:cut].encode() + middle + text[cut + 1 :].encode() + b'"', *tokens[at + 1 :]]


def _double_member(draw: random.Random, tokens: Tokens, other: Tokens) -> Tokens:
    """A member twice, the second time with another value or its name spelled otherwise, or both."""
    colon = _choose(draw, tokens, b":")
    start, end = _value_span(tokens, colon)
    name = next((token for token in reversed(tokens[:colon]) if token[:1] == b'"'), b'"x"')
    if draw.random() < HALF:
        (name,) = _respell_string(draw, [name], other)
    low, high = _value_span(other, _choose(draw, other, b":"))
    value = draw.choice((tokens[start:end], other[low:high]))
    return [*tokens[:end], b",", name, b":", *value, *tokens[end:]]


def _strew_blanks(draw: random.Random, tokens: Tokens, _: Tokens) -> Tokens:
    """Blanks, and what some readers take for one, between any two tokens."""
    blank, share = draw.choice(BLANKS), draw.choice((0.01, 0.05, 0.5))
    if draw.random() < share:
        return [token for token in tokens if token.strip()]
    return [piece for token in tokens for piece in ((token, blank) if draw.random() < share else (token,))]


EDITS: tuple[Edit, ...] = (
    *(_flip_bits, _edit_grammar, _edit_grammar, _splice, _graft_value, _graft_value),
    *(_respell_number, _respell_string, _respell_string, _double_member, _double_member, _strew_blanks),
)


def _choose(draw: random.Random, tokens: Tokens, start: bytes) -> int:
    """The number of a token that begins so; of any other where there is none."""
    found = [at for at, token in enumerate(tokens) if token.startswith(start)]
    return draw.choice(found or range(len(tokens) or 1))


def _value_span(tokens: Tokens, colon: int) -> tuple[int, int]:
    """Where the value behind a colon begins and ends, as far as brackets tell."""
    start = colon + 1
    while start < len(tokens) and not tokens[start].strip():
        start += 1
    depth = 0
    for at in range(start, len(tokens)):
        depth += (tokens[at] in OPENING) - (tokens[at] in CLOSING)
        if depth <= 0:
            return start, at + 1
    return start, len(tokens)
