"""What lies on a server is read in few requests, and no more of it than is needed."""

import hashlib
from typing import Any, ClassVar

import fsspec
import pytest
import zstandard
from fsspec.spec import AbstractBufferedFile, AbstractFileSystem

from agentcard_conformance.dumps import cut_dumps, find_dumps, read_cards

SIZE = 2**20


class Store(AbstractFileSystem):  # type: ignore[misc]  # fsspec has no types
    """A storage as fsspec makes them for servers, which remembers what it was asked for."""

    protocol = "store"
    files: ClassVar[dict[str, bytes]] = {}
    requests: ClassVar[list[int]] = []

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        return {"name": path, "size": len(self.files[path]), "type": "file"}

    def _open(self, path: str, mode: str = "rb", **options: Any) -> AbstractBufferedFile:
        options.pop("block_size", None)
        return Opened(self, path, mode, **options)


class Opened(AbstractBufferedFile):  # type: ignore[misc]
    """A file of it."""

    def _fetch_range(self, start: int, end: int) -> bytes:
        Store.requests.append(end - start)
        return Store.files[self.path][start:end]


@pytest.fixture
def lines() -> bytes:
    """Lines that cannot be packed to much less, in a storage that was not asked for anything yet."""
    digits = hashlib.shake_256(b"").hexdigest(SIZE // 2).encode()
    made = b"".join(digits[at : at + 200] + b"\n" for at in range(0, SIZE, 200))
    fsspec.register_implementation("store", Store, clobber=True)
    Store.files.update({"a.jsonl": made, "a.jsonl.zst": zstandard.compress(made)})
    Store.requests.clear()
    return made


def read(name: str) -> bytes:
    cards = [card for part in cut_dumps(find_dumps([f"store://{name}"]), size=SIZE) for card in read_cards(part)]
    return b"".join(card + b"\n" for card in cards if isinstance(card, bytes))


def test_a_packed_file_is_read_in_few_requests(lines: bytes) -> None:
    assert read("a.jsonl.zst") == lines
    assert len(Store.requests) < 5


def test_of_a_plain_one_nothing_is_read_ahead(lines: bytes) -> None:
    assert read("a.jsonl") == lines
    assert sum(Store.requests) <= len(lines) + SIZE // 10
