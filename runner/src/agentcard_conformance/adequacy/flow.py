"""What does each piece of a module's code feed: which names, arguments, results?"""

import ast
from collections.abc import Iterable, Mapping
from typing import TypeAlias

Name: TypeAlias = tuple[str, str]
"""A scope ("" is the module, "." any object, else a function) and a name in it."""

Group: TypeAlias = frozenset[Name]
"""What a piece feeds: it matters only if one of these does; one that feeds nothing never does."""

NOTHING: Group = frozenset()

WORDING: Mapping[str, frozenset[int | str | None]] = {
    "Fault": frozenset((0, 1, "what", "at")),
    "DecodeFault": frozenset((1, 2, 3, "what", "at", "position")),
    "Document": frozenset((2, "locate")),
    "ValidationError": frozenset((0, "message")),
}
"""Arguments, by place and name, that a finding's text and place are handed over in."""


class Flow(ast.NodeVisitor):
    """Notes for each piece what it feeds, and for each name where it is read."""

    def __init__(self, tree: ast.Module) -> None:
        self.groups: dict[ast.AST, tuple[Group, ...]] = {}
        self.loads: list[tuple[Name, ast.AST]] = []
        self._parameters = dict(_parameters(tree))
        self._scopes: list[tuple[str, frozenset[str]]] = []
        self._owner = ""
        self._now: tuple[Group, ...] = ()
        self.visit(tree)

    def visit(self, node: ast.AST) -> None:
        """Every piece stands where its parents do, and perhaps in a group of its own."""
        self.groups[node] = self._now
        super().visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        """A name that is read."""
        if isinstance(node.ctx, ast.Load):
            self.loads.append((self._name(node.id), node))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """Attributes go by their name alone, whatever object they belong to."""
        if isinstance(node.ctx, ast.Load):
            self.loads.append(((".", node.attr), node))
        self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """What stands in a class."""
        before, self._owner = self._owner, node.name
        for statement in node.body:
            self.visit(statement)
        self._owner = before

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A body feeds its function; the language calls special methods whenever their class is used."""
        own = self._own(node.name)
        before, self._owner = self._owner, ""
        self._scopes.append((node.name, _locals(node)))
        self._feeding([own], *node.args.defaults, *filter(None, node.args.kw_defaults), *node.body)
        self._scopes.pop()
        self._owner = before

    def _own(self, name: str) -> Name:
        if not self._owner:
            return self._name(name)
        return ("", self._owner) if name.startswith("__") else (".", name)

    def visit_Assign(self, node: ast.Assign) -> None:
        """A value feeds its targets."""
        self._assign(node.targets, node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """The same, in place."""
        self._assign([node.target], node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The same, with a type that is not read."""
        self._assign([node.target], *([node.value] if node.value else []))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        """The value is read on the spot, too."""
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        """An argument feeds the parameter it is bound to, or words a finding."""
        self.visit(node.func)
        for index, argument in enumerate(node.args):
            self._argument(node.func, index, argument)
        for keyword in node.keywords:
            self._argument(node.func, keyword.arg, keyword.value)

    def _argument(self, function: ast.expr, key: int | str | None, argument: ast.expr) -> None:
        called = _called(function)
        parameters = self._parameters.get(called, ())
        if key in WORDING.get(called, ()):
            self._feeding(NOTHING, argument)
        elif isinstance(key, int) and key < len(parameters) and not isinstance(argument, ast.Starred):
            self._feeding([(called, parameters[key])], argument)
        elif key in parameters:
            self._feeding([(called, str(key))], argument)
        else:
            self.visit(argument)

    def _assign(self, targets: Iterable[ast.expr], *values: ast.expr) -> None:
        keys = [key for target in targets for key in self._target(target)]
        self._feeding(keys, *values)

    def _target(self, target: ast.expr) -> list[Name]:
        """The names that a target binds; an index matters as far as what it is an index of does."""
        if isinstance(target, ast.Name):
            return [self._name(target.id)]
        if isinstance(target, ast.Attribute):
            self.visit(target.value)
            return [(".", target.attr)]
        if isinstance(target, ast.Subscript):
            keys = self._target(target.value)
            self._feeding(keys, target.slice)
            return keys
        if isinstance(target, ast.Starred):
            return self._target(target.value)
        parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
        return [key for part in parts for key in self._target(part)]

    def _feeding(self, group: Iterable[Name], *nodes: ast.AST) -> None:
        before, self._now = self._now, (*self._now, frozenset(group))
        for node in nodes:
            self.visit(node)
        self._now = before

    def _name(self, name: str) -> Name:
        return next(((scope, name) for scope, local in reversed(self._scopes) if name in local), ("", name))


def _parameters(tree: ast.Module) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The parameters of each function, without the object that a method belongs to."""
    methods = {item for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for item in node.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [each.arg for each in [*node.args.posonlyargs, *node.args.args]]
            names = names[node in methods :]
            yield node.name, (*names, *(each.arg for each in node.args.kwonlyargs))


def _locals(function: ast.FunctionDef) -> frozenset[str]:
    bound = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    inner = {node.name for node in ast.walk(function) if isinstance(node, ast.FunctionDef) and node is not function}
    return frozenset(bound | stored | inner)


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
