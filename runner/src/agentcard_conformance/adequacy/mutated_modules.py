"""The modules of the validator that dialects use, and one put in place of another in memory."""

import ast
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from agentcard_conformance import notations, projections, rules, schema_engine
from agentcard_conformance.adequacy.reachable_code import CodeName, ReachableCode
from agentcard_conformance.errors import SuiteError
from agentcard_conformance.model import Dialect, RuleUse
from agentcard_conformance.schema_engine.engine import schema_errors

SHARED_PACKAGES = (notations, projections, rules, schema_engine)
"""Packages whose modules are broken where a decoder, a projection, a rule or the exact engine uses them."""

EXACT_ENGINE = CodeName(schema_errors.__module__, schema_errors.__name__)

_PREFIXES = tuple(f"{package.__name__}." for package in SHARED_PACKAGES)


class UsedModule(NamedTuple):
    """A module, and the code in it that dialects use."""

    name: str
    file: str
    tree: ast.Module
    code: ReachableCode
    dialects: tuple[Dialect, ...]
    """Those that use it."""
    importers: tuple[str, ...]
    """The other modules that must be read again when this one is broken, in this order."""

    @property
    def package(self) -> str:
        """The package that holds it, which may be itself."""
        return str(_spec(self.name).parent)

    def affects(self, entry: CodeName) -> bool:
        """Whether what stands there is another when this module is broken."""
        return entry.module in (self.name, *self.importers)


def used_modules(dialects: Iterable[Dialect]) -> Iterator[UsedModule]:
    """The decoders and rules of dialects, the exact engine, and all that these import, whichever modules hold it."""
    entries = {dialect.id: {*_entries(dialect)} for dialect in dialects}
    trees = _read_modules({entry.module for found in entries.values() for entry in found})
    code = ReachableCode(trees, {entry for found in entries.values() for entry in found})
    imports = code.modules()
    order = list(TopologicalSorter(imports).static_order())
    for name in sorted(imports):
        importers = _importers(name, imports)
        users = (each for each in dialects if any(entry.module in {name, *importers} for entry in entries[each.id]))
        in_order = tuple(each for each in order if each in importers)
        yield UsedModule(name, _file(name), trees[name], code, tuple(users), in_order)


def decoder_of(dialect: Dialect) -> CodeName:
    """Where the decoder of a dialect stands."""
    return CodeName(f"{notations.__name__}.{dialect.notation}", "decode")


def rule_of(use: RuleUse) -> CodeName:
    """Where a rule stands."""
    module, _, name = use.rule.partition(".")
    return CodeName(f"{rules.__name__}.{module}", name)


def projection_of(dialect: Dialect) -> CodeName:
    """Where it stands what a publisher makes of the cards of a dialect."""
    module, _, name = dialect.projection.partition(".")
    return CodeName(f"{projections.__name__}.{module}", name)


def run_mutated(module: UsedModule, code: CodeType) -> Mapping[str, ModuleType]:
    """The module made of mutated code, and its importers read anew; those in use stay as they are."""
    with _modules_restored([module.name, *module.importers]), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # mutated code may well be odd
        made = {module.name: _run_module(module.name, code)}
        for name in module.importers:
            made[name] = _run_module(name, _compiled(_file(name)))
        return made


def _entries(dialect: Dialect) -> Iterator[CodeName]:
    """Each of them, once it is known to exist."""
    notations.load_notation(dialect.notation)
    yield from (decoder_of(dialect), EXACT_ENGINE)
    if dialect.projection:
        projections.load_projection(dialect.projection)
        yield projection_of(dialect)
    for use in dialect.rules:
        rules.load_rule(use.rule)
        yield rule_of(use)


def _read_modules(names: Iterable[str]) -> Mapping[str, ast.Module]:
    """These, and those of the shared packages that they import."""
    trees: dict[str, ast.Module] = {}
    todo = [*names]
    while todo:
        name = todo.pop()
        if name not in trees:
            trees[name] = ast.parse(Path(_file(name)).read_text("utf-8"))
            todo += _imported_modules(name, trees[name])
    return trees


def _imported_modules(name: str, tree: ast.Module) -> Iterator[str]:
    """Of the shared packages; an import of another kind would still get the unbroken module, and is refused."""
    followed = {id(node) for node in tree.body if isinstance(node, ast.ImportFrom) and not node.level}
    for node in ast.walk(tree):
        for imported in filter(_is_shared, _names_imported(node)):
            if id(node) not in followed:
                what = f"line {node.lineno} imports {imported} in a way that adequacy cannot follow"  # type: ignore[attr-defined]  # a statement
                raise SuiteError(_file(name), f"{what}; write `from … import …` at the top of the module")
            yield imported


def _names_imported(node: ast.AST) -> Iterator[str]:
    """`from a import b` is about the module a.b where there is one, and else about a."""
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    if isinstance(node, ast.ImportFrom):
        for each in node.names:
            whole = f"{node.module}.{each.name}"
            yield whole if _is_shared(whole) and _is_module(whole) else str(node.module)


def _is_shared(name: str) -> bool:
    return name.startswith(_PREFIXES)


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # what it would lie in is no package
        return False


def _file(name: str) -> str:
    return str(_spec(name).origin)


def _spec(name: str) -> Any:
    spec = find_spec(name)
    if spec is None:
        raise LookupError(name)
    return spec


def _importers(name: str, imports: Mapping[str, Iterable[str]]) -> set[str]:
    """Those that import a module, or import one that does."""
    direct = {each for each, imported in imports.items() if name in imported}
    return direct.union(*(_importers(each, imports) for each in direct))


@cache
def _compiled(file: str) -> CodeType:
    return compile(Path(file).read_bytes(), file, "exec")


def _run_module(name: str, code: CodeType) -> ModuleType:
    module = module_from_spec(_spec(name))
    _put_in_use(name, module)
    exec(code, module.__dict__)  # noqa: S102  # our own code, one piece of it changed
    return module


def _put_in_use(name: str, module: ModuleType) -> None:
    """Both where `import` looks: among the loaded modules, and in the package around it."""
    sys.modules[name] = module
    package, _, last = name.rpartition(".")
    setattr(sys.modules[package], last, module)


@contextmanager
def _modules_restored(names: Sequence[str]) -> Iterator[None]:
    before = {name: import_module(name) for name in names}
    try:
        yield
    finally:
        for name, module in before.items():
            _put_in_use(name, module)
