"""In which ways can the code of a dialect's decoders and rules be a little wrong?"""

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from types import CodeType
from typing import Any

from agentcard_conformance import decoders, rules
from agentcard_conformance.adequacy.breakage import Breakage, Broken, Kind
from agentcard_conformance.adequacy.broken_decoder import BrokenDecoder
from agentcard_conformance.adequacy.broken_rules import BrokenRules, Pair
from agentcard_conformance.adequacy.mutations import PATTERN, TESTS, Mutation, is_pattern, mutations
from agentcard_conformance.adequacy.rule_breakages import beside, whole
from agentcard_conformance.adequacy.source import SCHEMA_LAYER, Source, broken_modules, used
from agentcard_conformance.adequacy.watched import Trouble, outcome
from agentcard_conformance.model import Dialect, Json, RuleUse
from agentcard_conformance.rules import json_schema

PACKAGE = rules.__name__.rpartition(".")[0] + "."
LONGEST_SHOWN = 70


@dataclass(frozen=True, slots=True)
class Site:
    """A piece of code, where it hangs, and the code around it that a reader knows it by."""

    parent: ast.AST
    field: str
    index: int | None
    node: Any
    owner: str
    shown: ast.AST


def code_breakages(dialect: Dialect) -> Iterator[Breakage]:
    """Every piece of the modules that a dialect uses, as far as it can change what is found."""
    for source in used(dialect):
        seen: dict[str, int] = {}
        hints = tuple(_constants(source))
        for site in _sites(source):
            for label, other in _mutations(site):
                name = _name(source, site, label, other)
                seen[name] = seen.get(name, 0) + 1
                again = f" #{seen[name]}" if seen[name] > 1 else ""
                make = _maker(dialect, source, site, other)
                yield Breakage(name + again, Kind.CODE, _about(dialect, source, site), make, hints)


def _sites(source: Source) -> Iterator[Site]:
    for statement in source.relevance.tree.body:
        for owner, part in _owners(statement):
            yield from _below(source, part, owner, part)


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


def _below(source: Source, node: ast.AST, owner: str, shown: ast.AST) -> Iterator[Site]:
    for field, value in ast.iter_fields(node):
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and source.relevance.matters(child) and not _is_only_said(node, field, child):
                speaks = isinstance(child, (ast.expr, ast.stmt)) and not isinstance(child, ast.Constant)
                yield Site(node, field, index, child, owner, child if speaks else shown)
                yield from _below(source, child, owner, child if speaks else shown)


def _is_only_said(parent: ast.AST, field: str, child: ast.AST) -> bool:
    """Types, docstrings, what tells a type checker something, and a pattern, which has its own operators."""
    if field in ("annotation", "returns", "decorator_list") or isinstance(parent, ast.JoinedStr):
        return not isinstance(child, ast.FormattedValue)
    if isinstance(parent, ast.Expr) and isinstance(child, ast.Constant):
        return True
    if isinstance(parent, ast.Call) and isinstance(child, ast.Constant):
        return is_pattern(parent) or (isinstance(parent.func, ast.Name) and parent.func.id == "cast")
    return False


def _mutations(site: Site) -> Iterator[Mutation]:
    """A condition may also be forced."""
    yield from mutations(site.node)
    if (isinstance(site.parent, TESTS) and site.field == "test") or site.field == "ifs":
        yield from (("", ast.Constant(forced)) for forced in (True, False))


def _name(source: Source, site: Site, label: str, other: ast.AST) -> str:
    name = f"code {source.name.removeprefix(PACKAGE)} {site.owner}: {_described(site, label, other)}"
    return name.encode("ascii", "backslashreplace").decode()


