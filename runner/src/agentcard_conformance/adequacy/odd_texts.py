"""Cards with one oddity in their text, to show to a decoder, and to all where no card can be written from a value."""

import re
from collections.abc import Iterator, Sequence

from agentcard_conformance.model import Json

_NUMBERS = (
    "-0",
    "01",
    "1.",
    ".5",
    "1.5e",
    "1e+",
    "- 1",
    "+1",
    "1e5",
    "1E-5",
    "0.5",
    "1e400",
    "9" * 4301,
    "NaN",
    "1..5",
)
_LITERALS = ("tru", "truex", "nul", "True", "false", "undefined")
_STRINGS = (
    '"\\ud800"',
    '"\\ud83d\\ude00"',
    '"\\x"',
    '"\\u12"',
    '"\t"',
    '"\x00"',
    '"\u0663"',
    "'x'",
    '"\ue000"',
    '"\ud7ff"',
)
_NESTED = (
    "[1,]",
    "[,1]",
    '{"a":1,}',
    '{"a" 1}',
    '{"a":1 "b":2}',
    '{"a":1,"a":1}',
    "[1 2]",
    "[",
    "{",
    "[}",
    "{]",
    "{a:1}",
)
_AROUND = (
    "\ufeff",
    " ",
    "\t",
    "\n",
    "\r",
    "\v",
    "\f",
    "\x00",
    "\u00a0",
    "x",
    ",",
    "{}",
    "null",
    "\u0663",
    "\u00e9",
    "//",
)
_INSERTED = (*'0 9/:.-+eE\n\u00e9\u0663,"x', "")
_WORD = re.compile(r"[\w.+-]+")
_LONGEST_WORD = 2000
_DEPTHS = (99, 100, 101, 1000)


def odd_texts(card: bytes, hints: Sequence[Json] = ()) -> Iterator[bytes]:
    """A whole card with one oddity in it: what is odd in JSON first, then what may be in any text."""
    text = card.decode("utf-8", "replace").strip()
    for value in _odd_values() if "{" in text else ():
        yield text.replace("{", '{"x_unknown": ' + value + ", ", 1).encode("utf-8", "surrogatepass")
    for mark in _AROUND:
        yield from ((mark + text).encode(), (text + mark).encode())
    for name in ("utf-16-le", "utf-16-be", "utf-16", "utf-32-le", "utf-32-be", "utf-32"):
        yield text.encode(name)
    for odd in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xe9"):
        yield card[: len(card) // 2] + odd + card[len(card) // 2 :]
    for at in range(len(text)):
        yield (text[:at] + text[at + 1 :]).encode()
    for odd_text in (*_with_other_lines(text), *_with_other_words(text, hints)):
        yield odd_text.encode("utf-8", "surrogatepass")


def _with_other_lines(text: str) -> Iterator[str]:
    """Each line left out, doubled and indented."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        for others in ([], [line, line], [" " + line], ["\t" + line]):
            yield "\n".join([*lines[:at], *others, *lines[at + 1 :], ""])


def _with_other_words(text: str, hints: Sequence[Json]) -> Iterator[str]:
    """Each word replaced, by what the breakage hints at first."""
    lengths = [hint for hint in hints if isinstance(hint, int) and hint <= _LONGEST_WORD]
    others = [*map(str, hints), *("x" * length for hint in lengths for length in (hint, hint + 1)), *_odd_values()]
    for other in dict.fromkeys(others):
        yield from (text[: word.start()] + other + text[word.end() :] for word in _WORD.finditer(text))


def _odd_values() -> Iterator[str]:
    yield from (*_NUMBERS, *_LITERALS, *_STRINGS, *_NESTED)
    for depth in _DEPTHS:
        yield "[" * (depth - 1) + "]" * (depth - 1)
        yield '{"a":' * (depth - 1) + "1" + "}" * (depth - 1)
    for number in ("12", "1.25", "1e25", "-1", "0"):
        for mark in _INSERTED:
            for at in range(len(number) + 1):
                yield number[:at] + mark + number[at:]
                yield number[:at] + mark + number[at + 1 :]
