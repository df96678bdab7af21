"""How is Zstandard unpacked, and packed?"""

from types import ModuleType

from agentcard_conformance.dumps.packings import Pack, Unpacker
from agentcard_conformance.errors import CallError

PIECE = 2**12  # four bytes can stand for 128 KiB


def unpacker() -> Unpacker:
    """For one frame of the file."""
    unpack: Unpacker = _library().ZstdDecompressor().decompressobj()
    return unpack


def broken() -> type[Exception]:
    """Also for a wrong checksum, and for a window beyond 128 MiB."""
    error: type[Exception] = _library().ZstdError
    return error


def packer() -> Pack:
    """With a checksum, without which a bit that tips is not seen."""
    pack: Pack = _library().ZstdCompressor(write_checksum=True).copy_stream
    return pack


def _library() -> ModuleType:
    try:
        import zstandard
    except ImportError:
        raise CallError("files in .zst need one more package: pip install 'agentcard-conformance[zstd]'") from None
    return zstandard
