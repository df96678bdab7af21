"""Makes a Parquet file of records.

Only once there are all of them: a Parquet file without its end cannot be read, nor continued.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO

from agentcard_conformance.dumps.lines import whole_line_blocks
from agentcard_conformance.errors import CallError

ENDING = ".parquet"

_PIECE = 2**20
_ROW_GROUP = 16 * 2**20  # bytes of records in a row group, which are 200,000 of them when all cards are clean


def converter() -> Callable[[BinaryIO, BinaryIO], object]:
    """A function from a file of records to a Parquet file; raises CallError where it needs a package."""
    return partial(_write_table, _pyarrow())


def _write_table(pa: Any, records: BinaryIO, made: BinaryIO) -> None:
    schema = _table_schema(pa)
    with pa.parquet.ParquetWriter(made, schema, compression="zstd") as table:
        for block in whole_line_blocks(iter(partial(records.read, _PIECE), b""), _ROW_GROUP):
            table.write_table(_to_table(pa, schema, block))


def _to_table(pa: Any, schema: Any, block: bytes) -> Any:
    reading = pa.json.ReadOptions(use_threads=False, block_size=len(block) + 1)
    parsing = pa.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    return pa.json.read_json(pa.BufferReader(block), reading, parsing)


def _table_schema(pa: Any) -> Any:
    """Lists are null where a record has none."""
    text = pa.string()
    findings = pa.list_(pa.struct([("requirement", text), ("pointer", text), ("what", text)]))
    lists = [(name, findings) for name in ("violations", "advice", "contested")]
    return pa.schema(
        [("file", text), ("line", pa.int64()), ("valid", pa.bool_()), *lists, ("has_more", pa.bool_()), ("skip", text)]
    )


def _pyarrow() -> Any:
    try:
        import pyarrow as pa
        import pyarrow.json
        import pyarrow.parquet
    except ImportError:
        raise CallError("Parquet needs one more package: pip install 'agentcard-conformance[parquet]'") from None
    return pa
