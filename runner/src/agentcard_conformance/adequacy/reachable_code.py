"""Finds the code of some modules that can change what is found, rather than only word it or say where it stands.

No verdict depends on a sentence or a position, so no card can show that one of them is broken: what is handed over to
a parameter that only words or places a finding is left out, and so is what nothing else calls. Of the 1,668 changes
that the modules of the first dialect offer, 882 are left out so, and each would have to be listed as an equivalent.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from agentcard_conformance.model import Fault
from agentcard_conformance.notations import DecodeFault, Document

_WORDING = frozenset({"what", "wanted", "message", "at", "steps", "offset", "position", "locate"})
"""Parameters that only word or place a finding, in rules, decoders and the exact engine."""

_TYPES_AND_DECORATORS = ("annotation", "returns", "decorator_list")

_CONSTRUCTORS: Mapping[str, tuple[str, ...]] = {each.__name__: each._fields for each in (Fault, DecodeFault, Document)}

_ANY_MODULE = ""
"""Of the name of a member: whose class it belongs to is not known."""


class CodeName(NamedTuple):
    """A name at the top of a module, or of a member of some class."""

    module: str
    name: str


class ReachableCode:
    """Modules, and what of them can be reached from some of their functions."""

    def __init__(self, trees: Mapping[str, ast.Module], entries: Iterable[CodeName]) -> None:
        self._trees = trees
        self._imports = {module: dict(_imports(tree, trees.keys())) for module, tree in trees.items()}
        everywhere = {name: found for tree in trees.values() for name, found in _own_parameters(tree)}
        self._parameters = {
            module: {**everywhere, **_CONSTRUCTORS, **dict(_own_parameters(tree))} for module, tree in trees.items()
        }
        self._nodes: set[ast.AST] = set()
        self._names: set[CodeName] = set()
        todo = {*entries}
        while todo:
            self._names |= todo
            read = {name for module, owner in self._reached_owners() for name in self._visit(module, owner)}
            todo = {*read, *self._imported_names()} - self._names

    def contains(self, node: ast.AST) -> bool:
        """Whether a piece of a module can change what is found."""
        return node in self._nodes

    def modules(self) -> Mapping[str, AbstractSet[str]]:
        """The modules of which something is reached, each with those that it imports what is reached from."""
        found: dict[str, set[str]] = {module: set() for module, _ in self._names if module != _ANY_MODULE}
        for module, name in self._names:
            if imported := self._imports.get(module, {}).get(name):
                found[module].add(imported.module)
        return found

    def _imported_names(self) -> Iterator[CodeName]:
        """What is meant by the imported names that are reached."""
        for module, name in self._names:
            imported = self._imports.get(module, {}).get(name)
            if imported and imported.name:
                yield imported

    def _reached_owners(self) -> Iterator[tuple[str, ast.AST]]:
        """The statements of the modules, and of their classes, whose names are reached."""
        for module, tree in self._trees.items():
            read = [statement for statement in tree.body if self._is_read(module, statement)]
            yield from ((module, owner) for statement in read for owner in self._owners(module, statement))

    def _owners(self, module: str, statement: ast.stmt) -> Iterator[ast.AST]:
        """A function or an assignment; of a class, the classes that it extends and the members that something reads."""
        if not isinstance(statement, ast.ClassDef):
            yield statement
            return
        yield from statement.bases
        for each in statement.body:
            is_special = isinstance(each, ast.FunctionDef) and each.name.startswith("__")
            if is_special or self._is_read(module, each) or self._is_read(_ANY_MODULE, each):
                yield each

    def _is_read(self, module: str, statement: ast.stmt) -> bool:
        return any((module, name) in self._names for name in _bound_names(statement))

    def _visit(self, module: str, node: ast.AST) -> Iterator[CodeName]:
        """The names that a piece of code reads; it and its parts are noted."""
        self._nodes.add(node)
        if isinstance(node, ast.Name):
            yield CodeName(module, node.id)
        if isinstance(node, ast.Attribute):
            yield CodeName(_ANY_MODULE, node.attr)
            imported = self._imports[module].get(node.value.id) if isinstance(node.value, ast.Name) else None
            if imported and not imported.name:
                yield CodeName(imported.module, node.attr)
        for part in self._parts(module, node):
            yield from self._visit(module, part)

    def _parts(self, module: str, node: ast.AST) -> Iterator[ast.AST]:
        for field, value in ast.iter_fields(node):
            parts = value if isinstance(value, list) else [value]
            for number, part in enumerate(parts if field not in _TYPES_AND_DECORATORS else ()):
                if isinstance(part, ast.AST) and not self._is_wording(module, node, field, number, part):
                    yield part

    def _is_wording(self, module: str, node: ast.AST, field: str, number: int, part: ast.AST) -> bool:
        if not isinstance(node, ast.Call) or field not in ("args", "keywords"):
            return False
        if isinstance(part, ast.keyword):
            return part.arg in _WORDING
        parameters = self._parameters[module].get(_called_name(node), ())
        return number < len(parameters) and parameters[number] in _WORDING


def _imports(tree: ast.Module, modules: AbstractSet[str]) -> Iterator[tuple[str, CodeName]]:
    """What the imported names mean, as far as it stands in one of the modules; a whole module has an empty name."""
    statements = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    for source, each in [(str(node.module), each) for node in statements for each in node.names]:
        whole = f"{source}.{each.name}"
        meant = CodeName(whole, "") if whole in modules else CodeName(source, each.name)
        if meant.module in modules:
            yield each.asname or each.name, meant


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
