"""Schemas by their addresses, from a folder that stands for the places where they are published: nothing is fetched."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from agentcard_conformance.errors import CallError
from agentcard_conformance.escaping import escape_invisible

_ID_WORDS = ("$id", "id")


def read_registry(folder: str) -> Mapping[str, Path]:
    """The file for each address: the one that a schema gives itself, or where it lies below the folder.

    `example.com/a.json` stands for both https://example.com/a.json and http://example.com/a.json.
    """
    root = Path(folder)
    if not root.is_dir():
        raise CallError(f"--registry {escape_invisible(folder)} is no folder; name one that holds schemas")
    return {address: file for file in sorted(root.rglob("*.json")) for address in _addresses(root, file)}


def _addresses(root: Path, file: Path) -> Iterator[str]:
    place = file.relative_to(root).as_posix()
    for name in (place, place.removesuffix(".json")):
        yield from (f"{scheme}://{name}" for scheme in ("https", "http"))
    yield from _own_address(file)


def _own_address(file: Path) -> Iterator[str]:
    try:
        schema = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):  # a file that nothing refers to need not be a schema
        return
    given = (schema.get(word) for word in _ID_WORDS) if isinstance(schema, dict) else ()
    yield from (address.removesuffix("#") for address in given if isinstance(address, str) and address)
