"""What is a pattern made of, and what is a character class made of?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

_TOKEN = re.compile(
    r"(?P<shorthand>\\[dDwWsSbB])"
    r"|(?P<literal>\\u\{[0-9A-Fa-f]+\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\.)"
    r"|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])"
    r"|(?P<open>\((?:\?(?:[:=!]|<[=!]|P?<\w+>))?)"
    r"|(?P<close>\))"
    r"|(?P<bar>\|)"
    r"|(?P<anchor>[\^$])"
    r"|(?P<quantifier>(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??)"
    r"|(?P<any>\.)"
    r"|(?P<letter>.)",
    re.DOTALL,
)
_ATOM = r"\\u\{[0-9A-Fa-f]+\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\.|[^\\]"
_MEMBER = re.compile(rf"(?P<low>{_ATOM})(?:-(?P<high>{_ATOM}))?", re.DOTALL)
_CONTROLS = {"\\n": "\n", "\\r": "\r", "\\t": "\t", "\\f": "\f", "\\v": "\v", "\\0": "\0"}
_SPECIAL = frozenset("\\]^-[")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a pattern."""

    kind: str
    text: str

    @property
    def is_atom(self) -> bool:
        """Does it match a character?"""
        return self.kind in ("literal", "letter", "set", "any", "shorthand")


@dataclass(frozen=True, slots=True)
class Member:
    """A character of a class, or a range of them."""

    text: str
    low: str
    high: str


def tokens(pattern: str) -> list[Token]:
    """The pieces of a pattern, which together are the pattern again."""
    return [Token(str(match.lastgroup), match[0]) for match in _TOKEN.finditer(pattern)]


def members(text: str) -> list[Member]:
    """The members of a class; one that holds a shorthand for many has none, as far as we can tell."""
    inside = text[1:-1].removeprefix("^")
    if re.search(r"\\[dDwWsSpPb]", inside):
        return []
    return [_member(match) for match in _MEMBER.finditer(inside)]


def _member(match: re.Match[str]) -> Member:
    low = _character(match["low"])
    return Member(match[0], low, _character(match["high"]) if match["high"] else low)


def _character(text: str) -> str:
    if text in _CONTROLS:
        return _CONTROLS[text]
    if code := re.fullmatch(r"\\[ux]\{?([0-9A-Fa-f]+)\}?", text):
        return chr(int(code[1], 16))
    return text[-1]


def escaped(character: str) -> str:
    """A character as it stands in a class."""
    return f"\\{character}" if character in _SPECIAL else {"\n": "\\n"}.get(character, character)


def branches(pattern: list[Token]) -> Iterator[tuple[int, int]]:
    """The alternatives, each as what to leave out so that it is gone: from a token up to before another."""
    open_at: list[list[int]] = [[-1]]
    for index, token in enumerate([*pattern, Token("close", "")]):
        if token.kind == "open":
            open_at.append([index])
        elif token.kind == "bar":
            open_at[-1].append(index)
        elif token.kind == "close" and len(edges := open_at.pop()) > 1:
            yield from _spans([*edges, index])


def _spans(edges: list[int]) -> Iterator[tuple[int, int]]:
    """The first goes with the bar behind it, any other with the bar before it."""
    yield edges[0] + 1, edges[1] + 1
    yield from pairwise(edges[1:])


def group_starts(pattern: list[Token]) -> dict[int, int]:
    """Where each group opens that closes at a token; a look-around is none, since it takes no character."""
    stack: list[int] = []
    starts: dict[int, int] = {}
    for index, token in enumerate(pattern):
        if token.kind == "open":
            stack.append(index)
        elif token.kind == "close" and stack:
            start = stack.pop()
            if pattern[start].text[-1] not in "=!":
                starts[index] = start
    return starts
