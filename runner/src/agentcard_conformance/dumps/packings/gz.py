"""Files packed by gzip."""

import gzip
import shutil
import zlib
from typing import BinaryIO

from agentcard_conformance.dumps.packings import Packing, Unpacker

_GZIP_HEADER = 16 + zlib.MAX_WBITS
_LEVEL = 6


def _unpacker() -> Unpacker:
    """For one member of the file."""
    return zlib.decompressobj(_GZIP_HEADER)


def _pack(plain: BinaryIO, packed: BinaryIO) -> None:
    """Without a name and a time."""
    with gzip.GzipFile("", "wb", _LEVEL, packed, mtime=0) as stream:
        shutil.copyfileobj(plain, stream)


PACKING = Packing(
    piece=2**14,  # deflate makes at most 1,032 bytes of one
    unpacker=_unpacker,
    error=lambda: zlib.error,
    packer=lambda: _pack,
)
