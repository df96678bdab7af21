"""How do records become a Parquet file?

Only once there are all of them: a Parquet file without its end cannot be read, nor gone on with.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO

from agentcard_conformance.dumps.lines import blocks
from agentcard_conformance.errors import CallError

ENDING = ".parquet"
PIECE = 2**20
GROUP = 16 * 2**20  # bytes of records in a row group, which are 200,000 of them when all cards are clean


def maker() -> Callable[[BinaryIO, BinaryIO], object]:
    """What makes one; raises CallError where it needs a package that is not there."""
    return partial(_write, _library())


def _write(pa: Any, records: BinaryIO, made: BinaryIO) -> None:
    schema = _schema(pa)
    with pa.parquet.ParquetWriter(made, schema, compression="zstd") as table:
        for block in blocks(iter(partial(records.read, PIECE), b""), GROUP):
            table.write_table(_table(pa, schema, block))


def _table(pa: Any, schema: Any, block: bytes) -> Any:
    reading = pa.json.ReadOptions(use_threads=False, block_size=len(block) + 1)
    parsing = pa.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    return pa.json.read_json(pa.BufferReader(block), reading, parsing)


def _schema(pa: Any) -> Any:
    """Lists are null where a record has none."""
    text = pa.string()
    findings = pa.list_(pa.struct([("requirement", text), ("pointer", text), ("what", text)]))
    lists = [(name, findings) for name in ("violations", "advice", "contested")]
    return pa.schema([("file", text), ("line", pa.int64()), ("valid", pa.bool_()), *lists, ("skip", text)])


def _library() -> Any:
    try:
        import pyarrow as pa
        import pyarrow.json
        import pyarrow.parquet
    except ImportError:
        raise CallError("Parquet needs one more package: pip install 'agentcard-conformance[parquet]'") from None
    return pa
