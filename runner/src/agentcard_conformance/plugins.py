"""Finds plugins: the modules of a folder, each known by the name of its file."""

from functools import cache
from importlib import import_module
from typing import Any


@cache
def plugin_names(package: str) -> list[str]:
    """The names of the modules in a package, sorted."""
    from pkgutil import iter_modules  # not above: it takes 5 ms, and to load a plugin needs no list

    return sorted(module.name for module in iter_modules(import_module(package).__path__))


@cache
def load_plugin(package: str, name: str) -> Any:
    """The module of that name in a package; raises LookupError when there is none."""
    module = f"{package}.{name}"
    try:
        return import_module(module if name.isidentifier() else "")
    except ValueError:
        raise LookupError(name) from None
    except ModuleNotFoundError as error:
        if error.name != module:
            raise  # the plugin is there, and what it needs is not
        raise LookupError(name) from None
