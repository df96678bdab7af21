"""The modules of the validator that a dialect uses, and one put in place of another in memory."""

import ast
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType

from agentcard_conformance import notations, rules, schema_engine
from agentcard_conformance.adequacy.reachable_code import ReachableCode
from agentcard_conformance.model import Dialect
from agentcard_conformance.notations import load_notation
from agentcard_conformance.rules import load_rule
from agentcard_conformance.schema_engine.engine import schema_errors

_FOLLOWED = (f"{rules.__name__}.", f"{schema_engine.__name__}.")
"""Packages whose modules are broken, too, where a broken one imports from them."""


@dataclass(frozen=True, slots=True)
class UsedModule:
    """A module, and the code in it that a dialect uses."""

    name: str
    file: str
    code: ReachableCode
    importers: tuple[str, ...] = ()
    """The other modules that must be read again when this one is broken."""


def used_modules(dialect: Dialect) -> list[UsedModule]:
    """The decoders and rules of a dialect, the exact engine, and what these import."""
    entries: dict[str, set[str]] = {}
    functions = (load_notation(dialect.notation).decode, *(load_rule(use.rule) for use in dialect.rules), schema_errors)
    for function in functions:
        entries.setdefault(function.__module__, set()).add(function.__name__)
    return list(_with_imports(entries).values())


def is_decoder(module: UsedModule) -> bool:
    """Whether a module belongs to a notation."""
    return module.name.startswith(f"{notations.__name__}.")


def run_mutated(module: UsedModule, code: CodeType) -> Mapping[str, ModuleType]:
    """The module made of mutated code, and its importers read anew; those in use stay as they are."""
    with _modules_restored([module.name, *module.importers]), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # mutated code may well be odd
        made = {module.name: _run_module(module.name, module.file, code)}
        for name in module.importers:
            file = str(sys.modules[name].__file__) if name in sys.modules else ""
            made[name] = _run_module(name, file, compile(Path(file).read_bytes(), file, "exec"))
        return made


def _with_imports(entries: dict[str, set[str]]) -> Mapping[str, UsedModule]:
    """To a fixed point: an import may bring in a module, or more of one that is there."""
    while True:
        modules = {name: _read_module(name, sorted(called)) for name, called in sorted(entries.items())}
        found = [each.code.imports_from(_FOLLOWED) for each in modules.values()]
        imported = [(name, names) for each in found for name, names in each.items()]
        if all(names <= entries.get(name, set()) for name, names in imported):
            return {name: _with_importers(module, modules) for name, module in modules.items()}
        for name, names in imported:
            entries.setdefault(name, set()).update(names)


def _read_module(name: str, entries: Sequence[str]) -> UsedModule:
    spec = find_spec(name)
    file = str(spec.origin) if spec else ""
    return UsedModule(name, file, ReachableCode(ast.parse(Path(file).read_text("utf-8")), entries))


def _with_importers(module: UsedModule, modules: Mapping[str, UsedModule]) -> UsedModule:
    """Those that import it come after those that they import themselves, so that each gets the mutated ones."""
    importers: list[str] = []
    todo = [module.name]
    while todo:
        imported = todo.pop(0)
        direct = [each.name for each in modules.values() if imported in each.code.imports_from(_FOLLOWED)]
        todo += [name for name in direct if name not in importers]
        importers = [*(name for name in importers if name not in direct), *direct]
    return UsedModule(module.name, module.file, module.code, tuple(importers))


def _run_module(name: str, file: str, code: CodeType) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = file
    sys.modules[name] = module
    exec(code, module.__dict__)  # noqa: S102  # our own code, one piece of it changed
    return module


@contextmanager
def _modules_restored(names: Sequence[str]) -> Iterator[None]:
    before = {name: sys.modules.get(name) for name in names}
    try:
        yield
    finally:
        for name, module in before.items():
            if module:
                sys.modules[name] = module
            else:
                sys.modules.pop(name, None)
