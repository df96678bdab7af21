"""Files at URLs, in whatever storage fsspec has a package for."""

from typing import Any, BinaryIO, TypeAlias

from agentcard_conformance.errors import CallError

GLOB_CHARACTERS = frozenset("*?[")

_Storage: TypeAlias = Any
"""An fsspec filesystem, of which there are no types."""


def find_files(url: str) -> tuple[list[str], list[str]]:
    """The URLs that one stands for, and those in folders that it stands for."""
    storage, path = _storage(url)
    try:
        if storage.isdir(path):
            return [], _to_urls(storage, storage.find(path))
        if GLOB_CHARACTERS.isdisjoint(path):
            return [url], []
        found = {place: about["type"] == "directory" for place, about in storage.glob(path, detail=True).items()}
        within = [file for place, is_folder in found.items() if is_folder for file in storage.find(place)]
        files = [place for place, is_folder in found.items() if not is_folder]
        return _to_urls(storage, files), _to_urls(storage, within)
    except OSError as error:
        raise _cannot_be_read(url, error) from None


def size_and_fingerprint(url: str) -> tuple[int, str]:
    """The size, and something that changes when the file does; 0 and nothing where only reading it all would tell."""
    storage, path = _storage(url)
    try:
        storage.invalidate_cache(path)
        size = storage.size(path)
        return (0, "") if size is None else (int(size), str(storage.ukey(path)))
    except OSError as error:
        raise _cannot_be_read(url, error) from None


def open_url(url: str, *, ahead: bool) -> BinaryIO:
    """To read a range from, with nothing fetched ahead, since the next reader does that itself; or to read it all."""
    storage, path = _storage(url)
    try:
        file: BinaryIO = storage.open(path, "rb", cache_type="readahead" if ahead else "none")
    except OSError as error:
        raise _cannot_be_read(url, error) from None
    return file


def _to_urls(storage: _Storage, paths: list[str]) -> list[str]:
    return [str(storage.unstrip_protocol(path)) for path in paths]


def _storage(url: str) -> tuple[_Storage, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise CallError(f"{url} needs one more package: pip install 'agentcard-conformance[dask]'") from None
    try:
        storage, path = url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise CallError(f"{url} cannot be read: {error}") from None
    return storage, path


def _cannot_be_read(url: str, error: OSError) -> CallError:
    is_missing = isinstance(error, FileNotFoundError)
    return CallError(f"{url} cannot be read: {'nothing is there' if is_missing else error.strerror or error}")
