"""Finds plugins: the modules of a folder, each known by the name of its file."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any


@cache
def plugin_names(package: str) -> list[str]:
    """The names of the modules in a package, sorted."""
    return sorted(module.name for module in iter_modules(import_module(package).__path__))


def load_plugin(package: str, name: str) -> Any:
    """The module of that name in a package; raises LookupError when there is none."""
    if name not in plugin_names(package):
        raise LookupError(name)
    return import_module(f"{package}.{name}")
