"""The ways in which adequacy breaks code, and the code that it leaves alone."""

import ast
import textwrap

import pytest

from agentcard_conformance.adequacy.python_mutations import mutations
from agentcard_conformance.adequacy.reachable_code import CodeName, ReachableCode
from agentcard_conformance.adequacy.time_limit import Misbehaviour, call_safely


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
    tree = ast.parse(textwrap.dedent(source))
    code = ReachableCode({"module": tree}, [CodeName("module", "rule")])
    pieces = ast.walk(tree)
    return {ast.unparse(node) for node in pieces if isinstance(node, ast.Constant) and code.contains(node)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def rule(v):\n    if v > 1: yield Fault('2', 3)", {"1"}),
        ("def rule(v):\n    if v > 2: yield Fault(at=(1,), what='3')", {"2"}),
        ("def rule(v):\n    yield Fault(say(v))\ndef say(v):\n    return v + 1", set()),
        ("def rule(v):\n    yield Fault(say(v))\n    say(1)\ndef say(v):\n    return v + 2", {"1", "2"}),
        ("LOW = 1\nHIGH = 2\ndef rule(v):\n    if v < LOW: yield Fault(HIGH)", {"1"}),
        ("def rule(v):\n    find(v, 1, 2)\ndef find(v, bound, what):\n    if v > bound: yield Fault(what)", {"1"}),
        (
            "class Found:\n    def a(v): return 1\n    def b(v): return 2\ndef rule(v):\n    return Found().a(v)",
            {"1"},
        ),
        ("def rule(v) -> f(1):\n    yield Fault('')\n@f(2)\ndef other(v): return 3", set()),
        ("def other(v):\n    return 1", set()),
    ],
)
def test_what_only_words_or_places_a_finding_does_not_matter(source: str, expected: set[str]) -> None:
    assert relevant(source) == expected


def test_code_that_does_not_end_is_ended() -> None:
    def endless() -> None:
        while True:
            pass

    assert call_safely(endless) is Misbehaviour.HANGS


def test_code_that_raises_is_told_apart_from_what_it_returns() -> None:
    assert (call_safely(lambda: int("x")), call_safely(lambda: 1)) == (Misbehaviour.RAISES, 1)
