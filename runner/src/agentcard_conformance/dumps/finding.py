"""Which dumps does a name on the command line mean: a file, a folder, a glob, a URL?"""

import glob
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from agentcard_conformance.dumps import forms, packings, remote
from agentcard_conformance.dumps.opening import STANDARD_INPUT, is_url, stamp
from agentcard_conformance.dumps.slices import Dump
from agentcard_conformance.errors import CallError


def find(names: Iterable[str], form: str = "") -> tuple[Dump, ...]:
    """Each once, in the order of the names, those of a folder or a glob sorted."""
    found = dict.fromkeys(file for name in names for file in _files(name, form))
    return tuple(_dump(file, form) for file in found)


def _files(name: str, form: str) -> Iterable[str]:
    if name == STANDARD_INPUT:
        return [name]
    if is_url(name):
        files, folder = remote.files(name)
        return _out_of_folder(name, files, form) if folder else _of_glob(name, files)
    if remote.MAGIC.isdisjoint(name) or _stands_for(name, Path.exists):
        if not _stands_for(name, Path.is_dir):
            return [name]
        return _out_of_folder(name, [str(file) for file in Path(name).rglob("*") if file.is_file()], form)
    return _of_glob(name, glob.glob(name, recursive=True))  # noqa: PTH207  # Path.glob takes no /a/*.b


def _stands_for(name: str, kind: Callable[[Path], bool]) -> bool:
    """What may not even be looked at is left to whoever opens it, and says so."""
    try:
        return kind(Path(name))
    except OSError:
        return False


def _out_of_folder(name: str, files: Iterable[str], form: str) -> list[str]:
    """What ends as dumps do."""
    kept = sorted(file for file in files if _form(file, form))
    if not kept:
        raise CallError(f"{name} holds no dump: no file in it ends in {', '.join(_endings(form))}")
    return kept


def _of_glob(name: str, files: Iterable[str]) -> list[str]:
    """Whatever it names but folders."""
    kept = sorted(file for file in files if not Path(file).is_dir())
    if not kept:
        raise CallError(f"{name} names no file")
    return kept


def _dump(name: str, form: str) -> Dump:
    chosen = form or _form(name)
    if not chosen:
        raise CallError(f"{name}: its name says not what it holds; dumps end in {', '.join(_endings())}")
    packing = next((each for each in packings.known() if name.endswith(f".{each}")), "")
    if name == STANDARD_INPUT:
        return Dump(name, name, chosen, packing, 0, "")
    if is_url(name):
        return Dump(name, name, chosen, packing, *remote.measured(name))
    return _local(name, chosen, packing)


def _local(name: str, form: str, packing: str) -> Dump:
    """What is no regular file, such as a pipe, can be read only once."""
    try:
        status = Path(name).stat()
    except OSError as error:
        raise CallError(f"{name} cannot be read: {error.strerror}") from None
    regular = Path(name).is_file()
    return Dump(name, str(Path(name).absolute()), form, packing, status.st_size, stamp(status) if regular else "")


def _form(name: str, wanted: str = "") -> str:
    bare = name
    for packing in packings.known():
        bare = bare.removesuffix(f".{packing}")
    return next((form for form in _wanted(wanted) if bare.endswith(forms.load(form).ENDINGS)), "")


def _wanted(form: str) -> Iterator[str]:
    yield from [form] if form else forms.known()


def _endings(form: str = "") -> Iterator[str]:
    for each in _wanted(form):
        yield from forms.load(each).ENDINGS
