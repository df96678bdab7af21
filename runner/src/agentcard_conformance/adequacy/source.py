"""Which modules of the validator does a dialect use, and how is one put in place of another in memory?"""

import ast
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType

from agentcard_conformance import decoders, rules
from agentcard_conformance.adequacy.relevance import Relevance
from agentcard_conformance.model import Dialect

SCHEMA_LAYER = "json_schema.errors"
"""What holds a card against its schema; every dialect calls it, though none names it."""


@dataclass(frozen=True, slots=True)
class Source:
    """A module, and what of it matters."""

    name: str
    file: str
    relevance: Relevance
    importers: tuple[str, ...] = ()
    """The other modules that have to be read again when this one is broken."""


def used(dialect: Dialect) -> list[Source]:
    """The decoders and rules of a dialect, and what of the rules these import."""
    entries: dict[str, set[str]] = {f"{decoders.__name__}.{name}": {"decode"} for name in dialect.decoders.values()}
    for rule in [*(use.rule for use in dialect.rules), SCHEMA_LAYER]:
        module, _, function = rule.partition(".")
        entries.setdefault(f"{rules.__name__}.{module}", set()).add(function)
    return list(_with_imports(entries).values())


def _with_imports(entries: dict[str, set[str]]) -> Mapping[str, Source]:
    """To a fixed point: an import may bring in a module, or more of one that is there."""
    while True:
        sources = {name: _read(name, sorted(called)) for name, called in sorted(entries.items())}
        found = [each.relevance.imports(rules.__name__) for each in sources.values()]
        imported = [(name, names) for modules in found for name, names in modules.items()]
        if all(names <= entries.get(name, set()) for name, names in imported):
            return {name: _imported(source, sources) for name, source in sources.items()}
        for name, names in imported:
            entries.setdefault(name, set()).update(names)


def _read(name: str, entries: Sequence[str]) -> Source:
    spec = find_spec(name)
    file = str(spec.origin) if spec else ""
    return Source(name, file, Relevance(ast.parse(Path(file).read_text("utf-8")), entries))


def _imported(source: Source, sources: Mapping[str, Source]) -> Source:
    importers = [each.name for each in sources.values() if source.name in each.relevance.imports(rules.__name__)]
    return Source(source.name, source.file, source.relevance, tuple(importers))


def broken_modules(source: Source, code: CodeType) -> Mapping[str, ModuleType]:
    """The module made of broken code, and its importers read anew; those in use stay as they are."""
    with _restored([source.name, *source.importers]), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # broken code may well be odd
        made = {source.name: _module(source.name, source.file, code)}
        for name in source.importers:
            file = str(sys.modules[name].__file__) if name in sys.modules else ""
            made[name] = _module(name, file, compile(Path(file).read_bytes(), file, "exec"))
        return made


def _module(name: str, file: str, code: CodeType) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = file
    sys.modules[name] = module
    exec(code, module.__dict__)  # noqa: S102  # our own code, one piece of it changed
    return module


@contextmanager
def _restored(names: Sequence[str]) -> Iterator[None]:
    before = {name: sys.modules.get(name) for name in names}
    try:
        yield
    finally:
        for name, module in before.items():
            if module:
                sys.modules[name] = module
            else:
                sys.modules.pop(name, None)
