"""Finds the code of a module that can change what is found, rather than only word it or say where it stands.

No verdict depends on a sentence or a position, so no card can show that one of them is broken: what is handed over to
a parameter that only words or places a finding is left out, and so is what nothing else calls.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping

from agentcard_conformance.model import Fault
from agentcard_conformance.notations import DecodeFault, Document

_WORDING = frozenset({"what", "wanted", "message", "at", "steps", "offset", "position", "locate"})
"""Parameters that only word or place a finding, in rules, decoders and the exact engine."""

_TYPES_AND_DECORATORS = ("annotation", "returns", "decorator_list")

_CONSTRUCTORS: Mapping[str, tuple[str, ...]] = {each.__name__: each._fields for each in (Fault, DecodeFault, Document)}


class ReachableCode:
    """A module, and what of it can be reached from some of its functions."""

    def __init__(self, tree: ast.Module, entries: Iterable[str]) -> None:
        self.tree = tree
        self._parameters = {**_CONSTRUCTORS, **dict(_own_parameters(tree))}
        self._nodes: set[ast.AST] = set()
        self._names: set[str] = set()
        todo = {*entries}
        while todo:
            self._names |= todo
            todo = {name for owner in self._reached_owners() for name in self._visit(owner)} - self._names

    def contains(self, node: ast.AST) -> bool:
        """Whether a piece of the module can change what is found."""
        return node in self._nodes

    def imports_from(self, packages: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
        """The names that are reached, by the modules of these packages that they are imported from."""
        found: dict[str, set[str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(packages):
                names = {each.name for each in node.names if (each.asname or each.name) in self._names}
                found.setdefault(node.module, set()).update(names)
        return {module: frozenset(names) for module, names in found.items() if names}

    def _reached_owners(self) -> Iterator[ast.AST]:
        """The statements of the module, and of its classes, whose names are reached."""
        for statement in self.tree.body:
            if self._names.isdisjoint(_bound_names(statement)):
                continue
            if not isinstance(statement, ast.ClassDef):
                yield statement
                continue
            for each in statement.body:
                is_special = isinstance(each, ast.FunctionDef) and each.name.startswith("__")
                if is_special or not self._names.isdisjoint(_bound_names(each)):
                    yield each

    def _visit(self, node: ast.AST) -> Iterator[str]:
        """The names that a piece of code reads; it and its parts are noted."""
        self._nodes.add(node)
        if isinstance(node, ast.Name):
            yield node.id
        if isinstance(node, ast.Attribute):
            yield node.attr
        for part in self._parts(node):
            yield from self._visit(part)

    def _parts(self, node: ast.AST) -> Iterator[ast.AST]:
        for field, value in ast.iter_fields(node):
            parts = value if isinstance(value, list) else [value]
            for number, part in enumerate(parts if field not in _TYPES_AND_DECORATORS else ()):
                if isinstance(part, ast.AST) and not self._is_wording(node, field, number, part):
                    yield part

    def _is_wording(self, node: ast.AST, field: str, number: int, part: ast.AST) -> bool:
        if not isinstance(node, ast.Call) or field not in ("args", "keywords"):
            return False
        if isinstance(part, ast.keyword):
            return part.arg in _WORDING
        parameters = self._parameters.get(_called_name(node), ())
        return number < len(parameters) and parameters[number] in _WORDING


def _bound_names(statement: ast.stmt) -> set[str]:
    """The names that a statement of a module or a class gives something."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return {statement.name}
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}


def _own_parameters(tree: ast.Module) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The parameters of each function, without the object that a method belongs to."""
    methods = {item for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for item in node.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [each.arg for each in [*node.args.posonlyargs, *node.args.args]]
            yield node.name, tuple(names[node in methods :])


def _called_name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""
