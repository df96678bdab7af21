"""The ways in which the code of decoders and rules can be a little wrong."""

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from types import CodeType
from typing import Any, NamedTuple

from agentcard_conformance.adequacy.breakage import Breakage, BreakageKind, BrokenPart
from agentcard_conformance.adequacy.broken_decoder import BrokenDecoder
from agentcard_conformance.adequacy.broken_projection import BrokenProjection
from agentcard_conformance.adequacy.broken_rules import BrokenRules, RulePair
from agentcard_conformance.adequacy.mutated_modules import (
    EXACT_ENGINE,
    UsedModule,
    decoder_of,
    projection_of,
    rule_of,
    run_mutated,
    used_modules,
)
from agentcard_conformance.adequacy.python_mutations import PATTERN, TESTS, Mutation, is_pattern_call, mutations
from agentcard_conformance.adequacy.reachable_code import CodeName
from agentcard_conformance.adequacy.rule_breakages import rules_beside, unbroken
from agentcard_conformance.adequacy.time_limit import Misbehaviour, call_safely
from agentcard_conformance.model import Dialect, Json, RuleUse
from agentcard_conformance.projections import load_projection
from agentcard_conformance.schema_engine.engine import schema_errors

_PACKAGE = __name__.partition(".")[0] + "."
_LONGEST_SHOWN = 70
_SCHEMA_USE = RuleUse("", (), "")
"""For the exact engine, which every dialect uses as if it were one more rule, of the card as a whole."""


class CodeSite(NamedTuple):
    """A piece of code, where it hangs, and the code around it that a reader knows it by."""

    parent: ast.AST
    field: str
    number: int | None
    node: Any
    owner: str
    shown: ast.AST


def code_breakages(dialects: Sequence[Dialect]) -> Iterator[Breakage]:
    """Every piece of the modules that dialects use, as far as it can change what is found, once for all of them."""
    for module in used_modules(dialects):
        users = tuple(dialect.id for dialect in module.dialects)
        seen: dict[str, int] = {}
        hints = tuple(_constants(module))
        for site in _sites(module):
            for label, other in _mutations_at(site):
                name = _name(module, site, label, other)
                seen[name] = seen.get(name, 0) + 1
                again = f" #{seen[name]}" if seen[name] > 1 else ""
                make, about = _maker(module, site, other), _about(module, site)
                yield Breakage(name + again, BreakageKind.CODE, about, module.package, users, make, hints)


def _sites(module: UsedModule) -> Iterator[CodeSite]:
    for statement in module.tree.body:
        for owner, part in _owners(statement):
            yield from _sites_below(module, part, owner, part)


