"""How is gzip unpacked?"""

import zlib

from agentcard_conformance.dumps.packings import Unpacker

PIECE = 2**16  # deflate makes at most 1,032 bytes of one
GZIP_HEADER = 16 + zlib.MAX_WBITS


def unpacker() -> Unpacker:
    """For one member of the file."""
    return zlib.decompressobj(GZIP_HEADER)


def broken() -> type[Exception]:
    """Also for a wrong checksum."""
    return zlib.error
