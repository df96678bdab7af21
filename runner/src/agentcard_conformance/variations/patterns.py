"""Takes a regular expression apart: its tokens, the members of a character class, its alternatives and groups."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

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
_CONTROL_ESCAPES = {"\\n": "\n", "\\r": "\r", "\\t": "\t", "\\f": "\f", "\\v": "\v", "\\0": "\0"}
_SPECIAL_IN_CLASS = frozenset("\\]^-[")


class PatternToken(NamedTuple):
    """A piece of a pattern."""

    kind: str
    text: str

    @property
    def is_atom(self) -> bool:
        """Whether it matches a character."""
        return self.kind in ("literal", "letter", "set", "any", "shorthand")


class ClassMember(NamedTuple):
    """A character of a class, or a range of them."""

    text: str
    low: str
    high: str


def tokenize_pattern(pattern: str) -> list[PatternToken]:
    """The pieces of a pattern, which together are the pattern again."""
    return [PatternToken(str(match.lastgroup), match[0]) for match in _TOKEN.finditer(pattern)]


def class_members(text: str) -> list[ClassMember]:
    """The members of a class; one that holds a shorthand for many has none, as far as we can tell."""
    inside = text[1:-1].removeprefix("^")
    if re.search(r"\\[dDwWsSpPb]", inside):
        return []
    return [_to_member(match) for match in _MEMBER.finditer(inside)]


def escape_in_class(character: str) -> str:
    """A character as it stands in a class."""
    return f"\\{character}" if character in _SPECIAL_IN_CLASS else {"\n": "\\n"}.get(character, character)


def alternatives(pattern: list[PatternToken]) -> Iterator[tuple[int, int]]:
    """The alternatives, each as what to leave out so that it is gone: from a token up to before another."""
    open_at: list[list[int]] = [[-1]]
    for index, token in enumerate([*pattern, PatternToken("close", "")]):
        if token.kind == "open":
            open_at.append([index])
        elif token.kind == "bar":
            open_at[-1].append(index)
        elif token.kind == "close" and len(edges := open_at.pop()) > 1:
            yield from _removable_spans([*edges, index])


def group_starts(pattern: list[PatternToken]) -> dict[int, int]:
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


def _removable_spans(edges: list[int]) -> Iterator[tuple[int, int]]:
    """The first alternative goes with the bar behind it, any other with the bar before it."""
    yield edges[0] + 1, edges[1] + 1
    yield from pairwise(edges[1:])


def _to_member(match: re.Match[str]) -> ClassMember:
    low = _character(match["low"])
    return ClassMember(match[0], low, _character(match["high"]) if match["high"] else low)


def _character(text: str) -> str:
    if text in _CONTROL_ESCAPES:
        return _CONTROL_ESCAPES[text]
    if code := re.fullmatch(r"\\[ux]\{?([0-9A-Fa-f]+)\}?", text):
        return chr(int(code[1], 16))
    return text[-1]
