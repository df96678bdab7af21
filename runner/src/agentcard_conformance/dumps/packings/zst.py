"""Files packed by Zstandard."""

from types import ModuleType
from typing import cast

from agentcard_conformance.dumps.packings import Pack, Packing, Unpacker
from agentcard_conformance.errors import CallError


def _unpacker() -> Unpacker:
    """For one frame of the file."""
    return cast("Unpacker", _zstandard().ZstdDecompressor().decompressobj())


def _error() -> type[Exception]:
    """Also for a wrong checksum, and for a window beyond 128 MiB."""
    return cast("type[Exception]", _zstandard().ZstdError)


def _packer() -> Pack:
    """With a checksum, without which a flipped bit is not seen."""
    return cast("Pack", _zstandard().ZstdCompressor(write_checksum=True).copy_stream)


PACKING = Packing(
    piece=2**10,  # four bytes can stand for 128 KiB
    unpacker=_unpacker,
    error=_error,
    packer=_packer,
)


def _zstandard() -> ModuleType:
    try:
        import zstandard
    except ImportError:
        raise CallError("files in .zst need one more package: pip install 'agentcard-conformance[zstd]'") from None
    return zstandard
