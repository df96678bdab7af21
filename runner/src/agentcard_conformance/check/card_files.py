"""The files that a name on the command line means: a file, a folder of cards, or a glob that no shell has read."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import escape_invisible

WEB_SCHEMES = ("http://", "https://")
"""What an address begins with from which a card is fetched; one is no name of a file."""

_GLOB_CHARACTERS = frozenset("*?[")

_SERVED = ".well-known"


def find_card_files(names: Iterable[str], extensions: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Each file once, those of a folder or a glob sorted, and a sentence for each name that means none."""
    files: dict[str, None] = {}
    unread = []
    for name in names:
        try:
            files.update(dict.fromkeys(_files(name, extensions)))
        except CallError as error:
            unread.append(str(error))
    return list(files), unread


def _files(name: str, extensions: tuple[str, ...]) -> Iterable[str]:
    """A name that is none is left to whoever opens it, and says so."""
    if os.path.isdir(name):  # noqa: PTH112  # a Path takes as long again, which shows for a thousand files
        otherwise = f"holds no file that ends in {' or '.join(extensions)}"
        return _found([*_files_in_folder(name, extensions)], name, otherwise)
    if _GLOB_CHARACTERS.isdisjoint(name) or os.path.lexists(name):
        return [name]
    import glob  # not above: a shell has most often read it

    found_names = glob.glob(name, recursive=True, include_hidden=True)  # noqa: PTH207  # Path.glob takes no /a/*.b
    matching = sorted(each for each in found_names if not _is_hidden(each, name))
    is_folder = os.path.isdir
    found = (_files_in_folder(each, extensions) if is_folder(each) else [each] for each in matching)
    return _found([file for files in found for file in files], name, "matches no file")


def _found(files: list[str], name: str, otherwise: str) -> list[str]:
    if not files:
        raise CallError(f"{escape_invisible(name)} {otherwise}")
    return files


def _is_hidden(file: str, pattern: str) -> bool:
    """Whether it lies in a hidden folder, or is hidden, without the pattern having said so."""
    spelled = {_SERVED, ".", "..", *Path(pattern).parts}
    return any(part.startswith(".") and part not in spelled for part in Path(file).parts)


def _files_in_folder(folder: str, extensions: tuple[str, ...]) -> Iterator[str]:
    """Hidden folders belong to version control and tools, but for the one that cards are served from."""
    for here, below, files in os.walk(folder):
        below[:] = sorted(name for name in below if name == _SERVED or not name.startswith("."))
        yield from (os.path.join(here, name) for name in sorted(files) if name.endswith(extensions))  # noqa: PTH118  # keeps ./ before a name, as it was given
