"""The ways in which a piece of Python can be a little wrong."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from agentcard_conformance.adequacy.pattern_breakages import PatternVariant, pattern_variants

Mutation: TypeAlias = tuple[str, ast.AST]
"""A label, empty where the change speaks for itself, and what stands there instead."""

_COMPARISONS: Mapping[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_ARITHMETIC: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
PATTERN = "pattern "
TESTS = (ast.If, ast.While, ast.IfExp)


def mutations(node: ast.AST) -> Iterator[Mutation]:
    """Everything that may stand in place of a piece of code."""
    for kind, operator in _OPERATORS.items():
        if isinstance(node, kind):
            yield from operator(node)


def _pattern_mutations(call: ast.Call) -> Iterator[Mutation]:
    """For a call into `re` with a pattern written out: the same with other patterns."""
    first = call.args[0] if call.args else None
    if is_pattern_call(call) and isinstance(first, ast.Constant) and isinstance(first.value, str):
        for variant in filter(_compiles, pattern_variants(first.value)):
            arguments = [ast.Constant(variant.pattern), *call.args[1:]]
            yield PATTERN + variant.label, ast.Call(call.func, arguments, call.keywords)


def is_pattern_call(call: ast.Call) -> bool:
    """Whether a call hands a pattern to `re`."""
    function = call.func
    return isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "re"


def _compiles(variant: PatternVariant) -> bool:
    try:
        re.compile(variant.pattern)
    except (re.error, FutureWarning):
        return False
    return True


def _comparison_mutations(node: ast.Compare) -> Iterator[Mutation]:
    for index, operator in enumerate(node.ops):
        for other in _COMPARISONS[type(operator)]:
            ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
            yield "", ast.Compare(node.left, ops, node.comparators)


def _boolean_mutations(node: ast.BoolOp) -> Iterator[Mutation]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "", ast.BoolOp(other, node.values)
    for index in range(len(node.values)):
        rest = [*node.values[:index], *node.values[index + 1 :]]
        yield "", ast.BoolOp(node.op, rest) if len(rest) > 1 else rest[0]


def _unary_mutations(node: ast.UnaryOp) -> Iterator[Mutation]:
    if isinstance(node.op, (ast.Not, ast.USub)):
        yield "", node.operand


def _arithmetic_mutations(node: ast.BinOp) -> Iterator[Mutation]:
    if other := _ARITHMETIC.get(type(node.op)):
        yield "", ast.BinOp(node.left, other(), node.right)


def _augmented_assignment_mutations(node: ast.AugAssign) -> Iterator[Mutation]:
    if other := _ARITHMETIC.get(type(node.op)):
        yield "", ast.AugAssign(node.target, other(), node.value)


def _constant_mutations(node: ast.Constant) -> Iterator[Mutation]:
    value = node.value
    if isinstance(value, bool):
        yield "", ast.Constant(not value)
    elif isinstance(value, int):
        yield from (("", ast.Constant(step)) for step in (value - 1, value + 1))
    elif isinstance(value, str):
        others = dict.fromkeys(("", value + "x", value[:-1]))
        yield from (("", ast.Constant(other)) for other in others if other != value)


def _statement_mutations(_node: ast.stmt) -> Iterator[Mutation]:
    yield "left out", ast.Pass()


def _expression_mutations(node: ast.Expr) -> Iterator[Mutation]:
    if not isinstance(node.value, ast.Constant):
        kept = ast.If(ast.Constant(value=False), [node], [])  # a function without its yield would return nothing at all
        yield "left out", kept if isinstance(node.value, (ast.Yield, ast.YieldFrom)) else ast.Pass()


def _assignment_mutations(node: ast.Assign | ast.AnnAssign) -> Iterator[Mutation]:
    """Only where something is there already: a name that was never bound is noticed by any card."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if not any(isinstance(target, ast.Name) for target in targets):
        yield "left out", ast.Pass()


def _return_mutations(node: ast.Return) -> Iterator[Mutation]:
    if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield "", ast.Return(ast.Constant(None))


_OPERATORS: dict[type[ast.AST], Callable[[Any], Iterator[Mutation]]] = {
    ast.Compare: _comparison_mutations,
    ast.BoolOp: _boolean_mutations,
    ast.UnaryOp: _unary_mutations,
    ast.BinOp: _arithmetic_mutations,
    ast.AugAssign: _augmented_assignment_mutations,
    ast.Constant: _constant_mutations,
    ast.Call: _pattern_mutations,
    ast.Return: _return_mutations,
    ast.Expr: _expression_mutations,
    ast.Assign: _assignment_mutations,
    ast.AnnAssign: _assignment_mutations,
    ast.Raise: _statement_mutations,
    ast.Continue: _statement_mutations,
    ast.Break: _statement_mutations,
    ast.Delete: _statement_mutations,
}
