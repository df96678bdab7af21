"""Finds the dumps that a name on the command line means: a file, a folder, a glob or a URL."""

import glob
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from agentcard_conformance.dumps import remote
from agentcard_conformance.dumps.forms import dump_form_names, load_dump_form
from agentcard_conformance.dumps.opening import fingerprint, is_url
from agentcard_conformance.dumps.packings import packing_by_name
from agentcard_conformance.dumps.slices import Dump
from agentcard_conformance.errors import CallError
from agentcard_conformance.files import STANDARD_STREAM

_ANY_FOLDERS = re.compile(r"(?<![^/])\*\*(?:/|$)")


def find_dumps(names: Iterable[str], form: str = "", extension: str = "") -> tuple[Dump, ...]:
    """Each once, in the order of the names, those of a folder or a glob sorted; the extension is that of cards."""
    found: dict[Path | str, Dump] = {}
    for file in dict.fromkeys(file for name in names for file in _files(name, form, extension)):
        dump = _dump(file, form, extension)
        found.setdefault(_identity(dump.path), dump)
    return tuple(found.values())


def form_by_name(name: str, wanted: str = "", extension: str = "") -> str:
    """The form that the name of a file tells, or nothing."""
    bare = name.removesuffix(f".{packing_by_name(name)}")
    return next((form for form in _wanted_forms(wanted) if bare.endswith((*_endings(form, extension),))), "")


def _identity(path: str) -> Path | str:
    """A file has many names; a URL and standard input are no files here."""
    return Path(path).resolve() if Path(path).is_absolute() else path


def _files(name: str, form: str, extension: str) -> Iterable[str]:
    if name == STANDARD_STREAM:
        return [name]
    named, within = remote.find_files(name) if is_url(name) else _local_files(name)
    kept = sorted({*named, *(file for file in within if form_by_name(file, form, extension))})
    if not kept:
        raise CallError(f"{name} {_why_nothing(name, form, extension)}")
    return kept


def _local_files(name: str) -> tuple[list[str], list[str]]:
    """Those that are named, and those in folders that are."""
    if remote.GLOB_CHARACTERS.isdisjoint(name) or _is_path(name, Path.exists):
        paths = [name]
    else:
        paths = [*dict.fromkeys(_matching(name))]
    folders = [path for path in paths if _is_path(path, Path.is_dir)]
    within = [str(file) for folder in folders for file in Path(folder).rglob("*") if file.is_file()]
    return [path for path in paths if path not in folders], within


def _matching(pattern: str) -> Iterator[str]:
    """The paths that a glob names; `**` follows no link: two that lead back would make 2**40 ways through a folder."""
    stars = _ANY_FOLDERS.search(pattern)
    if not stars:
        yield from glob.iglob(pattern)  # noqa: PTH207  # Path.glob takes no /a/*.b
        return
    before, behind = pattern[: stars.start()], pattern[stars.end() :] or "*"
    for top in _matching(before) if before else [os.curdir]:
        for folder, below, _ in os.walk(top):
            below[:] = [name for name in below if not name.startswith(".")]
            here = f"{folder.removesuffix('/')}/" if before else f"{folder}/".removeprefix("./")
            yield from _matching(glob.escape(here) + behind)


def _why_nothing(name: str, form: str, extension: str) -> str:
    if remote.GLOB_CHARACTERS.isdisjoint(name):
        return f"holds no dump: no file in it ends in {', '.join(_endings(form, extension))}"
    return "names no file, and no folder that holds a dump"


def _is_path(name: str, kind: Callable[[Path], bool]) -> bool:
    """What may not even be looked at is left to whoever opens it, and says so."""
    try:
        return kind(Path(name))
    except OSError:
        return False


def _dump(name: str, form: str, extension: str) -> Dump:
    chosen = form or form_by_name(name, "", extension)
    if not chosen:
        raise CallError(
            f"{name}: its name does not tell what it holds; dumps end in {', '.join(_endings('', extension))}"
        )
    packing = packing_by_name(name)
    if name == STANDARD_STREAM:
        return Dump(name, name, chosen, packing, 0, "")
    if is_url(name):
        return Dump(name, name, chosen, packing, *remote.size_and_fingerprint(name))
    return _local_dump(name, chosen, packing)


def _local_dump(name: str, form: str, packing: str) -> Dump:
    """What is no regular file, such as a pipe, can be read only once."""
    try:
        status = Path(name).stat()
    except OSError as error:
        raise CallError(f"{name} cannot be read: {error.strerror}") from None
    regular = Path(name).is_file()
    return Dump(name, str(Path(name).absolute()), form, packing, status.st_size, fingerprint(status) if regular else "")


def _wanted_forms(form: str) -> Iterator[str]:
    yield from [form] if form else dump_form_names()


def _endings(form: str, extension: str) -> Iterator[str]:
    """Those of a form; of files that are a card each, the extension of the dialect."""
    for each in _wanted_forms(form):
        found = load_dump_form(each)
        yield from [f".{extension}"] if extension and not found.option else found.endings
