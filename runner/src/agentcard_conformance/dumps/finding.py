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
    found: dict[Path | str, Dump] = {}
    for file in dict.fromkeys(file for name in names for file in _files(name, form)):
        dump = _dump(file, form)
        found.setdefault(_identity(dump.path), dump)
    return tuple(found.values())


def _identity(path: str) -> Path | str:
    """A file has many names; a URL and standard input are no files here."""
    return Path(path).resolve() if Path(path).is_absolute() else path


def _files(name: str, form: str) -> Iterable[str]:
    if name == STANDARD_INPUT:
        return [name]
    named, within = remote.files(name) if is_url(name) else _local_files(name)
    kept = sorted({*named, *(file for file in within if told(file, form))})
    if not kept:
        raise CallError(f"{name} {_nothing(name, form)}")
    return kept


def _local_files(name: str) -> tuple[list[str], list[str]]:
    """Those that are named, and those in folders that are."""
    if remote.MAGIC.isdisjoint(name) or _stands_for(name, Path.exists):
        paths = [name]
    else:
        paths = glob.glob(name, recursive=True)  # noqa: PTH207  # Path.glob takes no /a/*.b
    folders = [path for path in paths if _stands_for(path, Path.is_dir)]
    within = [str(file) for folder in folders for file in Path(folder).rglob("*") if file.is_file()]
    return [path for path in paths if path not in folders], within


def _nothing(name: str, form: str) -> str:
    if remote.MAGIC.isdisjoint(name):
        return f"holds no dump: no file in it ends in {', '.join(_endings(form))}"
    return "names no file, and no folder that holds a dump"


def _stands_for(name: str, kind: Callable[[Path], bool]) -> bool:
    """What may not even be looked at is left to whoever opens it, and says so."""
    try:
        return kind(Path(name))
    except OSError:
        return False


def _dump(name: str, form: str) -> Dump:
    chosen = form or told(name)
    if not chosen:
        raise CallError(f"{name}: its name says not what it holds; dumps end in {', '.join(_endings())}")
    packing = packings.of(name)
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


def told(name: str, wanted: str = "") -> str:
    """The form that a name says a file has, or nothing."""
    bare = name.removesuffix(f".{packings.of(name)}")
    return next((form for form in _wanted(wanted) if bare.endswith(forms.load(form).ENDINGS)), "")


def _wanted(form: str) -> Iterator[str]:
    yield from [form] if form else forms.known()


def _endings(form: str = "") -> Iterator[str]:
    for each in _wanted(form):
        yield from forms.load(each).ENDINGS
