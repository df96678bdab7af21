"""How do records become a Parquet file?

Only once there are all of them: a Parquet file without its end cannot be read, nor gone on with.
"""

from functools import partial
from pathlib import Path
from typing import Any

from agentcard_conformance.dumps.lines import blocks
from agentcard_conformance.errors import CallError

ENDING = ".parquet"
PIECE = 2**20
GROUP = 16 * 2**20  # bytes of records in a row group, which are 200,000 of them when all cards are clean


def is_table(output: Path) -> bool:
    """Is it by its name to be one?"""
    return output.suffix == ENDING


def ready() -> None:
    """Raises CallError when it cannot be written, before hours of work."""
    _library()


def write(records: Path, output: Path) -> None:
    """The file, whole or not at all."""
    pa = _library()
    half = output.with_name(f"{output.name}.half")
    schema = _schema(pa)
    try:
        with records.open("rb") as lines, pa.parquet.ParquetWriter(half, schema, compression="zstd") as table:
            for block in blocks(iter(partial(lines.read, PIECE), b""), GROUP):
                table.write_table(_table(pa, schema, block))
        half.replace(output)
    finally:
        half.unlink(missing_ok=True)


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