def _described(site: Site, label: str, other: ast.AST) -> str:
    if label.startswith(PATTERN):
        return label
    before = " ".join(ast.unparse(site.shown).split())
    if label:
        return f"{label}: {_short(before)}"
    with _replaced(site, other):
        after = " ".join(ast.unparse(other if site.shown is site.node else site.shown).split())
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    start = max(0, same - LONGEST_SHOWN // 2)
    return f"{_short(before, start)} -> {_short(after, start)}"


def _short(text: str, start: int = 0) -> str:
    """Enough of a line to know it by, from a little before what is changed."""
    if len(text) <= LONGEST_SHOWN:
        return text
    return ("..." if start else "") + text[start : start + LONGEST_SHOWN] + "..." * (start + LONGEST_SHOWN < len(text))


@contextmanager
def _replaced(site: Site, other: ast.AST) -> Iterator[None]:
    """In place and back again: a copy of a module for each of its pieces would take longer than all that follows."""
    _put(site, other)
    try:
        yield
    finally:
        _put(site, site.node)


def _put(site: Site, node: ast.AST) -> None:
    if site.index is None:
        setattr(site.parent, site.field, node)
    else:
        getattr(site.parent, site.field)[site.index] = node


def _code(source: Source, site: Site, other: ast.AST) -> CodeType:
    with _replaced(site, ast.copy_location(other, site.node)):
        return compile(ast.fix_missing_locations(source.relevance.tree), source.file, "exec")


def _maker(dialect: Dialect, source: Source, site: Site, other: ast.AST) -> Callable[[], Broken]:
    if source.name.startswith(decoders.__name__):
        return lambda: _broken_decoder(dialect, source, _code(source, site, other))
    return lambda: _broken_rules(dialect, source, _code(source, site, other))


def _broken_decoder(dialect: Dialect, source: Source, code: CodeType) -> Broken:
    modules = outcome(lambda: broken_modules(source, code))
    decode = modules if isinstance(modules, Trouble) else modules[source.name].decode
    name = source.name.rpartition(".")[2]
    notations = frozenset(notation for notation, decoder in dialect.decoders.items() if decoder == name)
    return BrokenDecoder(dialect, notations, decode, [whole(use) for use in dialect.rules])


def _broken_rules(dialect: Dialect, source: Source, code: CodeType) -> Broken:
    modules = outcome(lambda: broken_modules(source, code))
    uses = _served(dialect, source)
    pairs = [Pair(use, whole(use).before, _rule(use, modules)) for use in uses]
    if f"{rules.__name__}.json_schema" in (source.name, *source.importers):
        pairs.append(_schema_layer(dialect.schema, modules))
    return BrokenRules(pairs, beside(uses, dialect))


def _rule(use: RuleUse, modules: Any) -> Any:
    module, _, function = use.rule.partition(".")
    return modules if isinstance(modules, Trouble) else getattr(modules[f"{rules.__name__}.{module}"], function)


def _schema_layer(schema: Json, modules: Any) -> Pair:
    """The schema as one more rule, of the card as a whole."""
    before: Any = json_schema.errors
    errors = _rule(RuleUse("", (), SCHEMA_LAYER), modules)
    now: Any = errors if isinstance(errors, Trouble) else lambda value: errors(schema, value)
    return Pair(RuleUse("", (), SCHEMA_LAYER), lambda value: before(schema, value), now)


def _served(dialect: Dialect, source: Source) -> Sequence[RuleUse]:
    names = {name.rpartition(".")[2] for name in (source.name, *source.importers)}
    return [use for use in dialect.rules if use.rule.partition(".")[0] in names]


def _about(dialect: Dialect, source: Source, site: Site) -> str:
    """The requirement, where the function is a rule of just one; else the module."""
    module = source.name.rpartition(".")[2]
    served = {use.requirement for use in dialect.rules if use.rule == f"{module}.{site.owner}"}
    return served.pop() if len(served) == 1 else source.name.removeprefix(PACKAGE)


def _constants(source: Source) -> Iterator[Json]:
    nodes = (node for node in ast.walk(source.relevance.tree) if source.relevance.matters(node))
    values = (node.value for node in nodes if isinstance(node, ast.Constant))
    yield from dict.fromkeys(value for value in values if isinstance(value, (str, int)) and "\n" not in str(value))
