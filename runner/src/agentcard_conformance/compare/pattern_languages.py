"""The texts in which a pattern occurs, as an automaton: whether another one occurs in all of them, or in which not.

What a part of a pattern matches is asked of the engine that knows ECMA-262, for one character of each range between
those that the patterns name; so only the ways to put characters together are told here. Look-around, back references,
word boundaries and Unicode's properties are not.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from regress import Regex, RegressError

from agentcard_conformance.variations.patterns import PatternToken, class_members, tokenize_pattern

_MOST_NODES, _MOST_STATES = 600, 2_000
"""Of an automaton, and of two that are followed together."""

_UNTOLD = frozenset("bBpPkcux123456789")
"""What stands behind a backslash where one character of the pattern is no plain character."""

_SHORTHAND_ENDS = "09azAZ__\t\r\n\n\r\r  \u00a0\u00a0\u1680\u1680\u2000\u200a\u2028\u2029\u202f\u202f"
_SHORTHAND_ENDS += "\u205f\u205f\u3000\u3000\ufeff\ufeff"
"""The ends of the ranges that a dot, `\\d`, `\\w` and `\\s` are made of."""

_LAST, _SURROGATES = 0x110000, range(0xD800, 0xE000)

_Edges: TypeAlias = list[tuple[str, int]]
"""From a node: the atom that is matched, `^`, `$` or nothing, and the node behind it."""

_State: TypeAlias = frozenset[int]
_MATCHED: _State = frozenset({-1})
"""The pattern has occurred, whatever follows."""


class UntoldPattern(Exception):
    """A pattern whose texts are not told, or too many of them."""


class _Automaton(NamedTuple):
    nodes: Sequence[_Edges]
    accepting: int

    def begin(self) -> _State:
        return self._closed({0}, at_start=True)

    def step(self, state: _State, character: str) -> _State:
        """Where it is after one more character; the pattern may begin behind it."""
        if state == _MATCHED:
            return state
        reached = {to for node in state for atom, to in self.nodes[node] if _is_matched(atom, character)}
        return self._closed(reached | {0})

    def accepts_at_end(self, state: _State, *, at_start: bool) -> bool:
        """Whether the text so far is one."""
        return _MATCHED in (state, self._closed(state, at_start=at_start, at_end=True))

    def _closed(self, nodes: Iterable[int], *, at_start: bool = False, at_end: bool = False) -> _State:
        passable = {""} | ({"^"} if at_start else set()) | ({"$"} if at_end else set())
        found, todo = {*nodes}, [*nodes]
        while todo:
            further = {to for word, to in self.nodes[todo.pop()] if word in passable} - found
            found |= further
            todo += further
        return _MATCHED if self.accepting in found else frozenset(found)


def text_of_one_alone(one: str, other: str) -> str | None:
    """A shortest text in which the first pattern occurs and the second does not; None where there is none."""
    first, second = _automaton(one), _automaton(other)
    letters = _letters((one, other))
    todo = deque([(first.begin(), second.begin(), "")])
    seen = {todo[0][:2]}
    while todo:
        here, there, text = todo.popleft()
        if first.accepts_at_end(here, at_start=not text) and not second.accepts_at_end(there, at_start=not text):
            return text
        for letter in letters:
            states = first.step(here, letter), second.step(there, letter)
            if states not in seen and states[1] != _MATCHED:
                seen.add(states)
                todo.append((*states, text + letter))
        if len(seen) > _MOST_STATES:
            raise UntoldPattern
    return None


def occurs_in_all(wide: str, narrow: str) -> bool:
    """Whether the one pattern is known to occur in every text in which the other does."""
    try:
        return text_of_one_alone(narrow, wide) is None
    except UntoldPattern:
        return False


@lru_cache(4096)
def _is_matched(atom: str, character: str) -> bool:
    if atom in ("", "^", "$"):
        return False
    try:
        return Regex(f"^(?:{atom})$", "u").find(character) is not None
    except RegressError:
        raise UntoldPattern from None


def _letters(patterns: Iterable[str]) -> list[str]:
    """A character of each range in which no atom tells one from another; plain ones first."""
    tokens = [token for pattern in patterns for token in tokenize_pattern(pattern)]
    starts = {0, _SURROGATES.start, _SURROGATES.stop}
    for low, high in (each for token in tokens for each in _ranges(token)):
        starts |= {ord(low), ord(high) + 1}
    usable = (start for start in starts if start < _LAST and start not in _SURROGATES)
    return sorted(map(chr, usable), key=lambda letter: (not letter.isalnum(), not letter.isprintable(), letter))


def _ranges(token: PatternToken) -> Iterator[tuple[str, str]]:
    if token.kind in ("shorthand", "any", "set"):
        yield from zip(_SHORTHAND_ENDS[::2], _SHORTHAND_ENDS[1::2], strict=True)
    if token.kind == "set":
        members = [(member.low, member.high) for member in class_members(token.text)]
        yield from members or ((letter, letter) for letter in token.text)
    elif token.is_atom:
        yield from ((member.low, member.high) for member in class_members(f"[{token.text}]"))


@lru_cache(64)
def _automaton(pattern: str) -> _Automaton:
    building = _Building(tokenize_pattern(pattern))
    end = building.alternatives(0)
    return _Automaton(building.nodes, end)


class _Building:
    """Reads a pattern from the left, with a node for each place in it."""

    def __init__(self, tokens: Sequence[PatternToken]) -> None:
        for token in tokens:
            if not _is_told(token):
                raise UntoldPattern
        self.nodes: list[_Edges] = [[]]
        self._tokens = [*tokens, PatternToken("end", "")]
        self._at = 0

    def alternatives(self, start: int) -> int:
        """Read up to the end or a closing parenthesis, from a node; gives the node behind all of it."""
        end = self._node()
        while True:
            self._link(self._sequence(start), "", end)
            if self._tokens[self._at].kind != "bar":
                return end
            self._at += 1

    def _sequence(self, here: int) -> int:
        while self._tokens[self._at].kind not in ("bar", "close", "end"):
            begin = self._at
            after = self._piece(here)
            if self._tokens[self._at].kind == "quantifier":
                after = self._repeated(here, begin)
            here = after
        return here

    def _piece(self, here: int) -> int:
        token = self._tokens[self._at]
        self._at += 1
        if token.kind == "open":
            here, inner = self.alternatives(self._link(here, "", self._node())), self._tokens[self._at].kind
            if inner != "close":
                raise UntoldPattern
            self._at += 1
            return here
        return self._link(here, token.text, self._node())

    def _repeated(self, here: int, begin: int) -> int:
        """Read the piece anew as often as it may stand there; what was read of it before leads nowhere."""
        low, high = _bounds_of(self._tokens[self._at].text)
        behind, end = self._at + 1, self._node()
        here = self._link(here, "", self._node())
        for count in range(low if high is None else high):
            if count >= low:
                self._link(here, "", end)
            here = self._again(begin, here)
        if high is None:
            loop = self._link(here, "", self._node())
            self._link(self._again(begin, loop), "", loop)
            here = loop
        self._at = behind
        return self._link(here, "", end)

    def _again(self, begin: int, here: int) -> int:
        self._at = begin
        return self._piece(here)

    def _node(self) -> int:
        if len(self.nodes) > _MOST_NODES:
            raise UntoldPattern
        self.nodes.append([])
        return len(self.nodes) - 1

    def _link(self, here: int, atom: str, there: int) -> int:
        self.nodes[here].append((atom, there))
        return there


def _is_told(token: PatternToken) -> bool:
    if token.kind == "open":
        return token.text in ("(", "(?:") or (token.text.startswith(("(?<", "(?P<")) and token.text.endswith(">"))
    if token.kind == "set":
        return not any(f"\\{letter}" in token.text for letter in _UNTOLD)
    return not (token.text.startswith("\\") and token.text[1:2] in _UNTOLD)


def _bounds_of(quantifier: str) -> tuple[int, int | None]:
    simple = {"?": (0, 1), "*": (0, None), "+": (1, None)}
    if quantifier[0] in simple:
        return simple[quantifier[0]]
    low, comma, high = quantifier.rstrip("?")[1:-1].partition(",")
    return int(low), (int(high) if high else None) if comma else int(low)
