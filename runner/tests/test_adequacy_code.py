"""In which ways does adequacy break code, and which code does it leave alone?"""

import ast
import textwrap

import pytest

from agentcard_conformance.adequacy.mutations import mutations
from agentcard_conformance.adequacy.relevance import Relevance
from agentcard_conformance.adequacy.watched import Trouble, outcome


def changed(expression: str) -> set[str]:
    node = ast.parse(expression).body[0]
    piece = node.value if isinstance(node, ast.Expr) else node
    return {ast.unparse(ast.fix_missing_locations(other)) for _, other in mutations(piece)}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("0 < a < b", {"0 <= a < b", "0 >= a < b", "0 < a <= b", "0 < a >= b"}),
        ("a == b", {"a != b"}),
        ("a is None", {"a is not None"}),
        ("a in b", {"a not in b"}),
        ("a and b", {"a or b", "a", "b"}),
        ("not a", {"a"}),
        ("a + 1", {"a - 1"}),
        ("7", {"6", "8"}),
        ("True", {"False"}),
        ("'ab'", {"''", "'abx'", "'a'"}),
        ("re.compile('^x?')", {"re.compile('x?')", "re.compile('^x')", "re.compile('^x*')", "re.compile('^x{0}')"}
         | {"re.compile('^[\\\\s\\\\S]?')"}),
        ("n += 1", {"n -= 1"}),
        ("raise error", {"pass"}),
        ("self.at = 1", {"pass"}),
        ("name = 1", set()),
    ],
)  # fmt: skip
def test_each_piece_is_broken_in_these_ways(code: str, expected: set[str]) -> None:
    assert changed(code) == expected


def relevant(source: str) -> set[str]:
    """The numbers in a module that matter."""
    relevance = Relevance(ast.parse(textwrap.dedent(source)), ["rule"])
    pieces = ast.walk(relevance.tree)
    return {ast.unparse(node) for node in pieces if isinstance(node, ast.Constant) and relevance.matters(node)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def rule(v):\n    if v > 1: yield Fault('2', 3)", {"1"}),
        ("def rule(v):\n    what = f(1)\n    if v > 2: yield Fault(what)", {"2"}),
        ("def rule(v):\n    yield Fault(say(v))\ndef say(v):\n    return v + 1", set()),
        ("def rule(v):\n    yield Fault(say(v))\n    say(1)\ndef say(v):\n    return v + 2", {"1", "2"}),
        ("LOW = 1\nHIGH = 2\ndef rule(v):\n    if v < LOW: yield Fault(HIGH)", {"1"}),
        ("def rule(v):\n    find(v, 1, 2)\ndef find(v, bound, shown):\n    if v > bound: yield Fault(shown)", {"1"}),
        ("def rule(v):\n    places[v + 1] = 2\n    if v > 3: yield Fault('', places[v])", {"3"}),
        ("def other(v):\n    return 1", set()),
    ],
)
def test_what_only_words_or_places_a_finding_does_not_matter(source: str, expected: set[str]) -> None:
    assert relevant(source) == expected


def test_code_that_does_not_end_is_ended() -> None:
    def endless() -> None:
        while True:
            pass

    assert outcome(endless) is Trouble.HANGS


def test_code_that_raises_is_told_apart_from_what_it_returns() -> None:
    assert (outcome(lambda: int("x")), outcome(lambda: 1)) == (Trouble.RAISES, 1)
