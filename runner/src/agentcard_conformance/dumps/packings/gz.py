"""How is gzip unpacked, and packed?"""

import gzip
import shutil
import zlib
from typing import BinaryIO

from agentcard_conformance.dumps.packings import Pack, Unpacker

PIECE = 2**16  # deflate makes at most 1,032 bytes of one
GZIP_HEADER = 16 + zlib.MAX_WBITS
LEVEL = 6


def unpacker() -> Unpacker:
    """For one member of the file."""
    return zlib.decompressobj(GZIP_HEADER)


def broken() -> type[Exception]:
    """Also for a wrong checksum."""
    return zlib.error


def packer() -> Pack:
    """Without a name and a time."""
    return _pack


def _pack(plain: BinaryIO, packed: BinaryIO) -> None:
    with gzip.GzipFile("", "wb", LEVEL, packed, mtime=0) as stream:
        shutil.copyfileobj(plain, stream)
