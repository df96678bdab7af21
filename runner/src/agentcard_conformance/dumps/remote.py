"""What lies at a URL, for whichever storage fsspec has a package?"""

from typing import Any, BinaryIO, TypeAlias

from agentcard_conformance.errors import CallError

MAGIC = set("*?[")

Storage: TypeAlias = Any
"""An fsspec filesystem, of which there are no types."""


def files(url: str) -> tuple[list[str], list[str]]:
    """The URLs that one stands for, and those in folders that it stands for."""
    storage, path = _storage(url)
    try:
        if storage.isdir(path):
            return [], _urls(storage, storage.find(path))
        if MAGIC.isdisjoint(path):
            return [url], []
        found = {place: about["type"] == "directory" for place, about in storage.glob(path, detail=True).items()}
        within = [file for place, is_folder in found.items() if is_folder for file in storage.find(place)]
        return _urls(storage, [place for place, is_folder in found.items() if not is_folder]), _urls(storage, within)
    except OSError as error:
        raise _unread(url, error) from None


def measured(url: str) -> tuple[int, str]:
    """Its size, and something that changes when it does; neither where it can only be read to its end to know."""
    storage, path = _storage(url)
    try:
        storage.invalidate_cache(path)
        size = storage.size(path)
        return (0, "") if size is None else (int(size), str(storage.ukey(path)))
    except OSError as error:
        raise _unread(url, error) from None


def opened(url: str, *, ahead: bool) -> BinaryIO:
    """To read a range from, and nothing ahead of it, for the next reader fetches that itself; or all of it."""
    storage, path = _storage(url)
    try:
        file: BinaryIO = storage.open(path, "rb", cache_type="readahead" if ahead else "none")
    except OSError as error:
        raise _unread(url, error) from None
    return file


def _urls(storage: Storage, paths: list[str]) -> list[str]:
    return [str(storage.unstrip_protocol(path)) for path in paths]


def _storage(url: str) -> tuple[Storage, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise CallError(f"{url} needs one more package: pip install 'agentcard-conformance[dask]'") from None
    try:
        storage, path = url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise CallError(f"{url} cannot be read: {error}") from None
    return storage, path


def _unread(url: str, error: OSError) -> CallError:
    missing = isinstance(error, FileNotFoundError)
    return CallError(f"{url} cannot be read: {'nothing is there' if missing else error.strerror or error}")