def _owners(statement: ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    """What is broken goes by the function, or by the name it is assigned to."""
    if isinstance(statement, ast.ClassDef):
        for each in statement.body:
            yield from ((f"{statement.name}.{owner}", part) for owner, part in _owners(each))
    elif isinstance(statement, ast.FunctionDef):
        yield statement.name, statement
    elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
        yield ast.unparse(target), statement


def _sites_below(module: UsedModule, node: ast.AST, owner: str, shown: ast.AST) -> Iterator[CodeSite]:
    for field, value in ast.iter_fields(node):
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and module.code.contains(child) and not _is_text_only(node, field, child):
                tells = isinstance(child, (ast.expr, ast.stmt)) and not isinstance(child, ast.Constant)
                yield CodeSite(node, field, index, child, owner, child if tells else shown)
                yield from _sites_below(module, child, owner, child if tells else shown)


def _is_text_only(parent: ast.AST, field: str, child: ast.AST) -> bool:
    """Types, docstrings, what tells a type checker something, and a pattern, which has its own operators."""
    if field in ("annotation", "returns", "decorator_list") or isinstance(parent, ast.JoinedStr):
        return not isinstance(child, ast.FormattedValue)
    if isinstance(parent, ast.Expr) and isinstance(child, ast.Constant):
        return True
    if isinstance(parent, ast.Call) and isinstance(child, ast.Constant):
        return is_pattern_call(parent) or (isinstance(parent.func, ast.Name) and parent.func.id == "cast")
    return False


def _mutations_at(site: CodeSite) -> Iterator[Mutation]:
    """A condition may also be forced."""
    yield from mutations(site.node)
    if (isinstance(site.parent, TESTS) and site.field == "test") or site.field == "ifs":
        yield from (("", ast.Constant(forced)) for forced in (True, False))


def _name(module: UsedModule, site: CodeSite, label: str, other: ast.AST) -> str:
    name = f"code {module.name.removeprefix(_PACKAGE)} {site.owner}: {_change_text(site, label, other)}"
    return name.encode("ascii", "backslashreplace").decode()


def _change_text(site: CodeSite, label: str, other: ast.AST) -> str:
    if label.startswith(PATTERN):
        return label
    before = " ".join(ast.unparse(site.shown).split())
    if label:
        return f"{label}: {_shortened(before)}"
    with _replaced(site, other):
        after = " ".join(ast.unparse(other if site.shown is site.node else site.shown).split())
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    start = max(0, same - _LONGEST_SHOWN // 2)
    return f"{_shortened(before, start)} -> {_shortened(after, start)}"


def _shortened(text: str, start: int = 0) -> str:
    """Enough of a line to know it by, from a little before what is changed."""
    if len(text) <= _LONGEST_SHOWN:
        return text
    end = start + _LONGEST_SHOWN
    return ("..." if start else "") + text[start:end] + "..." * (end < len(text))


@contextmanager
def _replaced(site: CodeSite, other: ast.AST) -> Iterator[None]:
    """In place and back again: a copy of a module for each of its pieces would take longer than all that follows."""
    _put(site, other)
    try:
        yield
    finally:
        _put(site, site.node)


def _put(site: CodeSite, node: ast.AST) -> None:
    if site.number is None:
        setattr(site.parent, site.field, node)
    else:
        getattr(site.parent, site.field)[site.number] = node


def _compile(module: UsedModule, site: CodeSite, other: ast.AST) -> CodeType:
    with _replaced(site, ast.copy_location(other, site.node)):
        return compile(ast.fix_missing_locations(module.tree), module.file, "exec")


def _maker(module: UsedModule, site: CodeSite, other: ast.AST) -> Callable[[Dialect], Sequence[BrokenPart]]:
    return lambda dialect: list(_broken_parts(dialect, module, _compile(module, site, other)))


def _broken_parts(dialect: Dialect, module: UsedModule, code: CodeType) -> Iterator[BrokenPart]:
    """What of a dialect comes from the module or from one that imports it: its decoder, its projection, its rules."""
    modules: Any = call_safely(lambda: run_mutated(module, code))
    decoder = decoder_of(dialect)
    if module.affects(decoder):
        decode = _broken_object(decoder, modules)
        yield BrokenDecoder(dialect, decode, [unbroken(use) for use in dialect.rules])
    if dialect.projection and module.affects(projection_of(dialect)):
        before, after = load_projection(dialect.projection), _broken_object(projection_of(dialect), modules)
        yield BrokenProjection(before, after, [unbroken(use) for use in dialect.rules])
    uses = [use for use in dialect.rules if module.affects(rule_of(use))]
    pairs = [RulePair(use, unbroken(use).before, _broken_object(rule_of(use), modules)) for use in uses]
    if module.affects(EXACT_ENGINE):
        pairs.append(_schema_pair(dialect.schema, _broken_object(EXACT_ENGINE, modules)))
    if pairs:
        yield BrokenRules(pairs, rules_beside(uses, dialect))


def _broken_object(entry: CodeName, modules: Any) -> Any:
    """What stands there now; misbehaviour when the broken module cannot even be imported."""
    return modules if isinstance(modules, Misbehaviour) else getattr(modules[entry.module], entry.name)


def _schema_pair(schema: Json, errors: Any) -> RulePair:
    before: Any = schema_errors
    after: Any = errors if isinstance(errors, Misbehaviour) else lambda value: errors(schema, value)
    return RulePair(_SCHEMA_USE, lambda value: before(schema, value), after)


def _about(module: UsedModule, site: CodeSite) -> str:
    """The requirement, where the function is a rule of just one; else the module."""
    here = CodeName(module.name, site.owner)
    served = {use.requirement for dialect in module.dialects for use in dialect.rules if rule_of(use) == here}
    return served.pop() if len(served) == 1 else module.name.removeprefix(_PACKAGE)


def _constants(module: UsedModule) -> Iterator[Json]:
    nodes = (node for node in ast.walk(module.tree) if module.code.contains(node))
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    yield from dict.fromkeys(value for value in values if isinstance(value, (str, int)) and "\n" not in str(value))
